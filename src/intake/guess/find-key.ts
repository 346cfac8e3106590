import type { DuckDBConnection } from "@duckdb/node-api";
import { identifier, readCounts } from "../intake-database.ts";
import type { TableGuess } from "./guess-table.ts";
import { headerShare } from "./header-words.ts";
import type { RawTable } from "./raw-table.ts";

/** Columns by which other tables may name the companies: all that tell them apart. */
export function keysIn({ facts, roles }: TableGuess, name: string): string[] {
  const names = facts.find(({ column }) => column.name === name)?.column.distinct ?? 0;
  const telling = facts.filter(({ column }) => column.distinct >= names && column.name !== roles.country);
  return [
    ...new Set([...(roles.id === undefined ? [] : [roles.id]), name, ...telling.map(({ column }) => column.name)]),
  ];
}

/** The column of another table that names companies, by id or by name. */
export async function findKey(
  connection: DuckDBConnection,
  companies: TableGuess,
  other: TableGuess,
  keys: readonly string[],
): Promise<{ readonly column: string; readonly key: string } | null> {
  let found: { readonly column: string; readonly key: string; readonly share: number } | null = null;
  for (const key of keys) {
    for (const { column } of other.facts) {
      if (column.distinct < 2) continue;
      const share = await shareNamed(connection, [companies.table, key], [other.table, column.name]);
      const weighted = share + 0.1 * headerShare(column.name, "company");
      if (share >= 0.5 && weighted > (found?.share ?? 0)) found = { column: column.name, key, share: weighted };
    }
  }
  return found;
}

async function shareNamed(
  connection: DuckDBConnection,
  [companies, key]: readonly [RawTable, string],
  [other, column]: readonly [RawTable, string],
): Promise<number> {
  const cell = `trim(${identifier(column)})`;
  const { named, filled } = await readCounts<"named" | "filled">(
    connection,
    `SELECT count(*) FILTER (${cell} IN (SELECT trim(${identifier(key)}) FROM ${identifier(companies.name)})) AS named, count(*) AS filled
     FROM (SELECT DISTINCT ${identifier(column)} FROM ${identifier(other.name)} WHERE ${cell} <> '')`,
  );
  return filled === 0 ? 0 : named / filled;
}
