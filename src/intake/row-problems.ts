import type { DuckDBConnection } from "@duckdb/node-api";
import { copyFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Finding, FindingList } from "./finding-list.ts";
import { readCounts, readRows } from "./intake-database.ts";
import { type ProblemKind, type ProblemReport, type RowProblem, SHOWN_PER_KIND } from "./problem-report.ts";
import { literal } from "./sql-text.ts";
import { TABLE_NAMES, type TableName, TABLES } from "./table-columns.ts";

/** One check over rows that have `part`, `line` and the columns of their table. */
export interface RowCheck {
  readonly kind: string;
  readonly column: string | null;
  readonly expected: string;
  /** SQL: true for the rows with the problem. */
  readonly when: string;
  /** SQL: what stands there instead. */
  readonly found: string;
  /** SQL: what was expected of this very row, where more can be said than `expected`. */
  readonly expectedHere?: string;
  /** SQL: what to do. */
  readonly advice?: string;
}

const FOUND_LENGTH_MAX = 1000;

/** Makes the tables that collect problem rows; `intake.part` tells the parts' labels. */
export async function createProblemTables(connection: DuckDBConnection): Promise<void> {
  await connection.run(`
    CREATE TABLE intake.part(part INTEGER, label VARCHAR, has_lines BOOLEAN);
    CREATE TABLE intake.problem(kind VARCHAR, tbl VARCHAR, col VARCHAR, file VARCHAR, line BIGINT, place VARCHAR, found VARCHAR,
      expected VARCHAR, advice VARCHAR, general VARCHAR);`);
}

/** Notes a problem for every row of `rows` (a table or a bracketed query) that a check finds fault with. */
export async function noteProblems(
  connection: DuckDBConnection,
  table: TableName,
  rows: string,
  checks: readonly RowCheck[],
): Promise<void> {
  for (const { kind, column, expected, when, found, expectedHere, advice } of checks) {
    await connection.run(`INSERT INTO intake.problem
      SELECT ${literal(kind)}, ${literal(table)}, ${literal(column)}, p.label, CASE WHEN p.has_lines THEN r.line END,
        CASE WHEN p.has_lines THEN 'line ' || r.line ELSE ${keyText(table)} END,
        left(${found}, ${FOUND_LENGTH_MAX}), ${expectedHere ?? literal(expected)}, ${advice ?? "NULL"}, ${literal(expected)}
      FROM ${rows} r JOIN intake.part p ON p.part = r.part WHERE ${when}`);
  }
}

/** Notes the malformed rows of a part, which were written to a file of line, what was found and what was expected. */
export async function noteFaults(
  connection: DuckDBConnection,
  table: TableName,
  label: string,
  faults: FaultFile,
): Promise<void> {
  await connection.run(`INSERT INTO intake.problem
    SELECT 'malformed_row', ${literal(table)}, NULL, ${literal(label)}, line, 'line ' || line, found, expected, NULL, ${literal(faults.expected)}
    FROM ${faults.select}`);
}

/** Notes that nothing of a table is left to publish. Unless `always`, only where no other problem is the reason. */
export async function noteEmptyTable(connection: DuckDBConnection, table: TableName, always: boolean): Promise<void> {
  const expected = "at least one row that can be published";
  await connection.run(`INSERT INTO intake.problem
    SELECT 'no_rows', ${literal(table)}, NULL, NULL, NULL, '', 'none', ${literal(expected)}, NULL, ${literal(expected)}
    WHERE ${always} OR NOT EXISTS (FROM intake.problem WHERE kind <> 'no_rows')`);
}

/** Malformed rows: a query of `line`, `found` and `expected`, and what is expected of all rows. */
export interface FaultFile {
  readonly select: string;
  readonly expected: string;
}

function keyText(table: TableName): string {
  const pairs = TABLES[table].key.map((column) => `'${column}=' || r.${column}`);
  return `concat_ws(', ', ${pairs.join(", ")})`;
}

/** The report on a dataset none of whose rows were looked at. */
export function reportFindings({ findings, notices }: FindingList): ProblemReport {
  const groups = Map.groupBy(findings, ({ kind, table, column, expected }) =>
    JSON.stringify([table, column, kind, expected]),
  );
  const kinds = [...groups.values()].map((group) => kindOf(group[0]!, group.length, group.slice(0, SHOWN_PER_KIND)));
  return {
    kinds,
    total: findings.length,
    notices: [...notices],
    writeCsv: (file) => writeFile(file, [CSV_COLUMNS.join(","), ...findings.map(csvLine), ""].join("\r\n")),
  };
}

/** The report on the problem rows that were noted; writes the CSV of all of them into the work folder. */
export async function reportRows(
  connection: DuckDBConnection,
  notices: readonly string[],
  workFolder: string,
): Promise<ProblemReport> {
  const order = `array_position([${TABLE_NAMES.map(literal).join(", ")}], tbl), col NULLS FIRST, kind, file, line, place, found, expected`;
  const csv = path.join(workFolder, "problems.csv");
  await connection.run(`COPY (SELECT kind, tbl AS "table", col AS "column", file, line, place, found, expected, advice FROM intake.problem ORDER BY ${order})
    TO ${literal(csv)} (FORMAT csv, HEADER, NEW_LINE '\\r\\n')`);
  const shown = await readRows<ProblemRow>(
    connection,
    `SELECT *, tbl AS "table", col AS "column" FROM
       (SELECT *, count(*) OVER kinds AS total, row_number() OVER (kinds ORDER BY ${order}) AS place_in_kind FROM intake.problem
        WINDOW kinds AS (PARTITION BY tbl, col, kind))
     WHERE place_in_kind <= ${SHOWN_PER_KIND} ORDER BY ${order}`,
  );
  const groups = Map.groupBy(shown, ({ kind, table, column }) => JSON.stringify([table, column, kind]));
  const { total } = await readCounts<"total">(connection, "SELECT count(*) AS total FROM intake.problem");
  return {
    kinds: [...groups.values()].map((group) =>
      kindOf({ ...group[0]!, expected: group[0]!.general }, Number(group[0]!.total), group),
    ),
    total,
    notices: [...notices],
    writeCsv: (file) => copyFile(csv, file),
  };
}

interface ProblemRow extends Omit<Finding, "line"> {
  readonly line: bigint | null;
  readonly total: bigint;
  readonly general: string;
}

type AnyProblem = Omit<Finding, "line"> & { readonly line: number | bigint | null };

function kindOf(
  { kind, table, column, expected }: AnyProblem,
  count: number,
  shown: readonly AnyProblem[],
): ProblemKind {
  return { kind, table, column, count, expected, shown: shown.map(toRowProblem) };
}

function toRowProblem({ file, line, place, found, expected, advice }: AnyProblem): RowProblem {
  return { file, line: line === null ? null : Number(line), place, found, expected, advice };
}

const CSV_COLUMNS = ["kind", "table", "column", "file", "line", "place", "found", "expected", "advice"] as const;

function csvLine(finding: Finding): string {
  return CSV_COLUMNS.map((column) => csvCell(finding[column])).join(",");
}

function csvCell(value: string | number | null): string {
  const text = value === null ? "" : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
