import { type DuckDBConnection, StatementType } from "@duckdb/node-api";
import { realpath } from "node:fs/promises";
import path from "node:path";
import { literal, readRows } from "./intake-database.ts";
import type { SqlStatement } from "./sql-statements.ts";

/** Thrown for a statement that a publisher's script may not contain; the message says which. */
export class Refusal extends Error {}

/** The statements that a script may contain, for messages. */
export const ALLOWED_STATEMENTS =
  "CREATE VIEW, TABLE, MACRO or TYPE, INSERT, UPDATE, DELETE, MERGE, DROP, ALTER, SELECT and SET VARIABLE, reading the dataset's folders only";

const ALLOWED_FIRST_WORDS = new Set(
  `create insert update delete merge drop alter comment set reset
  select from with values table pivot unpivot describe summarize show`.split(/\s+/),
);

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

/** Table functions that only read, from the folders or from nowhere. */
const HARMLESS_FUNCTIONS = new Set(
  `read_csv read_csv_auto sniff_csv read_json read_json_auto read_json_objects read_json_objects_auto read_ndjson read_ndjson_auto
  read_ndjson_objects read_parquet parquet_scan parquet_schema parquet_metadata parquet_file_metadata parquet_kv_metadata read_text read_blob
  read_duckdb glob json_each json_tree range generate_series unnest repeat repeat_row summary histogram histogram_values`.split(
    /\s+/,
  ),
);

/** Scalar functions that do more than compute. */
const HARMFUL_FUNCTIONS = ["write_log", "sleep_ms"];

/** A database in which a publisher's statements run. */
export interface ClosedDatabase {
  /** Runs a statement. Throws a Refusal, before anything was run, or what DuckDB throws. */
  run(statement: SqlStatement): Promise<void>;
}

interface Folders {
  /** Existing folders that may be read; the script knows them as variables of these names. */
  readonly folder: string;
  readonly data: string;
  readonly converted: string;
  /** The folder to which the rows of views are written. */
  readonly views: string;
}

/**
 * Restricts a database to the folders, without a way back: no other file, no extension, no setting
 * can be reached or changed.
 *
 * DuckDB itself restricts what is read (`enable_external_access`, `lock_configuration`). Statements
 * are checked as well, because DuckDB would still write files in the folders, and because some of
 * its functions reach outside: logging to a file there ends the whole process.
 */
export async function closeDatabase(connection: DuckDBConnection, folders: Folders): Promise<ClosedDatabase> {
  const functions = await readRows<{ name: string }>(
    connection,
    "SELECT DISTINCT function_name AS name FROM duckdb_functions() WHERE function_type IN ('table', 'table_macro')",
  );
  const harmful = new Set(functions.map(({ name }) => name).filter((name) => !HARMLESS_FUNCTIONS.has(name)));
  for (const name of HARMFUL_FUNCTIONS) harmful.add(name);

  // Links are resolved here, as DuckDB does before it checks whether a file may be read.
  const folder = await realpath(folders.folder);
  const data = await realpath(folders.data);
  const views = await realpath(folders.views);
  const converted = await realpath(folders.converted);
  const allowed = [folder, data, converted, views].map((each) => literal(each + path.sep));
  await connection.run(`
    SET allowed_directories = [${allowed.join(", ")}];
    SET enable_external_access = false;
    SET lock_configuration = true;
    SET VARIABLE folder = ${literal(folder)};
    SET VARIABLE data = ${literal(data)};
    SET VARIABLE converted = ${literal(converted)};`);
  return { run: (statement) => runStatement(connection, statement, harmful) };
}

async function runStatement(
  connection: DuckDBConnection,
  statement: SqlStatement,
  harmful: ReadonlySet<string>,
): Promise<void> {
  const refusal = refusalOf(statement, harmful);
  if (refusal !== null) throw new Refusal(refusal);
  const extracted = await connection.extractStatements(statement.text);
  for (let i = 0; i < extracted.count; i++) {
    const prepared = await extracted.prepare(i);
    const type = prepared.statementType;
    if (!ALLOWED_TYPES.has(type)) throw new Refusal(`a statement of the type ${StatementType[type] ?? type}`);
    await prepared.run();
  }
}

function refusalOf({ words, calls }: SqlStatement, harmful: ReadonlySet<string>): string | null {
  const [first = "", second = ""] = words;
  if (!ALLOWED_FIRST_WORDS.has(first)) return first === "" ? "a statement without a word" : first.toUpperCase();
  const isSetting = (first === "set" || first === "reset") && second !== "variable";
  const isSecret = /^create (?:or replace )?(?:(?:persistent|temporary|temp) )?secret(?: |$)/.test(words.join(" "));
  if (isSetting || isSecret) return words.slice(0, 2).join(" ").toUpperCase();
  const call = calls.find((name) => harmful.has(name));
  return call === undefined ? null : `the function ${call}()`;
}
