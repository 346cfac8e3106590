import { identifier, literal } from "./intake-database.ts";
import { NUMBER_LENGTH_MAX, type NumberAnswer, plainTimesSql } from "./numbers.ts";

/** A column whose cells are read as numbers. */
export interface NumberColumn {
  readonly table: string;
  readonly column: string;
  /** If it is a maximum, the columns of the same rows whose numbers are shares of it. */
  readonly parts: readonly string[];
}

/** SQL: the rows of `number_forms`: how columns write numbers, found over all of their cells. */
export function numberFormsSql(columns: readonly NumberColumn[], answer: NumberAnswer): string {
  const cells = columns.map(({ table, column, parts }) => {
    const read = parts.map((part) => `readings(${identifier(part)})`);
    const part = read.map((each) => `least(${each}.point, ${each}.comma)`).join(", ");
    const selected = [
      `${literal(table)} AS in_table`,
      `${literal(column)} AS in_column`,
      `${identifier(column)} AS cell`,
      `${part === "" ? "NULL::DOUBLE" : `greatest(${part})`} AS part`,
    ];
    return `SELECT ${selected.join(", ")} FROM ${table} WHERE length(${identifier(column)}) <= ${NUMBER_LENGTH_MAX}`;
  });
  const answered = answer.decimal === undefined ? "NULL" : literal(answer.decimal);
  return `SELECT in_table, in_column, coalesce(decimal_mark(r), mark_of_maximum(r, part), ${answered}) AS mark,
    ${plainTimesSql("r", answer)} AS plain_times, bool_or(not_finite(r)) AS has_not_finite,
    min(cell) FILTER (r.point <> r.comma) AS open_cell,
    min(cell) FILTER (is_share(r)) AS share_cell, min(cell) FILTER (r.is_percent) AS percent_cell
  FROM (SELECT *, readings(cell) AS r FROM (SELECT DISTINCT * FROM (
    ${cells.join("\n    UNION ALL ")})))
  GROUP BY in_table, in_column`;
}
