import type { DatasetFacts } from "../trust/dataset.ts";
import type { BackgroundFile } from "./background-file.ts";
import { isoDate, UNDATED } from "./judgement-blob.ts";
import { FIRST_DAY, LAST_DAY } from "./judgement-words.ts";
import { judgementColumns, NO_TEXTS } from "./row-columns.ts";

const NOTHING = Buffer.from(",");
const LINE_END = Buffer.from("\r\n");
/** Intake lets no id, name or address become nearly as long. */
const ROW_BYTES_MAX = 1 << 16;

/**
 * Writes the CSV file of all current judgements, one company after another, from the numbers that stand for the cells: every cell is encoded once and then
 * copied, which takes a quarter of the time that the database takes. The bytes are those `writeCsv` would write.
 */
export class JudgementCsv {
  readonly #file: BackgroundFile;
  #buffer: Buffer;
  #length = 0;
  readonly #pillars: readonly Buffer[];
  /** Band and rank. */
  readonly #bands: readonly Buffer[];
  readonly #terms: Buffer[] = [NOTHING];
  /** From `FIRST_DAY` on. */
  readonly #days = Array.from<Buffer | undefined>({ length: LAST_DAY - FIRST_DAY + 1 });
  #company = NOTHING;
  /** The company's source addresses, by place from 1. */
  #sources: readonly string[] = [];
  readonly #sourceCells: Buffer[] = [NOTHING];

  /** The file is finished here and remains the caller's to abandon. */
  constructor(file: BackgroundFile, facts: DatasetFacts) {
    this.#pillars = facts.pillars.map(({ id }) => followingCell(id));
    this.#bands = facts.scale.bands.map(({ id }, place) =>
      Buffer.concat([followingCell(id), Buffer.from(`,${place + 1}`)]),
    );
    this.#file = file;
    this.#buffer = file.takeBuffer();
    const header = judgementColumns(facts, NO_TEXTS).map((column) => column.facts.name);
    this.#length = this.#buffer.write(`${header.join(",")}\r\n`);
  }

  /** Makes a criterion or judge known by its number. */
  addTerm(term: number, text: string): void {
    this.#terms[term] = followingCell(text);
  }

  /** The rows that follow are of this company; `sources` may still grow. */
  startCompany(id: string, sources: readonly string[]): void {
    this.#company = Buffer.from(csvCell(id));
    this.#sources = sources;
    this.#sourceCells.length = 1;
  }

  /** The same numbers as of `JudgementPacker.add`. */
  add(pillar: number, band: number, criterion: number, judge: number, judgedOn: number, source: number): void {
    const criterionCell = this.#terms[criterion]!;
    const judgeCell = this.#terms[judge]!;
    const dayCell = this.#days[judgedOn - FIRST_DAY] ?? this.#newDay(judgedOn);
    const sourceCell = this.#sourceCells[source] ?? this.#newSource(source);
    if (this.#length + ROW_BYTES_MAX > this.#buffer.length) this.#flush();
    const buffer = this.#buffer;
    let at = copy(this.#company, buffer, this.#length);
    at = copy(this.#pillars[pillar]!, buffer, at);
    at = copy(criterionCell, buffer, at);
    at = copy(judgeCell, buffer, at);
    at = copy(this.#bands[band - 1]!, buffer, at);
    at = copy(dayCell, buffer, at);
    at = copy(sourceCell, buffer, at);
    this.#length = copy(LINE_END, buffer, at);
  }

  /** Whether `settle` is to be awaited, so that the disk can catch up. */
  get isAhead(): boolean {
    return this.#file.isAhead;
  }

  async settle(): Promise<void> {
    await this.#file.settle();
  }

  /** Completes the file, which is not yet fsynced. */
  async finish(): Promise<void> {
    this.#flush();
    await this.#file.finish();
  }

  #newDay(judgedOn: number): Buffer {
    if (judgedOn === UNDATED) return NOTHING;
    return (this.#days[judgedOn - FIRST_DAY] = followingCell(isoDate(judgedOn)!));
  }

  #newSource(source: number): Buffer {
    return (this.#sourceCells[source] = followingCell(this.#sources[source - 1]!));
  }

  #flush(): void {
    this.#file.write(this.#buffer, this.#length);
    this.#buffer = this.#file.takeBuffer();
    this.#length = 0;
  }
}

/** Copies a cell to a place and returns the place behind it: a loop, because cells are so short that a call costs more than their bytes. */
function copy(cell: Buffer, buffer: Buffer, at: number): number {
  const length = cell.length;
  for (let i = 0; i < length; i += 1) buffer[at + i] = cell[i]!;
  return at + length;
}

function followingCell(text: string): Buffer {
  return Buffer.from(`,${csvCell(text)}`);
}

/** As `writeCsv` has it: no formulas (OWASP, "CSV injection"), quotation marks where RFC 4180 or the database asks for them. */
function csvCell(text: string): string {
  const inert = /^[=+@\t\r-]/.test(text) ? `'${text}` : text;
  return inert === "" || /["#,\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
