import { firstOf } from "../counted.ts";
import { identifier } from "../intake-database.ts";
import type { ProblemList } from "../problem-report.ts";
import { nearestColumn } from "../similar-names.ts";
import { columnKey, columnsOf, type TableName, TABLES } from "../../tables/input-tables.ts";

export interface ColumnOwner {
  readonly table: TableName;
  readonly label: string;
}

export interface ColumnDescription {
  readonly column_name: string;
  readonly column_type: string;
}

const NAMES_SHOWN = 30;

/**
 * SQL for every column of the table over a typed relation, as the text that a CSV would hold.
 * Returns null, with problems, when a required column is missing.
 */
export function selectTyped(
  owner: ColumnOwner,
  described: readonly ColumnDescription[],
  problems: ProblemList,
): string[] | null {
  const names = described.map(({ column_name }) => column_name);
  const indexes = findColumns(owner, names, problems);
  if (indexes === null) return null;
  return columnsOf(owner.table).map((column, i) => `${typedValue(described[indexes[i] ?? -1])} AS ${column}`);
}

/**
 * SQL: a typed column as the text that a CSV would hold: a midnight as its date, a list with `|`
 * between its items.
 */
function typedValue(described: ColumnDescription | undefined): string {
  if (described === undefined) return "NULL::VARCHAR";
  const { column_type } = described;
  const name = identifier(described.column_name);
  if (column_type.startsWith("TIMESTAMP")) {
    return `CASE WHEN ${name} = date_trunc('day', ${name}) THEN ${name}::DATE::VARCHAR ELSE ${name}::VARCHAR END`;
  }
  return column_type === "VARCHAR[]" ? `array_to_string(${name}, '|')` : `${name}::VARCHAR`;
}

/**
 * Finds the index of every column of the table among `names`, null for an optional one that is
 * absent; null when one is required.
 */
export function findColumns(
  owner: ColumnOwner,
  names: readonly string[],
  problems: ProblemList,
): (number | null)[] | null {
  const { table, label } = owner;
  const keys = names.map(columnKey);
  const columns = columnsOf(table);
  const about = { table, file: label, place: "header", found: `the columns ${listNames(names)}` };
  const missing = TABLES[table].required.filter((column) => !keys.includes(column));
  const repeated = columns.filter((column) => keys.indexOf(column) !== keys.lastIndexOf(column));
  const extra = names.filter((name, i) => name.trim() !== "" && !columns.includes(keys[i]!));
  const isElsewhere = missing.length > 1 && missing.length === TABLES[table].required.length;
  const all = { expected: `the columns ${TABLES[table].required.join(", ")}`, advice: TITLE_ABOVE };
  if (isElsewhere) problems.add({ ...about, kind: "missing_column", column: null, ...all });
  for (const column of isElsewhere ? [] : missing) {
    const near = extra.filter((name) => nearestColumn(name, [column]) !== null);
    const found = near.length === 1 ? `Is it the column ${listNames(near)}? ` : "";
    const advice = `${found}Rename the column, or write an intake.sql that maps the file (docs/data-format.md).`;
    problems.add({ ...about, kind: "missing_column", column, expected: `a column ${column}`, advice });
  }
  for (const column of repeated)
    problems.add({ ...about, kind: "repeated_column", column, expected: `one column ${column}` });
  noticeExtraColumns(owner, extra, keys, problems);
  if (missing.length + repeated.length > 0) return null;
  return columns.map((column) => (keys.includes(column) ? keys.indexOf(column) : null));
}

const TITLE_ABOVE = "Delete what stands above the header, or say at `country-trust desk` what the columns are.";

/** Says which columns are not read, and which of the optional ones that are absent they may be. */
export function noticeExtraColumns(
  { table, label }: ColumnOwner,
  extra: readonly string[],
  present: readonly string[],
  problems: ProblemList,
): void {
  if (extra.length === 0) return;
  const absent = TABLES[table].optional.filter((column) => !present.includes(column));
  const near = extra.map((name) => [name.trim(), nearestColumn(name, absent)] as const);
  const meant = near.flatMap(([name, column]) => (column === null ? [] : [`${name} for ${column}`]));
  const suggestion = meant.length > 0 ? ` (did you mean ${listNames(meant)}?)` : "";
  problems.notice(`${label}: not read, because ${table} has no such column: ${listNames(extra)}${suggestion}`);
}

function listNames(names: readonly string[]): string {
  const given = names.map((name) => name.trim()).filter((name) => name !== "");
  return firstOf(given, NAMES_SHOWN);
}
