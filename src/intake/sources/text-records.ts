import { type Compression, openBytes, passBytes } from "./utf8.ts";
import { counted } from "../counted.ts";
import { type CsvRecord, CsvScanner, expectedRecord, fieldTexts, quoteField } from "../../csv/csv-scanner.ts";
import { columnKey } from "../../tables/input-tables.ts";
import { isObject } from "../../is-object.ts";
import { closeSync, openSync, writeSync } from "node:fs";

export interface CsvForm {
  readonly delimiter: string;
  readonly width: number;
  /** The rows begin after this line. */
  readonly headerLine: number;
}

export interface TextFile {
  readonly path: string;
  readonly compression: Compression;
  /** The layout of a CSV file; null for NDJSON. */
  readonly csv: CsvForm | null;
  /** The columns of the table, in the order of the fields of an NDJSON row. */
  readonly columns: readonly string[];
  /**
   * If the file is a copy of a sheet, the letters of each of those columns, null for an absent one.
   * Its lines are the rows of the sheet.
   */
  readonly sheetColumns: readonly (string | null)[] | null;
}

interface RecordVisitor {
  /**
   * `readFields` returns the fields in the order of the header (CSV) or of the table's columns
   * (NDJSON), and must be called at once.
   */
  onRow(line: number, readFields: () => readonly string[]): void;
  onMalformed(line: number, error: RecordError): void;
}

/** Longer lines are no rows. */
const LINE_LENGTH_MAX = 1 << 20;
const TOO_LONG: RecordError = {
  found: `a line of more than ${LINE_LENGTH_MAX} characters`,
  expected: `one JSON object in one line of at most ${LINE_LENGTH_MAX} characters`,
};

/**
 * Visits the rows of a text file with the physical line, from 1, on which each begins. Returns the
 * members of NDJSON objects that are no columns. Throws when the file cannot be read.
 */
export async function visitRecords(file: TextFile, visitor: RecordVisitor): Promise<readonly string[]> {
  if (file.csv === null) return await visitJsonLines(file, visitor);
  await visitCsvRecords(file, file.csv, visitor);
  return [];
}

async function visitCsvRecords(
  { path, compression }: TextFile,
  { delimiter, width, headerLine }: CsvForm,
  visitor: RecordVisitor,
): Promise<void> {
  const scanner = new CsvScanner(delimiter, (record) => {
    if (record.line <= headerLine) return;
    const error = errorOf(record, width);
    // Spreadsheets write rows of delimiters alone, not always as many as in the header.
    if (error !== null && isBlank(record)) visitor.onRow(record.line, () => Array.from({ length: width }, () => ""));
    else if (error !== null) visitor.onMalformed(record.line, error);
    else visitor.onRow(record.line, () => fieldTexts(record).slice(0, width));
  });
  for await (const chunk of passBytes(path, compression)) scanner.push(chunk);
  scanner.end();
}

/**
 * Fields too many that are empty come from delimiters at the end of the line and do no harm; DuckDB
 * passes over them, too.
 */
function errorOf({ error, fieldCount, starts, ends }: CsvRecord, width: number): RecordError | null {
  if (error !== null) return { found: error, expected: expectedRecord() };
  const isEmpty = (field: number): boolean => starts[field] === ends[field];
  const further = Array.from({ length: Math.max(fieldCount - width, 0) }, (_, index) => width + index);
  if (fieldCount >= width && further.every(isEmpty)) return null;
  return {
    found: counted(fieldCount, "field"),
    expected: `${counted(width, "field")}, as in the header`,
  };
}

function isBlank(record: CsvRecord): boolean {
  return record.error === null && fieldTexts(record).every((text) => text.trim() === "");
}

/** A line that is no JSON object is malformed; blank lines are skipped. */
async function visitJsonLines(
  { path, compression, columns }: TextFile,
  visitor: RecordVisitor,
): Promise<readonly string[]> {
  const wanted = new Set(columns);
  const extra = new Set<string>();
  let line = 0;
  const onLine = (text: string): void => {
    line++;
    if (text.trim() === "") return;
    const row = text.length > LINE_LENGTH_MAX ? TOO_LONG : readJsonLine(text, wanted);
    if (!(row instanceof Map)) {
      visitor.onMalformed(line, row);
      return;
    }
    for (const name of row.keys()) if (!wanted.has(name)) extra.add(name);
    visitor.onRow(line, () => columns.map((column) => valueText(row.get(column))));
  };
  let rest = "";
  for await (const chunk of openBytes(path, compression).setEncoding("utf8") as AsyncIterable<string>) {
    const lines = (line === 0 && rest === "" ? chunk.replace(/^\uFEFF/, "") : rest + chunk).split("\n");
    // Of a line that is too long, only enough is kept to see that it is.
    rest = (lines.pop() ?? "").slice(0, LINE_LENGTH_MAX + 1);
    lines.forEach(onLine);
  }
  if (rest !== "") onLine(rest);
  return [...extra].sort();
}

/** Matches a line that may hold a number; the reviver that keeps its digits is slow. */
const NUMBER_VALUE = /[:[,]\s*-?\d/;

/** The fault for which a record is no row, and what was expected of it. */
interface RecordError {
  readonly found: string;
  readonly expected: string;
}

type JsonValues = Map<string, unknown>;

/**
 * Reads a line of NDJSON: one JSON object whose members are values, each of the `wanted` columns at
 * most once. Numbers are kept as written: an id of twenty digits is no double.
 */
export function readJsonLine(text: string, wanted: ReadonlySet<string>): JsonValues | RecordError {
  const row = readObject(text);
  if (row === null)
    return {
      found: text.length > 100 ? `${text.slice(0, 100)}…` : text,
      expected: "one JSON object in one line",
    };
  const values: JsonValues = new Map();
  for (const [name, value] of Object.entries(row)) {
    const key = columnKey(name);
    if (wanted.has(key) && values.has(key))
      return { found: `the column ${key} in several spellings`, expected: "every column once in a line" };
    values.set(key, value);
  }
  return values;
}

/** Returns the text of a value; a list of texts is divided by `|`. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return value;
  const isTextList = Array.isArray(value) && value.every((item) => typeof item === "string");
  return isTextList ? value.join("|") : JSON.stringify(value);
}

function readObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text, NUMBER_VALUE.test(text) ? keepDigits : undefined);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function keepDigits(this: unknown, _name: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === "number" ? (context?.source ?? String(value)) : value;
}

const FLUSH_LENGTH = 1 << 20;

/** A CSV file that is written row by row, separated by commas. */
export class CsvFile {
  readonly #file: number;
  #text = "";

  constructor(path: string) {
    this.#file = openSync(path, "w");
  }

  add(fields: readonly string[]): void {
    this.#text += `${fields.map((field) => quoteField(field)).join(",")}\n`;
    if (this.#text.length > FLUSH_LENGTH) this.#flush();
  }

  addBlankLine(): void {
    this.#text += "\n";
  }

  close(): void {
    this.#flush();
    closeSync(this.#file);
  }

  #flush(): void {
    writeSync(this.#file, this.#text);
    this.#text = "";
  }
}
