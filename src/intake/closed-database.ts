import path from "node:path";
import { type DuckDBConnection, StatementType } from "@duckdb/node-api";
import { realpath } from "node:fs/promises";
import { literal, readRows } from "./intake-database.ts";

export interface SqlStatement {
  readonly text: string;
  readonly line: number;
  /** Its first words, in lower case: what it does. */
  readonly words: readonly string[];
  /** Names before an opening bracket, in lower case and in ASCII: functions, among others. */
  readonly calls: readonly string[];
}

/**
 * Spaces and line comments, strings (with escapes, plain, dollar-quoted), quoted names, words, and
 * any other character.
 */
const TOKEN = new RegExp(
  [
    String.raw`(?<space>\s+|--[^\n\r]*)`,
    String.raw`(?<comment>\/\*)`,
    String.raw`(?<string>[eE]'(?:[^'\\]|''|\\[\s\S])*'|'(?:[^']|'')*'|\$(?<tag>(?:[A-Za-z_]\w*)?)\$[\s\S]*?\$\k<tag>\$)`,
    String.raw`"(?<quoted>(?:[^"]|"")*)"`,
    String.raw`(?<word>(?:[A-Za-z_]|[^\s\x00-\x7f])(?:[\w$]|[^\s\x00-\x7f])*)`,
    String.raw`(?<end>;)`,
    String.raw`[\s\S]`,
  ].join("|"),
  "y",
);

/**
 * Cuts a script of DuckDB's SQL into its statements. Empty ones are left out. A string that is not
 * closed runs to the next semicolon; DuckDB itself says what is wrong with it.
 */
export function splitStatements(script: string): SqlStatement[] {
  const statements: SqlStatement[] = [];
  let current = openStatement();
  let before: string | null = null;
  let at = 0;
  while (at < script.length) {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(script);
    if (match === null) break;
    const { space, comment, quoted, word, end } = match.groups ?? {};
    const next = comment === undefined ? TOKEN.lastIndex : endOfComment(script, at);
    if (space !== undefined || comment !== undefined) {
      at = next;
      continue;
    }
    if (end !== undefined) {
      close(at);
      current = openStatement();
      before = null;
    } else {
      current.start ??= at;
      const name = word?.toLowerCase() ?? quoted?.replaceAll('""', '"').toLowerCase() ?? null;
      if (match[0] === "(" && before !== null) current.calls.push(before.replaceAll(NOT_ASCII, ""));
      if (word !== undefined && current.words.length < 6) current.words.push(word.toLowerCase());
      before = name;
    }
    at = next;
  }
  close(script.length);
  return statements;

  function close(end: number): void {
    const { start, words, calls } = current;
    if (start === null) return;
    const line = script.slice(0, start).split(/\r\n|\r|\n/).length;
    statements.push({ text: script.slice(start, end), line, words, calls });
  }
}

const NOT_ASCII = /[^ -~]/g;

function openStatement(): { start: number | null; words: string[]; calls: string[] } {
  return { start: null, words: [], calls: [] };
}

/** Block comments are nested. One that is not closed runs to the end. */
function endOfComment(script: string, from: number): number {
  let depth = 0;
  for (let at = from; at < script.length; at++) {
    const pair = script.slice(at, at + 2);
    if (pair === "/*") depth++;
    else if (pair === "*/") depth--;
    else continue;
    at++;
    if (depth === 0) return at + 1;
  }
  return script.length;
}

/** Thrown for a statement that a publisher's script may not contain; the message says which. */
export class Refusal extends Error {}

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

export interface ClosedDatabase {
  /** Runs a statement. Throws a Refusal, before anything was run, or what DuckDB throws. */
  run(statement: SqlStatement): Promise<void>;
}

interface Folders {
  /** Existing folders that may be read; the script knows them as variables of these names. */
  readonly folder: string;
  readonly data: string;
  readonly converted: string;
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
