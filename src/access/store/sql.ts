import { UserError } from "../../user-error.ts";

/** A value of a column: text, a whole number, bytes, or nothing. */
export type SqlValue = string | number | Uint8Array | null;

export type SqlRow = Readonly<Record<string, SqlValue>>;

/** Runs single statements with parameters `$1`, `$2` …, each of which occurs in the text. */
export interface Statements {
  /** Returns the rows that a query, or `RETURNING`, gives. */
  all(text: string, ...values: readonly SqlValue[]): Promise<readonly SqlRow[]>;
  /** Returns how many rows the statement changed. */
  run(text: string, ...values: readonly SqlValue[]): Promise<number>;
}

/**
 * A database in which the stores of this room keep their tables. The stores use the SQL that SQLite
 * and PostgreSQL share; moments are milliseconds since 1970 in `BIGINT` columns.
 *
 * Every function rejects with `StoreUnavailable` when the database does not answer within the
 * configured wait.
 */
export interface Sql extends Statements {
  readonly dialect: "sqlite" | "postgres";
  /**
   * Runs work in one serializable transaction, which survives a power cut when the promise
   * resolves. What the work throws rolls it back. The work may run again after a conflict, so it
   * changes nothing but the database.
   */
  transaction<Result>(work: (statements: Statements) => Promise<Result>): Promise<Result>;
  /** Removes from the files what was deleted from the tables, where the database can. */
  shred(): Promise<void>;
  close(): Promise<void>;
}

/** The database did not answer in time. Callers go on with what they know, or refuse with 503. */
export class StoreUnavailable extends UserError {}

/** A database that cannot be used as it is; the message is for the person who runs the service. */
export class AccessStoreError extends UserError {}

/** The parameters of so many rows, for `INSERT … VALUES`: `($1, $2), ($3, $4)`. */
export function placeholders(rows: number, columns: number): string {
  const row = (index: number): string =>
    `(${Array.from({ length: columns }, (_, column) => `$${index * columns + column + 1}`).join(", ")})`;
  return Array.from({ length: rows }, (_, index) => row(index)).join(", ");
}

/** Converts a moment to milliseconds, as it is stored. */
export function writeMoment(at: Date | null): number | null {
  return at?.getTime() ?? null;
}

/** Reads a stored moment. */
export function readMoment(value: SqlValue | undefined): Date | null {
  return value == null ? null : new Date(Number(value));
}

/**
 * Returns the part of a store's URL that may be shown: scheme, host, port and database, but never
 * its user, password or parameters.
 */
export function describeStoreAddress(url: string): string {
  if (!URL.canParse(url)) return "an address that cannot be read";
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host || "localhost"}${pathname === "/" ? "" : pathname}`;
}
