import { type Compression, openBytes, passBytes } from "./byte-stream.ts";
import { counted } from "../counted.ts";
import { type CsvRecord, CsvScanner, expectedRecord, fieldTexts } from "../../csv/csv-scanner.ts";
import { readJsonLine, type RecordError, valueText } from "./json-line.ts";

interface CsvForm {
  readonly delimiter: string;
  /** Number of fields of the header. */
  readonly width: number;
  /** The rows begin after this line. */
  readonly headerLine: number;
}

/** A text file with rows of a table. */
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
