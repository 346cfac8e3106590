import { closeSync, openSync, writeSync } from "node:fs";
import { type Compression, openBytes, passBytes } from "./byte-stream.ts";
import { type CsvRecord, CsvScanner, EXPECTED_RECORD } from "./csv-scanner.ts";
import { cellText, type LineFault, readJsonLine } from "./json-line.ts";

const [COMMA, QUOTE, NEWLINE] = [0x2c, 0x22, 0x0a] as const;
/** Longer lines are no rows. */
const LINE_LENGTH_MAX = 1 << 20;
const TOO_LONG: LineFault = {
  found: `a line of more than ${LINE_LENGTH_MAX} characters`,
  expected: `one JSON object in one line of at most ${LINE_LENGTH_MAX} characters`,
};
const BUFFER_BYTES = 1 << 20;

export interface NumberingJob {
  readonly path: string;
  readonly compression: Compression;
  /** The table's columns, in the order in which the copy has them. */
  readonly columns: readonly string[];
  /** Where the readable rows go: CSV without header, the line first, then the columns. */
  readonly copyPath: string;
  /** Where the others go: CSV without header of line, what was found, what was expected. */
  readonly faultsPath: string;
}

export interface NumberingResult {
  readonly rows: number;
  readonly faults: number;
  /** Members of NDJSON objects that are no columns. */
  readonly extraColumns: readonly string[];
}

/**
 * Copies a CSV file so that every row carries its physical line and no row is malformed; those that are go to a file of their own.
 *
 * `places` says where in a record each of `columns` stands, null for one that the file does not have. Throws when a file fails.
 */
export async function numberCsvRows(
  job: NumberingJob,
  layout: { readonly delimiter: string; readonly width: number; readonly places: readonly (number | null)[] },
): Promise<NumberingResult> {
  const copy = new CsvWriter(job.copyPath);
  const faults = new CsvWriter(job.faultsPath);
  let isHeader = true;
  const counts = { rows: 0, faults: 0 };
  const scanner = new CsvScanner(layout.delimiter, (record) => {
    if (isHeader) {
      isHeader = false;
      return;
    }
    const fault = record.fault ?? widthFault(record, layout.width);
    if (fault === null) {
      counts.rows++;
      copy.number(record.line);
      for (const place of layout.places) copy.cell(record, place);
      copy.endRow();
    } else {
      counts.faults++;
      faults.number(record.line);
      faults.text(fault);
      faults.text(record.fault === null ? `${layout.width} cells, as in the header` : EXPECTED_RECORD);
      faults.endRow();
    }
  });
  try {
    for await (const chunk of passBytes(job.path, job.compression)) scanner.push(chunk);
    scanner.end();
  } finally {
    copy.close();
    faults.close();
  }
  return { ...counts, extraColumns: [] };
}

/** A last cell too many that is empty comes from a delimiter at the end of the line and does no harm. */
function widthFault({ cellCount, starts, ends }: CsvRecord, width: number): string | null {
  if (cellCount === width || (cellCount === width + 1 && starts[width] === ends[width])) return null;
  return `${cellCount} ${cellCount === 1 ? "cell" : "cells"}`;
}

/** Copies an NDJSON file as `numberCsvRows` does: a line that is no JSON object is malformed; blank lines are skipped. */
export async function numberNdjsonRows(job: NumberingJob): Promise<NumberingResult> {
  const copy = new CsvWriter(job.copyPath);
  const faults = new CsvWriter(job.faultsPath);
  const wanted = new Set(job.columns);
  const extra = new Set<string>();
  const counts = { rows: 0, faults: 0 };
  let line = 0;
  const onLine = (text: string): void => {
    line++;
    if (text.trim() === "") return;
    const row = text.length > LINE_LENGTH_MAX ? TOO_LONG : readJsonLine(text, wanted);
    if (!(row instanceof Map)) {
      counts.faults++;
      faults.number(line);
      faults.text(row.found);
      faults.text(row.expected);
      faults.endRow();
      return;
    }
    counts.rows++;
    for (const name of row.keys()) if (!wanted.has(name)) extra.add(name);
    copy.number(line);
    for (const column of job.columns) copy.text(cellText(row.get(column)));
    copy.endRow();
  };
  try {
    let rest = "";
    const stream = openBytes(job.path, job.compression).setEncoding("utf8") as AsyncIterable<string>;
    for await (const chunk of stream) {
      const lines = (line === 0 && rest === "" ? chunk.replace(/^\uFEFF/, "") : rest + chunk).split("\n");
      // Of a line that is too long no more is kept than tells so.
      rest = (lines.pop() ?? "").slice(0, LINE_LENGTH_MAX + 1);
      lines.forEach(onLine);
    }
    if (rest !== "") onLine(rest);
  } finally {
    copy.close();
    faults.close();
  }
  return { ...counts, extraColumns: [...extra].sort() };
}

/** Writes CSV rows in large pieces. Empty cells are written as nothing. */
class CsvWriter {
  readonly #file: number;
  #buffer = Buffer.allocUnsafe(BUFFER_BYTES);
  #length = 0;

  constructor(path: string) {
    this.#file = openSync(path, "w");
  }

  number(value: number): void {
    this.#reserve(20);
    this.#length += this.#buffer.write(String(value), this.#length, "latin1");
  }

  text(text: string): void {
    const quoted = text === "" ? "" : `"${text.replaceAll('"', '""')}"`;
    this.#reserve(quoted.length * 3 + 1);
    this.#buffer[this.#length++] = COMMA;
    this.#length += this.#buffer.write(quoted, this.#length, "utf8");
  }

  /** A cell of a record as it stands; a place that is null is an empty cell. */
  cell({ bytes, starts, ends, quoted }: CsvRecord, place: number | null): void {
    const start = place === null ? 0 : starts[place]!;
    const end = place === null ? 0 : ends[place]!;
    this.#reserve(2 * (end - start) + 3);
    const buffer = this.#buffer;
    let at = this.#length;
    buffer[at++] = COMMA;
    if (end > start) {
      const isQuoted = quoted[place!]!;
      buffer[at++] = QUOTE;
      if (isQuoted) at += bytes.copy(buffer, at, start, end);
      else {
        for (let from = start; from < end; from++) {
          const byte = bytes[from]!;
          if (byte === QUOTE) buffer[at++] = QUOTE;
          buffer[at++] = byte;
        }
      }
      buffer[at++] = QUOTE;
    }
    this.#length = at;
  }

  endRow(): void {
    this.#reserve(1);
    this.#buffer[this.#length++] = NEWLINE;
  }

  close(): void {
    this.#flush();
    closeSync(this.#file);
  }

  #reserve(bytes: number): void {
    if (this.#length + bytes <= this.#buffer.length) return;
    this.#flush();
    if (bytes > this.#buffer.length) this.#buffer = Buffer.allocUnsafe(bytes);
  }

  #flush(): void {
    writeSync(this.#file, this.#buffer, 0, this.#length);
    this.#length = 0;
  }
}
