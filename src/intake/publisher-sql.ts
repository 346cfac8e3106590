import type { DuckDBConnection } from "@duckdb/node-api";
import { mkdir, readdir } from "node:fs/promises";
import path from "node:path";
import { checkEncoding } from "./check-encoding.ts";
import { ALLOWED_STATEMENTS, closeDatabase, type ClosedDatabase, Refusal } from "./closed-database.ts";
import { type ColumnDescription, selectTyped } from "./file-columns.ts";
import { type DatabaseOptions, literal, openIntakeDatabase, readRows } from "./intake-database.ts";
import type { ProblemList, ProgressListener } from "./problem-report.ts";
import { messageOf, readDescription } from "./read-description.ts";
import { splitStatements } from "./sql-statements.ts";
import { TABLE_NAMES, type TableName } from "./tables.ts";

const FILE = "intake.sql";

export interface PublisherSqlOptions extends DatabaseOptions {
  readonly folder: string;
  readonly dataFolder: string | null;
  readonly problems: ProblemList;
  readonly onProgress: ProgressListener;
}

/**
 * The rows of a view of intake.sql, kept as a Parquet file whose columns are the table's, as text.
 */
export interface PublishedView {
  readonly table: TableName;
  /** Null, with a problem, when the view cannot be read. */
  readonly path: string | null;
}

/**
 * Runs the publisher's `intake.sql`, if there is one, in a database of its own that can read the
 * two folders only, and keeps the rows of the views `companies`, `products` and `judgements` that
 * it defines.
 *
 * Returns null, with a problem, when the script is refused, fails or defines no such view. Nothing
 * that it defines reaches our own queries.
 */
export async function runPublisherSql(options: PublisherSqlOptions): Promise<PublishedView[] | null> {
  const { problems } = options;
  const about = { folder: options.folder, file: FILE, expected: "UTF-8", advice: "Save the file as UTF-8." } as const;
  const script = await readDescription(about, problems);
  if (script === null) return null;
  if (script === undefined) return [];
  const views = path.join(options.workFolder, "views");
  await mkdir(views, { recursive: true });
  const database = await openIntakeDatabase(options);
  const before = problems.problems.length;
  let kept: PublishedView[] | null = null;
  try {
    const { connection } = database;
    const closed = await closeDatabase(connection, {
      folder: options.folder,
      data: options.dataFolder ?? options.folder,
      views,
    });
    if (await runScript(closed, script, options)) kept = await keepViews(connection, views, options);
  } finally {
    database.close();
  }
  for (const { found } of problems.problems.slice(before)) await explainEncodings(found, options);
  return kept;
}

/**
 * Runs the statements one after another; false, with a problem, at the first that is refused or
 * fails.
 */
async function runScript(
  database: ClosedDatabase,
  script: string,
  { problems, onProgress }: PublisherSqlOptions,
): Promise<boolean> {
  const statements = splitStatements(script);
  for (const [i, statement] of statements.entries()) {
    onProgress("Running intake.sql", i, statements.length);
    try {
      await database.run(statement);
    } catch (error) {
      const isRefused = error instanceof Refusal;
      problems.add({
        kind: isRefused ? "refused_statement" : "sql_failed",
        table: FILE,
        file: FILE,
        line: statement.line,
        place: `line ${statement.line} (statement ${i + 1} of ${statements.length})`,
        found: isRefused ? error.message : `${databaseMessage(error)}\nin: ${shorten(statement.text)}`,
        expected: isRefused ? ALLOWED_STATEMENTS : "SQL that DuckDB can run",
        advice: adviceOn(error),
      });
      return false;
    }
  }
  return true;
}

async function keepViews(
  connection: DuckDBConnection,
  folder: string,
  { problems, onProgress }: PublisherSqlOptions,
): Promise<PublishedView[] | null> {
  const defined = await readRows<{ name: string }>(
    connection,
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'main'",
  );
  const names = defined.map(({ name }) => name.toLowerCase());
  const tables = TABLE_NAMES.filter((table) => names.includes(table));
  if (tables.length === 0) {
    const expected = `a view ${TABLE_NAMES.join(", ")}, or several of them`;
    problems.add({ kind: "missing_view", table: FILE, file: FILE, found: "none of them", expected });
    return null;
  }
  const views: PublishedView[] = [];
  for (const [done, table] of tables.entries()) {
    onProgress("Reading the views of intake.sql", done, tables.length);
    const file = path.join(folder, `${table}.parquet`);
    let isKept = false;
    try {
      const described = await readRows<ColumnDescription>(connection, `DESCRIBE SELECT * FROM ${table}`);
      const values = selectTyped({ table, label: viewLabel(table) }, described, problems);
      if (values !== null) {
        await connection.run(`COPY (SELECT ${values.join(", ")} FROM ${table}) TO ${literal(file)} (FORMAT parquet)`);
        isKept = true;
      }
    } catch (error) {
      const expected = "a view whose rows can be read";
      problems.add({
        kind: "sql_failed",
        table: FILE,
        file: FILE,
        place: `view ${table}`,
        found: databaseMessage(error),
        expected,
        advice: adviceOn(error),
      });
    }
    views.push({ table, path: isKept ? file : null });
  }
  return views;
}

const TEXT_FILE = /\.(?:csv|tsv|txt|json|jsonl|ndjson)(?:\.(gz|zst))?$/i;

/** Adds a problem for each text file that a message of the database names and that is not UTF-8. */
async function explainEncodings(message: string, options: PublisherSqlOptions): Promise<void> {
  for (const root of new Set([options.folder, options.dataFolder ?? options.folder])) {
    const entries = await readdir(root, { withFileTypes: true, recursive: true }).catch(() => []);
    for (const entry of entries) {
      const file = path.join(entry.parentPath, entry.name);
      const label = path.relative(root, file);
      const [isText, packed] = TEXT_FILE.exec(entry.name) ?? [];
      if (!entry.isFile() || isText === undefined || !message.includes(label)) continue;
      const compression = packed === undefined ? null : packed.toLowerCase() === "gz" ? "gzip" : "zstd";
      const copyPath = path.join(options.workFolder, "encoding.txt");
      const checked = await checkEncoding({ path: file, compression, copyPath }).catch(() => null);
      const about = { kind: "bad_encoding", table: FILE, file: label, expected: "UTF-8" };
      if (checked?.kind === "not_text") {
        const advice = "Save the file as UTF-8, or name its encoding: read_csv(…, encoding = 'latin-1').";
        options.problems.add({ ...about, place: `byte ${checked.byteOffset}`, found: checked.found, advice });
      } else if (checked !== null && checked.path !== file) {
        const advice = "Name its encoding: read_csv(…, encoding = 'utf-16').";
        options.problems.add({ ...about, place: "byte 0", found: "UTF-16", advice });
      }
    }
  }
}

/** The name of a view in messages. */
export function viewLabel(table: TableName): string {
  return `the view ${table} of ${FILE}`;
}

/** A file whose layout DuckDB could not find out. */
const SNIFFED = /Error when sniffing file "([^"]+)"/u;

/** The message of the database, without advice that a publisher cannot follow. */
function databaseMessage(error: unknown): string {
  const message = messageOf(error);
  const [, file] = SNIFFED.exec(message) ?? [];
  if (file !== undefined)
    return `the file ${file} is not laid out as the statement says, or in no way that DuckDB recognizes`;
  return message
    .replace(/^Failed to extract statements: /, "")
    .replace(/\n+Possible solutions:[^]*$/u, "")
    .trim();
}

/**
 * DuckDB's own advice on memory is to change its settings, which is refused here; ours has the same
 * effect.
 */
function adviceOn(error: unknown): string | null {
  if (SNIFFED.test(messageOf(error)))
    return "Look at its first lines, and say how it is laid out: read_csv(…, delim = ';', skip = 0, header = true, all_varchar = true), without `columns`.";
  return databaseMessage(error).startsWith("Out of Memory Error")
    ? "The setting INTAKE_MEMORY_MIB allows more memory."
    : null;
}

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length > 160 ? `${line.slice(0, 160)}…` : line;
}
