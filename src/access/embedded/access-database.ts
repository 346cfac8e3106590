import { randomUUID } from "node:crypto";
import { existsSync, linkSync, mkdirSync, rmSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import { StoreUnavailable } from "../accounts.ts";
import type { Schema } from "./schema.ts";

/** A store that cannot be used as it is; the message is for the person who runs the service. */
export class AccessStoreError extends Error {
  override readonly name = "AccessStoreError";
}

/** A SQLite file of this room. No function here blocks the event loop while another writes. */
export interface AccessDatabase {
  readonly file: string;
  readonly connection: DatabaseSync;
  /**
   * Runs work in one transaction that takes the write lock first. The commit survives the process,
   * and a power cut after `sync`. Rejects with `StoreUnavailable` when others hold the lock for
   * longer than the wait, and when the disk is full, read-only or fails.
   */
  transact<Result>(work: () => Result): Promise<Result>;
  /** Runs statements that only read. Rejects like `transact`. */
  read<Result>(work: () => Result): Promise<Result>;
  /** Syncs to disk what was committed, on a thread of libuv's pool. */
  sync(): Promise<void>;
  /**
   * Moves the write-ahead log into the file and empties it, so that nothing that was overwritten
   * remains in it. Syncs, and therefore belongs where no request waits. Gives up after the wait
   * where others are reading or writing.
   */
  emptyLog(): Promise<void>;
  close(): void;
}

/** How long commands wait for another process that writes. */
const WAIT_MILLISECONDS = 5000;
const RETRY_MILLISECONDS = 2;

/** How long an opening waits for others that open at the same time. */
const OPEN_MILLISECONDS = 15_000;

/**
 * Opens a file in WAL mode, making it and its tables where they are missing. Several processes and
 * threads may open it at the same moment.
 *
 * Commits are not synced and no commit runs a checkpoint, so no request waits for a disk; see
 * `sync`, `emptyLog` and `maintenance-thread.ts`. Throws an AccessStoreError where the file is not
 * of this version.
 */
export async function openAccessDatabase(
  file: string,
  schema: Schema,
  waitMilliseconds = WAIT_MILLISECONDS,
): Promise<AccessDatabase> {
  const folder = path.dirname(file);
  mkdirSync(path.dirname(folder), { recursive: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const connection = openFile(file, schema);
  const retry = async <Result>(work: () => Result, milliseconds = waitMilliseconds): Promise<Result> => {
    const until = performance.now() + milliseconds;
    for (;;) {
      try {
        return work();
      } catch (error) {
        if (isOfDisk(error)) throw new StoreUnavailable(`${file} cannot be used: ${error.message}.`, { cause: error });
        if (!isBusy(error)) throw error;
        if (performance.now() >= until) throw new StoreUnavailable(`Another process holds ${file}.`, { cause: error });
      }
      await wait(RETRY_MILLISECONDS);
    }
  };
  try {
    await retry(() => prepareFile(connection, file, schema), OPEN_MILLISECONDS);
  } catch (error) {
    connection.close();
    if (isDamaged(error)) throw new AccessStoreError(foreign(file), { cause: error });
    throw isInaccessible(error) ? new AccessStoreError(unusable(file, error), { cause: error }) : error;
  }
  return {
    file,
    connection,
    transact: (work) => retry(() => inTransaction(connection, work)),
    read: (work) => retry(work),
    async sync() {
      // SQLite's locks are on the file and its index, so closing a handle of the log drops none.
      try {
        await using log = await open(`${file}-wal`, "r+");
        await log.datasync();
      } catch (cause) {
        throw new StoreUnavailable(`${file} cannot be synced to disk.`, { cause });
      }
    },
    async emptyLog() {
      const checkpoint = connection.prepare("PRAGMA wal_checkpoint(TRUNCATE)");
      const until = performance.now() + waitMilliseconds;
      while (checkpoint.get()?.["busy"] !== 0 && performance.now() < until) await wait(RETRY_MILLISECONDS);
      // The first commit to an empty log syncs its head: here, and not where a request waits for
      // it.
      await retry(() => connection.exec(`PRAGMA application_id = ${APPLICATION_ID}`));
    },
    close: () => connection.close(),
  };
}

/** Opens a file, made first where it is missing. Throws an AccessStoreError where it cannot. */
function openFile(file: string, schema: Schema): DatabaseSync {
  try {
    if (!existsSync(file)) createWhole(file, schema);
    else if (statSync(file).size === 0) throw new AccessStoreError(foreign(file));
    return new DatabaseSync(file);
  } catch (error) {
    if (!isSqliteError(error)) throw error;
    throw new AccessStoreError(unusable(file, error), { cause: error });
  }
}

/** Makes a file under another name first, so that an empty one is always a damaged one. */
function createWhole(file: string, schema: Schema): void {
  const unfinished = `${file}.${randomUUID()}`;
  const connection = new DatabaseSync(unfinished);
  try {
    prepareFile(connection, unfinished, schema);
    connection.close();
    linkSync(unfinished, file);
  } catch (error) {
    // Another process was faster.
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  } finally {
    if (connection.isOpen) connection.close();
    rmSync(unfinished, { force: true });
  }
}

/**
 * Reads every page of a file, at about four seconds for a gigabyte. Where one is damaged, closes
 * the file and throws an AccessStoreError.
 */
export function checkPages({ file, connection }: AccessDatabase): void {
  try {
    if (connection.prepare("PRAGMA quick_check(1)").get()?.["quick_check"] === "ok") return;
  } catch (error) {
    if (!isDamaged(error)) throw error;
  }
  connection.close();
  throw new AccessStoreError(foreign(file));
}

/** Runs work in one transaction; what it throws rolls back. */
export function inTransaction<Result>(connection: DatabaseSync, work: () => Result): Result {
  connection.exec("BEGIN IMMEDIATE");
  try {
    const result = work();
    connection.exec("COMMIT");
    return result;
  } catch (error) {
    if (connection.isTransaction) connection.exec("ROLLBACK");
    throw error;
  }
}

/** Whether an error says that another connection holds the write lock. */
export function isBusy(error: unknown): boolean {
  const SQLITE_BUSY = 5;
  return isSqliteError(error) && (error.errcode & PRIMARY_CODE) === SQLITE_BUSY;
}

/** Whether the disk is to blame, so that another try may succeed later. */
function isOfDisk(error: unknown): error is Error {
  const [SQLITE_READONLY, SQLITE_IOERR, SQLITE_FULL, SQLITE_CANTOPEN] = [8, 10, 13, 14];
  const codes = [SQLITE_READONLY, SQLITE_IOERR, SQLITE_FULL, SQLITE_CANTOPEN];
  return isSqliteError(error) && codes.includes(error.errcode & PRIMARY_CODE);
}

function isDamaged(error: unknown): boolean {
  const [SQLITE_CORRUPT, SQLITE_NOTADB] = [11, 26];
  return isSqliteError(error) && [SQLITE_CORRUPT, SQLITE_NOTADB].includes(error.errcode & PRIMARY_CODE);
}

/** Whether SQLite may not write a file, or cannot open it. */
function isInaccessible(error: unknown): error is Error {
  const [SQLITE_PERM, SQLITE_READONLY, SQLITE_CANTOPEN] = [3, 8, 14];
  return isSqliteError(error) && [SQLITE_PERM, SQLITE_READONLY, SQLITE_CANTOPEN].includes(error.errcode & PRIMARY_CODE);
}

function unusable(file: string, { message }: Error): string {
  return `${file} cannot be opened for writing (${message}): it must be a file that this user may read and write, in a folder where it may make others.`;
}

function foreign(file: string): string {
  return `${file} is damaged or not a file of this program: move it away, or bring back a copy.`;
}

/** Whether SQLite refused a statement, for whatever reason. */
export function isSqliteError(error: unknown): error is Error & { readonly errcode: number } {
  return error instanceof Error && "errcode" in error && typeof error.errcode === "number";
}

/** The part of an error code that says what is the matter. */
const PRIMARY_CODE = 0xff;

/** Says whose file it is: "CTAC" in ASCII. */
const APPLICATION_ID = 0x43544143;

/** Rows that belong together are scattered over the file: small pages make for less to write. */
const PAGE_BYTES = 1024;

function prepareFile(connection: DatabaseSync, file: string, schema: Schema): void {
  connection.exec(`
    PRAGMA page_size = ${PAGE_BYTES}; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
    PRAGMA wal_autocheckpoint = 0; PRAGMA secure_delete = ON`);
  if (pragma(connection, "user_version") < schema.length)
    inTransaction(connection, () => {
      const found = pragma(connection, "user_version");
      if (found > 0 && pragma(connection, "application_id") !== APPLICATION_ID)
        throw new AccessStoreError(foreign(file));
      for (const step of schema.slice(found)) connection.exec(step);
      connection.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${schema.length}`);
    });
  const version = pragma(connection, "user_version");
  if (pragma(connection, "application_id") !== APPLICATION_ID) throw new AccessStoreError(foreign(file));
  if (version !== schema.length)
    throw new AccessStoreError(
      `${file} was written by a newer version of this program (its tables have version ${version}, this program knows ` +
        `${schema.length}): run that version, or bring back a copy of the file from before.`,
    );
}

function pragma(connection: DatabaseSync, name: string): number {
  return Number(connection.prepare(`PRAGMA ${name}`).get()?.[name]);
}
