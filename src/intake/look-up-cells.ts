import type { DuckDBConnection } from "@duckdb/node-api";
import { readCounts, readRows } from "./intake-database.ts";
import { literal } from "./sql-text.ts";

/** A cell is compared with so few texts in half the time in which it is hashed. */
const COMPARED_MAX = 24;

/** To look a cell up in an enumeration of so few values is several times as fast as a join. */
const ENUM_VALUES_MAX = 5000;

/** How the number that stands for a cell is found. */
export interface CellLookup {
  /** SQL to add to the query over the rows `j`. */
  readonly join: string;
  /** SQL: the number as INTEGER, NULL where the cell has none. */
  readonly number: string;
}

/** Prepares to look the cells of a column of `j` up in `numbers`, a query of `cell`, each once, and `number`. */
export async function lookUpCells(connection: DuckDBConnection, column: string, numbers: string): Promise<CellLookup> {
  const { count } = await readCounts<"count">(connection, `SELECT count(*) AS count FROM (${numbers})`);
  if (count <= COMPARED_MAX) return { join: "", number: await comparisons(connection, column, numbers) };
  const found = `${column}_found`;
  if (count > ENUM_VALUES_MAX) {
    return { join: `LEFT JOIN (${numbers}) ${found} ON ${found}.cell = j.${column}`, number: `${found}.number` };
  }
  const type = `intake.${column}_cell`;
  await connection.run(`CREATE OR REPLACE TYPE ${type} AS ENUM (SELECT cell FROM (${numbers}) ORDER BY cell)`);
  const codes = `(SELECT enum_code(cell::${type})::INTEGER AS code, number FROM (${numbers}))`;
  return {
    join: `LEFT JOIN ${codes} ${found} ON ${found}.code = enum_code(try_cast(j.${column} AS ${type}))`,
    number: `${found}.number`,
  };
}

async function comparisons(connection: DuckDBConnection, column: string, numbers: string): Promise<string> {
  const choices = await readRows<{ cell: string; number: number | null }>(connection, numbers);
  const cases = choices.map(({ cell, number }) => `WHEN ${literal(cell)} THEN ${number ?? "NULL"}`);
  return cases.length === 0 ? "NULL::INTEGER" : `(CASE j.${column} ${cases.join(" ")} END)::INTEGER`;
}
