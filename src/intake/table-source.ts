import type { DuckDBConnection } from "@duckdb/node-api";
import path from "node:path";
import type { Compression } from "./byte-stream.ts";
import type { FindingList } from "./finding-list.ts";
import type { TableFile } from "./find-table-files.ts";
import { readRows } from "./intake-database.ts";
import { numberCsvRows, numberNdjsonRows } from "./number-rows.ts";
import { type ColumnDescription, findColumns, findTypedCells, tellExtraColumns } from "./find-columns.ts";
import { type CsvLayout, readCsvLayout } from "./read-header.ts";
import { literal } from "./sql-text.ts";
import { columnsOf } from "./table-columns.ts";

/** A file, or a view of intake.sql, that holds rows of a table. */
export interface SourcePart {
  readonly label: string;
  /** Whether `line` of the numbered rows is a line of the file; otherwise it only tells the rows apart. */
  readonly hasLines: boolean;
  /**
   * The fast way: selects all columns of the table as text, NULL where the file lacks one, and fails where the file is malformed.
   * Null where there is only the numbered way.
   */
  readonly plainSelect: string | null;
  /** Makes rows that carry a `line` readable; malformed ones are in `faultsPath` (line, found, expected) instead. Runs once. */
  numbered(): Promise<NumberedPart>;
}

export interface NumberedPart {
  /** Selects `line` (BIGINT) and all columns of the table. */
  readonly select: string;
  readonly faults: number;
  readonly faultsPath: string | null;
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
  const plainSelect = `SELECT ${cells.join(", ")} FROM read_csv(${literal(file.path)}, auto_detect = false, header = true, columns = {${declared}},
    delim = ${literal(layout.delimiter)}, quote = '"', escape = '"', strict_mode = true, compression = ${literal(file.compression ?? "none")})`;
  const numbering = once(async () => {
    const job = numberingJob(file, context);
    return {
      job,
      result: await numberCsvRows(job, { delimiter: layout.delimiter, width: layout.header.length, places }),
    };
  });
  return { label: file.label, hasLines: true, plainSelect, numbered: async () => numberedCopy(await numbering()) };
}

function openNdjson(file: ReadableFile, context: PartContext): SourcePart {
  const numbering = once(async () => {
    const job = numberingJob(file, context);
    const result = await numberNdjsonRows(job);
    tellExtraColumns(file, result.extraColumns, context.findings);
    return { job, result };
  });
  return {
    label: file.label,
    hasLines: true,
    plainSelect: null,
    numbered: async () => numberedCopy(await numbering()),
  };
}

/** A Parquet file has no lines; its rows are told apart by their number and named by their key. */
async function openParquet(file: ReadableFile, context: PartContext): Promise<SourcePart | null> {
  const rows = `read_parquet(${literal(file.path)}`;
  const described = await readRows<ColumnDescription>(context.connection, `DESCRIBE SELECT * FROM ${rows})`);
  const cells = findTypedCells(file, described, context.findings)?.join(", ");
  if (cells === undefined) return null;
  const numbered = {
    select: `SELECT file_row_number AS line, ${cells} FROM ${rows}, file_row_number = true)`,
    faults: 0,
    faultsPath: null,
  };
  return {
    label: file.label,
    hasLines: false,
    plainSelect: `SELECT ${cells} FROM ${rows})`,
    numbered: () => Promise.resolve(numbered),
  };
}

function numberingJob(file: ReadableFile, context: PartContext) {
  const name = `${file.table}-${context.nextNumber()}`;
  return {
    path: file.path,
    compression: file.compression,
    columns: columnsOf(file.table),
    table: file.table,
    copyPath: path.join(context.workFolder, `rows-${name}.csv`),
    faultsPath: path.join(context.workFolder, `faults-${name}.csv`),
  };
}

function numberedCopy({
  job,
  result,
}: {
  job: ReturnType<typeof numberingJob>;
  result: { faults: number };
}): NumberedPart {
  const declared = columnsOf(job.table).map((column) => `'${column}': 'VARCHAR'`);
  return {
    select: `SELECT * FROM ${readOwnCsv(job.copyPath, ["'line': 'BIGINT'", ...declared])}`,
    faults: result.faults,
    faultsPath: result.faults === 0 ? null : job.faultsPath,
  };
}

/** Reads a CSV file without header that was written by the numbering. */
export function readOwnCsv(file: string, declared: readonly string[]): string {
  return `read_csv(${literal(file)}, auto_detect = false, header = false, columns = {${declared.join(", ")}}, delim = ',', quote = '"', escape = '"',
    new_line = '\\n', max_line_size = 8388608)`;
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let value: Promise<Value> | null = null;
  return () => (value ??= make());
}
