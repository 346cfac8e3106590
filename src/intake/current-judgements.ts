import type { DuckDBConnection } from "@duckdb/node-api";
import { readCounts } from "./intake-database.ts";
import type { PackedJudgements, PackedLayout } from "./packed-rows.ts";

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

/** What the fast way found. Only without anything bad and without conflicts the other figures mean something. */
export interface FastCounts extends SortedCounts {
  /** Rows that cannot be published as they were understood. */
  readonly bad: number;
}

/** Counts what stands in `intake.judgement_packed` by the rule of `currentJudgements` in trust: rows of one key stand together. */
export async function countFast(connection: DuckDBConnection, layout: PackedLayout): Promise<FastCounts> {
  const { rows, bad, repeated } = await readCounts<"rows" | "bad" | "repeated">(
    connection,
    `SELECT count(*) AS "rows", count(*) FILTER (is_bad) AS bad, count(*) FILTER (is_repeated) AS repeated FROM
      (SELECT ${layout.isMissing} AS is_bad, ${layout.isRepeated} AS is_repeated FROM intake.judgement_packed)`,
  );
  if (bad > 0 || repeated === 0) return { bad, current: rows, superseded: 0, duplicates: 0, conflicts: 0 };
  const sorted = `(${layout.unpacked("intake.judgement_packed")})`;
  return { bad, ...(await readCounts<keyof SortedCounts>(connection, countQuery(sorted, COUNTS))) };
}

/**
 * Makes `clean.judgement` of the current judgements in `intake.judgement_packed`, none of which contradicts another. Where nothing is to be left out it is a
 * view, no column is ever written, and the packed rows are returned.
 */
export async function cleanPacked(
  connection: DuckDBConnection,
  layout: PackedLayout,
  { superseded, duplicates }: FastCounts,
): Promise<PackedJudgements | null> {
  const sorted = layout.unpacked("intake.judgement_packed");
  if (superseded + duplicates === 0) {
    await connection.run(`CREATE VIEW clean.judgement AS ${sorted}`);
    return { table: "intake.judgement_packed", columns: layout.columns, layout: layout.words };
  }
  await connection.run(`
    CREATE TABLE clean.judgement AS ${firstOfKey(`(${sorted})`)};
    DROP TABLE intake.judgement_packed;`);
  return null;
}

/**
 * Moves the rows of `intake.judgement_staged`, which have a `part` and a `line`, to `clean.judgement`, keeping the current ones, by the rule of
 * `currentJudgements` in trust. Rows that contradict each other are left out.
 */
export async function sortOutJudgements(connection: DuckDBConnection): Promise<SortedCounts> {
  await connection.run(`
    CREATE OR REPLACE TABLE intake.judgement_sorted AS SELECT * FROM intake.judgement_staged ORDER BY ${ORDER}, part, line;
    DROP TABLE intake.judgement_staged;`);
  const counts = await readCounts<keyof SortedCounts>(connection, countQuery("intake.judgement_sorted", COUNTS));
  if (counts.conflicts > 0) return await leaveConflictsOut(connection, counts.duplicates);
  await connection.run(`
    CREATE OR REPLACE TABLE clean.judgement AS ${firstOfKey("intake.judgement_sorted")};
    DROP TABLE intake.judgement_sorted;`);
  return counts;
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

/** SQL: a SortedCounts, over what `countQuery` knows of a row. */
const COUNTS = `count(*) FILTER (same_key IS NOT true) AS current, count(*) FILTER (same_key AND NOT (same_date AND same_band)) AS superseded,
  count(*) FILTER (same_key AND same_date AND same_band) AS duplicates, count(*) FILTER (same_key AND same_date AND NOT same_band) AS conflicts`;

function countQuery(sorted: string, counts: string): string {
  return `SELECT ${counts} FROM
    (SELECT *, ${SAME_KEY} AS same_key, judged_on = lag(judged_on) OVER () AS same_date, band = lag(band) OVER () AS same_band FROM ${sorted})`;
}

function firstOfKey(sorted: string): string {
  return `SELECT ${COLUMNS} FROM (SELECT *, ${SAME_KEY} AS is_repeated FROM ${sorted}) WHERE is_repeated IS NOT true`;
}
