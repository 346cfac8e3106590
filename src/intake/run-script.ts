import type { DuckDBConnection } from "@duckdb/node-api";
import { realpath } from "node:fs/promises";
import path from "node:path";
import { TABLE_NAMES } from "../tables/input-tables.ts";
import {
  ALLOWED_STATEMENTS,
  closeDatabase,
  type ClosedDatabase,
  Refusal,
  splitStatements,
  type SqlStatement,
} from "./closed-database.ts";
import { type ColumnDescription, type PublishedView, selectTyped } from "./sources/table-files.ts";
import { type DatabaseOptions, identifier, literal, openIntakeDatabase, readRows } from "./intake-database.ts";
import { mappingNotices } from "./mapping/decisions.ts";
import type { MappedTable } from "./mapping/mapped-tables.ts";
import type { Mapping } from "./mapping/mapping-schema.ts";
import { MAPPING_FILE } from "./mapping/read-mapping.ts";
import { ProblemList } from "./problem-report.ts";
import { messageOf } from "./read-description.ts";

export interface ScriptRequest extends DatabaseOptions {
  readonly script: string;
  /** Existing folders. The script reads the first three; rows of views are written to `views`. */
  readonly folders: {
    readonly folder: string;
    readonly data: string;
    readonly converted: string;
    readonly views: string;
  };
  /** The mapping that the script was made of; null where somebody wrote it. */
  readonly mapped: { readonly mapping: Mapping; readonly tables: readonly MappedTable[] } | null;
  /** The view whose rows are kept, as texts; null for the views that are tables of a dataset. */
  readonly query: string | null;
}

export interface ScriptResult {
  /** Null, with a problem, where the script was refused, failed or defines no view. */
  readonly views: readonly PublishedView[] | null;
  readonly problems: ProblemList["problems"];
  readonly notices: readonly string[];
}

export interface ScriptPlace {
  readonly line: number | null;
  readonly place: string;
}

type ScriptProgress = (step: string, done: number, total: number | null, at: ScriptPlace) => void;

/** A run of the script of a file. Messages name files relative to the `folders`. */
interface ScriptRun {
  readonly file: string;
  readonly statements: readonly SqlStatement[];
  readonly problems: ProblemList;
  readonly folders: readonly string[];
  readonly onProgress: ScriptProgress;
}

export const SCRIPT_FILE = "intake.sql";

/** Returns the file that a publisher changes to change the script. */
export function fileOf({ mapped }: Pick<ScriptRequest, "mapped">): string {
  return mapped === null ? SCRIPT_FILE : MAPPING_FILE;
}

/** Runs a script in a closed database, and keeps the rows of its views as Parquet files. */
export async function runScript(request: ScriptRequest, onProgress: ScriptProgress): Promise<ScriptResult> {
  const { script, folders, mapped } = request;
  const file = fileOf(request);
  const problems = new ProblemList();
  onProgress(`Reading ${file}`, 0, null, { line: null, place: "" });
  const statements = splitStatements(script);
  const database = await openIntakeDatabase(request);
  try {
    const { connection } = database;
    const closed = await closeDatabase(connection, folders);
    const named = [folders.views, await realpath(folders.folder), await realpath(folders.data), folders.converted];
    const run = { file, statements, problems, folders: named, onProgress };
    let views: PublishedView[] | null = null;
    if (await runStatements(closed, run)) {
      views = await keepViews(connection, request, run);
      if (mapped !== null)
        for (const notice of await mappingNotices(connection, mapped.mapping, mapped.tables)) problems.notice(notice);
    }
    return { views, problems: problems.problems, notices: problems.notices };
  } finally {
    database.close();
  }
}

/** Runs the statements in order; false, with a problem, at the first that is refused or fails. */
async function runStatements(
  database: ClosedDatabase,
  { file, statements, problems, onProgress, folders }: ScriptRun,
): Promise<boolean> {
  for (const [i, statement] of statements.entries()) {
    const placeAt = (line: number): ScriptPlace => {
      // Nobody sees the lines of a script that a mapping makes.
      if (file === MAPPING_FILE) return { line: null, place: statement.words.slice(0, 3).join(" ") };
      const from = line === statement.line ? "" : `, from line ${statement.line}`;
      return { line, place: `line ${line} (statement ${i + 1} of ${statements.length}${from})` };
    };
    onProgress(`Running ${file}`, i, statements.length, placeAt(statement.line));
    try {
      await database.run(statement);
    } catch (error) {
      const isRefused = error instanceof Refusal;
      const failure = isRefused ? refusalOf(error, statement) : explainFailure(error, folders, statement);
      problems.add({
        table: file,
        file,
        ...failure,
        ...placeAt(failure.line ?? statement.line),
        kind: isRefused ? "refused_statement" : "sql_failed",
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
  { query, folders: { views: folder } }: ScriptRequest,
  { file: script, statements, problems, onProgress, folders }: ScriptRun,
): Promise<PublishedView[] | null> {
  const about = { table: script, file: script };
  const keep = async (view: string, columns: readonly string[]): Promise<string> => {
    const file = path.join(folder, `${view}.parquet`);
    const select = `SELECT ${columns.join(", ")} FROM ${identifier(view)}`;
    await connection.run(`COPY (${select}) TO ${literal(file)} (FORMAT parquet)`);
    return file;
  };
  if (query !== null)
    try {
      await keep(query, ["COLUMNS(*)::VARCHAR"]);
      return [];
    } catch (error) {
      const { found } = explainFailure(error, folders, null);
      problems.add({ ...about, kind: "sql_failed", found, expected: "a query whose rows can be read" });
      return null;
    }
  const defined = await readRows<{ name: string }>(
    connection,
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'main'",
  );
  const names = defined.map(({ name }) => name.toLowerCase());
  const tables = TABLE_NAMES.filter((table) => names.includes(table));
  if (tables.length === 0) {
    const expected = `a view ${TABLE_NAMES.join(", ")}, or several of them`;
    problems.add({ ...about, kind: "missing_view", found: "none of them", expected });
    return null;
  }
  const views: PublishedView[] = [];
  for (const [done, table] of tables.entries()) {
    const label = `the view ${table} of ${script}`;
    const defining = statements.findLast(({ words }) => words[0] === "create" && words.includes(table));
    const line = script === MAPPING_FILE ? null : (defining?.line ?? null);
    const at = { line, place: line === null ? `view ${table}` : `line ${line} (view ${table})` };
    onProgress(`Reading the views of ${script}`, done, tables.length, at);
    let kept: string | null = null;
    try {
      const described = await readRows<ColumnDescription>(connection, `DESCRIBE SELECT * FROM ${table}`);
      const values = selectTyped({ table, label }, described, problems);
      if (values !== null) kept = await keep(table, values);
    } catch (error) {
      // The lines that DuckDB names are of our own query.
      const { found, advice } = explainFailure(error, folders, null);
      problems.add({ ...about, ...at, kind: "sql_failed", found, expected: "a view whose rows can be read", advice });
    }
    views.push({ table, label, path: kept });
  }
  return views;
}

/** A failure of a statement of intake.sql, in words that its author can act on. */
interface SqlFailure {
  readonly found: string;
  readonly advice: string | null;
  readonly line: number | null;
}

/** A file whose layout DuckDB could not find out. */
const SNIFFED = /Error when sniffing file "([^"]+)"/u;
/** Matches DuckDB's error for a function, a setting or a file that needs an extension. */
const EXTENSION = /exists in the (\w+) extension|requires the extension (\w+)/u;
/** The line of a statement, what stands there, and a mark below. */
const NAMED_LINE = /(?<!\n)\n+LINE (\d+): ([^\n]*)[^]*$/u;
/** From here on the message advises what is refused here. */
const ADVICE =
  /(?<!\n)\n+(?:Possible solutions:|Please try installing|It is possible that the encoding|Did you mean "pg_)[^]*$/u;

const INSTEAD: Readonly<Record<string, string>> = {
  excel:
    "A workbook is there as CSV files, one for each sheet: read_csv(getvariable('converted') || '/book.xlsx/Sheet1.csv').",
  encodings: "The file is there as UTF-8: read_csv(getvariable('converted') || '/file.csv').",
  httpfs: "Nothing is fetched from other hosts: download the file into the folder of the dataset.",
  spatial: "Look up places before, or give the country of each company in a column.",
  fts: "Do without the function: intake.sql has no full-text search.",
};
const DATABASES = /^(?:sqlite|postgres|mysql|odbc)/u;

/**
 * Rewords an error of DuckDB. Files are named as in the folders of the dataset, and advice that
 * cannot be followed here, such as to load an extension, is replaced by what to do instead.
 * `statement` is null where the lines that DuckDB names are those of a query of our own.
 */
function explainFailure(error: unknown, folders: readonly string[], statement: SqlStatement | null): SqlFailure {
  const message = folders.reduce((text, folder) => text.replaceAll(folder + path.sep, ""), messageOf(error));
  const [, sniffed] = SNIFFED.exec(message) ?? [];
  if (sniffed !== undefined)
    return {
      found: `the file ${sniffed} is not laid out as the statement says, or in no way that DuckDB recognizes`,
      advice:
        "Look at its first lines, and say how it is laid out: read_csv(…, delim = ';', skip = 0, header = true, all_varchar = true), without `columns`.",
      line: null,
    };
  const [, number = "1", text] = NAMED_LINE.exec(message) ?? [];
  const what = message
    .replace(/^Failed to extract statements: /u, "")
    .replace(NAMED_LINE, "")
    .replace(ADVICE, "")
    .trim();
  const advice = adviceOn(message);
  if (statement === null) return { found: what, advice, line: null };
  return {
    found: `${what}\nin: ${shorten(text ?? statement.text)}`,
    advice,
    line: statement.line + Number(number) - 1,
  };
}

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length > 160 ? `${line.slice(0, 160)}…` : line;
}

function adviceOn(message: string): string | null {
  // DuckDB's own advice is to change its settings, which is refused here; ours has the same effect.
  if (message.startsWith("Out of Memory Error")) return "The setting INTAKE_MEMORY_MIB allows more memory.";
  if (message.includes("not utf-8 encoded"))
    return "Save the file as UTF-8, or read it from getvariable('converted'), where it is as UTF-8.";
  const [, known, needed] = EXTENSION.exec(message) ?? [];
  const extension = known ?? needed;
  if (extension !== undefined) return insteadOf(extension);
  if (/Cannot access file "https?:/u.test(message)) return insteadOf("httpfs");
  if (/Table with name \S*\.(?:xlsx|xls|ods) does not exist/iu.test(message)) return insteadOf("excel");
  return null;
}

function insteadOf(extension: string): string {
  const instead = DATABASES.test(extension)
    ? "Export the table as CSV or Parquet, and put that file into the folder."
    : (INSTEAD[extension] ?? "Convert such a file to CSV or Parquet before, or do without the function.");
  return `Extensions of DuckDB are not loaded. ${instead}`;
}
