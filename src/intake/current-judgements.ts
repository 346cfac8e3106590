import type { DuckDBConnection } from "@duckdb/node-api";
import { readCounts } from "./intake-database.ts";

export interface SortedCounts {
  readonly current: number;
  readonly superseded: number;
  readonly duplicates: number;
  /** Rows of the same key and date with different bands; they are in `intake.judgement_conflict`, and not in `clean.judgement`. */
  readonly conflicts: number;
}

const KEY = ["company", "pillar", "criterion", "judge"] as const;
const COLUMNS = `company, pillar, band, criterion, judge, judged_on, "source"`;
const SAME_KEY = KEY.map((column) => `${column} = lag(${column}) OVER ()`).join(" AND ");
/** A judgement without a source comes after those with one, as `currentJudgements` has it. */
const ORDER = `company, pillar, criterion, judge, judged_on DESC, band, "source" = 0, "source"`;

/**
 * Moves `intake.judgement_staged` to `clean.judgement`, keeping the current ones only, by the rule of `currentJudgements` in trust.
 *
 * After one sort, rows of one key stand together, the newest first, so each needs to be compared with the one before it only.
 */
export async function sortJudgements(
  connection: DuckDBConnection,
  { withLines }: { readonly withLines: boolean },
): Promise<SortedCounts> {
  const more = withLines ? ", part, line" : "";
  await connection.run(`
    CREATE OR REPLACE TABLE intake.judgement_sorted AS SELECT ${COLUMNS}${more} FROM intake.judgement_staged ORDER BY ${ORDER}${more};
    DROP TABLE intake.judgement_staged;`);
  const { total, repeated, duplicates, conflicts } = await readCounts<
    "total" | "repeated" | "duplicates" | "conflicts"
  >(
    connection,
    `SELECT count(*) AS total, count(*) FILTER (same_key) AS repeated, count(*) FILTER (same_key AND same_date AND same_band) AS duplicates,
      count(*) FILTER (same_key AND same_date AND NOT same_band) AS conflicts
     FROM (SELECT ${SAME_KEY} AS same_key, judged_on = lag(judged_on) OVER () AS same_date, band = lag(band) OVER () AS same_band
           FROM intake.judgement_sorted)`,
  );
  if (conflicts > 0) return await sortOutConflicts(connection, total, duplicates);
  await connection.run("DROP TABLE IF EXISTS clean.judgement");
  await keepFirstOfKey(connection, repeated > 0);
  return { current: total - repeated, superseded: repeated - duplicates, duplicates, conflicts: 0 };
}

async function sortOutConflicts(
  connection: DuckDBConnection,
  total: number,
  duplicates: number,
): Promise<SortedCounts> {
  await connection.run(`
    CREATE OR REPLACE TABLE intake.judgement_distinct AS SELECT * EXCLUDE is_duplicate FROM
      (SELECT *, ${SAME_KEY} AND judged_on = lag(judged_on) OVER () AND band = lag(band) OVER () AS is_duplicate FROM intake.judgement_sorted)
      WHERE is_duplicate IS NOT true;
    CREATE OR REPLACE TABLE intake.judgement_conflict AS SELECT d.* FROM intake.judgement_distinct d SEMI JOIN
      (SELECT ${KEY.join(", ")}, judged_on FROM intake.judgement_distinct GROUP BY ALL HAVING count(*) > 1) USING (${KEY.join(", ")}, judged_on);
    CREATE OR REPLACE TABLE intake.judgement_sorted AS SELECT * FROM intake.judgement_distinct d ANTI JOIN
      (SELECT DISTINCT ${KEY.join(", ")}, judged_on FROM intake.judgement_conflict) USING (${KEY.join(", ")}, judged_on) ORDER BY ${ORDER};
    DROP TABLE intake.judgement_distinct;
    DROP TABLE IF EXISTS clean.judgement;`);
  const { left, conflicts } = await readCounts<"left" | "conflicts">(
    connection,
    `SELECT (SELECT count(*) FROM intake.judgement_sorted) AS "left", (SELECT count(*) FROM intake.judgement_conflict) AS conflicts`,
  );
  await keepFirstOfKey(connection, true);
  const { current } = await readCounts<"current">(connection, "SELECT count(*) AS current FROM clean.judgement");
  if (current + (left - current) + conflicts + duplicates !== total)
    throw new Error("judgements were lost while they were sorted");
  return { current, superseded: left - current, duplicates, conflicts };
}

async function keepFirstOfKey(connection: DuckDBConnection, isRepeated: boolean): Promise<void> {
  const first = isRepeated
    ? `(SELECT *, ${SAME_KEY} AS is_repeated FROM intake.judgement_sorted) WHERE is_repeated IS NOT true`
    : "intake.judgement_sorted";
  await connection.run(
    `CREATE TABLE clean.judgement AS SELECT ${COLUMNS} FROM ${first}; DROP TABLE intake.judgement_sorted;`,
  );
}
