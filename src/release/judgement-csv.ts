import type { DatasetFacts } from "../trust/dataset.ts";
import type { BackgroundFile } from "./background-file.ts";
import { isoDate, UNDATED } from "./judgement-blob.ts";
import { judgementColumns, NO_TEXTS } from "./row-columns.ts";

const NOTHING = Buffer.from(",");

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
  readonly #terms = new Map<number, Buffer>([[0, NOTHING]]);
  readonly #days = new Map<number, Buffer>([[UNDATED, NOTHING]]);
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
    this.#put(Buffer.from(`${header.join(",")}\r\n`));
  }

  /** Makes a criterion or judge known by its number. */
  addTerm(term: number, text: string): void {
    this.#terms.set(term, followingCell(text));
  }

  /** The rows that follow are of this company; `sources` may still grow. */
  startCompany(id: string, sources: readonly string[]): void {
    this.#company = Buffer.from(csvCell(id));
    this.#sources = sources;
    this.#sourceCells.length = 1;
  }

  /** The same numbers as of `JudgementPacker.add`. */
  add(pillar: number, band: number, criterion: number, judge: number, judgedOn: number, source: number): void {
    this.#put(this.#company);
    this.#put(this.#pillars[pillar]!);
    this.#put(this.#terms.get(criterion)!);
    this.#put(this.#terms.get(judge)!);
    this.#put(this.#bands[band - 1]!);
    this.#put(this.#days.get(judgedOn) ?? this.#newDay(judgedOn));
    this.#put(this.#sourceCells[source] ?? this.#newSource(source));
    this.#endRow();
  }

  /** To be awaited now and then: lets the disk catch up. */
  async settle(): Promise<void> {
    await this.#file.settle();
  }

  /** Completes the file, which is not yet fsynced. */
  async finish(): Promise<void> {
    this.#flush();
    await this.#file.finish();
  }

  #newDay(judgedOn: number): Buffer {
    const cell = followingCell(isoDate(judgedOn)!);
    this.#days.set(judgedOn, cell);
    return cell;
  }

  #newSource(source: number): Buffer {
    const cell = followingCell(this.#sources[source - 1]!);
    this.#sourceCells[source] = cell;
    return cell;
  }

  /** A loop, because cells are so short that a call costs more than their bytes. */
  #put(bytes: Buffer): void {
    if (this.#length + bytes.length > this.#buffer.length) this.#flush();
    const buffer = this.#buffer;
    const start = this.#length;
    const length = bytes.length;
    for (let i = 0; i < length; i += 1) buffer[start + i] = bytes[i]!;
    this.#length = start + length;
  }

  #endRow(): void {
    if (this.#length + 2 > this.#buffer.length) this.#flush();
    this.#buffer[this.#length] = 0x0d;
    this.#buffer[this.#length + 1] = 0x0a;
    this.#length += 2;
  }

  #flush(): void {
    this.#file.write(this.#buffer, this.#length);
    this.#buffer = this.#file.takeBuffer();
    this.#length = 0;
  }
}

function followingCell(text: string): Buffer {
  return Buffer.from(`,${csvCell(text)}`);
}

/** As `writeCsv` has it: no formulas (OWASP, "CSV injection"), quotation marks where RFC 4180 or the database asks for them. */
function csvCell(text: string): string {
  const inert = /^[=+@\t\r-]/.test(text) ? `'${text}` : text;
  return inert === "" || /["#,\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
