import type { DuckDBConnection } from "@duckdb/node-api";
import path from "node:path";
import { readRows } from "./duck-rows.ts";
import { type TableFile, tablePath } from "./manifest.ts";

/** Writes the rows of a query, in their order, as `tables/<table>.parquet` and `tables/<table>.csv` of the bundle. */
export async function writeTable(
  connection: DuckDBConnection,
  folder: string,
  table: string,
  query: string,
): Promise<TableFile[]> {
  const parquet = await writeParquet(connection, folder, table, query);
  const csv = { ...parquet, format: "csv", path: tablePath(table, "csv") } as const;
  await writeCsv(connection, path.join(folder, parquet.path), path.join(folder, csv.path));
  return [csv, parquet];
}

async function writeParquet(
  connection: DuckDBConnection,
  folder: string,
  table: string,
  query: string,
): Promise<TableFile> {
  const parquet = tablePath(table, "parquet");
  const file = quoted(path.join(folder, parquet));
  await connection.run(`COPY (${query}) TO ${file} (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 122880)`);
  const columns = await readRows(connection, `DESCRIBE FROM read_parquet(${file})`);
  const [count] = await readRows<{ rows: bigint }>(connection, `SELECT count(*) AS rows FROM read_parquet(${file})`);
  return { table, format: "parquet", path: parquet, rows: Number(count?.rows), columns: columns.length };
}

/** Writes the rows of a Parquet file as CSV (RFC 4180). */
export async function writeCsv(connection: DuckDBConnection, parquet: string, csv: string): Promise<void> {
  const written = `read_parquet(${quoted(parquet)})`;
  const columns = await readRows<{ column_name: string; column_type: string }>(connection, `DESCRIBE FROM ${written}`);
  const cells = columns.map(({ column_name, column_type }) => csvCell(column_name, column_type)).join(", ");
  await connection.run(
    `COPY (SELECT ${cells} FROM ${written}) TO ${quoted(csv)} (FORMAT csv, HEADER, NEW_LINE '\\r\\n')`,
  );
}

/**
 * A column as it stands in the CSV file: text that a spreadsheet would run as a formula gets an apostrophe in front
 * (OWASP, "CSV injection"). Parquet has no such readers and keeps the text as it is.
 */
function csvCell(name: string, type: string): string {
  if (type !== "VARCHAR") return `"${name}"`;
  // Not `IN (…)`: of six or more values the planner makes a join, and joins lose the order of the rows.
  const isFormula = `"${name}" <> '' AND contains('=+-@' || chr(9) || chr(13), "${name}"[1])`;
  return `CASE WHEN ${isFormula} THEN '''' || "${name}" ELSE "${name}" END AS "${name}"`;
}

/** A string as a SQL literal. */
export function quoted(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}
