import type { FindingList } from "./finding-list.ts";
import { columnKey } from "./read-header.ts";
import { identifier } from "./sql-text.ts";
import { columnsOf, type TableName, TABLES } from "./table-columns.ts";

/** A file or a view, as far as its columns matter. */
export interface ColumnOwner {
  readonly table: TableName;
  readonly label: string;
}

export interface ColumnDescription {
  readonly column_name: string;
  readonly column_type: string;
}

/**
 * SQL for every column of the table over a typed relation, as the text that a CSV would hold. Returns null, with findings, when a
 * required column is missing.
 */
export function findTypedCells(
  file: ColumnOwner,
  described: readonly ColumnDescription[],
  findings: FindingList,
): string[] | null {
  const places = findColumns(
    file,
    described.map(({ column_name }) => column_name),
    findings,
  );
  if (places === null) return null;
  return columnsOf(file.table).map((column, i) => {
    const source = places[i] == null ? null : described[places[i]]!;
    return `${source === null ? "NULL::VARCHAR" : typedCell(source)} AS ${column}`;
  });
}

/** A typed column as the text that a CSV would hold: a midnight as its date, a list with `|` between its items. */
function typedCell({ column_name, column_type }: ColumnDescription): string {
  const name = identifier(column_name);
  if (column_type.startsWith("TIMESTAMP")) {
    return `CASE WHEN ${name} = date_trunc('day', ${name}) THEN ${name}::DATE::VARCHAR ELSE ${name}::VARCHAR END`;
  }
  return column_type === "VARCHAR[]" ? `array_to_string(${name}, '|')` : `${name}::VARCHAR`;
}

/** The place of every column of the table among `names`, null for an optional one that is absent; null when one is required. */
export function findColumns(
  file: ColumnOwner,
  names: readonly string[],
  findings: FindingList,
): (number | null)[] | null {
  const { required } = TABLES[file.table];
  const keys = names.map(columnKey);
  const columns = columnsOf(file.table);
  const found = listNames(names);
  const missing = required.filter((column) => !keys.includes(column));
  const twice = columns.filter((column) => keys.indexOf(column) !== keys.lastIndexOf(column));
  for (const column of missing) {
    findings.add({
      kind: "missing_column",
      table: file.table,
      column,
      file: file.label,
      place: "header",
      found: `the columns ${found}`,
      expected: `a column ${column}`,
      advice: "Rename the column, or write an intake.sql that maps the file (docs/data-format.md).",
    });
  }
  for (const column of twice) {
    findings.add({
      kind: "repeated_column",
      table: file.table,
      column,
      file: file.label,
      place: "header",
      found: `the columns ${found}`,
      expected: `one column ${column}`,
    });
  }
  tellExtraColumns(
    file,
    names.filter((_, i) => !columns.includes(keys[i]!)),
    findings,
  );
  if (missing.length + twice.length > 0) return null;
  return columns.map((column) => (keys.includes(column) ? keys.indexOf(column) : null));
}

export function tellExtraColumns(file: ColumnOwner, extra: readonly string[], findings: FindingList): void {
  if (extra.length === 0) return;
  findings.notice(`${file.label}: not read, because ${file.table} has no such column: ${listNames(extra)}`);
}

const NAMES_SHOWN = 30;

function listNames(names: readonly string[]): string {
  const shown = names.slice(0, NAMES_SHOWN).map((name) => name.trim());
  return shown.join(", ") + (names.length > shown.length ? ` and ${names.length - shown.length} more` : "");
}
