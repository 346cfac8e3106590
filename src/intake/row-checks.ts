import type { RowCheck } from "./row-problems.ts";

/** Checks over rows named `r`, for columns of any table. */

export const NAME_LENGTH_MAX = 300;
export const ID_LENGTH_MAX = 200;

/** The cell must hold something. */
export function mustBeGiven(column: string, expected: string): RowCheck {
  return { kind: "missing_value", column, expected, when: `r.${column} IS NULL`, found: "'an empty cell'" };
}

/** The cell holds at most `maximum` characters. */
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

export function mustBeWebAddress(column: string): RowCheck {
  return {
    kind: "bad_address",
    column,
    expected: "an address that begins with https:// or http://",
    when: `NOT intake.is_web_address(r.${column})`,
    found: `r.${column}`,
  };
}

/** SQL: whether any of the checks finds fault with the row `r`. */
export function anyFault(checks: readonly RowCheck[]): string {
  return checks.map(({ when }) => `coalesce(${when}, false)`).join(" OR ");
}

/**
 * The query of the rows of `good` whose `key` stands there with different values in `columns`; `differing` says what this row has in
 * the columns that differ.
 */
export function conflictingRows(good: string, key: string, columns: readonly string[]): string {
  const said = columns.map(
    (column) => `CASE WHEN d.${column} > 1 THEN '${column} ' || coalesce(g.${column}, '(empty)') END`,
  );
  const counts = columns.map((column) => `count(DISTINCT coalesce(${column}, '')) AS ${column}`);
  const isMany = columns.map((column) => `${column} > 1`);
  // Keys that stand there once, which most do, are not counted in every column.
  const repeated = `SELECT ${key} FROM ${good} WHERE ${key} IS NOT NULL GROUP BY ${key} HAVING count(*) > 1`;
  return `SELECT g.*, concat_ws(', ', ${said.join(", ")}) AS differing
    FROM ${good} g JOIN (SELECT * FROM (SELECT ${key}, ${counts.join(", ")} FROM ${good} WHERE ${key} IN (${repeated}) GROUP BY ${key})
      WHERE ${isMany.join(" OR ")}) d ON d.${key} = g.${key}`;
}
