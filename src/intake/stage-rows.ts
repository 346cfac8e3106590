import type { DuckDBConnection } from "@duckdb/node-api";
import type { Atlas } from "../atlas/atlas.ts";
import { streamRows, TableAppender } from "./intake-database.ts";
import type { TableSource } from "./sources/open-sources.ts";
import type { ProblemList, ProgressListener } from "./problem-report.ts";
import type { TableFacts } from "./read-dataset-file.ts";
import { columnsOf, type TableName } from "../tables/input-tables.ts";
import { visitRecords } from "./sources/text-records.ts";

export interface IntakeRun {
  readonly connection: DuckDBConnection;
  /** Opens another connection to the same tables; the caller closes it. */
  readonly connect: () => Promise<DuckDBConnection>;
  readonly facts: TableFacts;
  readonly atlas: Atlas;
  readonly problems: ProblemList;
  /** Sources of all tables. One is replaced by that of a copy where malformed rows are left out. */
  readonly sources: TableSource[];
  readonly onProgress: ProgressListener;
}

/**
 * Returns true if the table of companies could be read, with all its files: otherwise nothing is
 * known of a company that it does not name.
 */
export function areAllCompaniesRead({ sources, problems }: Pick<IntakeRun, "sources" | "problems">): boolean {
  return sources.some(({ table }) => table === "companies") && !problems.has("companies");
}

export interface RowCounts {
  readonly rows: number;
  readonly duplicates: number;
  /** Rows left out because of a problem, malformed ones included. */
  readonly skipped: number;
}

/**
 * A column of a staged table: its type, and its SQL over the values `j` of a row and what is joined
 * to them.
 */
export interface StagedColumn {
  readonly name: string;
  readonly type: "VARCHAR" | "INTEGER";
  readonly sql: string;
}

/**
 * Reads all sources of a table into a new table `intake.<target>` of the given columns and `part`,
 * which says from which source a row is. A column `record` is the number of the row in its source.
 * Malformed rows are recorded as problems; returns how many.
 */
export async function stageRows(
  run: IntakeRun,
  table: TableName,
  target: string,
  columns: readonly StagedColumn[],
  joins = "",
): Promise<number> {
  const { connection } = run;
  const declared = columns.map(({ name, type }) => `${name} ${type}`).join(", ");
  const values = columns.map(({ sql }) => sql).join(", ");
  await connection.run(`CREATE TABLE intake.${target}(part INTEGER, ${declared})`);
  const isNumbered = columns.some(({ name }) => name === "record");
  const insert = ({ part, select }: TableSource): Promise<void> => {
    const rows = selectFilled(table, isNumbered ? selectNumbered(select) : select);
    return runAsWritten(connection, `INSERT INTO intake.${target} SELECT ${part}, ${values} FROM (${rows}) j ${joins}`);
  };
  const files = run.sources.filter((source) => source.table === table).length;
  let read = 0;
  let malformed = 0;
  for (const [index, opened] of run.sources.entries()) {
    if (opened.table !== table) continue;
    // The count of a step is shown with it: that of one file would be taken for rows.
    run.onProgress(`Reading ${table}`, read, files > 1 ? files : null);
    read += 1;
    let source = opened;
    try {
      await insert(source);
    } catch (error) {
      if (source.leaveMalformedOut === null) throw error;
      source = await source.leaveMalformedOut();
      run.sources[index] = source;
      await insert(source);
    }
    malformed += source.malformed;
  }
  return malformed;
}

/**
 * SQL: the rows of a source with their index `record` among those of their file that are not
 * malformed. DuckDB numbers rows in one thread only.
 */
export function selectNumbered(select: string): string {
  return `SELECT *, (row_number() OVER () - 1)::INTEGER AS record FROM (${select})`;
}

/** SQL: the rows of a source without those whose cells are all empty. */
export function selectFilled(table: TableName, select: string): string {
  const filled = columnsOf(table).map((column) => `trim(${column}) <> ''`);
  return `SELECT * FROM (${select}) WHERE ${filled.join(" OR ")}`;
}

/**
 * Runs a query with its joins as written: the rows of a file, whose number is not known, stream
 * past the joined tables.
 */
export async function runAsWritten(connection: DuckDBConnection, sql: string): Promise<void> {
  await connection.run("SET disabled_optimizers = 'join_order,build_side_probe_side'");
  try {
    await connection.run(sql);
  } finally {
    await connection.run("RESET disabled_optimizers");
  }
}

/**
 * Fills in the lines of the rows in `intake.problem`: text files that have any are read once more.
 */
export async function findLines({ connection, sources }: Pick<IntakeRun, "connection" | "sources">): Promise<void> {
  await connection.run("CREATE TABLE intake.line(part INTEGER, record INTEGER, line INTEGER)");
  for (const { part, label, text } of sources) {
    if (text === null) continue;
    const wanted: number[] = [];
    const query = `SELECT DISTINCT record FROM intake.problem WHERE part = ${part} ORDER BY record`;
    for await (const rows of streamRows<[number]>(connection, query)) for (const [record] of rows) wanted.push(record);
    if (wanted.length === 0) continue;
    const appender = await TableAppender.open(connection, "intake", "line");
    let record = 0;
    let found = 0;
    await visitRecords(text, {
      onRow(line) {
        if (record === wanted[found]) {
          appender.add([part, record, line]);
          found += 1;
        }
        record += 1;
      },
      onMalformed() {},
    });
    appender.close();
    if (found < wanted.length) throw new Error(`${label} has ${record} rows; row ${wanted[found]} was read from it`);
  }
  const cell = `(SELECT ', cell ' || letters || l.line FROM intake.sheet_column c WHERE c.part = problem.part AND c.col = problem.col)`;
  await connection.run(`UPDATE intake.problem SET line = l.line,
      place = CASE WHEN p.is_sheet THEN 'row ' || l.line || coalesce(${cell}, '') ELSE 'line ' || l.line END
    FROM intake.line l JOIN intake.part p USING (part) WHERE l.part = problem.part AND l.record = problem.record`);
}
