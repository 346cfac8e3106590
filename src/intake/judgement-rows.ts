import type { DuckDBConnection } from "@duckdb/node-api";
import { isTermColumn, JUDGEMENT_COLUMNS, type JudgementColumn, TERM_COLUMNS } from "../tables/judgements.ts";
import { UNDATED } from "../trust/judged-on.ts";
import { readDateSql } from "./date-formats.ts";
import { literal, readCounts } from "./intake-database.ts";
import type { TableFacts } from "./read-dataset-file.ts";
import { NAME_LENGTH_MAX } from "./row-checks.ts";
import type { StagedColumn } from "./stage-rows.ts";

export const COLUMNS: readonly JudgementColumn[] = JUDGEMENT_COLUMNS;
export const NUMBERS = COLUMNS.map(({ cleanName }) => cleanName);

/**
 * The columns of `intake.judgement_row`: numbers as in `clean.judgement`, NULL for a value that is
 * not understood, -1 for a company that was left out, and the texts of terms as written. Ids,
 * labels and dates are read without case and outer spaces.
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
      const sql = `coalesce(intake.judged_on(j.${name}), CASE WHEN ${tidied} IS NULL THEN ${UNDATED} ELSE intake.judged_on(${tidied}) END)`;
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
 * SQL: the tables in which `STAGED_COLUMNS` look up the values of the rows `j`: as written, then,
 * where that finds nothing, tidied. To tidy every value would take half as long again as reading
 * the rows.
 */
export const KEY_JOINS = COLUMNS.map(({ name, type }) => {
  if (type !== "company" && type !== "pillar" && type !== "band") return "";
  const tidied = type === "company" ? `intake.clean_id(j.${name})` : `lower(intake.clean(j.${name}))`;
  return `LEFT JOIN intake.${type}_key ${type}_exact ON ${type}_exact.name = j.${name}
    LEFT JOIN intake.${type}_key ${type}_tidied ON ${type}_tidied.name = CASE WHEN ${type}_exact.number IS NULL THEN ${tidied} END`;
}).join(" ");

/** Makes the function `intake.judged_on` that reads dates as the dataset writes them. */
export async function createDateReader(
  connection: DuckDBConnection,
  { dates }: Pick<TableFacts, "dates">,
): Promise<void> {
  await connection.run(`CREATE OR REPLACE MACRO intake.judged_on(x) AS ${readDateSql("x", dates)}`);
}

/**
 * Makes `intake.pillar_key` and `intake.band_key` of the `number` of every id and label, as written
 * and in lower case. They are empty where dataset.json has problems there.
 */
export async function createKeyTables(connection: DuckDBConnection, { pillars, scale }: TableFacts): Promise<void> {
  for (const [table, entries, first] of [
    ["pillar_key", pillars, 0],
    ["band_key", scale?.bands ?? null, 1],
  ] as const) {
    await connection.run(`CREATE TABLE intake.${table}(name VARCHAR, number INTEGER)`);
    if (entries === null) continue;
    const names = entries.flatMap(({ id, label }, i) => [id, label].map((name) => `(${literal(name)}, ${i + first})`));
    await connection.run(`INSERT INTO intake.${table} SELECT name, min(number)
      FROM (SELECT unnest([name, lower(intake.clean(name))]) AS name, number FROM (VALUES ${names.join(", ")}) t(name, number))
      GROUP BY name`);
  }
}

/**
 * SQL: rows like those of `intake.judgement_row` as the numbers of `clean.judgement`, NULL for a
 * value that is not understood, with `is_good`, which says whether a row can be published, and
 * further columns. Needs the tables that `createTerms` makes.
 */
export function selectNumbers(rows: string, further: readonly string[] = []): string {
  const numbers = COLUMNS.map((column) => {
    const { cleanName } = column;
    if (!isTermColumn(column)) return `r.${cleanName}`;
    return `CASE WHEN r.${cleanName} IS NULL THEN 0 ELSE ${cleanName}_term.term END AS ${cleanName}`;
  });
  const joins = TERM_COLUMNS.map(
    ({ cleanName, type }) =>
      `LEFT JOIN intake.${type}_term ${cleanName}_term ON ${cleanName}_term.value = r.${cleanName}`,
  );
  const isKnown = NUMBERS.map((name) => `${name} IS NOT NULL`).join(" AND ");
  return `SELECT *, ${isKnown} AND company >= 0 AS is_good
    FROM (SELECT ${[...further, ...numbers].join(", ")} FROM ${rows} r ${joins.join(" ")})`;
}

/** The rules by which texts of terms are tidied and tested. */
const TERM_TYPES = {
  label: { clean: "intake.clean", test: `length(text) <= ${NAME_LENGTH_MAX} AND NOT intake.is_formula_error(text)` },
  url: { clean: "intake.clean_id", test: "intake.is_web_url(text)" },
} as const;

/**
 * Makes `clean.term` of the texts in `intake.judgement_row`, and for each type of term a table
 * `intake.<type>_term(value, term)` of the values as written: 0 for an empty one, NULL for one that
 * is not allowed.
 */
export async function createTerms(connection: DuckDBConnection): Promise<void> {
  for (const [type, { clean, test }] of Object.entries(TERM_TYPES)) {
    const values = TERM_COLUMNS.filter((column) => column.type === type).map(
      ({ cleanName }) => `SELECT DISTINCT ${cleanName} AS value FROM intake.judgement_row`,
    );
    await connection.run(`CREATE TABLE intake.${type}_value AS SELECT *, coalesce(${test}, true) AS is_good
      FROM (SELECT value, ${clean}(value) AS text FROM (${values.join(" UNION ")}) WHERE value IS NOT NULL)`);
  }
  const types = Object.keys(TERM_TYPES);
  const texts = types.map(
    (type) => `SELECT text, ${type === "label"} AS is_label FROM intake.${type}_value WHERE is_good`,
  );
  await connection.run(`CREATE TABLE clean.term AS SELECT (row_number() OVER (ORDER BY text))::INTEGER AS term, text, bool_or(is_label) AS is_label
    FROM (${texts.join(" UNION ALL ")}) WHERE text IS NOT NULL GROUP BY text ORDER BY text`);
  for (const type of types) {
    await connection.run(`
      CREATE TABLE intake.${type}_term AS SELECT c.value, CASE WHEN c.text IS NULL THEN 0 WHEN c.is_good THEN t.term END AS term
        FROM intake.${type}_value c LEFT JOIN clean.term t USING (text);
      DROP TABLE intake.${type}_value;`);
  }
}

/**
 * Drops the terms that no row of `clean.judgement` uses, and numbers the others again, in the same
 * order.
 */
export async function dropUnusedTerms(connection: DuckDBConnection): Promise<void> {
  const used = TERM_COLUMNS.map(
    ({ cleanName, type }) =>
      `SELECT DISTINCT ${cleanName} AS term, ${type === "label"} AS is_label FROM clean.judgement`,
  );
  await connection.run(`CREATE TABLE intake.term_kept AS
    SELECT term AS old, (row_number() OVER (ORDER BY term))::INTEGER AS term, text, u.is_label FROM clean.term
      JOIN (SELECT term, bool_or(is_label) AS is_label FROM (${used.join(" UNION ")}) GROUP BY term) u USING (term)`);
  const { dropped } = await readCounts<"dropped">(
    connection,
    "SELECT (SELECT count(*) FROM clean.term) - (SELECT count(*) FROM intake.term_kept) AS dropped",
  );
  if (dropped > 0) {
    const renumbered = TERM_COLUMNS.map(
      ({ cleanName }) => `coalesce((SELECT term FROM intake.term_kept WHERE old = ${cleanName}), 0) AS ${cleanName}`,
    );
    await connection.run(`CREATE OR REPLACE TABLE clean.judgement AS
      SELECT * REPLACE (${renumbered.join(", ")}) FROM clean.judgement ORDER BY rowid`);
  }
  await connection.run(`
    CREATE OR REPLACE TABLE clean.term AS SELECT term, text, is_label FROM intake.term_kept ORDER BY term;
    DROP TABLE intake.term_kept;`);
}
