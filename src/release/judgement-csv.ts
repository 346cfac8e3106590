import { judgedOnOf, type WordLayout } from "../trust/judgement-words.ts";
import type { BatchWork } from "./batch-thread.ts";
import { CellBytes } from "./cell-bytes.ts";
import { HashedFile } from "./hashed-file.ts";
import { isoDate } from "./judgement-blob.ts";
import type { JudgementBatch, JudgementFilesStart } from "./judgement-batch.ts";
import { type NumberReaders, readersOf } from "./number-readers.ts";
import { judgementColumns } from "./row-columns.ts";

const NOTHING = ",";
const LINE_END = "\r\n";
const BUFFER_BYTES = 1 << 20;
/** Intake lets no id, name or address become nearly as long. */
const ROW_BYTES_MAX = 1 << 16;
const FULL_BYTES = BUFFER_BYTES - ROW_BYTES_MAX;

/**
 * The CSV file of all current judgements, made from the numbers that stand for the cells: every cell is encoded once and then
 * copied, which takes a fifth of the time that the database takes. The bytes are those `writeCsv` would write.
 */
export class JudgementCsvFile implements BatchWork<JudgementBatch, string> {
  readonly #file: HashedFile;
  readonly #buffer = Buffer.allocUnsafeSlow(BUFFER_BYTES);
  readonly #rows = new DataView(this.#buffer.buffer);
  #length = 0;
  readonly #layout: WordLayout;
  /** How a row begins: with the cells of its company and its pillar, which many rows share. */
  readonly #beginnings = new CellBytes();
  readonly #companies = new CellBytes();
  readonly #pillars = new CellBytes();
  readonly #terms = new CellBytes();
  /** Band and rank; and the same behind the empty cell of a judge: one copy is quicker than two. */
  readonly #bands = new CellBytes();
  readonly #unjudgedBands = new CellBytes();
  /** The day, by its age; and the same with the empty cell of a source and the end of the line. */
  readonly #days = new CellBytes();
  readonly #lastDays = new CellBytes();
  /** The last cell and the end of the line. */
  readonly #sources = new CellBytes();

  constructor(file: string, { facts, layout, terms }: JudgementFilesStart) {
    this.#file = new HashedFile(file);
    this.#layout = layout;
    for (const [pillar, { id }] of facts.pillars.entries()) this.#pillars.set(pillar, followingCell(id));
    for (const [place, { id }] of facts.scale.bands.entries()) {
      const band = `${followingCell(id)},${place + 1}`;
      this.#bands.set(place + 1, band);
      this.#unjudgedBands.set(place + 1, NOTHING + band);
    }
    this.#terms.set(0, NOTHING);
    for (const [term, text] of terms) this.#terms.set(term, followingCell(text));
    this.#setDay(layout.places.age.nothing!, NOTHING);
    const header = judgementColumns(facts).map(({ name }) => name);
    this.#length = this.#buffer.write(`${header.join(",")}\r\n`);
  }

  add({ companies, words, sources }: JudgementBatch): void {
    const numbers = readersOf(words, this.#layout);
    const rows = words[0]!.length / 2;
    this.#sources.clear();
    for (const [source, text] of sources) this.#sources.set(source, followingCell(text) + LINE_END);
    let row = 0;
    for (const { company, id } of companies) {
      this.#companies.clear();
      this.#companies.set(0, csvCell(id));
      while (row < rows && numbers.company.at(row) === company) {
        this.#beginnings.clear();
        this.#beginnings.setJoined(0, this.#companies, 0, this.#pillars, numbers.pillar.at(row));
        row = this.#addRows(numbers, row, rows);
      }
    }
  }

  finish(): string {
    this.#flush(this.#length);
    return this.#file.finish();
  }

  abandon(): void {
    this.#file.abandon();
  }

  /** Adds the rows of one company and pillar from a row on; returns the row behind them. */
  #addRows(
    { company, pillar, criterion, judge, band, age, source }: NumberReaders,
    first: number,
    rows: number,
  ): number {
    const target = this.#rows;
    const beginnings = this.#beginnings;
    const terms = this.#terms;
    const bands = this.#bands;
    const unjudgedBands = this.#unjudgedBands;
    const lastDays = this.#lastDays;
    const days = this.#days;
    const sources = this.#sources;
    const rowCompany = company.at(first);
    const rowPillar = pillar.at(first);
    let at = this.#length;
    let row = first;
    for (; row < rows && company.at(row) === rowCompany && pillar.at(row) === rowPillar; row += 1) {
      if (at > FULL_BYTES) at = this.#flush(at);
      const rowAge = age.at(row);
      if (!days.has(rowAge)) this.#setDay(rowAge, followingCell(isoDate(judgedOnOf(rowAge, age))!));
      at = beginnings.copy(0, target, at);
      at = terms.copy(criterion.at(row), target, at);
      const rowJudge = judge.at(row);
      if (rowJudge === 0) at = unjudgedBands.copy(band.at(row), target, at);
      else at = bands.copy(band.at(row), target, terms.copy(rowJudge, target, at));
      const rowSource = source.at(row);
      if (rowSource === source.nothing) at = lastDays.copy(rowAge, target, at);
      else at = sources.copy(rowSource, target, days.copy(rowAge, target, at));
    }
    this.#length = at;
    return row;
  }

  #setDay(age: number, cell: string): void {
    this.#days.set(age, cell);
    this.#lastDays.set(age, cell + NOTHING + LINE_END);
  }

  /** Returns the place of the next byte. */
  #flush(length: number): number {
    this.#file.write(this.#buffer.subarray(0, length));
    return 0;
  }
}

function followingCell(text: string): string {
  return `,${csvCell(text)}`;
}

/** As `writeCsv` has it: no formulas (OWASP, "CSV injection"), quotation marks where RFC 4180 or the database asks for them. */
function csvCell(text: string): string {
  const inert = /^[=+@\t\r-]/.test(text) ? `'${text}` : text;
  return inert === "" || /["#,\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
