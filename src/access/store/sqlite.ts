import { mkdirSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import path from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import { AccessStoreError, type Sql, type SqlRow, type SqlValue, type Statements, StoreUnavailable } from "./sql.ts";

const RETRY_MILLISECONDS = 2;
/** Maximum wait of an opening for other processes that make the file at the same moment. */
const OPEN_MILLISECONDS = 15_000;

/** Mask of the primary code in an error code of SQLite. */
const PRIMARY_CODE = 0xff;
const [SQLITE_PERM, SQLITE_BUSY, SQLITE_READONLY, SQLITE_IOERR] = [3, 5, 8, 10] as const;
const [SQLITE_CORRUPT, SQLITE_FULL, SQLITE_CANTOPEN, SQLITE_NOTADB] = [11, 13, 14, 26] as const;

/**
 * A SQLite file, which other processes may use too. One connection serves everybody in turn. A
 * commit writes the log without a sync, so the event loop never waits for the disk; the sync
 * follows on a thread of libuv's pool, before the promise of a transaction resolves.
 */
export class SqliteSql implements Sql {
  readonly dialect = "sqlite";
  readonly #file: string;
  readonly #waitMilliseconds: number;
  readonly #connection: DatabaseSync;
  readonly #prepared = new Map<string, StatementSync>();
  /** Settles when nothing is under way on the connection. */
  #idle: Promise<unknown> = Promise.resolve();

  private constructor(file: string, waitMilliseconds: number) {
    this.#file = file;
    this.#waitMilliseconds = waitMilliseconds;
    this.#connection = connect(file);
  }

  /**
   * Opens a file, and makes it where it is missing. Throws an `AccessStoreError` where it is
   * damaged or cannot be written.
   */
  static async open(file: string, waitMilliseconds: number): Promise<SqliteSql> {
    const folder = path.dirname(file);
    mkdirSync(path.dirname(folder), { recursive: true });
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    await expectContent(file);
    const opened = new SqliteSql(file, waitMilliseconds);
    const until = performance.now() + OPEN_MILLISECONDS;
    try {
      await opened.#retry(until, () => opened.#connection.exec(PRAGMAS));
      const [check] = await opened.#retry(until, () => opened.#prepare("PRAGMA quick_check(1)").all());
      if (check?.["quick_check"] !== "ok") throw damaged(file);
      return opened;
    } catch (error) {
      opened.#connection.close();
      throw describe(file, error);
    }
  }

  all(text: string, ...values: readonly SqlValue[]): Promise<readonly SqlRow[]> {
    return this.#inTurn((until) => this.#statements(until).all(text, ...values));
  }

  run(text: string, ...values: readonly SqlValue[]): Promise<number> {
    return this.#inTurn((until) => this.#statements(until).run(text, ...values));
  }

  async transaction<Result>(work: (statements: Statements) => Promise<Result>): Promise<Result> {
    const result = await this.#inTurn(async (until) => {
      await this.#retry(until, () => this.#connection.exec("BEGIN IMMEDIATE"));
      try {
        const done = await work(this.#statements(until));
        await this.#retry(until, () => this.#connection.exec("COMMIT"));
        return done;
      } catch (error) {
        if (this.#connection.isTransaction) this.#connection.exec("ROLLBACK");
        throw error;
      }
    });
    await this.#sync();
    return result;
  }

  shred(): Promise<void> {
    const work = () => this.#connection.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    return this.#inTurn((until) => this.#retry(until, work));
  }

  close(): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#connection.isOpen) this.#connection.close();
    });
  }

  #prepare(text: string): StatementSync {
    const statement = this.#prepared.get(text) ?? this.#connection.prepare(text);
    this.#prepared.set(text, statement);
    return statement;
  }

  #statements(until: number): Statements {
    return {
      all: (text, ...values) => this.#retry(until, () => this.#prepare(text).all(bind(values)) as SqlRow[]),
      run: (text, ...values) => this.#retry(until, () => Number(this.#prepare(text).run(bind(values)).changes)),
    };
  }

  /** Queues work behind earlier work; its wait begins now, so that waits do not add up. */
  #inTurn<Result>(work: (until: number) => Promise<Result>): Promise<Result> {
    const until = performance.now() + this.#waitMilliseconds;
    const turn = this.#idle.then(() => work(until));
    this.#idle = turn.catch(() => {});
    return turn;
  }

  /** Tries once at least, and again until the moment while another process holds the file. */
  async #retry<Result>(until: number, work: () => Result): Promise<Result> {
    const file = this.#file;
    for (;;) {
      try {
        return work();
      } catch (error) {
        if (isOneOf(error, SQLITE_READONLY, SQLITE_IOERR, SQLITE_FULL, SQLITE_CANTOPEN))
          throw new StoreUnavailable(`${file} cannot be used: ${error.message}.`, { cause: error });
        if (!isOneOf(error, SQLITE_BUSY)) throw error;
        if (performance.now() >= until) throw new StoreUnavailable(`Another process holds ${file}.`, { cause: error });
      }
      await wait(RETRY_MILLISECONDS);
    }
  }

  async #sync(): Promise<void> {
    try {
      await using log = await open(`${this.#file}-wal`, "r+");
      await log.datasync();
    } catch (cause) {
      throw new StoreUnavailable(`${this.#file} cannot be synced to disk.`, { cause });
    }
  }
}

/**
 * Waits while a file is empty, which it is for a moment while another process makes it. Throws
 * where it stays so: it has lost everything.
 */
async function expectContent(file: string): Promise<void> {
  const isEmpty = (): boolean => statSync(file, { throwIfNoEntry: false })?.size === 0;
  for (let waited = 0; isEmpty(); waited += EMPTY_MILLISECONDS) {
    if (waited >= EMPTY_MILLISECONDS_MAX) throw damaged(file);
    await wait(EMPTY_MILLISECONDS);
  }
}

const EMPTY_MILLISECONDS = 50;
const EMPTY_MILLISECONDS_MAX = 2000;

/** Rows that are written together lie on many pages: small ones make for less to write. */
const PRAGMAS = `PRAGMA page_size = 1024; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
  PRAGMA secure_delete = ON; PRAGMA foreign_keys = ON`;

/** Statements of the one prepared text take `$1` by its name, `1`. */
function bind(values: readonly SqlValue[]): Record<string, SqlValue> {
  return Object.fromEntries(values.map((value, index) => [String(index + 1), value]));
}

function connect(file: string): DatabaseSync {
  try {
    return new DatabaseSync(file);
  } catch (error) {
    throw describe(file, error);
  }
}

function damaged(file: string, cause?: unknown): AccessStoreError {
  const sentence = `${file} is damaged or not a file of this program: move it away, or bring back a copy.`;
  return new AccessStoreError(sentence, { cause });
}

/** Explains to an operator why the file cannot be opened. */
function describe(file: string, error: unknown): unknown {
  if (isOneOf(error, SQLITE_CORRUPT, SQLITE_NOTADB)) return damaged(file, error);
  const isClosed = isOneOf(error, SQLITE_PERM, SQLITE_READONLY, SQLITE_CANTOPEN) || error instanceof StoreUnavailable;
  if (!isClosed) return error;
  return new AccessStoreError(
    `${file} cannot be opened for writing (${error.message}): it must be a file that this user may read and write, in a folder where it may make others.`,
    { cause: error },
  );
}

function isOneOf(error: unknown, ...codes: readonly number[]): error is Error {
  return (
    error instanceof Error &&
    "errcode" in error &&
    typeof error.errcode === "number" &&
    codes.includes(error.errcode & PRIMARY_CODE)
  );
}
