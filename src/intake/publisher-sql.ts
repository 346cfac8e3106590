import type { DuckDBConnection } from "@duckdb/node-api";
import { existsSync } from "node:fs";
import { mkdir, realpath } from "node:fs/promises";
import path from "node:path";
import { checkEncoding } from "./check-encoding.ts";
import { ALLOWED_STATEMENTS, closeDatabase, type ClosedDatabase, Refusal } from "./closed-database.ts";
import { convertFiles, listTextFiles } from "./convert-files.ts";
import { counted } from "./counted.ts";
import type { SingleByteEncoding } from "./decode-text.ts";
import { type ColumnDescription, selectTyped } from "./file-columns.ts";
import { type DatabaseOptions, literal, openIntakeDatabase, readRows } from "./intake-database.ts";
import { type PublishedView, viewLabel } from "./find-table-files.ts";
import type { ProblemList, ProgressListener } from "./problem-report.ts";
import { readDescription } from "./read-description.ts";
import { isGenerated } from "./mapping/generated-sql.ts";
import { keepScript, openMapping, type OpenedMapping } from "./mapping/open-mapping.ts";
import { MAPPING_FILE, type MappedNames } from "./mapping/read-mapping.ts";
import { explainFailure, insteadOf, type SqlFailure } from "./sql-messages.ts";
import { splitStatements, type SqlStatement } from "./sql-statements.ts";
import { TABLE_NAMES } from "../tables/input-tables.ts";

const FILE = "intake.sql";

export interface PublisherSqlOptions extends DatabaseOptions {
  readonly folder: string;
  readonly dataFolder: string | null;
  /** How long the statements, and the queries of the views, may run together. */
  readonly sqlSeconds: number;
  /** Of text files that are not UTF-8, as dataset.json names it. */
  readonly encoding: SingleByteEncoding | null;
  /** What of dataset.json a mapping refers to. */
  readonly names: MappedNames;
  readonly problems: ProblemList;
  readonly onProgress: ProgressListener;
}

/** A run of the script. Messages name files relative to the `folders`. */
interface ScriptRun extends PublisherSqlOptions {
  readonly folders: readonly string[];
  /** What an error is about, where the time was over. */
  readonly overtime: () => SqlFailure | null;
}

/**
 * Runs the publisher's `intake.sql`, or what their `mapping.json` makes of the files, in a database
 * of its own that can read the two folders only, and keeps the rows of the views `companies`,
 * `products`, `judgements` and `replies` that it defines.
 *
 * Returns null, with a problem, when the script is refused, fails or defines no such view. Nothing
 * that it defines reaches our own queries.
 */
export async function runPublisherSql(options: PublisherSqlOptions): Promise<PublishedView[] | null> {
  const { problems } = options;
  const about = {
    folder: options.folder,
    file: FILE,
    table: FILE,
    expected: "UTF-8",
    advice: "Save the file as UTF-8.",
  } as const;
  const own = await readDescription(about, problems);
  if (own === null) return null;
  const views = path.join(options.workFolder, "views");
  await mkdir(views, { recursive: true });
  const data = options.dataFolder ?? options.folder;
  const converted = path.join(options.workFolder, "converted");
  await mkdir(converted, { recursive: true });
  const mapped = await mappedScript(own, { ...options, data, converted });
  const script = mapped === undefined ? own : mapped?.script;
  if (mapped === null) return null;
  if (script === undefined) return [];
  // To convert takes a while; a script that wants it says so. What is mapped is converted already.
  if (mapped === undefined && script.includes("converted")) await convertFiles({ ...options, data, converted });
  const database = await openIntakeDatabase(options);
  const before = problems.problems.length;
  let kept: PublishedView[] | null = null;
  const limit = limitTime(database.connection, options.sqlSeconds);
  try {
    const { connection } = database;
    const closed = await closeDatabase(connection, { folder: options.folder, data, views, converted });
    const folders = [views, await realpath(options.folder), await realpath(data), converted];
    const run = { ...options, folders, overtime: limit.overtime };
    const statements = splitStatements(script);
    if (await runStatements(closed, statements, run)) {
      kept = await keepViews(connection, views, statements, run);
      for (const notice of (await mapped?.notices(connection)) ?? []) problems.notice(notice);
    }
  } finally {
    limit.end();
    database.close();
  }
  for (const { found } of problems.problems.slice(before)) await explainEncodings(found, options);
  return kept;
}

/**
 * What mapping.json makes of the files, kept as intake.sql too. Undefined where there is none, or
 * where somebody wrote the intake.sql themselves; null, with problems, where it has some.
 */
async function mappedScript(
  own: string | undefined,
  options: PublisherSqlOptions & { readonly data: string; readonly converted: string },
): Promise<OpenedMapping | undefined | null> {
  const { folder, problems } = options;
  if (own !== undefined && !isGenerated(own)) {
    if (existsSync(path.join(folder, MAPPING_FILE)))
      problems.notice(
        `${FILE} was written or edited by hand, so it counts and ${MAPPING_FILE} does not; without the file ${FILE}, ${MAPPING_FILE} makes a new one`,
      );
    return undefined;
  }
  const mapped = await openMapping(options);
  if (mapped !== undefined && mapped !== null && mapped.script !== own) await keepScript(folder, mapped.script);
  return mapped;
}

/**
 * Interrupts what runs on a connection once the time is over, and every second from then on: what
 * is refused that way may be followed by another statement.
 */
function limitTime(connection: DuckDBConnection, seconds: number) {
  let passed = 0;
  const timer = setInterval(() => {
    passed += 1;
    if (passed >= seconds) connection.interrupt();
  }, 1000);
  const failure: SqlFailure = {
    found: `intake.sql ran for ${counted(seconds, "second")} and was stopped here`,
    advice:
      "Does a recursion end, and does every join have its condition? A long run that is right may take more time: INTAKE_SECONDS=3600.",
    line: null,
  };
  return { overtime: () => (passed >= seconds ? failure : null), end: () => clearInterval(timer) };
}

/**
 * Runs the statements one after another; false, with a problem, at the first that is refused or
 * fails.
 */
async function runStatements(
  database: ClosedDatabase,
  statements: readonly SqlStatement[],
  { problems, onProgress, folders, overtime }: ScriptRun,
): Promise<boolean> {
  for (const [i, statement] of statements.entries()) {
    onProgress("Running intake.sql", i, statements.length);
    try {
      await database.run(statement);
    } catch (error) {
      const isRefused = error instanceof Refusal;
      const failure = isRefused
        ? refusalOf(error, statement)
        : (overtime() ?? explainFailure(error, folders, statement));
      const line = failure.line ?? statement.line;
      const from = line === statement.line ? "" : `, from line ${statement.line}`;
      problems.add({
        ...failure,
        kind: isRefused ? "refused_statement" : "sql_failed",
        table: FILE,
        file: FILE,
        line,
        place: `line ${line} (statement ${i + 1} of ${statements.length}${from})`,
        expected: isRefused ? ALLOWED_STATEMENTS : "SQL that DuckDB can run",
      });
      return false;
    }
  }
  return true;
}

function refusalOf({ message }: Refusal, { words: [first, second = ""] }: SqlStatement): SqlFailure {
  const isLoading = first === "install" || first === "load";
  return { found: message, advice: isLoading ? insteadOf(second) : null, line: null };
}

async function keepViews(
  connection: DuckDBConnection,
  folder: string,
  statements: readonly SqlStatement[],
  { problems, onProgress, folders, overtime }: ScriptRun,
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
      // The lines that DuckDB names are of our own query.
      const { found, advice } = overtime() ?? explainFailure(error, folders, null);
      const line = statements.findLast(({ words }) => words[0] === "create" && words.includes(table))?.line ?? null;
      problems.add({
        kind: "sql_failed",
        table: FILE,
        file: FILE,
        line,
        place: line === null ? `view ${table}` : `line ${line} (view ${table})`,
        found,
        expected: "a view whose rows can be read",
        advice,
      });
    }
    views.push({ table, path: isKept ? file : null });
  }
  return views;
}

/** Adds a problem for each text file that a message of the database names and that is not UTF-8. */
async function explainEncodings(message: string, options: PublisherSqlOptions): Promise<void> {
  for (const root of new Set([options.folder, options.dataFolder ?? options.folder])) {
    for (const { path: file, label, compression } of await listTextFiles(root)) {
      if (!message.includes(label)) continue;
      const copyPath = path.join(options.workFolder, "encoding.txt");
      const checked = await checkEncoding({ path: file, compression, copyPath }).catch(() => null);
      if (checked === null || (checked.kind === "text" && checked.path === file)) continue;
      const isText = checked.kind === "text";
      options.problems.add({
        kind: "bad_encoding",
        table: FILE,
        file: label,
        expected: "UTF-8",
        place: `byte ${isText ? 0 : checked.byteOffset}`,
        found: isText ? "UTF-16" : checked.found,
        advice: isText
          ? "Name its encoding: read_csv(…, encoding = 'utf-16')."
          : "Save the file as UTF-8, or read it from getvariable('converted'), where it is as UTF-8.",
      });
    }
  }
}
