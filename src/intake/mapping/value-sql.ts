import { identifier, literal } from "../intake-database.ts";
import type { MappedValue, MappingTable } from "./mapping-schema.ts";

type LeftOut = NonNullable<MappingTable["leave_out"]>[number];

/** SQL: the text of a value of a mapping in a row of `t`. */
export function valueSql(value: MappedValue): string {
  if (typeof value === "string") return identifier(value);
  if ("value" in value) return literal(value.value);
  const { column, list, without, lookup, else: otherwise } = value;
  const cell = `t.${identifier(column)}`;
  let sql = list === undefined && lookup === undefined ? identifier(column) : cell;
  if (list !== undefined) {
    const all = `entries(${cell})`;
    const entries =
      without === undefined ? all : `list_filter(${all}, lambda x: NOT starts_with(x, ${literal(without)}))`;
    sql =
      list === "only"
        ? `CASE WHEN len(${entries}) = 1 THEN ${entries}[1] END`
        : `${entries}[${list === "first" ? 1 : -1}]`;
  }
  if (lookup !== undefined) {
    // Two answers would be shown as one that nobody gave.
    const found = `SELECT string_agg(DISTINCT trim(l.${identifier(lookup.value)}), ' or ') FROM ${lookup.table} l`;
    sql = `coalesce((${found} WHERE lower(trim(l.${identifier(lookup.key)})) = lower(trim(${sql}))), ${sql})`;
  }
  return otherwise === undefined ? sql : `coalesce(nullif(trim(${sql}), ''), ${literal(otherwise)})`;
}

/** Returns the column that a value is made of; null where there is none. */
export function columnOf(value: MappedValue | undefined): string | null {
  if (value === undefined) return null;
  return typeof value === "string" ? value : "column" in value ? value.column : null;
}

/** Returns true if the function `entries` is needed. */
export function readsList(value: unknown): boolean {
  return typeof value === "object" && value !== null && "list" in value;
}

/** SQL: true if a row is one of those that a rule of `leave_out` names. */
export function leftOutSql(rule: LeftOut): string {
  return ruleSql(rule, "IN");
}

/** SQL: true if a row is none of those that the table leaves out. */
export function keptRowSql({ leave_out = [] }: MappingTable): string {
  return leave_out.length === 0 ? "true" : leave_out.map((rule) => ruleSql(rule, "NOT IN")).join("\n    AND ");
}

function ruleSql({ column, is }: LeftOut, operator: "IN" | "NOT IN"): string {
  const words = is.map((word) => literal(word.trim().toLowerCase())).join(", ");
  return `lower(trim(coalesce(${identifier(column)}, ''))) ${operator} (${words})`;
}
