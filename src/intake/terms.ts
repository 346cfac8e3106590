import type { DuckDBConnection } from "@duckdb/node-api";
import { readCounts } from "./intake-database.ts";
import { literal } from "./sql-text.ts";

/** The columns of the judgements whose texts are terms, and the test that a text must pass, as SQL over `text`. */
const TERM_COLUMNS = {
  criterion: { clean: "intake.clean", test: "length(text) <= 300" },
  judge: { clean: "intake.clean", test: "length(text) <= 300" },
  source_url: { clean: "intake.clean_id", test: "intake.is_web_address(text)" },
} as const;

export type TermColumn = keyof typeof TERM_COLUMNS;

export const TERM_COLUMN_NAMES = Object.keys(TERM_COLUMNS) as readonly TermColumn[];

/** The first rows of a part, from which its terms are guessed. */
const SAMPLE_ROWS = 200_000;

/** How the terms of a column are looked up. */
export interface TermLookup {
  /** SQL to add to the query over the rows `j`. */
  readonly join: string;
  /** SQL: the term of a row, 0 for none, NULL for a text that is not acceptable or was not foreseen. */
  readonly term: string;
  /** The largest term there is, 0 where there is none. */
  readonly last: number;
}

export type TermLookups = Readonly<Record<TermColumn, TermLookup>>;

/** A query of judgements as they stand, and the columns that may hold something. */
interface TermRows {
  readonly select: string;
  readonly columns: readonly string[];
}

/** Reads the distinct texts of the term columns into `clean.term`, from all rows, and returns how to look the terms up. */
export async function readTerms(connection: DuckDBConnection, rows: readonly TermRows[]): Promise<TermLookups> {
  await collectCells(connection, rows, "");
  return await numberTerms(connection);
}

/**
 * Does the same from the first rows of every part, which saves reading a large file twice; null where later rows are likely to hold further texts. The rows
 * then say whether the guess was right: a text that was not foreseen has no term.
 *
 * What was seen just once tells how much was not seen at all (Good and Turing's estimate), so a guess is made where every text was seen again.
 */
export async function guessTerms(connection: DuckDBConnection, rows: readonly TermRows[]): Promise<TermLookups | null> {
  await collectCells(connection, rows, `LIMIT ${SAMPLE_ROWS}`);
  const { once } = await readCounts<"once">(
    connection,
    "SELECT count(*) AS once FROM (FROM intake.term_cell SELECT sum(times) AS times GROUP BY col, cell) WHERE times = 1",
  );
  return once > 0 ? null : await numberTerms(connection);
}

/** Makes `intake.term_cell(col, cell, times)` of the distinct cells of the term columns; a cell may be there once for every part. */
async function collectCells(connection: DuckDBConnection, rows: readonly TermRows[], limit: string): Promise<void> {
  await connection.run("CREATE OR REPLACE TABLE intake.term_cell(col VARCHAR, cell VARCHAR, times BIGINT)");
  for (const { select, columns } of rows) {
    const held = TERM_COLUMN_NAMES.filter((column) => columns.includes(column));
    if (held.length === 0) continue;
    const which = held.map((column) => `WHEN grouping(${column}) = 0 THEN '${column}'`).join(" ");
    const sets = held.map((column) => `(${column})`).join(", ");
    await connection.run(`INSERT INTO intake.term_cell
      SELECT * FROM (SELECT CASE ${which} END AS col, coalesce(${held.join(", ")}) AS cell, count(*) AS times
        FROM (${select} ${limit}) GROUP BY GROUPING SETS (${sets}))
      WHERE cell IS NOT NULL`);
  }
}

/** Numbers the texts of `intake.term_cell`, which it drops. */
async function numberTerms(connection: DuckDBConnection): Promise<TermLookups> {
  const cleaned = TERM_COLUMN_NAMES.map((column) => `WHEN '${column}' THEN ${TERM_COLUMNS[column].clean}(cell)`).join(
    " ",
  );
  const tests = TERM_COLUMN_NAMES.map((column) => `WHEN '${column}' THEN ${TERM_COLUMNS[column].test}`).join(" ");
  await connection.run(`
    CREATE OR REPLACE TABLE intake.term_read AS SELECT *, coalesce(CASE col ${tests} END, true) AS good
      FROM (SELECT DISTINCT col, cell, CASE col ${cleaned} END AS text FROM intake.term_cell);
    CREATE OR REPLACE TABLE intake.term_text AS SELECT text, bool_or(col <> 'source_url') AS is_label FROM intake.term_read
      WHERE good AND text IS NOT NULL GROUP BY text ORDER BY text;
    CREATE OR REPLACE TABLE clean.term AS SELECT (row_number() OVER ())::INTEGER AS term, text, is_label FROM intake.term_text;
    DROP TABLE intake.term_text;
    CREATE OR REPLACE TABLE intake.term_number AS
      SELECT r.col, r.cell, CASE WHEN r.text IS NULL THEN 0 WHEN r.good THEN t.term END AS term
      FROM intake.term_read r LEFT JOIN clean.term t ON t.text = r.text;
    DROP TABLE intake.term_cell;
    DROP TABLE intake.term_read;`);
  const lookups: [TermColumn, TermLookup][] = [];
  for (const column of TERM_COLUMN_NAMES) lookups.push([column, await buildLookup(connection, column)]);
  return Object.fromEntries(lookups) as Record<TermColumn, TermLookup>;
}

async function buildLookup(connection: DuckDBConnection, column: TermColumn): Promise<TermLookup> {
  const cells = `SELECT cell, term FROM intake.term_number WHERE col = ${literal(column)}`;
  const { count, last } = await readCounts<"count" | "last">(
    connection,
    `SELECT count(*) AS count, coalesce(max(term), 0) AS last FROM (${cells})`,
  );
  if (count === 0) return { join: "", term: `CASE WHEN j.${column} IS NULL THEN 0 END`, last };
  return {
    join: `LEFT JOIN (${cells}) ${column}_term ON ${column}_term.cell = j.${column}`,
    term: `CASE WHEN j.${column} IS NULL THEN 0 ELSE ${column}_term.term END`,
    last,
  };
}

/** Drops the terms that no judgement in `clean.judgement` uses; the others are numbered anew, in the same order, and are labels where one of these names them. */
export async function dropUnusedTerms(connection: DuckDBConnection): Promise<void> {
  const used = ["criterion", "judge", "source"]
    .map((column) => `SELECT DISTINCT ${column} AS term, ${column !== "source"} AS is_label FROM clean.judgement`)
    .join(" UNION ");
  await connection.run(`CREATE TABLE intake.term_kept AS
    SELECT term AS old, (row_number() OVER (ORDER BY term))::INTEGER AS term, text, u.is_label FROM clean.term
      JOIN (SELECT term, bool_or(is_label) AS is_label FROM (${used}) GROUP BY term) u USING (term) ORDER BY term`);
  const { dropped } = await readCounts<"dropped">(
    connection,
    "SELECT (SELECT count(*) FROM clean.term) - (SELECT count(*) FROM intake.term_kept) AS dropped",
  );
  if (dropped > 0) {
    const renumbered = ["criterion", "judge", "source"].map(
      (column) => `coalesce((SELECT term FROM intake.term_kept WHERE old = ${column}), 0) AS ${column}`,
    );
    await connection.run(`
      CREATE TABLE intake.judgement_renumbered AS SELECT * REPLACE (${renumbered.join(", ")}) FROM clean.judgement
        ORDER BY company, pillar, criterion, judge;
      DROP TABLE clean.judgement;
      CREATE TABLE clean.judgement AS FROM intake.judgement_renumbered;
      DROP TABLE intake.judgement_renumbered;`);
  }
  await connection.run(`
    CREATE OR REPLACE TABLE clean.term AS SELECT term, text, is_label FROM intake.term_kept ORDER BY term;
    DROP TABLE intake.term_kept;`);
}
