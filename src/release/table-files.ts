import type { DuckDBConnection } from "@duckdb/node-api";
import path from "node:path";
import { readRows } from "./duck-rows.ts";
import type { TableFile } from "./manifest.ts";

/** Writes the rows of a query, in their order, as `tables/<table>.parquet` and `tables/<table>.csv` of the bundle. */
export async function writeTable(
  connection: DuckDBConnection,
  folder: string,
  table: string,
  query: string,
): Promise<TableFile[]> {
  const parquet = `tables/${table}.parquet`;
  const csv = `tables/${table}.csv`;
  await connection.run(
    `COPY (${query}) TO ${quoted(path.join(folder, parquet))} (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 122880)`,
  );
  const written = `read_parquet(${quoted(path.join(folder, parquet))})`;
  const columns = await readRows<{ column_name: string; column_type: string }>(connection, `DESCRIBE FROM ${written}`);
  const cells = columns.map(({ column_name, column_type }) => csvCell(column_name, column_type)).join(", ");
  await connection.run(
    `COPY (SELECT ${cells} FROM ${written}) TO ${quoted(path.join(folder, csv))} (FORMAT csv, HEADER, NEW_LINE '\\r\\n')`,
  );
  const [count] = await readRows<{ rows: bigint }>(connection, `SELECT count(*) AS rows FROM ${written}`);
  const rows = Number(count?.rows);
  return [
    { table, format: "csv", path: csv, rows, columns: columns.length },
    { table, format: "parquet", path: parquet, rows, columns: columns.length },
  ];
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
