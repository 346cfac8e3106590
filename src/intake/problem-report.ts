import type { DuckDBConnection } from "@duckdb/node-api";
import { copyFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { quoteField } from "./csv-scanner.ts";
import { literal, readCounts, readRows } from "./intake-database.ts";
import { TABLE_NAMES } from "./tables.ts";

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
  /** Where in the file: `line 12`, a key such as `company=c1, pillar=water`, or a JSON pointer. */
  readonly place: string;
  readonly found: string;
  readonly expected: string;
  /** What to do, unless `expected` says it all. */
  readonly advice: string | null;
}

/** The problems of one kind in one column. */
export interface ProblemKind {
  readonly kind: string;
  /**
   * `companies`, `products` or `judgements`, or the file in question: `dataset.json`, `intake.sql`.
   */
  readonly table: string;
  readonly column: string | null;
  readonly count: number;
  readonly expected: string;
  /** The first ones. */
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

/** How many problems of a kind are shown; all of them are in the CSV. */
const SHOWN_PER_KIND = 20;

/** A problem with what it is grouped by. */
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

  notice(text: string): void {
    if (!this.notices.includes(text)) this.notices.push(text);
  }
}

/** The report on a dataset whose rows were not looked at. */
export function reportFiles({ problems, notices }: ProblemList): ProblemReport {
  const groups = Map.groupBy(problems, ({ kind, table, column, expected }) =>
    JSON.stringify([table, column, kind, expected]),
  );
  return {
    kinds: [...groups.values()].map((group) => kindOf(group[0]!, group.length, group.slice(0, SHOWN_PER_KIND))),
    total: problems.length,
    notices: [...notices],
    writeCsv: (file) => writeFile(file, [CSV_COLUMNS.join(","), ...problems.map(csvLine), ""].join("\r\n")),
  };
}

/**
 * The report on the problems in `intake.problem`; writes the CSV of all of them into the work
 * folder.
 */
export async function reportRows(
  connection: DuckDBConnection,
  notices: readonly string[],
  workFolder: string,
): Promise<ProblemReport> {
  const tables = `[${TABLE_NAMES.map(literal).join(", ")}]`;
  const order = `array_position(${tables}, tbl), col NULLS FIRST, kind, file, line, place, found, expected`;
  const csv = path.join(workFolder, "problems.csv");
  await connection.run(`COPY
    (SELECT kind, tbl AS "table", col AS "column", file, line, place, found, expected, advice FROM intake.problem ORDER BY ${order})
    TO ${literal(csv)} (FORMAT csv, HEADER, NEW_LINE '\\r\\n')`);
  const shown = await readRows<ProblemRow>(
    connection,
    `SELECT *, tbl AS "table", col AS "column" FROM
       (SELECT *, count(*) OVER kinds AS total, row_number() OVER (kinds ORDER BY ${order}) AS index_in_kind FROM intake.problem
        WINDOW kinds AS (PARTITION BY tbl, col, kind))
     WHERE index_in_kind <= ${SHOWN_PER_KIND} ORDER BY ${order}`,
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

interface ProblemRow extends Omit<GroupedProblem, "line"> {
  readonly line: bigint | null;
  readonly total: bigint;
  readonly general: string;
}

type AnyProblem = Omit<GroupedProblem, "line"> & { readonly line: number | bigint | null };

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

function csvLine(problem: GroupedProblem): string {
  return CSV_COLUMNS.map((column) => quoteField(String(problem[column] ?? ""))).join(",");
}
