import type { DuckDBConnection } from "@duckdb/node-api";
import path from "node:path";
import { columnLetters } from "../../xlsx/column-letters.ts";
import { type Compression, guessNotice, openAsUtf8, type SingleByteEncoding } from "./utf8.ts";
import { RECORD_BYTES_MAX } from "../../csv/csv-scanner.ts";
import {
  collectTableFiles,
  type ColumnDescription,
  type ColumnOwner,
  findColumns,
  isOfAllTables,
  noticeExtraColumns,
  type PublishedView,
  reportMissingTable,
  selectTyped,
  type TableFile,
} from "./table-files.ts";
import { readCsvStart } from "./open-raw-text.ts";
import { fileLiteral, literal, readRows, TableAppender } from "../intake-database.ts";
import type { ProblemList, ProgressListener } from "../problem-report.ts";
import { findFile, messageOf } from "../read-description.ts";
import { columnKey, columnsOf, type TableName } from "../../tables/input-tables.ts";
import { copySheets, hiddenRowsNotice } from "./open-file.ts";
import type { SheetsAnswer } from "./sheet-worker.ts";
import { CsvFile, type CsvForm, type TextFile, visitRecords } from "./text-records.ts";

/** A file, or a view of intake.sql, from which rows of a table are read. */
export interface TableSource extends ColumnOwner {
  readonly part: number;
  /**
   * SQL: all columns of the table as text, in the order of the rows, NULL where the file lacks one.
   */
  readonly select: string;
  /** The text file with the lines of its rows; null for Parquet and views. */
  readonly text: TextFile | null;
  /** Number of rows that are known to be malformed; `select` leaves them out. */
  readonly malformed: number;
  /**
   * Records the malformed rows of a CSV file that DuckDB refuses, and returns a source of the
   * others, which are copied. Null where there is nothing to leave out.
   */
  readonly leaveMalformedOut: (() => Promise<TableSource>) | null;
}

interface SourceOptions {
  readonly folder: string;
  readonly dataFolder: string | null;
  readonly workFolder: string;
  readonly connection: DuckDBConnection;
  readonly views: readonly PublishedView[];
  /** The encoding of text files that are not UTF-8, as dataset.json names it. */
  readonly encoding: SingleByteEncoding | null;
  readonly sheets: Readonly<Partial<Record<TableName, string>>>;
  readonly memoryMiB: number;
  readonly problems: ProblemList;
  readonly onProgress: ProgressListener;
}

/**
 * Finds the sources of every table and checks each file's encoding and columns. A table without
 * a source and a file that cannot be read are problems.
 */
export async function openSources(options: SourceOptions): Promise<TableSource[]> {
  const files = await collectTableFiles(options);
  const workbooks = new Map<string, SheetsAnswer>();
  const sources: TableSource[] = [];
  for (const [part, file] of files.entries()) {
    options.onProgress("Looking the files over", part, files.length);
    // The rows of a view lie in a file of ours.
    const real = file.folder === null ? file.path : await findFile({ ...file, folder: file.folder }, options.problems);
    if (real === null || real === undefined) continue;
    let readable: TableFile | null = { ...file, path: real };
    if (file.format === "xlsx") {
      const all = files.filter(({ label, folder }) => label === file.label && folder === file.folder);
      const folder = path.join(options.workFolder, `sheets-${files.indexOf(all[0] ?? file)}`);
      const workbook = workbooks.get(folder) ?? (await copyTables(all, { path: real, folder }, options));
      workbooks.set(folder, workbook);
      readable = sheetOf(file, workbook, all.indexOf(file), folder, options);
    }
    const source = readable && (await openSource(readable, part, options));
    if (source !== null) sources.push(source);
  }
  return sources;
}

/** Copies the sheets of the tables that a workbook is read for, all at once. */
async function copyTables(
  files: readonly TableFile[],
  where: { readonly path: string; readonly folder: string },
  { sheets, memoryMiB }: SourceOptions,
): Promise<SheetsAnswer> {
  const tables = files.map(({ table, label }) => {
    return { table, named: sheets[table] ?? null, orFirst: !isOfAllTables(label) };
  });
  return await copySheets({ ...where, tables }, memoryMiB);
}

/** Finds the copy of the sheet of a table. Null, with a problem, if it is missing or empty. */
function sheetOf(
  file: TableFile,
  workbook: SheetsAnswer,
  at: number,
  folder: string,
  { problems, sheets }: SourceOptions,
): TableFile | null {
  const { table, label } = file;
  const about = { table, file: label };
  const named = sheets[table];
  if (workbook.kind === "unreadable") {
    problems.add({ ...about, kind: "unreadable_file", found: workbook.found, expected: "an .xlsx workbook" });
    return null;
  }
  const copy = workbook.copies[at] ?? null;
  if (copy === null) {
    if (named === undefined) reportMissingTable(table, problems);
    else {
      const found = `the sheets ${workbook.names.join(", ")}`;
      const expected = `the sheet "${named}" that dataset.json names`;
      problems.add({ ...about, kind: "missing_sheet", found, expected });
    }
    return null;
  }
  const { sheet, nameless, hiddenRows } = copy;
  if (copy.isEmpty) {
    const place = `sheet "${sheet}"`;
    problems.add({ ...about, kind: "empty_file", place, found: "no cells", expected: "a header" });
    return null;
  }
  const sheetLabel = `${label} sheet "${sheet}"`;
  if (nameless.length > 0)
    problems.notice(
      `${sheetLabel}: not read, because they have no header in the first row: cells of the columns ${nameless.join(", ")}`,
    );
  if (hiddenRows > 0) problems.notice(hiddenRowsNotice(sheetLabel, hiddenRows));
  const copyPath = path.join(folder, copy.file);
  return { ...file, path: copyPath, label: sheetLabel, format: "csv", delimiter: ",", isSheet: true };
}

/** Opens a file; null, with a problem, when it is unreadable, empty or lacks a required column. */
async function openSource(file: TableFile, part: number, options: SourceOptions): Promise<TableSource | null> {
  if (file.format === "parquet") return await openParquet(file, part, options);
  if (file.isSheet) return await openCsv(file, part, options);
  const readable = await readAsUtf8(file, part, options);
  if (readable === null) return null;
  return await (file.format === "csv" ? openCsv(readable, part, options) : openNdjson(readable, part, options));
}

/** Opens a file as UTF-8; null, with a problem, when it is not text or cannot be read. */
async function readAsUtf8(file: TableFile, part: number, options: SourceOptions): Promise<TableFile | null> {
  const { encoding, problems } = options;
  const { table, label, compression } = file;
  try {
    const copyPath = path.join(options.workFolder, `utf8-${part}.txt`);
    const text = await openAsUtf8({ path: file.path, compression, copyPath }, encoding);
    if (text.kind === "text") {
      if (text.decoded !== null && encoding === null) problems.notice(guessNotice(label, text.decoded));
      return { ...file, path: text.path, compression: text.compression };
    }
    problems.add({
      kind: "bad_encoding",
      table,
      file: label,
      place: `byte ${text.byteOffset}`,
      found: text.found,
      expected:
        encoding === null
          ? "UTF-8, with or without byte order mark, or UTF-16 with one"
          : `UTF-8, UTF-16 with a byte order mark, or ${encoding}, as dataset.json says`,
      advice: 'Save the file as UTF-8, or name its encoding in dataset.json, such as "encoding": "windows-1252".',
    });
  } catch (error) {
    const expected = compression === null ? "a file that can be read" : `a whole ${compression} file`;
    problems.add({ kind: "unreadable_file", table, file: label, found: messageOf(error), expected });
  }
  return null;
}

async function openCsv(file: TableFile, part: number, options: SourceOptions): Promise<TableSource | null> {
  const { table, label } = file;
  const columns = columnsOf(table);
  const known = new Set(columns);
  const start = await readCsvStart(file, 1, ([first]) => {
    const cells = first?.cells ?? [];
    return cells.filter((name) => known.has(columnKey(name))).length * 1000 + cells.length;
  });
  const [header] = start?.records ?? [];
  if (start === null || header === undefined) {
    const expected = `a first line with the columns ${columns.join(", ")}`;
    options.problems.add({ kind: "empty_file", table, file: label, found: "no header", expected });
    return null;
  }
  const indexes = findColumns(file, header.cells, options.problems);
  if (indexes === null) return null;
  const width = header.cells.length;
  const values = columns.map((column, i) => `${indexes[i] == null ? "NULL::VARCHAR" : `c${indexes[i]}`} AS ${column}`);
  const csv = { delimiter: start.delimiter, width, headerLine: header.line };
  const sheetColumns = file.isSheet ? indexes.map((index) => (index === null ? null : columnLetters(index))) : null;
  const text = { path: file.path, compression: file.compression, csv, columns, sheetColumns };
  const selectFrom = (reader: string): string => `SELECT ${values.join(", ")} FROM ${reader}`;
  const source = { table, label, part, text };
  const leaveMalformedOut = async (): Promise<TableSource> => {
    const expected = "rows with as many fields as the header, and quotation marks as RFC 4180 has them";
    const { reader, malformed } = await copySource(source, expected, options);
    return { ...source, select: selectFrom(reader), malformed, leaveMalformedOut: null };
  };
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

/** Copies the readable rows of a text file, with SQL that reads them; records the others. */
async function copySource(
  source: ColumnOwner & { readonly part: number; readonly text: TextFile },
  expected: string,
  { workFolder, connection }: SourceOptions,
): Promise<{ readonly reader: string; readonly malformed: number; readonly extraColumns: readonly string[] }> {
  const { table, label } = source;
  const { csv, columns, sheetColumns } = source.text;
  const width = csv?.width ?? columns.length;
  const copyPath = path.join(workFolder, `readable-${source.part}.csv`);
  const problems = await TableAppender.open(connection, "intake", "problem");
  const copy = new CsvFile(copyPath);
  let malformed = 0;
  let extraColumns: readonly string[];
  try {
    copy.add(Array.from({ length: width }, (_, index) => `c${index}`));
    extraColumns = await visitRecords(source.text, {
      onRow: (_line, readFields) => copy.add(readFields()),
      onMalformed(line, error) {
        malformed += 1;
        const place = [label, line, `${sheetColumns === null ? "line" : "row"} ${line}`];
        problems.add(["malformed_row", table, null, null, null, ...place, error.found, error.expected, null, expected]);
      },
    });
  } finally {
    copy.close();
    problems.close();
  }
  // The copy of the longest row that is allowed has more quotation marks.
  const form = { delimiter: ",", width, headerLine: 1 };
  const reader = readCsv({ path: copyPath, compression: null }, form, 4 * RECORD_BYTES_MAX);
  return { reader, malformed, extraColumns };
}

/** SQL: the columns of a CSV file as texts `c0`, `c1` …; fails where a row is malformed. */
function readCsv(
  file: { readonly path: string; readonly compression: Compression },
  { delimiter, width, headerLine }: CsvForm,
  lineBytesMax: number,
): string {
  const declared = Array.from({ length: width }, (_, index) => `'c${index}': 'VARCHAR'`);
  // Without a size of its own a buffer is sixteen times the longest line.
  return `read_csv(${fileLiteral(file.path)}, auto_detect = false, header = true, skip = ${headerLine - 1}, columns = {${declared.join(", ")}},
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
  try {
    // Faults of rows show only when they are read. The rows of a view are ours.
    if (file.folder !== null)
      await options.connection.run(`SELECT max(hash(${columnsOf(table).join(", ")})) FROM (${select})`);
  } catch (error) {
    reportUnreadableParquet(file, error, options.problems);
    return null;
  }
  return { table, label, part, text: null, select, malformed: 0, leaveMalformedOut: null };
}

function reportUnreadableParquet({ table, label }: ColumnOwner, error: unknown, problems: ProblemList): void {
  const [found = ""] = messageOf(error).split("\n");
  const expected = "a whole Parquet file, its texts in UTF-8";
  problems.add({ kind: "unreadable_file", table, file: label, found, expected });
}
