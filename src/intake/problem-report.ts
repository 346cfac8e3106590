import type { DuckDBConnection } from "@duckdb/node-api";
import { copyFile } from "node:fs/promises";
import path from "node:path";
import { appendRows, literal, readCounts, readRows } from "./intake-database.ts";
import { TABLE_NAMES } from "../tables/input-tables.ts";

/**
 * One thing that stands in the way of publishing: where it is, what was found, what was expected.
 */
export interface RowProblem {
  /**
   * The file as the publisher knows it, relative to its folder, or null when no file can be named.
   */
  readonly file: string | null;
  /** Physical line from 1, or null where lines have no meaning (Parquet, views of intake.sql). */
  readonly line: number | null;
  /** Place in the file: `line 12`, a key such as `company=c1, pillar=water`, or a JSON pointer. */
  readonly place: string;
  readonly found: string;
  readonly expected: string;
  /** Advice, unless `expected` says it all. */
  readonly advice: string | null;
}

export interface ProblemKind {
  readonly kind: string;
  /**
   * `companies`, `products`, `judgements` or `replies`, or what else is in question:
   * `dataset.json`, `intake.sql`, `logo`, `about.md` and the like.
   */
  readonly table: string;
  readonly column: string | null;
  readonly count: number;
  readonly expected: string;
  readonly shown: readonly RowProblem[];
}

/** Every problem of a dataset, grouped and counted, and what else its publisher should know. */
export interface ProblemReport {
  readonly kinds: readonly ProblemKind[];
  readonly total: number;
  readonly notices: readonly string[];
  /** Writes every problem, one per row; works as long as the work folder exists. */
  writeCsv(file: string): Promise<void>;
}

/** Called while a dataset is read, with the step and how far it is. */
export type ProgressListener = (step: string, done: number, total: number | null) => void;

/** Maximum number of problems of a kind that are shown; all of them are in the CSV. */
const SHOWN_PER_KIND = 20;

interface GroupedProblem extends RowProblem {
  readonly kind: string;
  readonly table: string;
  readonly column: string | null;
}

type ProblemParts = Pick<GroupedProblem, "kind" | "table" | "found" | "expected"> & Partial<GroupedProblem>;

/** Problems outside the rows, and notices. */
export class ProblemList {
  readonly problems: GroupedProblem[] = [];
  readonly notices: string[] = [];

  add(parts: ProblemParts): void {
    this.problems.push({ column: null, file: null, line: null, place: "", advice: null, ...parts });
  }

  /** Returns true if a table, or a file that describes the dataset, has a problem. */
  has(table: string): boolean {
    return this.problems.some((problem) => problem.table === table);
  }

  notice(text: string): void {
    if (!this.notices.includes(text)) this.notices.push(text);
  }
}

const DESCRIPTIONS = "folder|dataset.json|logo|about.md|privacy.md|terms.md|mapping.json|intake.sql".split("|");
const SUBJECTS = [...DESCRIPTIONS, ...TABLE_NAMES];

/**
 * Reports the problems in the list and those in `intake.problem`, and writes the CSV of all of them
 * into the work folder.
 */
export async function reportProblems(
  connection: DuckDBConnection,
  { problems, notices }: ProblemList,
  workFolder: string,
): Promise<ProblemReport> {
  await appendRows(connection, "intake", "problem", problems.map(listedRow));
  const subjects = `[${SUBJECTS.map(literal).join(", ")}]`;
  // Problems of the list stay in its order: their `record` is their place in it.
  const order = `array_position(${subjects}, tbl), col NULLS FIRST, CASE WHEN part IS NULL THEN record END, kind, file, line,
    place, found, expected`;
  const csv = path.join(workFolder, "problems.csv");
  await connection.run(`COPY
    (SELECT kind, tbl AS "table", col AS "column", file, line, nullif(place, '') AS place, found, expected, advice FROM intake.problem ORDER BY ${order})
    TO ${literal(csv)} (FORMAT csv, HEADER, NEW_LINE '\\r\\n')`);
  const shown = await readRows<ProblemRow>(
    connection,
    `SELECT *, tbl AS "table", col AS "column" FROM
       (SELECT *, count(*) OVER kinds AS total, row_number() OVER (kinds ORDER BY ${order}) AS index_in_kind FROM intake.problem
        WINDOW kinds AS (PARTITION BY tbl, col, kind, general))
     WHERE index_in_kind <= ${SHOWN_PER_KIND} ORDER BY ${order}`,
  );
  const groups = Map.groupBy(shown, ({ kind, table, column, general }) =>
    JSON.stringify([table, column, kind, general]),
  );
  const { total } = await readCounts<"total">(connection, "SELECT count(*) AS total FROM intake.problem");
  return {
    kinds: [...groups.values()].map(kindOf),
    total,
    notices: [...notices],
    writeCsv: (file) => copyFile(csv, file),
  };
}

/** Returns the values of the columns of `intake.problem`. */
function listedRow(problem: GroupedProblem, index: number): (string | number | null)[] {
  const { kind, table, column, file, line, place, found, expected, advice } = problem;
  return [kind, table, column, null, index, file, line, place, found, expected, advice, expected];
}

interface ProblemRow extends GroupedProblem {
  readonly total: bigint;
  readonly general: string;
}

function kindOf(shown: readonly ProblemRow[]): ProblemKind {
  const { kind, table, column, total, general } = shown[0]!;
  return { kind, table, column, count: Number(total), expected: general, shown: shown.map(toRowProblem) };
}

function toRowProblem({ file, line, place, found, expected, advice }: ProblemRow): RowProblem {
  return { file, line, place, found, expected, advice };
}
