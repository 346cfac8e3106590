import { createHash } from "node:crypto";
import { closeSync, openSync, writeSync } from "node:fs";
import type { DatasetFacts } from "../trust/dataset.ts";
import { BatchThread, type BatchWork, type BatchWorker, workHere } from "./batch-thread.ts";
import { isoDate } from "./judgement-blob.ts";
import { judgedOnOf, numberAt, type WordLayout } from "./judgement-words.ts";
import { judgementColumns, NO_TEXTS } from "./row-columns.ts";

const NOTHING = Buffer.from(",");
const LINE_END = Buffer.from("\r\n");
const BUFFER_BYTES = 1 << 20;
/** Intake lets no id, name or address become nearly as long. */
const ROW_BYTES_MAX = 1 << 16;

/** From this many judgements on the file is written in a thread of its own, beside everything else. */
const JUDGEMENTS_INLINE_MAX = 200_000;

export interface JudgementCsvStart {
  readonly file: string;
  readonly facts: DatasetFacts;
  readonly layout: WordLayout;
  /** Criteria and judges by their number. */
  readonly terms: ReadonlyMap<number, string>;
}

/** The judgements of some companies, in the published order; rows of later companies may follow. */
export interface JudgementBatch {
  readonly companies: readonly { readonly company: number; readonly id: string }[];
  readonly words: readonly Int32Array[];
  readonly sources: ReadonlyMap<number, string>;
}

/** Writes the CSV file of all current judgements, which gives the SHA-256 of its bytes; it is not yet fsynced. */
export function openJudgementCsv(start: JudgementCsvStart, judgements: number): BatchWorker<JudgementBatch, string> {
  if (judgements <= JUDGEMENTS_INLINE_MAX) return workHere(new JudgementCsvFile(start));
  return new BatchThread<JudgementBatch, string>(new URL("judgement-csv-worker.ts", import.meta.url), start);
}

/**
 * The CSV file of all current judgements, made from the numbers that stand for the cells: every cell is encoded once and then
 * copied, which takes a quarter of the time that the database takes. The bytes are those `writeCsv` would write.
 */
export class JudgementCsvFile implements BatchWork<JudgementBatch, string> {
  readonly #file: number;
  #isOpen = true;
  readonly #hash = createHash("sha256");
  readonly #buffer = Buffer.allocUnsafeSlow(BUFFER_BYTES);
  #length = 0;
  readonly #layout: WordLayout;
  readonly #pillars: readonly Buffer[];
  /** Band and rank. */
  readonly #bands: readonly Buffer[];
  readonly #terms: Buffer[] = [NOTHING];
  readonly #days: Buffer[] = [NOTHING];

  constructor({ file, facts, layout, terms }: JudgementCsvStart) {
    this.#file = openSync(file, "w");
    this.#layout = layout;
    this.#pillars = facts.pillars.map(({ id }) => followingCell(id));
    this.#bands = facts.scale.bands.map(({ id }, place) =>
      Buffer.concat([followingCell(id), Buffer.from(`,${place + 1}`)]),
    );
    for (const [term, text] of terms) this.#terms[term] = followingCell(text);
    const header = judgementColumns(facts, NO_TEXTS).map((column) => column.facts.name);
    this.#length = this.#buffer.write(`${header.join(",")}\r\n`);
  }

  add({ companies, words, sources }: JudgementBatch): void {
    const rows = words[0]!.length / 2;
    const sourceCells = new Map<number, Buffer>();
    for (const [source, text] of sources) sourceCells.set(source, followingCell(text));
    let row = 0;
    for (const { company, id } of companies) {
      const cell = Buffer.from(csvCell(id));
      for (; row < rows && numberAt(words, this.#layout.company, row) === company; row += 1)
        this.#addRow(cell, words, row, sourceCells);
    }
  }

  finish(): string {
    this.#flush();
    this.abandon();
    return this.#hash.digest("hex");
  }

  abandon(): void {
    if (this.#isOpen) closeSync(this.#file);
    this.#isOpen = false;
  }

  #addRow(company: Buffer, words: readonly Int32Array[], row: number, sourceCells: ReadonlyMap<number, Buffer>): void {
    if (this.#length + ROW_BYTES_MAX > this.#buffer.length) this.#flush();
    const layout = this.#layout;
    const buffer = this.#buffer;
    const day = numberAt(words, layout.day, row);
    let at = copy(company, buffer, this.#length);
    at = copy(this.#pillars[numberAt(words, layout.pillar, row)]!, buffer, at);
    at = copy(this.#terms[numberAt(words, layout.criterion, row)]!, buffer, at);
    at = copy(this.#terms[numberAt(words, layout.judge, row)]!, buffer, at);
    at = copy(this.#bands[numberAt(words, layout.band, row) - 1]!, buffer, at);
    at = copy(this.#days[day] ?? this.#newDay(day), buffer, at);
    const source = numberAt(words, layout.source, row);
    at = copy(source === 0 ? NOTHING : sourceCells.get(source)!, buffer, at);
    this.#length = copy(LINE_END, buffer, at);
  }

  #newDay(day: number): Buffer {
    return (this.#days[day] = followingCell(isoDate(judgedOnOf(day))!));
  }

  #flush(): void {
    const bytes = this.#buffer.subarray(0, this.#length);
    this.#hash.update(bytes);
    for (let at = 0; at < bytes.length;) at += writeSync(this.#file, bytes, at);
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
