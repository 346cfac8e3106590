import type { DuckDBConnection } from "@duckdb/node-api";
import type { DatasetFacts } from "../trust/dataset.ts";
import { JUDGEMENT_COLUMNS, type JudgementColumn, UNDATED } from "../trust/judgement-columns.ts";
import { literal } from "./sql-text.ts";
import type { StagedColumn } from "./stage-rows.ts";

/** A column whose values are terms: texts that many rows share. */
type TermColumn = JudgementColumn & { readonly type: "label" | "url" };

export const COLUMNS: readonly JudgementColumn[] = JUDGEMENT_COLUMNS;
export const NUMBERS = COLUMNS.map(({ cleanName }) => cleanName);
export const TERM_COLUMNS = COLUMNS.filter(isTermColumn);

function isTermColumn(column: JudgementColumn): column is TermColumn {
  return column.type === "label" || column.type === "url";
}

/**
 * The columns of `intake.judgement_row`: numbers as in `clean.judgement`, NULL for a cell that is not understood, -1 for a company that
 * was left out, and the texts of terms as they stand. Ids, labels and dates are read without case and outer spaces.
 */
export const STAGED_COLUMNS: readonly StagedColumn[] = COLUMNS.map(stagedColumn);

function stagedColumn({ name, cleanName, type }: JudgementColumn): StagedColumn {
  switch (type) {
    case "company":
    case "pillar":
    case "band":
      return { name: cleanName, type: "INTEGER", sql: `coalesce(${type}_exact.number, ${type}_tidied.number)` };
    case "date": {
      const tidied = `intake.clean_id(j.${name})`;
      const sql = `coalesce(intake.day(j.${name}), CASE WHEN ${tidied} IS NULL THEN ${UNDATED} ELSE intake.day(${tidied}) END)`;
      return { name: cleanName, type: "INTEGER", sql };
    }
    case "label":
    case "url":
      return { name: cleanName, type: "VARCHAR", sql: `j.${name}` };
    default:
      return type satisfies never;
  }
}

/**
 * SQL: the tables in which `STAGED_COLUMNS` look up the cells of the rows `j`: as they stand, and tidied where that finds nothing, for
 * tidying every cell would take half as long again as reading them.
 */
export const KEY_JOINS = COLUMNS.map(({ name, type }) => {
  if (type !== "company" && type !== "pillar" && type !== "band") return "";
  const tidied = type === "company" ? `intake.clean_id(j.${name})` : `lower(intake.clean(j.${name}))`;
  return `LEFT JOIN intake.${type}_key ${type}_exact ON ${type}_exact.name = j.${name}
    LEFT JOIN intake.${type}_key ${type}_tidied ON ${type}_tidied.name = CASE WHEN ${type}_exact.number IS NULL THEN ${tidied} END`;
}).join(" ");

/** Makes `intake.pillar_key` and `intake.band_key` of the `number` of every id and label, as they stand and in lower case. */
export async function createKeyTables(connection: DuckDBConnection, { pillars, scale }: DatasetFacts): Promise<void> {
  for (const [table, entries, first] of [
    ["pillar_key", pillars, 0],
    ["band_key", scale.bands, 1],
  ] as const) {
    const names = entries.flatMap(({ id, label }, i) => [id, label].map((name) => `(${literal(name)}, ${i + first})`));
    await connection.run(`CREATE TABLE intake.${table} AS SELECT name, min(number) AS number
      FROM (SELECT unnest([name, lower(intake.clean(name))]) AS name, number FROM (VALUES ${names.join(", ")}) t(name, number))
      GROUP BY name`);
  }
}

/**
 * SQL: rows like those of `intake.judgement_row` as the numbers of `clean.judgement`, NULL for a cell that is not understood, with
 * `is_good`, which says whether a row can be published, and further columns. Needs the tables that `createTerms` makes.
 */
export function selectNumbers(rows: string, further: readonly string[] = []): string {
  const numbers = COLUMNS.map((column) => {
    const { cleanName } = column;
    if (!isTermColumn(column)) return `r.${cleanName}`;
    return `CASE WHEN r.${cleanName} IS NULL THEN 0 ELSE ${cleanName}_term.term END AS ${cleanName}`;
  });
  const joins = TERM_COLUMNS.map(
    ({ cleanName, type }) =>
      `LEFT JOIN intake.${type}_term ${cleanName}_term ON ${cleanName}_term.cell = r.${cleanName}`,
  );
  const isKnown = NUMBERS.map((name) => `${name} IS NOT NULL`).join(" AND ");
  return `SELECT *, ${isKnown} AND company >= 0 AS is_good
    FROM (SELECT ${[...further, ...numbers].join(", ")} FROM ${rows} r ${joins.join(" ")})`;
}
