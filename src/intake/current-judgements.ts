import type { DuckDBConnection } from "@duckdb/node-api";
import { readCounts } from "./intake-database.ts";

export interface SortedCounts {
  readonly current: number;
  readonly superseded: number;
  readonly duplicates: number;
  /** Rows of the same key and date with different bands; they are in `intake.judgement_conflict`, and not in `clean.judgement`. */
  readonly conflicts: number;
}

const KEY = "company, pillar, criterion, judge";
const COLUMNS = `company, pillar, band, criterion, judge, judged_on, "source"`;
const SAME_KEY = KEY.split(", ")
  .map((column) => `${column} = lag(${column}) OVER ()`)
  .join(" AND ");
/** A judgement without a source comes after those with one, as `currentJudgements` has it. */
const ORDER = `${KEY}, judged_on DESC, band, "source" = 0, "source"`;

/**
 * Moves the rows of `intake.judgement_staged` to `clean.judgement`, keeping the current ones, by the rule of `currentJudgements` in trust. Returns null,
 * with nothing done, when rows contradict each other.
 *
 * After one sort, rows of one key stand together, the newest first, so each needs to be compared with the one before it only.
 */
export async function keepCurrentJudgements(connection: DuckDBConnection): Promise<SortedCounts | null> {
  await connection.run(`
    CREATE OR REPLACE TABLE clean.judgement AS SELECT ${COLUMNS} FROM intake.judgement_staged ORDER BY ${ORDER};
    DROP TABLE intake.judgement_staged;`);
  const { total, repeated, duplicates, conflicts } = await countRepetitions(connection, "clean.judgement");
  if (conflicts > 0) return null;
  if (repeated > 0) {
    await connection.run(`
      ALTER TABLE clean.judgement RENAME TO judgement_sorted;
      CREATE TABLE clean.judgement AS ${firstOfKey("clean.judgement_sorted")};
      DROP TABLE clean.judgement_sorted;`);
  }
  return { current: total - repeated, superseded: repeated - duplicates, duplicates, conflicts: 0 };
}

/** Does the same with rows that have a `part` and a `line` and may contradict each other; those that do are left out. */
export async function sortOutJudgements(connection: DuckDBConnection): Promise<SortedCounts> {
  await connection.run(`
    CREATE OR REPLACE TABLE intake.judgement_sorted AS SELECT * FROM intake.judgement_staged ORDER BY ${ORDER}, part, line;
    DROP TABLE intake.judgement_staged;`);
  const { total, repeated, duplicates, conflicts } = await countRepetitions(connection, "intake.judgement_sorted");
  if (conflicts > 0) return await leaveConflictsOut(connection, duplicates);
  await connection.run(`
    CREATE OR REPLACE TABLE clean.judgement AS ${firstOfKey("intake.judgement_sorted")};
    DROP TABLE intake.judgement_sorted;`);
  return { current: total - repeated, superseded: repeated - duplicates, duplicates, conflicts };
}

async function leaveConflictsOut(connection: DuckDBConnection, duplicates: number): Promise<SortedCounts> {
  await connection.run(`
    CREATE OR REPLACE TABLE intake.judgement_distinct AS SELECT * EXCLUDE is_duplicate FROM
      (SELECT *, ${SAME_KEY} AND judged_on = lag(judged_on) OVER () AND band = lag(band) OVER () AS is_duplicate FROM intake.judgement_sorted)
      WHERE is_duplicate IS NOT true;
    CREATE OR REPLACE TABLE intake.judgement_conflict AS SELECT d.* FROM intake.judgement_distinct d SEMI JOIN
      (SELECT ${KEY}, judged_on FROM intake.judgement_distinct GROUP BY ALL HAVING count(*) > 1) USING (${KEY}, judged_on);
    CREATE OR REPLACE TABLE intake.judgement_sorted AS SELECT * FROM intake.judgement_distinct d ANTI JOIN
      (SELECT DISTINCT ${KEY}, judged_on FROM intake.judgement_conflict) USING (${KEY}, judged_on) ORDER BY ${ORDER};
    CREATE OR REPLACE TABLE clean.judgement AS ${firstOfKey("intake.judgement_sorted")};`);
  const { left, conflicts, current } = await readCounts<"left" | "conflicts" | "current">(
    connection,
    `SELECT (SELECT count(*) FROM intake.judgement_sorted) AS "left", (SELECT count(*) FROM intake.judgement_conflict) AS conflicts,
      (SELECT count(*) FROM clean.judgement) AS current`,
  );
  await connection.run("DROP TABLE intake.judgement_sorted; DROP TABLE intake.judgement_distinct;");
  return { current, superseded: left - current, duplicates, conflicts };
}

type Repetitions = "total" | "repeated" | "duplicates" | "conflicts";

async function countRepetitions(connection: DuckDBConnection, sorted: string): Promise<Record<Repetitions, number>> {
  return await readCounts<Repetitions>(
    connection,
    `SELECT count(*) AS total, count(*) FILTER (same_key) AS repeated, count(*) FILTER (same_key AND same_date AND same_band) AS duplicates,
      count(*) FILTER (same_key AND same_date AND NOT same_band) AS conflicts
     FROM (SELECT ${SAME_KEY} AS same_key, judged_on = lag(judged_on) OVER () AS same_date, band = lag(band) OVER () AS same_band FROM ${sorted})`,
  );
}

function firstOfKey(sorted: string): string {
  return `SELECT ${COLUMNS} FROM (SELECT *, ${SAME_KEY} AS is_repeated FROM ${sorted}) WHERE is_repeated IS NOT true`;
}
