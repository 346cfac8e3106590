import * as check from "./row-checks.ts";
import type { DetailColumn } from "../tables/details.ts";
import type { TableName } from "../tables/input-tables.ts";
import { appendRows, readCounts, readRows } from "./intake-database.ts";
import { areAllCompaniesRead, type IntakeRun, type RowCounts, type StagedColumn, stageRows } from "./stage-rows.ts";
import type { DuckDBConnection } from "@duckdb/node-api";
import { nearestChoice } from "./similar-names.ts";

/** The type of a text, by which it is tidied. */
type TextType = "id" | "lines" | DetailColumn["type"];

/**
 * The rules by which a table of texts becomes a clean table. Judgements, of which there may be
 * millions, are read as numbers instead: read-judgements.ts.
 */
export interface TextTable {
  readonly table: TableName;
  /** Noun for a row: its clean table is `clean.<row>`, its working tables are `intake.<row>_…`. */
  readonly row: string;
  readonly texts: Readonly<Record<string, TextType>>;
  /** Makes the tables that `meaning` joins to the staged rows. */
  readonly prepare?: (run: IntakeRun) => Promise<void>;
  /** SQL: the rows of `intake.<row>_row` with the meaning of their values. */
  readonly meaning: string;
  readonly checks: (run: IntakeRun) => readonly check.RowCheck[];
  /**
   * True if `meaning` has the `number` of the row's company: rows of one that was left out are left
   * out without a problem of their own.
   */
  readonly isOfCompany?: true;
  /** Suggests a meaning for the values of `intake.<row>_read` that name nothing. */
  readonly suggest?: (run: IntakeRun) => Promise<void>;
  /** The column that rows of the same `facts` may share, and the problem where the facts differ. */
  readonly key: string;
  readonly facts: readonly string[];
  readonly conflict: check.RowCheck;
  /** Makes the clean table of the rows of `intake.<row>_good` whose keys are in no conflict. */
  readonly fill: (run: IntakeRun) => Promise<void>;
}

/** Reads the rows of a table, records the problems of those that are left out, and counts them. */
export async function readTable(run: IntakeRun, spec: TextTable): Promise<RowCounts> {
  const { connection } = run;
  const { table, row, key, facts } = spec;
  const checks = spec.checks(run);
  const isGood = spec.isOfCompany ? "NOT is_bad AND number >= 0" : "NOT is_bad";
  const malformed = await stageRows(run, table, `${row}_row`, stagedTexts(spec.texts));
  await spec.prepare?.(run);
  await connection.run(`
    CREATE TABLE intake.${row}_read AS SELECT *, ${check.failsAny(checks)} AS is_bad FROM (${spec.meaning}) r;
    CREATE VIEW intake.${row}_good AS SELECT * FROM intake.${row}_read WHERE ${isGood};
    CREATE TABLE intake.${row}_conflict AS ${check.conflictingRows(`intake.${row}_good`, key, facts)};`);
  const { read, good, conflicting } = await readCounts<"read" | "good" | "conflicting">(
    connection,
    `SELECT (SELECT count(*) FROM intake.${row}_read) AS read, (SELECT count(*) FROM intake.${row}_good) AS good,
      (SELECT count(*) FROM intake.${row}_conflict) AS conflicting`,
  );
  if (good < read) {
    await spec.suggest?.(run);
    await check.recordProblems(connection, table, `intake.${row}_read`, checks);
  }
  if (conflicting > 0) await check.recordProblems(connection, table, `intake.${row}_conflict`, [spec.conflict]);
  await spec.fill(run);
  const { rows } = await readCounts<"rows">(connection, `SELECT count(*) AS rows FROM clean.${row}`);
  await connection.run(`DROP VIEW intake.${row}_good`);
  for (const made of ["row", "read", "conflict"]) await connection.run(`DROP TABLE intake.${row}_${made}`);
  return { rows, duplicates: good - conflicting - rows, skipped: malformed + read - good + conflicting };
}

function stagedTexts(texts: TextTable["texts"]): StagedColumn[] {
  const columns = Object.entries(texts).map(([name, type]): StagedColumn => ({
    name,
    type: "VARCHAR",
    sql: tidied(name, type),
  }));
  return [{ name: "record", type: "INTEGER", sql: "record" }, ...columns];
}

/** SQL: the text of a column, tidied. */
function tidied(name: string, type: TextType): string {
  switch (type) {
    case "id":
    case "url":
      return `intake.clean_id(${name})`;
    case "lei":
      return `upper(intake.clean_id(${name}))`;
    case "label":
      return `intake.clean(${name})`;
    case "lines":
      return `intake.clean_lines(${name})`;
    case "names":
      // An empty name and one given twice are dropped; the order stays.
      return `(SELECT nullif(array_to_string(list_filter(l, lambda x, i: x IS NOT NULL AND list_position(l, x) = i), '|'), '')
        FROM (SELECT list_transform(string_split(${name}, '|'), lambda x: intake.clean(x)) AS l))`;
    default:
      return type satisfies never;
  }
}

export function detailTexts(columns: readonly DetailColumn[]): TextTable["texts"] {
  return Object.fromEntries(columns.map(({ name, type }) => [name, type]));
}

export function detailChecks({ name, type }: DetailColumn): check.RowCheck[] {
  switch (type) {
    case "label":
      return [check.mustNotExceed(name, check.NAME_LENGTH_MAX)];
    case "url":
      return [check.unlessFormulaError(check.mustBeWebUrl(name), name)];
    case "lei": {
      const expected = "20 letters and digits, the last two of them the check digits of ISO 17442";
      const wrong = {
        kind: "bad_lei",
        column: name,
        expected,
        when: `r.${name} IS NOT NULL AND right_lei(r.${name}) IS NULL`,
        found: `r.${name}`,
      };
      return [check.unlessFormulaError(wrong, name)];
    }
    case "names":
      return [];
    default:
      return type satisfies never;
  }
}

/** A company that is named must be listed; not checked where not all of them could be read. */
export function mustBeListed(run: IntakeRun): check.RowCheck[] {
  return areAllCompaniesRead(run)
    ? [check.mustBeKnown("unknown_company", "company", "an id of the companies table")]
    : [];
}

/** An entry of dataset.json that is named must be there; not checked where it has problems. */
export function mustBeDeclared(kind: string, column: string, entries: Entries | null): check.RowCheck[] {
  if (entries === null) return [];
  const expected = `a ${column} of dataset.json, by id or label: ${check.choices(entries)}`;
  return [check.mustBeKnown(kind, column, expected)];
}

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

/** Scores that are written as no number, and what to do with them. */
const NO_NUMBERS: readonly (readonly [form: RegExp, advice: string])[] = [
  [/^[<>≤≥~]\s*[\d.,]+$/u, "A bound is no score: correct it, or name it in /not_judged of mapping.json."],
  [/^[\d.,]+\s*\/\s*[\d.,]+$/u, "Write the points alone, and in mapping.json with share_of how many can be had."],
  [/^\([\d.,]+\)$/u, "In accounts this is a negative number: write which one is meant."],
];

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
    const advice = near === null ? NO_NUMBERS.find(([form]) => form.test(value))?.[1] : `Did you mean ${near}?`;
    return advice === undefined ? [] : [[column, value, advice]];
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
