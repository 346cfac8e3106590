import { type DuckDBConnection, StatementType } from "@duckdb/node-api";
import { mkdir, readFile, realpath } from "node:fs/promises";
import path from "node:path";
import type { FindingList } from "./finding-list.ts";
import { type DatabaseOptions, openIntakeDatabase, readRows } from "./intake-database.ts";
import { literal } from "./sql-text.ts";
import { splitStatements, type SqlStatement } from "./sql-statements.ts";
import { TABLE_NAMES, type TableName } from "./table-columns.ts";
import { type ColumnDescription, findTypedCells } from "./find-columns.ts";

const FILE = "intake.sql";

export interface PublisherSqlOptions extends DatabaseOptions {
  readonly folder: string;
  readonly dataFolder: string | null;
  readonly findings: FindingList;
  readonly onProgress: (step: string, done: number, total: number | null) => void;
}

/** The rows of a view of intake.sql, kept as a Parquet file whose columns are the table's, as text. */
export interface PublishedView {
  readonly table: TableName;
  readonly path: string;
}

/**
 * Runs the publisher's `intake.sql`, if there is one, in a database of its own that sees the two folders only, and keeps the rows of the views
 * `companies`, `products` and `judgements` that it defines.
 *
 * Returns null when something went wrong, which is a finding. The database is closed again: nothing that the script defines reaches our own queries.
 */
export async function runPublisherSql(options: PublisherSqlOptions): Promise<PublishedView[] | null> {
  const { folder, findings } = options;
  let bytes: Buffer;
  try {
    bytes = await readFile(path.join(folder, FILE));
  } catch {
    return [];
  }
  let script: string;
  try {
    script = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    findings.add({
      kind: "bad_encoding",
      table: FILE,
      file: FILE,
      found: "bytes that are not UTF-8",
      expected: "UTF-8",
    });
    return [];
  }
  const viewFolder = path.join(options.workFolder, "views");
  await mkdir(viewFolder, { recursive: true });
  const database = await openIntakeDatabase(options);
  try {
    const refused = await closeSandbox(database.connection, options, viewFolder);
    if (!(await runScript(database.connection, script, refused, findings))) return null;
    return await keepViews(database.connection, viewFolder, options);
  } finally {
    database.close();
  }
}

/** Table functions that only read, from the folders or from nowhere. */
const HARMLESS_FUNCTIONS = new Set(
  `read_csv read_csv_auto sniff_csv read_json read_json_auto read_json_objects read_json_objects_auto read_ndjson read_ndjson_auto read_ndjson_objects
  read_parquet parquet_scan parquet_schema parquet_metadata parquet_file_metadata parquet_kv_metadata read_text read_blob read_duckdb glob json_each
  json_tree range generate_series unnest repeat repeat_row summary histogram histogram_values`.split(/\s+/),
);

/** Scalar functions that do more than compute. */
const HARMFUL_FUNCTIONS = ["write_log", "sleep_ms"];

/**
 * Restricts the database to the folders, without a way back, and tells them to the script as the variables `folder` and `data`.
 * Returns the functions that a script may not call.
 */
async function closeSandbox(
  connection: DuckDBConnection,
  options: PublisherSqlOptions,
  viewFolder: string,
): Promise<ReadonlySet<string>> {
  const functions = await readRows<{ name: string }>(
    connection,
    "SELECT DISTINCT function_name AS name FROM duckdb_functions() WHERE function_type IN ('table', 'table_macro')",
  );
  const folder = await realFolder(options.folder);
  const data = options.dataFolder === null ? folder : await realFolder(options.dataFolder);
  const allowed = [folder, data, await realFolder(viewFolder)].map((each) => literal(each + path.sep));
  await connection.run(`
    SET allowed_directories = [${allowed.join(", ")}];
    SET enable_external_access = false;
    SET lock_configuration = true;
    SET VARIABLE folder = ${literal(folder)};
    SET VARIABLE data = ${literal(data)};`);
  return new Set([
    ...functions.map(({ name }) => name).filter((name) => !HARMLESS_FUNCTIONS.has(name)),
    ...HARMFUL_FUNCTIONS,
  ]);
}

/** Without links, because DuckDB follows them before it looks whether a file may be read. */
async function realFolder(folder: string): Promise<string> {
  return await realpath(folder).catch(() => path.resolve(folder));
}

const ALLOWED_TYPES: ReadonlySet<number> = new Set([
  StatementType.SELECT,
  StatementType.CREATE,
  StatementType.INSERT,
  StatementType.UPDATE,
  StatementType.DELETE,
  StatementType.DROP,
  StatementType.ALTER,
  StatementType.MERGE_INTO,
  StatementType.SET,
  // A table made by PIVOT is a transaction of several statements.
  StatementType.TRANSACTION,
]);

const ALLOWED_FIRST_WORDS = new Set(
  `create insert update delete merge drop alter comment set reset select from with values table pivot unpivot describe summarize show`.split(
    " ",
  ),
);

const ALLOWED = "CREATE VIEW, TABLE, MACRO or TYPE, INSERT, UPDATE, DELETE, DROP, ALTER, SELECT and SET VARIABLE";

/** Runs the statements one after another; false, with a finding, at the first that is refused or fails. */
async function runScript(
  connection: DuckDBConnection,
  script: string,
  refused: ReadonlySet<string>,
  findings: FindingList,
): Promise<boolean> {
  const statements = splitStatements(script);
  for (const [i, statement] of statements.entries()) {
    const place = `line ${statement.line} (statement ${i + 1} of ${statements.length})`;
    const refusal = refusalOf(statement, refused);
    if (refusal !== null) {
      findings.add({
        kind: "refused_statement",
        table: FILE,
        file: FILE,
        line: statement.line,
        place,
        found: refusal,
        expected: `${ALLOWED}, which read the dataset's folders only`,
      });
      return false;
    }
    try {
      await runStatement(connection, statement);
    } catch (error) {
      findings.add({
        kind: error instanceof Refusal ? "refused_statement" : "sql_failed",
        table: FILE,
        file: FILE,
        line: statement.line,
        place,
        found: `${messageOf(error)}\nin: ${shorten(statement.text)}`,
        expected: error instanceof Refusal ? ALLOWED : "SQL that DuckDB can run",
      });
      return false;
    }
  }
  return true;
}

class Refusal extends Error {}

function refusalOf({ words, calls }: SqlStatement, refused: ReadonlySet<string>): string | null {
  const [first = "", second = ""] = words;
  const isSetting = ["set", "reset"].includes(first) && second !== "variable";
  const isSecret = /^create (?:or replace )?(?:(?:persistent|temporary|temp) )?secret(?: |$)/.test(words.join(" "));
  if (!ALLOWED_FIRST_WORDS.has(first)) return first.toUpperCase();
  if (isSetting || isSecret) return words.slice(0, 2).join(" ").toUpperCase();
  const call = calls.find((name) => refused.has(name));
  return call === undefined ? null : `the function ${call}()`;
}

async function runStatement(connection: DuckDBConnection, { text }: SqlStatement): Promise<void> {
  const extracted = await connection.extractStatements(text);
  for (let i = 0; i < extracted.count; i++) {
    const prepared = await extracted.prepare(i);
    const type = prepared.statementType;
    if (!ALLOWED_TYPES.has(type)) throw new Refusal(`a statement of the type ${StatementType[type] ?? type}`);
    await prepared.run();
  }
}

async function keepViews(
  connection: DuckDBConnection,
  viewFolder: string,
  { findings, onProgress }: PublisherSqlOptions,
): Promise<PublishedView[] | null> {
  const before = findings.findings.length;
  const defined = await readRows<{ name: string }>(
    connection,
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'main'",
  );
  const names = new Set(defined.map(({ name }) => name.toLowerCase()));
  const views: PublishedView[] = [];
  for (const [done, table] of TABLE_NAMES.entries()) {
    if (!names.has(table)) continue;
    onProgress("Running intake.sql", done, TABLE_NAMES.length);
    const file = path.join(viewFolder, `${table}.parquet`);
    try {
      const described = await readRows<ColumnDescription>(connection, `DESCRIBE SELECT * FROM ${table}`);
      const cells = findTypedCells({ table, label: viewLabel(table) }, described, findings);
      if (cells === null) continue;
      await connection.run(`COPY (SELECT ${cells.join(", ")} FROM ${table}) TO ${literal(file)} (FORMAT parquet)`);
      views.push({ table, path: file });
    } catch (error) {
      findings.add({
        kind: "sql_failed",
        table: FILE,
        file: FILE,
        place: `view ${table}`,
        found: messageOf(error),
        expected: "a view whose rows can be read",
      });
    }
  }
  if (names.size === 0 || !TABLE_NAMES.some((table) => names.has(table))) {
    findings.add({
      kind: "missing_view",
      table: FILE,
      file: FILE,
      found: "none of them",
      expected: `a view ${TABLE_NAMES.join(", ")}, or several of them`,
    });
  }
  return findings.findings.length > before ? null : views;
}

/** How messages call a view. */
export function viewLabel(table: TableName): string {
  return `the view ${table} of ${FILE}`;
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/^Failed to extract statements: /, "").trim();
}

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length > 160 ? `${line.slice(0, 160)}…` : line;
}
