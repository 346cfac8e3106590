import type { DetailColumn } from "../tables/details.ts";
import type { TableName } from "../tables/input-tables.ts";
import { readCounts } from "./intake-database.ts";
import * as check from "./row-checks.ts";
import { type IntakeRun, type RowCounts, type StagedColumn, stageRows } from "./stage-rows.ts";

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

/** Returns the types of the texts of declared columns. */
export function detailTexts(columns: readonly DetailColumn[]): TextTable["texts"] {
  return Object.fromEntries(columns.map(({ name, type }) => [name, type]));
}

/** Returns the checks of the values of a declared column. */
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
