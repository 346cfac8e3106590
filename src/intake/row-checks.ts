import { type DateFormat, LIKE_DATE, LIKE_SERIAL, serialDaySql } from "./date-formats.ts";
import { firstOf } from "./counted.ts";
import type { DuckDBConnection } from "@duckdb/node-api";
import type { SkippedKind } from "../trust/dataset.ts";
import { UNCALCULATED } from "../xlsx/cell-text.ts";
import { literal, readRows } from "./intake-database.ts";
import { TABLE_NAMES, type TableName, TABLES } from "../tables/input-tables.ts";

/**
 * One check over rows `r` that have the `part` and the `record` under which they were read, and the
 * columns of their table.
 */
export interface RowCheck {
  readonly kind: string;
  readonly column: string | null;
  readonly expected: string;
  /** SQL: true for the rows with the problem. */
  readonly when: string;
  /** SQL: a value whose formula error, which another check finds, is not reported here again. */
  readonly unlessFormulaErrorIn?: string;
  readonly found: string;
  /** SQL: what was expected of this very row, where more can be said than `expected`. */
  readonly expectedHere?: string;
  readonly advice?: string;
}

export const NAME_LENGTH_MAX = 300;
export const ID_LENGTH_MAX = 200;
const FOUND_LENGTH_MAX = 1000;

/**
 * Makes the tables that collect problems: `intake.part` names what rows are read from, and
 * `intake.sheet_column` says where the columns of a sheet are. A problem row of a text file has no
 * `line` before `findLines` fills it in.
 */
export async function createProblemTables(connection: DuckDBConnection): Promise<void> {
  await connection.run(`
    CREATE TABLE intake.part(part INTEGER, label VARCHAR, has_lines BOOLEAN, is_sheet BOOLEAN);
    CREATE TABLE intake.sheet_column(part INTEGER, col VARCHAR, letters VARCHAR);
    CREATE TABLE intake.problem(kind VARCHAR, tbl VARCHAR, col VARCHAR, part INTEGER, record INTEGER, file VARCHAR, line INTEGER,
      place VARCHAR, found VARCHAR, expected VARCHAR, advice VARCHAR, general VARCHAR);`);
}

/** Records a problem for every row of `rows` (a table or a bracketed query) that fails a check. */
export async function recordProblems(
  connection: DuckDBConnection,
  table: TableName,
  rows: string,
  checks: readonly RowCheck[],
): Promise<void> {
  const key = TABLES[table].key.map((column) => `'${column}=' || r.${column}`).join(", ");
  for (const { kind, column, expected, when, unlessFormulaErrorIn: value, found, expectedHere, advice } of checks) {
    const unless = value === undefined ? "" : ` AND NOT coalesce(intake.is_formula_error(${value}), false)`;
    await connection.run(`INSERT INTO intake.problem
      SELECT ${literal(kind)}, ${literal(table)}, ${literal(column)}, p.part, r.record, p.label, NULL,
        CASE WHEN NOT p.has_lines THEN concat_ws(', ', ${key}) END, left(${found}, ${FOUND_LENGTH_MAX}),
        ${expectedHere ?? literal(expected)}, ${advice ?? "NULL"}, ${literal(expected)}
      FROM ${rows} r JOIN intake.part p ON p.part = r.part WHERE (${when})${unless}`);
  }
}

/**
 * Records that nothing of a table is left to publish. Unless `always`, only where no other problem
 * is the reason.
 */
export async function recordEmptyTable(connection: DuckDBConnection, table: TableName, always: boolean): Promise<void> {
  const expected = "at least one row that can be published";
  await connection.run(`INSERT INTO intake.problem
    SELECT 'no_rows', ${literal(table)}, NULL, NULL, NULL, NULL, NULL, '', 'none', ${literal(expected)}, NULL, ${literal(expected)}
    WHERE ${always} OR NOT EXISTS (FROM intake.problem WHERE kind <> 'no_rows')`);
}

export function mustBeGiven(column: string, expected: string): RowCheck {
  return { kind: "missing_value", column, expected, when: `r.${column} IS NULL`, found: "'an empty value'" };
}

export function mustNotExceed(column: string, maximum: number): RowCheck {
  const length = `length(r.${column})`;
  return {
    kind: "too_long",
    column,
    expected: `at most ${maximum} characters`,
    when: `${length} > ${maximum}`,
    found: `${length} || ' characters: ' || left(r.${column}, 60) || '…'`,
  };
}

/** An id may hold any character that can be seen or typed. */
export function mustBeOneLine(column: string): RowCheck {
  return {
    kind: "bad_id",
    column,
    expected: "an id without line breaks and control characters",
    when: `regexp_matches(r.${column}, '\\p{Cc}')`,
    found: `r.${column}`,
  };
}

export function mustBeWebUrl(column: string): RowCheck {
  return {
    kind: "bad_address",
    column,
    expected: "a URL that begins with https:// or http://",
    when: `NOT intake.is_web_url(r.${column})`,
    found: `r.${column}`,
  };
}

/** The value must not be the error of a formula in a spreadsheet. */
export function mustBeNoFormulaError(column: string, value = column): RowCheck {
  return {
    kind: "formula_error",
    column,
    expected: "a value, not the error of a formula",
    when: `intake.is_formula_error(r.${value})`,
    found: `r.${value}`,
    advice: `CASE WHEN r.${value} = ${literal(UNCALCULATED)} THEN ${literal(CALCULATE)} ELSE ${literal(CORRECT)} END`,
  };
}

const CORRECT = "Correct the formula in the spreadsheet, or empty the cell where no value is needed.";
const CALCULATE =
  "The workbook was saved without the result of this formula: open it in a spreadsheet program, and save it again.";

/** Makes a check leave such values to the one above, so that they are reported once. */
export function unlessFormulaError(check: RowCheck, value: string): RowCheck {
  return { ...check, unlessFormulaErrorIn: `r.${value}` };
}

/** SQL: the suggestion of `suggestMeant` for a value of a column of the row `r`. */
export function suggestionFor(column: string): string {
  return `(SELECT any_value(advice) FROM intake.suggestion s WHERE s.col = ${literal(column)} AND s.value = r.${column})`;
}

/** A value that is given must have been understood; `no_<column>` says that it was not. */
export function mustBeKnown(kind: string, column: string, expected: string): RowCheck {
  const when = `r.${column} IS NOT NULL AND r.no_${column}`;
  const advice = suggestionFor(column);
  return unlessFormulaError({ kind, column, expected, when, found: `r.${column}`, advice }, column);
}

export const DATE_PRECISIONS = ["YYYY-MM-DD", "YYYY-MM", "YYYY"] as const;

/** The value, if it holds something, must be a date in one of the forms, or the dataset's own. */
export function mustBeDate(column: string, format: DateFormat | null, forms: readonly string[]): RowCheck {
  const all = [...forms, ...(format === null ? [] : [`${format} as dataset.json says`])];
  const known = mustBeKnown("bad_date", column, `a date of the years 1000 to 2999 as ${all.join(", ")}, or nothing`);
  const serial = `WHEN regexp_full_match(r.${column}, ${literal(LIKE_SERIAL)}) THEN ${serialAdvice(`r.${column}`)}`;
  if (format !== null) return { ...known, advice: `CASE ${serial} END` };
  const advice = 'Say in dataset.json how dates are written, such as "dates": "DD/MM/YYYY".';
  return {
    ...known,
    advice: `CASE WHEN regexp_full_match(r.${column}, ${literal(LIKE_DATE)}) THEN ${literal(advice)} ${serial} END`,
  };
}

function serialAdvice(cell: string): string {
  return `'A spreadsheet counts days like this: it would be ' || ${serialDaySql(cell)} || '. Give the column the format of a date there, and save it again.'`;
}

/** Lists the ids that a value may name, for messages. */
export function choices(entries: readonly { readonly id: string }[]): string {
  const ids = entries.map(({ id }) => id);
  return firstOf(ids, 20);
}

/**
 * SQL: true if the row `r` fails any of the checks. Where one is left to the check for errors of
 * formulas, that one fails. DuckDB compiles the pattern of those wherever it stands, which costs
 * more than a small table: it stands here once, for the list of all their values.
 */
export function failsAny(checks: readonly RowCheck[]): string {
  const isOfFormulas = ({ kind }: RowCheck): boolean => kind === "formula_error";
  const values = checks.filter(isOfFormulas).map(({ found }) => found);
  return [
    `len(list_filter([${values.join(", ")}], lambda value: intake.is_formula_error(value))) > 0`,
    ...checks.filter((check) => !isOfFormulas(check)).map(({ when }) => `coalesce(${when}, false)`),
  ].join(" OR ");
}

/**
 * SQL: the rows of `good` whose `key` occurs with different values in `columns`; `differing` says
 * what a row has in the columns that differ.
 */
export function conflictingRows(good: string, key: string, columns: readonly string[]): string {
  const said = columns.map(
    (column) => `CASE WHEN d.${column} > 1 THEN '${column} ' || coalesce(g.${column}, '(empty)') END`,
  );
  const counts = columns.map((column) => `count(DISTINCT coalesce(${column}, '')) AS ${column}`);
  const isMany = columns.map((column) => `${column} > 1`);
  // Most keys occur once; only the others are counted in every column.
  const repeated = `SELECT ${key} FROM ${good} WHERE ${key} IS NOT NULL GROUP BY ${key} HAVING count(*) > 1`;
  return `SELECT g.*, concat_ws(', ', ${said.join(", ")}) AS differing
    FROM ${good} g JOIN (SELECT * FROM (SELECT ${key}, ${counts.join(", ")} FROM ${good} WHERE ${key} IN (${repeated}) GROUP BY ${key})
      WHERE ${isMany.join(" OR ")}) d ON d.${key} = g.${key}`;
}

export function mustNotConflict(owner: string): RowCheck {
  return {
    kind: "conflicting_rows",
    column: null,
    expected: `the same facts wherever a ${owner}'s id occurs, or one row`,
    when: "true",
    found: "'id ' || r.id || ' with ' || r.differing",
  };
}

/**
 * Counts the reasons why rows were left out, the most frequent of a table first. A row with several
 * problems counts under the first that was recorded, so that the rows of a table add up to those
 * that were `skipped`. Reads `intake.problem` before problems outside the rows are added to it.
 */
export async function countSkippedKinds(
  connection: DuckDBConnection,
  skipped: Readonly<Record<TableName, number>>,
): Promise<SkippedKind[]> {
  // A malformed row has neither a part nor a record.
  const found = await readRows<{ table: string; kind: string; column: string | null; rows: bigint }>(
    connection,
    `SELECT tbl AS "table", kind, col AS "column", count(*) AS rows FROM
      (SELECT * FROM intake.problem
        QUALIFY part IS NULL OR row_number() OVER (PARTITION BY tbl, part, record ORDER BY rowid) = 1)
      GROUP BY ALL ORDER BY rows DESC, kind, "column"`,
  );
  return TABLE_NAMES.flatMap((table) => {
    const kinds = found
      .filter((each) => each.table === table)
      .map(({ kind, column, rows }) => ({ table, kind, column, rows: Number(rows) }));
    const withProblems = kinds.reduce((sum, { rows }) => sum + rows, 0);
    const rest = { table, kind: "company_left_out", column: null, rows: skipped[table] - withProblems };
    return (rest.rows > 0 ? [...kinds, rest] : kinds).toSorted((a, b) => b.rows - a.rows);
  });
}
