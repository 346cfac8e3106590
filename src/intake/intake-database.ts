import {
  type DuckDBAppender,
  type DuckDBConnection,
  DuckDBDataChunk,
  DuckDBInstance,
  type DuckDBType,
} from "@duckdb/node-api";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { quoted } from "../tables/column.ts";

export interface DatabaseOptions {
  /** Existing folder; spilled rows go to a folder inside. */
  readonly workFolder: string;
  readonly memoryMiB: number;
  readonly threads: number;
}

/** A database in memory that spills to the work folder, and a connection to it. */
export interface IntakeDatabase {
  readonly connection: DuckDBConnection;
  /** Another connection to the same tables; the caller closes it. */
  connect(): Promise<DuckDBConnection>;
  close(): void;
}

/**
 * Opens an empty database that loads no extension beyond the built-in ones and reads times as UTC.
 */
export async function openIntakeDatabase({ workFolder, memoryMiB, threads }: DatabaseOptions): Promise<IntakeDatabase> {
  const spillFolder = path.join(workFolder, "spill");
  await mkdir(spillFolder, { recursive: true });
  const instance = await DuckDBInstance.create(":memory:", {
    memory_limit: `${memoryMiB}MiB`,
    threads: String(threads),
    temp_directory: spillFolder,
    autoinstall_known_extensions: "false",
    autoload_known_extensions: "false",
    allow_community_extensions: "false",
    allow_persistent_secrets: "false",
  });
  const connection = await instance.connect();
  await connection.run("SET TimeZone = 'UTC'");
  return {
    connection,
    connect: () => instance.connect(),
    close() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

/** Reads the rows of a query, which fit in memory, as plain objects; BIGINT columns are bigint. */
export async function readRows<Row>(connection: DuckDBConnection, sql: string): Promise<Row[]> {
  return (await connection.runAndReadAll(sql)).getRowObjectsJS() as Row[];
}

export async function readCounts<Name extends string>(
  connection: DuckDBConnection,
  sql: string,
): Promise<Record<Name, number>> {
  const [row] = await readRows<Record<string, unknown>>(connection, sql);
  return Object.fromEntries(Object.entries(row ?? {}).map(([name, value]) => [name, Number(value)])) as Record<
    Name,
    number
  >;
}

/** Streams the rows of a query, a few thousand at a time, each as a list of its values. */
export async function* streamRows<Row extends readonly unknown[]>(
  connection: DuckDBConnection,
  sql: string,
): AsyncGenerator<Row[]> {
  for await (const chunk of await connection.stream(sql)) {
    const vectors = Array.from({ length: chunk.columnCount }, (_, column) => chunk.getColumnVector(column));
    yield Array.from(
      { length: chunk.rowCount },
      (_, row) => vectors.map((vector) => vector.getItem(row)) as unknown as Row,
    );
  }
}

const ROWS_PER_CHUNK = 2048;

/** Appends rows to a table. Nothing else may run on its connection meanwhile. */
export class TableAppender {
  readonly #appender: DuckDBAppender;
  readonly #types: readonly DuckDBType[];
  #rows: (readonly (string | number | null)[])[] = [];

  private constructor(appender: DuckDBAppender, types: readonly DuckDBType[]) {
    this.#appender = appender;
    this.#types = types;
  }

  static async open(connection: DuckDBConnection, schema: "intake" | "clean", table: string): Promise<TableAppender> {
    const appender = await connection.createAppender(table, schema);
    const types = Array.from({ length: appender.columnCount }, (_, index) => appender.columnType(index));
    return new TableAppender(appender, types);
  }

  /** Strings go into VARCHAR columns, numbers into INTEGER columns. */
  add(row: readonly (string | number | null)[]): void {
    this.#rows.push(row);
    if (this.#rows.length === ROWS_PER_CHUNK) this.#flush();
  }

  close(): void {
    this.#flush();
    this.#appender.closeSync();
  }

  #flush(): void {
    if (this.#rows.length === 0) return;
    const chunk = DuckDBDataChunk.create(this.#types);
    chunk.setRows(this.#rows);
    this.#appender.appendDataChunk(chunk);
    this.#rows = [];
  }
}

export async function appendRows(
  connection: DuckDBConnection,
  schema: "intake" | "clean",
  table: string,
  rows: Iterable<readonly (string | number | null)[]>,
): Promise<void> {
  const appender = await TableAppender.open(connection, schema, table);
  for (const row of rows) appender.add(row);
  appender.close();
}

export function literal(text: string | null): string {
  return text === null ? "NULL" : quoted(text);
}

export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Writes the path of one file as an SQL literal, escaped where it would be a pattern. */
export function fileLiteral(file: string): string {
  return literal(file.replaceAll(/[[*?]/g, "[$&]"));
}

/**
 * Characters that nobody sees and that change how others are read: zero-width spaces, soft hyphens,
 * direction marks.
 */
const INVISIBLE = String.raw`[\x{00AD}\x{200B}\x{200E}\x{200F}\x{202A}-\x{202E}\x{2060}\x{2066}-\x{2069}\x{FEFF}]+`;
const SPACES = String.raw`[\p{Z}\p{Cc}]+`;
/**
 * The text of a cell whose formula fails, in any language, or that is too narrow. The
 * length of a name is limited beside it: DuckDB compiles a pattern wherever it stands, and
 * `\p{Lu}` counted up to 20 takes 15 ms each time.
 */
const FORMULA_ERROR = String.raw`#(N/A|N/D|NV|GETTING_DATA|[\p{Lu}0-9/_]{2,}[!?]|#+)|(?i:err):\d{3}`;
const FORMULA_ERROR_LENGTH_MAX = 22;
/** Most texts are ASCII and tidy; to check that is cheaper than to tidy them. */
const TIDY = "[!-~]+( [!-~]+)*";

/**
 * Creates the functions that read values:
 * - `intake.clean` tidies texts: NFC, no invisible or control characters, runs of spaces as one,
 *   none outside; NULL when nothing is left;
 * - `intake.clean_lines` tidies texts of several lines in the same way, line by line, and leaves at
 *   most one empty line between two others;
 * - `intake.clean_id` drops invisible characters and outer spaces; other spaces are plain ones;
 * - `intake.is_formula_error` says whether a text is the error of a formula in a spreadsheet;
 * - `intake.is_web_url` says whether a text is an http or https URL of at most 2,000 characters.
 */
export async function createValueFunctions(connection: DuckDBConnection): Promise<void> {
  await connection.run(`
    CREATE MACRO intake.tidied(x) AS
      nullif(trim(regexp_replace(regexp_replace(nfc_normalize(x), '${INVISIBLE}', '', 'g'), '${SPACES}', ' ', 'g')), '');
    CREATE MACRO intake.clean(x) AS CASE WHEN regexp_full_match(x, '${TIDY}') THEN x ELSE intake.tidied(x) END;
    CREATE MACRO intake.clean_lines(x) AS nullif(regexp_replace(regexp_replace(
      array_to_string(list_transform(regexp_split_to_array(x, '\\r\\n?|[\\n\\x{2028}\\x{2029}]'), lambda l: coalesce(intake.clean(l), '')), chr(10)),
      '\\n{3,}', chr(10) || chr(10), 'g'), '^\\n+|\\n+$', '', 'g'), '');
    CREATE MACRO intake.clean_id(x) AS CASE WHEN regexp_full_match(x, '${TIDY}') THEN x
      ELSE nullif(regexp_replace(regexp_replace(regexp_replace(x, '${INVISIBLE}', '', 'g'), '^${SPACES}|${SPACES}$', '', 'g'), '\\p{Zs}', ' ', 'g'), '') END;
    CREATE MACRO intake.is_formula_error(x) AS left(x, 1) IN ('#', 'E')
      AND (length(x) <= ${FORMULA_ERROR_LENGTH_MAX} OR left(x, 2) = '##') AND regexp_full_match(x, '${FORMULA_ERROR}');
    CREATE MACRO intake.is_web_url(x) AS regexp_full_match(x, '(?i)https?://[^\\s/?#]+[^\\s]*') AND length(x) <= 2000;`);
}
