import { type Compression, readStart } from "./byte-stream.ts";
import { fieldTexts, CsvScanner } from "../csv/csv-scanner.ts";
import { columnKey } from "../tables/input-tables.ts";
import { identifier } from "./intake-database.ts";
import type { ProblemList } from "./problem-report.ts";
import { nearestColumn } from "./suggest.ts";
import { columnsOf, type TableName, TABLES } from "../tables/input-tables.ts";

/** How a CSV file is laid out. */
export interface CsvLayout {
  readonly delimiter: string;
  /** The names in the header, as written. */
  readonly header: readonly string[];
  /** The line of the header. */
  readonly line: number;
}

/** A file or a view, as far as its columns matter. */
export interface ColumnOwner {
  readonly table: TableName;
  readonly label: string;
}

export interface ColumnDescription {
  readonly column_name: string;
  readonly column_type: string;
}

const DELIMITERS = [",", ";", "\t", "|"];
const HEADER_BYTES_MAX = 1 << 20;
/** Most headers are shorter, and what follows need not be cut into records. */
const PIECE_BYTES = 1 << 12;
const NAMES_SHOWN = 30;

/** The first line with which Excel tells itself the delimiter. */
const DELIMITER_LINE = /^(?:\ufeff)?"?sep=([ -~\t])"?(?:\r\n|\r|\n)/iu;

/**
 * Reads the header of a CSV file. The delimiter is the one that the extension prescribes or that
 * stands in a first line such as `sep=;`, otherwise the one of `, ; tab |` under which most of the
 * table's columns appear. Returns null for a file without any record.
 */
export async function readCsvLayout(
  file: { readonly path: string; readonly compression: Compression; readonly delimiter: string | null },
  table: TableName,
): Promise<CsvLayout | null> {
  const { start, whole } = await readStart(file.path, file.compression, HEADER_BYTES_MAX);
  const known = new Set(columnsOf(table));
  let best: CsvLayout | null = null;
  let bestScore = -1;
  const [, named = null] = DELIMITER_LINE.exec(start.toString("utf8", 0, 12)) ?? [];
  const delimiters = named !== null ? [named] : file.delimiter !== null ? [file.delimiter] : DELIMITERS;
  for (const delimiter of delimiters) {
    const layout = firstRecord(start, whole, delimiter, named === null ? 1 : 2);
    if (layout === null) continue;
    const score = layout.header.filter((name) => known.has(columnKey(name))).length * 1000 + layout.header.length;
    if (score > bestScore) [best, bestScore] = [layout, score];
  }
  return best;
}

/** The first record at or behind a line. */
function firstRecord(start: Buffer, whole: boolean, delimiter: string, fromLine: number): CsvLayout | null {
  const layouts: CsvLayout[] = [];
  const scanner = new CsvScanner(delimiter, (record) => {
    if (record.line < fromLine) return;
    layouts.push({ delimiter, header: fieldTexts(record).map((name) => name.trim()), line: record.line });
  });
  for (let at = 0; layouts.length === 0 && at < start.length; at += PIECE_BYTES) {
    scanner.push(start.subarray(at, at + PIECE_BYTES));
  }
  if (whole && layouts.length === 0) scanner.end();
  return layouts[0] ?? null;
}

/**
 * SQL for every column of the table over a typed relation, as the text that a CSV would hold.
 * Returns null, with problems, when a required column is missing.
 */
export function selectTyped(
  owner: ColumnOwner,
  described: readonly ColumnDescription[],
  problems: ProblemList,
): string[] | null {
  const names = described.map(({ column_name }) => column_name);
  const indexes = findColumns(owner, names, problems);
  if (indexes === null) return null;
  return columnsOf(owner.table).map((column, i) => {
    const index = indexes[i] ?? null;
    return `${index === null ? "NULL::VARCHAR" : typedValue(described[index]!)} AS ${column}`;
  });
}

/**
 * A typed column as the text that a CSV would hold: a midnight as its date, a list with `|` between
 * its items.
 */
function typedValue({ column_name, column_type }: ColumnDescription): string {
  const name = identifier(column_name);
  if (column_type.startsWith("TIMESTAMP")) {
    return `CASE WHEN ${name} = date_trunc('day', ${name}) THEN ${name}::DATE::VARCHAR ELSE ${name}::VARCHAR END`;
  }
  return column_type === "VARCHAR[]" ? `array_to_string(${name}, '|')` : `${name}::VARCHAR`;
}

/**
 * The index of every column of the table among `names`, null for an optional one that is absent;
 * null when one is required.
 */
export function findColumns(
  owner: ColumnOwner,
  names: readonly string[],
  problems: ProblemList,
): (number | null)[] | null {
  const { table, label } = owner;
  const keys = names.map(columnKey);
  const columns = columnsOf(table);
  const about = { table, file: label, place: "header", found: `the columns ${listNames(names)}` };
  const missing = TABLES[table].required.filter((column) => !keys.includes(column));
  const repeated = columns.filter((column) => keys.indexOf(column) !== keys.lastIndexOf(column));
  const extra = names.filter((name, i) => name.trim() !== "" && !columns.includes(keys[i]!));
  for (const column of missing) {
    const near = extra.filter((name) => nearestColumn(name, [column]) !== null);
    const found = near.length === 1 ? `Is it the column ${listNames(near)}? ` : "";
    const advice = `${found}Rename the column, or write an intake.sql that maps the file (docs/data-format.md).`;
    problems.add({ ...about, kind: "missing_column", column, expected: `a column ${column}`, advice });
  }
  for (const column of repeated) {
    problems.add({ ...about, kind: "repeated_column", column, expected: `one column ${column}` });
  }
  noticeExtraColumns(owner, extra, keys, problems);
  if (missing.length + repeated.length > 0) return null;
  return columns.map((column) => (keys.includes(column) ? keys.indexOf(column) : null));
}

/** Says which columns are not read, and which of the optional ones that are absent they may be. */
export function noticeExtraColumns(
  { table, label }: ColumnOwner,
  extra: readonly string[],
  present: readonly string[],
  problems: ProblemList,
): void {
  if (extra.length === 0) return;
  const absent = TABLES[table].optional.filter((column) => !present.includes(column));
  const meant = extra.flatMap((name) => {
    const column = nearestColumn(name, absent);
    return column === null ? [] : [`${name.trim()} for ${column}`];
  });
  const suggestion = meant.length > 0 ? ` (did you mean ${listNames(meant)}?)` : "";
  problems.notice(`${label}: not read, because ${table} has no such column: ${listNames(extra)}${suggestion}`);
}

function listNames(names: readonly string[]): string {
  const shown = names.slice(0, NAMES_SHOWN).map((name) => name.trim());
  return shown.join(", ") + (names.length > shown.length ? ` and ${names.length - shown.length} more` : "");
}
