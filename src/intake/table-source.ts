import type { DuckDBConnection } from "@duckdb/node-api";
import path from "node:path";
import type { Compression } from "./byte-stream.ts";
import { RECORD_BYTES_MAX } from "./csv-scanner.ts";
import { messageOf } from "./errors.ts";
import type { FindingList } from "./finding-list.ts";
import type { TableFile } from "./find-table-files.ts";
import { readRows } from "./intake-database.ts";
import { numberCsvRows, numberNdjsonRows, type NumberingJob } from "./number-rows.ts";
import {
  type ColumnDescription,
  type ColumnOwner,
  findColumns,
  findTypedCells,
  tellExtraColumns,
} from "./find-columns.ts";
import { type CsvLayout, readCsvLayout } from "./read-header.ts";
import { fileLiteral, literal } from "./sql-text.ts";
import { columnsOf, TABLE_NAMES, type TableName } from "./table-columns.ts";
import type { FaultFile } from "./row-problems.ts";

/** Without it a buffer is sixteen times the longest line. */
const BUFFER_SIZE = "buffer_size = 8388608";
/** The fast way reads no longer rows than the numbering, which tells them. */
const PLAIN_BUFFERS = `max_line_size = ${RECORD_BYTES_MAX}, ${BUFFER_SIZE}`;
/** Room for the longest record that the numbering lets through: written anew, it has more quotation marks. */
const OWN_BUFFERS = `max_line_size = ${4 * RECORD_BYTES_MAX}, ${BUFFER_SIZE}`;

/** A file, or a view of intake.sql, that holds rows of a table. */
export interface SourcePart {
  readonly label: string;
  /** Whether `line` of the numbered rows is a line of the file; otherwise it only tells the rows apart. */
  readonly hasLines: boolean;
  /** The columns of the table that the part has, as far as that is known before it is read. */
  readonly columns: readonly string[];
  /**
   * The fast way: selects all columns of the table as text, NULL where the file lacks one, and fails where the file is malformed.
   * Null where there is only the numbered way.
   */
  readonly plainSelect: string | null;
  /** Makes rows that carry a `line` readable; malformed ones are in `faults` instead. Runs once. */
  numbered(): Promise<NumberedPart>;
}

export interface NumberedPart {
  /** Selects `line` (BIGINT) and all columns of the table. */
  readonly select: string;
  /** How many rows are malformed, and which; null where none is. */
  readonly faultCount: number;
  readonly faults: FaultFile | null;
}

export interface PartContext {
  readonly connection: DuckDBConnection;
  readonly workFolder: string;
  readonly findings: FindingList;
  /** Tells the working files of the parts apart. */
  readonly nextNumber: () => number;
}

/** A file as it can be read: its encoding was checked, and `path` may be a transcoded copy. */
export interface ReadableFile extends TableFile {
  readonly path: string;
  readonly compression: Compression;
}

/** Opens a file as a part of its table; null, with a finding, when a required column is missing or the file holds nothing. */
export async function openPart(file: ReadableFile, context: PartContext): Promise<SourcePart | null> {
  if (file.format === "parquet") return await openParquet(file, context);
  if (file.format === "ndjson") return openNdjson(file, context);
  const layout = await readCsvLayout(file, file.table);
  if (layout === null) {
    context.findings.add({
      kind: "empty_file",
      table: file.table,
      file: file.label,
      found: "no header",
      expected: `a first line with the columns ${columnsOf(file.table).join(", ")}`,
    });
    return null;
  }
  return openCsv(file, layout, context);
}

function openCsv(file: ReadableFile, layout: CsvLayout, context: PartContext): SourcePart | null {
  const columns = columnsOf(file.table);
  const places = findColumns(file, layout.header, context.findings);
  if (places === null) return null;
  const names = layout.header.map((_, place) => `c${place}`);
  const declared = names.map((name) => `'${name}': 'VARCHAR'`).join(", ");
  const cells = columns.map((column, i) => `${places[i] == null ? "NULL::VARCHAR" : names[places[i]]} AS ${column}`);
  return {
    label: file.label,
    hasLines: true,
    columns: columns.filter((_, i) => places[i] != null),
    plainSelect: `SELECT ${cells.join(", ")} FROM read_csv(${fileLiteral(file.path)}, auto_detect = false, header = true,
      columns = {${declared}}, delim = ${literal(layout.delimiter)}, quote = '"', escape = '"', strict_mode = true,
      compression = ${literal(file.compression ?? "none")}, ${PLAIN_BUFFERS})`,
    numbered: once(async () => {
      const job = numberingJob(file, context);
      const { faults } = await numberCsvRows(job, { ...layout, width: layout.header.length, places });
      return numberedCopy(
        job,
        faults,
        "rows with as many cells as the header, and quotation marks as RFC 4180 has them",
      );
    }),
  };
}

function openNdjson(file: ReadableFile, context: PartContext): SourcePart {
  return {
    label: file.label,
    hasLines: true,
    columns: columnsOf(file.table),
    plainSelect: null,
    numbered: once(async () => {
      const job = numberingJob(file, context);
      const { faults, extraColumns } = await numberNdjsonRows(job);
      tellExtraColumns(file, extraColumns, context.findings);
      return numberedCopy(job, faults, "one JSON object in every line");
    }),
  };
}

/** A Parquet file has no lines; its rows are told apart by their number and named by their key. */
async function openParquet(file: ReadableFile, context: PartContext): Promise<SourcePart | null> {
  const rows = `read_parquet(${fileLiteral(file.path)}`;
  let described: ColumnDescription[];
  try {
    described = await readRows<ColumnDescription>(context.connection, `DESCRIBE SELECT * FROM ${rows})`);
  } catch (error) {
    tellUnreadableParquet(file, error, context.findings);
    return null;
  }
  const cells = findTypedCells(file, described, context.findings)?.join(", ");
  if (cells === undefined) return null;
  const select = `SELECT file_row_number AS line, ${cells} FROM ${rows}, file_row_number = true)`;
  return {
    label: file.label,
    hasLines: false,
    columns: columnsOf(file.table),
    plainSelect: `SELECT ${cells} FROM ${rows})`,
    numbered: () => Promise.resolve({ select, faultCount: 0, faults: null }),
  };
}

/** Tells of every Parquet part that cannot be read to its end: what is wrong behind its head shows only when its rows are read. */
export async function findUnreadableParts(
  connection: DuckDBConnection,
  sources: Readonly<Record<TableName, readonly { readonly source: SourcePart }[]>>,
  findings: FindingList,
): Promise<void> {
  for (const table of TABLE_NAMES) {
    for (const { source } of sources[table]) {
      if (source.hasLines || source.plainSelect === null) continue;
      try {
        await connection.run(`SELECT max(hash(${columnsOf(table).join(", ")})) FROM (${source.plainSelect})`);
      } catch (error) {
        tellUnreadableParquet({ table, label: source.label }, error, findings);
      }
    }
  }
}

function tellUnreadableParquet({ table, label }: ColumnOwner, error: unknown, findings: FindingList): void {
  const [found] = messageOf(error).split("\n");
  findings.add({
    kind: "unreadable_file",
    table,
    file: label,
    found: found!,
    expected: "a whole Parquet file, its texts in UTF-8",
  });
}

interface TableNumberingJob extends NumberingJob {
  readonly table: TableName;
}

function numberingJob(file: ReadableFile, context: PartContext): TableNumberingJob {
  const name = `${file.table}-${context.nextNumber()}`;
  return {
    table: file.table,
    path: file.path,
    compression: file.compression,
    columns: columnsOf(file.table),
    copyPath: path.join(context.workFolder, `rows-${name}.csv`),
    faultsPath: path.join(context.workFolder, `faults-${name}.csv`),
  };
}

function numberedCopy(
  { table, copyPath, faultsPath }: TableNumberingJob,
  faultCount: number,
  expected: string,
): NumberedPart {
  const select = `SELECT * FROM ${readOwnCsv(copyPath, columnsOf(table))}`;
  const faults = { select: readOwnCsv(faultsPath, ["found", "expected"]), expected };
  return { select, faultCount, faults: faultCount === 0 ? null : faults };
}

/** Reads a CSV file that the numbering wrote: without header, the line first. */
function readOwnCsv(file: string, columns: readonly string[]): string {
  const declared = ["'line': 'BIGINT'", ...columns.map((column) => `'${column}': 'VARCHAR'`)];
  return `read_csv(${fileLiteral(file)}, auto_detect = false, header = false, columns = {${declared.join(", ")}},
    delim = ',', quote = '"', escape = '"', new_line = '\\n', ${OWN_BUFFERS})`;
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let value: Promise<Value> | null = null;
  return () => (value ??= make());
}
