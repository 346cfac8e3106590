import type { DuckDBConnection } from "@duckdb/node-api";
import { readCounts } from "./intake-database.ts";
import { TERM_COLUMNS } from "./judgement-rows.ts";
import { NAME_LENGTH_MAX } from "./row-checks.ts";

/** How the texts of terms are tidied, and what they must be. */
const TERM_TYPES = {
  label: { clean: "intake.clean", test: `length(text) <= ${NAME_LENGTH_MAX}` },
  url: { clean: "intake.clean_id", test: "intake.is_web_address(text)" },
} as const;

/**
 * Makes `clean.term` of the texts in `intake.judgement_row`, and for each type of term a table `intake.<type>_term(cell, term)` of the
 * cells as they stand: 0 for one that is empty, NULL for one that is not acceptable.
 */
export async function createTerms(connection: DuckDBConnection): Promise<void> {
  for (const [type, { clean, test }] of Object.entries(TERM_TYPES)) {
    const cells = TERM_COLUMNS.filter((column) => column.type === type).map(
      ({ cleanName }) => `SELECT DISTINCT ${cleanName} AS cell FROM intake.judgement_row`,
    );
    await connection.run(`CREATE TABLE intake.${type}_cell AS SELECT *, coalesce(${test}, true) AS is_good
      FROM (SELECT cell, ${clean}(cell) AS text FROM (${cells.join(" UNION ")}) WHERE cell IS NOT NULL)`);
  }
  const types = Object.keys(TERM_TYPES);
  const texts = types.map(
    (type) => `SELECT text, ${type === "label"} AS is_label FROM intake.${type}_cell WHERE is_good`,
  );
  await connection.run(`CREATE TABLE clean.term AS SELECT (row_number() OVER (ORDER BY text))::INTEGER AS term, text, bool_or(is_label) AS is_label
    FROM (${texts.join(" UNION ALL ")}) WHERE text IS NOT NULL GROUP BY text ORDER BY text`);
  for (const type of types) {
    await connection.run(`
      CREATE TABLE intake.${type}_term AS SELECT c.cell, CASE WHEN c.text IS NULL THEN 0 WHEN c.is_good THEN t.term END AS term
        FROM intake.${type}_cell c LEFT JOIN clean.term t USING (text);
      DROP TABLE intake.${type}_cell;`);
  }
}

/** Drops the terms that no row of `clean.judgement` uses, and numbers the others again, in the same order. */
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
