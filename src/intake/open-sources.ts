import type { DuckDBConnection } from "@duckdb/node-api";
import path from "node:path";
import { columnLetters } from "../xlsx/column-letters.ts";
import type { Compression } from "./byte-stream.ts";
import { copySheet } from "./copy-sheet.ts";
import { RECORD_BYTES_MAX } from "../csv/csv-scanner.ts";
import {
  type ColumnDescription,
  type ColumnOwner,
  findColumns,
  noticeExtraColumns,
  readCsvLayout,
  selectTyped,
} from "./file-columns.ts";
import type { SingleByteEncoding } from "./decode-text.ts";
import { collectTableFiles, type PublishedView, type TableFile } from "./find-table-files.ts";
import { fileLiteral, literal, readRows } from "./intake-database.ts";
import type { ProblemList, ProgressListener } from "./problem-report.ts";
import { readAsUtf8 } from "./read-as-utf8.ts";
import { findFile, messageOf } from "./read-description.ts";
import { recordMalformed } from "./row-checks.ts";
import { columnsOf, type TableName } from "../tables/input-tables.ts";
import { copyReadable, type TextFile } from "./text-records.ts";

/** A file, or a view of intake.sql, from which rows of a table are read. */
export interface TableSource extends ColumnOwner {
  /** Tells the sources apart. */
  readonly part: number;
  /**
   * SQL: all columns of the table as text, in the order of the rows, NULL where the file lacks one.
   */
  readonly select: string;
  /** The text file with the lines of its rows; null for Parquet and views. */
  readonly text: TextFile | null;
  /** How many rows are known to be malformed; `select` leaves them out. */
  readonly malformed: number;
  /**
   * Records the malformed rows of a CSV file that DuckDB refuses, and returns a source of the
   * others, which are copied. Null where there is nothing to leave out.
   */
  readonly leaveMalformedOut: (() => Promise<TableSource>) | null;
}

export interface SourceOptions {
  readonly folder: string;
  readonly dataFolder: string | null;
  readonly workFolder: string;
  readonly connection: DuckDBConnection;
  readonly views: readonly PublishedView[];
  /** Of text files that are not UTF-8, as dataset.json names it. */
  readonly encoding: SingleByteEncoding | null;
  /** Of workbooks, as dataset.json names them. */
  readonly sheets: Readonly<Partial<Record<TableName, string>>>;
  readonly memoryMiB: number;
  readonly problems: ProblemList;
  readonly onProgress: ProgressListener;
}

/**
 * Finds what every table is read from and checks each file's encoding and columns. A table without
 * a source and a file that cannot be read are problems.
 */
export async function openSources(options: SourceOptions): Promise<TableSource[]> {
  const files = await collectTableFiles(options);
  const sources: TableSource[] = [];
  for (const [part, file] of files.entries()) {
    options.onProgress("Looking the files over", part, files.length);
    // The rows of a view lie in a file of ours.
    const real = file.folder === null ? file.path : await findFile({ ...file, folder: file.folder }, options.problems);
    if (real === null || real === undefined) continue;
    const source = await openSource({ ...file, path: real }, part, options);
    if (source !== null) sources.push(source);
  }
  return sources;
}

/** Null, with a problem, when the file cannot be read, is empty or lacks a required column. */
async function openSource(file: TableFile, part: number, options: SourceOptions): Promise<TableSource | null> {
  if (file.format === "parquet") return await openParquet(file, part, options);
  if (file.format === "xlsx") {
    const copy = await copySheet(file, part, options);
    return copy && (await openCsv(copy, part, options));
  }
  const readable = await readAsUtf8(file, part, options);
  if (readable === null) return null;
  return await (file.format === "csv" ? openCsv(readable, part, options) : openNdjson(readable, part, options));
}

async function openCsv(file: TableFile, part: number, options: SourceOptions): Promise<TableSource | null> {
  const { table, label } = file;
  const columns = columnsOf(table);
  const layout = await readCsvLayout(file, table);
  if (layout === null) {
    const expected = `a first line with the columns ${columns.join(", ")}`;
    options.problems.add({ kind: "empty_file", table, file: label, found: "no header", expected });
    return null;
  }
  const indexes = findColumns(file, layout.header, options.problems);
  if (indexes === null) return null;
  const width = layout.header.length;
  const values = columns.map((column, i) => `${indexes[i] == null ? "NULL::VARCHAR" : `c${indexes[i]}`} AS ${column}`);
  const csv = { delimiter: layout.delimiter, width, headerLine: layout.line };
  const sheetColumns = file.isSheet ? indexes.map((index) => (index === null ? null : columnLetters(index))) : null;
  const text = { path: file.path, compression: file.compression, csv, columns, sheetColumns };
  const selectFrom = (reader: string): string => `SELECT ${values.join(", ")} FROM ${reader}`;
  const source = { table, label, part, text };
  const leaveMalformedOut = async (): Promise<TableSource> => {
    const expected = "rows with as many fields as the header, and quotation marks as RFC 4180 has them";
    const { reader, malformed } = await copySource(source, expected, options);
    return { ...source, select: selectFrom(reader), malformed, leaveMalformedOut: null };
  };
  // DuckDB looks for the header in the first lines only.
  if (layout.line > 1) return await leaveMalformedOut();
  return { ...source, select: selectFrom(readCsv(text, csv, RECORD_BYTES_MAX)), malformed: 0, leaveMalformedOut };
}

async function openNdjson(file: TableFile, part: number, options: SourceOptions): Promise<TableSource> {
  const { table, label } = file;
  const columns = columnsOf(file.table);
  const text = { path: file.path, compression: file.compression, csv: null, columns, sheetColumns: null };
  const source = { table, label, part, text, leaveMalformedOut: null };
  const copy = await copySource(source, "one JSON object in every line", options);
  noticeExtraColumns(file, copy.extraColumns, [], options.problems);
  const values = columns.map((column, i) => `c${i} AS ${column}`);
  return { ...source, select: `SELECT ${values.join(", ")} FROM ${copy.reader}`, malformed: copy.malformed };
}

/**
 * Copies the readable rows of a text file and records the malformed ones; `reader` is SQL over the
 * copy.
 */
async function copySource(
  source: ColumnOwner & { readonly part: number; readonly text: TextFile },
  expected: string,
  { workFolder, connection }: SourceOptions,
): Promise<{ readonly reader: string; readonly malformed: number; readonly extraColumns: readonly string[] }> {
  const copyPath = path.join(workFolder, `readable-${source.part}.csv`);
  const malformedPath = path.join(workFolder, `malformed-${source.part}.csv`);
  const { malformed, extraColumns } = await copyReadable(source.text, copyPath, malformedPath);
  if (malformed > 0) {
    const rows = `read_csv(${fileLiteral(malformedPath)}, header = true, all_varchar = true, delim = ',', quote = '"', escape = '"')`;
    const query = `(SELECT "line"::BIGINT AS line, found, expected FROM ${rows})`;
    const unit = source.text.sheetColumns === null ? "line" : "row";
    await recordMalformed(connection, { ...source, unit }, query, expected);
  }
  const { csv, columns } = source.text;
  const width = csv?.width ?? columns.length;
  // The copy of the longest row that is allowed has more quotation marks.
  const reader = readCsv({ path: copyPath, compression: null }, { delimiter: ",", width }, 4 * RECORD_BYTES_MAX);
  return { reader, malformed, extraColumns };
}

/**
 * SQL: a CSV file with a header as the texts `c0`, `c1` … of its columns; fails where a row is
 * malformed.
 */
function readCsv(
  file: { readonly path: string; readonly compression: Compression },
  { delimiter, width }: { readonly delimiter: string; readonly width: number },
  lineBytesMax: number,
): string {
  const declared = Array.from({ length: width }, (_, index) => `'c${index}': 'VARCHAR'`);
  // Without a size of its own a buffer is sixteen times the longest line.
  return `read_csv(${fileLiteral(file.path)}, auto_detect = false, header = true, columns = {${declared.join(", ")}},
    delim = ${literal(delimiter)}, quote = '"', escape = '"', strict_mode = true, compression = ${literal(file.compression ?? "none")},
    max_line_size = ${lineBytesMax}, buffer_size = 8388608)`;
}

/** A Parquet file has no lines; its rows are named by their key. */
async function openParquet(file: TableFile, part: number, options: SourceOptions): Promise<TableSource | null> {
  const { table, label } = file;
  const rows = `read_parquet(${fileLiteral(file.path)})`;
  let described: ColumnDescription[];
  try {
    described = await readRows<ColumnDescription>(options.connection, `DESCRIBE SELECT * FROM ${rows}`);
  } catch (error) {
    reportUnreadableParquet(file, error, options.problems);
    return null;
  }
  const values = selectTyped(file, described, options.problems);
  if (values === null) return null;
  const select = `SELECT ${values.join(", ")} FROM ${rows}`;
  return { table, label, part, text: null, select, malformed: 0, leaveMalformedOut: null };
}

/**
 * Returns, with a problem each, the Parquet files that cannot be read to their end: what is wrong
 * in their rows shows only when they are read.
 */
export async function findUnreadableParquet(
  connection: DuckDBConnection,
  sources: readonly TableSource[],
  problems: ProblemList,
): Promise<TableSource[]> {
  const unreadable: TableSource[] = [];
  for (const source of sources) {
    if (source.text !== null) continue;
    try {
      await connection.run(`SELECT max(hash(${columnsOf(source.table).join(", ")})) FROM (${source.select})`);
    } catch (error) {
      reportUnreadableParquet(source, error, problems);
      unreadable.push(source);
    }
  }
  return unreadable;
}

function reportUnreadableParquet({ table, label }: ColumnOwner, error: unknown, problems: ProblemList): void {
  const [found = ""] = messageOf(error).split("\n");
  const expected = "a whole Parquet file, its texts in UTF-8";
  problems.add({ kind: "unreadable_file", table, file: label, found, expected });
}
