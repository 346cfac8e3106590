import { type DuckDBConnection, DuckDBDataChunk, DuckDBInstance, INTEGER, VARCHAR } from "@duckdb/node-api";
import { mkdir } from "node:fs/promises";
import path from "node:path";

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

/** Opens an empty database that loads no extension beyond the built-in ones and reads times as UTC. */
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

/** The rows of a query as plain objects; BIGINT columns are bigint. For results that fit in memory. */
export async function readRows<Row>(connection: DuckDBConnection, sql: string): Promise<Row[]> {
  return (await connection.runAndReadAll(sql)).getRowObjectsJS() as Row[];
}

/** The only row of a query whose columns are counts, as numbers. */
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

/**
 * The columns of a query as lists of texts, in the order of `order`. A column crosses as one text with line breaks, which none of its own may hold: a
 * fifth of the time of rows as objects. For results that fit in memory.
 */
export async function readTexts(
  connection: DuckDBConnection,
  columns: readonly string[],
  query: string,
  order: string,
): Promise<string[][]> {
  const joined = columns.map((column) => `string_agg(${column}, chr(10) ORDER BY ${order})`);
  const result = await connection.runAndReadAll(`SELECT ${joined.join(", ")} FROM (${query})`);
  return result.getRowsJS()[0]!.map((texts) => (typeof texts === "string" ? texts.split("\n") : []));
}

/** Appends rows to a table, given as its columns; no text may hold a line break. */
export async function appendTexts(
  connection: DuckDBConnection,
  table: string,
  columns: readonly (readonly string[])[],
): Promise<void> {
  if (columns[0]!.length === 0) return;
  const texts = columns.map((_, i) => `unnest(string_split($${i + 1}, chr(10)))`);
  await connection.run(
    `INSERT INTO ${table} SELECT ${texts.join(", ")}`,
    columns.map((column) => column.join("\n")),
  );
}

const COLUMN_TYPES = { integer: INTEGER, text: VARCHAR } as const;
const ROWS_PER_CHUNK = 2048;

/** Appends rows to a table whose columns have the given types, in order. */
export async function appendRows(
  connection: DuckDBConnection,
  schema: string,
  table: string,
  types: readonly (keyof typeof COLUMN_TYPES)[],
  rows: readonly (readonly (string | number | null)[])[],
): Promise<void> {
  const appender = await connection.createAppender(table, schema);
  for (let first = 0; first < rows.length; first += ROWS_PER_CHUNK) {
    const part = rows.slice(first, first + ROWS_PER_CHUNK);
    const chunk = DuckDBDataChunk.create(
      types.map((type) => COLUMN_TYPES[type]),
      part.length,
    );
    chunk.setRows(part);
    appender.appendDataChunk(chunk);
  }
  appender.closeSync();
}

/**
 * Runs joins as they are written, the right side held in memory. Without an estimate of a CSV's size the optimizer would hold the CSV.
 */
export async function withJoinsAsWritten(connection: DuckDBConnection, work: () => Promise<void>): Promise<void> {
  await connection.run("SET disabled_optimizers = 'join_order,build_side_probe_side'");
  try {
    await work();
  } finally {
    await connection.run("RESET disabled_optimizers");
  }
}
