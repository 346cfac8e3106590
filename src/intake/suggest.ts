import type { DuckDBConnection } from "@duckdb/node-api";
import { countTypos, typosAllowed } from "../atlas/near-names.ts";
import { appendRows, literal, readCounts, readRows } from "./intake-database.ts";

/** How many values of a column are compared with names at all, and in how many pairs. */
const VALUES_MAX = 200;
const PAIRS_MAX = 20_000_000;

/** A name and what it stands for: the id of a pillar, a column. */
interface NamedChoice {
  readonly name: string;
  readonly choice: string;
}

/**
 * What a text probably means: the choice whose name it has but for case, spaces and punctuation, or
 * with few typos. Null where none or several are near.
 */
function nearestChoice(text: string, named: readonly NamedChoice[]): string | null {
  const key = lettersOf(text);
  let best = typosAllowed(key);
  let near = new Set<string>();
  for (const { name, choice } of named) {
    const typos = countTypos(key, lettersOf(name), best);
    if (typos > best) continue;
    if (typos < best) near = new Set();
    best = typos;
    near.add(choice);
  }
  const [only] = near;
  return near.size === 1 && only !== undefined ? only : null;
}

function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}

/**
 * The one of some names of columns that another probably means: `Judged on` or `Date judged on` for
 * `judged_on`. Null where none or several are near.
 */
export function nearestColumn(name: string, columns: readonly string[]): string | null {
  const near = nearestChoice(
    name,
    columns.map((column) => ({ name: column, choice: column })),
  );
  if (near !== null) return near;
  const words = wordsOf(name);
  const sharing = columns.filter((column) => {
    const others = wordsOf(column);
    return words.size > 0 && others.size > 0 && (words.isSubsetOf(others) || others.isSubsetOf(words));
  });
  return sharing.length === 1 ? sharing[0]! : null;
}

function wordsOf(name: string): Set<string> {
  return new Set(name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
}

/** SQL: what `suggestions` found for a value of a column of the row `r`. */
export function suggestionFor(column: string): string {
  return `(SELECT any_value(advice) FROM intake.suggestion s WHERE s.col = ${literal(column)} AND s.value = r.${column})`;
}

/** Makes the empty table `intake.suggestion` of what values that name nothing probably mean. */
export async function createSuggestions(connection: DuckDBConnection): Promise<void> {
  await connection.run("CREATE OR REPLACE TABLE intake.suggestion(col VARCHAR, value VARCHAR, advice VARCHAR)");
}

/** Suggests pillars or bands for the values of `unknown`, SQL of a `value` each. */
export async function suggestEntries(
  connection: DuckDBConnection,
  column: string,
  unknown: string,
  entries: readonly { readonly id: string; readonly label: string }[],
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
export async function suggestCompanies(connection: DuckDBConnection, unknown: string): Promise<void> {
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
