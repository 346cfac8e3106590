import type { DuckDBConnection } from "@duckdb/node-api";
import { appendRows, readCounts, readRows } from "./intake-database.ts";
import { nearestChoice } from "./similar-names.ts";
import { areAllCompaniesRead, type IntakeRun } from "./stage-rows.ts";

/** Maximum number of values of a column that are compared with names, and of pairs compared. */
const VALUES_MAX = 200;
const PAIRS_MAX = 20_000_000;

type Entries = readonly { readonly id: string; readonly label: string }[];

/**
 * Makes the table `intake.suggestion` of likely meanings for values in columns of `rows` that name
 * nothing, as `no_<column>` says: an entry of a list, or a company. Null where nothing is known.
 */
export async function suggestMeant(
  run: IntakeRun,
  rows: string,
  among: Readonly<Record<string, Entries | "companies" | null>>,
): Promise<void> {
  const { connection } = run;
  await connection.run("CREATE OR REPLACE TABLE intake.suggestion(col VARCHAR, value VARCHAR, advice VARCHAR)");
  for (const [column, choices] of Object.entries(among)) {
    const unknown = `SELECT ${column} AS value FROM ${rows} WHERE ${column} IS NOT NULL AND no_${column}`;
    if (choices === "companies") {
      if (areAllCompaniesRead(run)) await suggestCompanies(connection, unknown);
    } else if (choices !== null) await suggestEntries(connection, column, unknown, choices);
  }
}

/** Suggests pillars or bands for the values of `unknown`, SQL of a `value` each. */
async function suggestEntries(
  connection: DuckDBConnection,
  column: string,
  unknown: string,
  entries: Entries,
): Promise<void> {
  const named = entries.flatMap(({ id, label }) => [id, label].map((name) => ({ name, choice: id })));
  const values = await readRows<{ value: string }>(
    connection,
    `SELECT value FROM (${unknown}) WHERE value IS NOT NULL GROUP BY value ORDER BY count(*) DESC, value LIMIT ${VALUES_MAX}`,
  );
  const rows = values.flatMap(({ value }) => {
    const near = nearestChoice(value, named);
    return near === null ? [] : [[column, value, `Did you mean ${near}?`]];
  });
  await appendRows(connection, "intake", "suggestion", rows);
}

/**
 * Suggests companies for the values of `unknown`, SQL of a `value` each: by an id in other case, by
 * a name instead of the id, and, for the first values, by few typos in either.
 */
async function suggestCompanies(connection: DuckDBConnection, unknown: string): Promise<void> {
  const wanted = `SELECT DISTINCT value FROM (${unknown}) WHERE value IS NOT NULL
    AND value NOT IN (SELECT value FROM intake.suggestion WHERE col = 'company')`;
  const suggest = (advice: string, of: string): string =>
    `INSERT INTO intake.suggestion SELECT 'company', value, any_value(${advice}) FROM (${of}) GROUP BY value HAVING count(DISTINCT id) = 1`;
  await connection.run(
    suggest(
      "'Did you mean ' || id || '? It differs in case alone.'",
      `SELECT value, id FROM (${wanted}) JOIN clean.company ON lower(id) = lower(value)`,
    ),
  );
  await connection.run(
    suggest(
      "'Did you mean ' || id || '? That is the id of the company with this name.'",
      `SELECT value, id FROM (${wanted}) JOIN clean.company ON lower(name) = lower(intake.clean(value))`,
    ),
  );
  const { companies } = await readCounts<"companies">(connection, "SELECT count(*) AS companies FROM clean.company");
  const values = Math.min(VALUES_MAX, Math.floor(PAIRS_MAX / (companies + 1)));
  // Codes with digits are often one digit apart from that of another company.
  const compared = `SELECT value, CASE WHEN length(value) < 4 THEN 0 WHEN length(value) < 7 OR regexp_matches(value, '\\d') THEN 1
      WHEN length(value) < 12 THEN 2 ELSE 3 END AS allowed
    FROM (${wanted} ORDER BY value LIMIT ${values})`;
  const names = "SELECT id, name, id AS text FROM clean.company UNION ALL SELECT id, name, name FROM clean.company";
  await connection.run(
    suggest(
      "'Did you mean ' || id || if(id = name, '', ' (' || name || ')') || '?'",
      `SELECT value, id, name FROM
        (SELECT value, allowed, id, name, damerau_levenshtein(lower(value), lower(text)) AS typos
          FROM (${compared}) JOIN (${names}) ON abs(length(text) - length(value)) <= allowed)
        WHERE typos <= allowed QUALIFY typos = min(typos) OVER (PARTITION BY value)`,
    ),
  );
}
