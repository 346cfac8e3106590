import type { DuckDBConnection } from "@duckdb/node-api";
import { readRows } from "./intake-database.ts";
import { TABLE_NAMES, type TableName } from "./tables.ts";

/** Rows of a table that were left out because of one kind of problem in one column. */
export interface SkippedKind {
  readonly table: TableName;
  /** As in the report of problems, or `company_left_out`: the row itself has no problem. */
  readonly kind: string;
  /** Null where the problem is one of the whole row. */
  readonly column: string | null;
  readonly rows: number;
}

/**
 * Why rows were left out, the most frequent reason of a table first. A row with several problems
 * counts under the first that was recorded, so that the rows of a table add up to those that were
 * `skipped`. Reads `intake.problem` before problems outside the rows are added to it.
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
