import { setTimeout as wait } from "node:timers/promises";
import { type AccessDatabase, isBusy, isSqliteError } from "./access-database.ts";
import { runInTurn } from "./fair-lock.ts";

/** What one thread writes to a file, in one transaction for each turn of the event loop. */
export interface TurnTransactions<Item, Outcome> {
  /** Adds an item to the transaction of this turn; resolves with its outcome once that is committed. */
  add(item: Item): Promise<Outcome>;
  /** Why nothing can be written now, or null. */
  readonly degraded: string | null;
  /** Writes what is left. */
  close(): Promise<void>;
}

export interface TurnTransactionsOptions<Item, Outcome> {
  readonly database: AccessDatabase;
  /** A lock shared with other threads that write the same file (`makeLockMemory`); null where there are none. */
  readonly lock: SharedArrayBuffer | null;
  /** How long items wait while another process holds the file. */
  readonly waitMilliseconds: number;
  /** Writes items and returns the outcome of each, in their order; called inside the transaction. */
  readonly write: (items: readonly Item[]) => readonly Outcome[];
  /** Decides the outcome of each item while the file cannot be written, and which of them are to be written later. */
  readonly decide: (
    items: readonly Item[],
    waiting: readonly Item[],
  ) => { readonly outcomes: readonly Outcome[]; readonly writeLater: readonly Item[] };
  /** Is told when the file cannot be written, and when it can again. */
  readonly onTrouble?: ((sentence: string, error: Error | null) => void) | undefined;
}

const RETRY_MILLISECONDS = 1;
const RETRY_WHILE_FAILING_MILLISECONDS = 1000;

/** Items kept in memory while the file cannot be written, about 20 MB; further ones are not counted. */
const WAITING_MAX = 100_000;

interface Pending<Item, Outcome> {
  readonly item: Item;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Opens the writer of one thread. A commit is in the hands of the operating system, so a kill loses nothing whose promise
 * resolved. Where the file cannot be written (a full disk, another process that holds it), items are decided in memory after
 * the wait, and those to be written later are tried again each second.
 */
export function openTurnTransactions<Item, Outcome>(
  options: TurnTransactionsOptions<Item, Outcome>,
): TurnTransactions<Item, Outcome> {
  const { database, waitMilliseconds, write, decide, onTrouble } = options;
  const { connection, file } = database;
  const lock = options.lock === null ? null : new Int32Array(options.lock);
  const [begin, commit] = [connection.prepare("BEGIN IMMEDIATE"), connection.prepare("COMMIT")];
  let batch: Pending<Item, Outcome>[] = [];
  let busySince: number | null = null;
  let degraded: string | null = null;
  let retryAt = 0;
  let waiting: Item[] = [];

  const runTransaction = (): readonly Outcome[] => {
    begin.run();
    try {
      const outcomes = write([...waiting, ...batch.map(({ item }) => item)]);
      commit.run();
      return outcomes;
    } catch (error) {
      if (connection.isTransaction) connection.exec("ROLLBACK");
      throw error;
    }
  };

  const settle = (outcomes: readonly Outcome[], from: number): void => {
    const settled = batch;
    batch = [];
    busySince = null;
    for (const [index, { resolve }] of settled.entries()) resolve(outcomes[from + index]!);
  };

  const succeed = (outcomes: readonly Outcome[]): void => {
    const written = waiting.length;
    waiting = [];
    if (degraded !== null) onTrouble?.(`${file} can be written again; what was counted meanwhile is in it.`, null);
    degraded = null;
    settle(outcomes, written);
  };

  const decideInMemory = (): void => {
    const { outcomes, writeLater } = decide(
      batch.map(({ item }) => item),
      waiting,
    );
    for (const item of writeLater) if (waiting.length < WAITING_MAX) waiting.push(item);
    settle(outcomes, 0);
  };

  const fail = (error: Error): void => {
    retryAt = performance.now() + RETRY_WHILE_FAILING_MILLISECONDS;
    const sentence = `${file} cannot be written: ${error.message}. What is counted is kept in memory and tried again.`;
    if (degraded === null) onTrouble?.(sentence, error);
    degraded = sentence;
    decideInMemory();
  };

  const flush = (): void => {
    if (batch.length === 0 && waiting.length === 0) return;
    if (degraded !== null && performance.now() < retryAt) return decideInMemory();
    try {
      succeed(lock === null ? runTransaction() : runInTurn(lock, runTransaction));
    } catch (error) {
      if (!isSqliteError(error)) {
        for (const { reject } of batch.splice(0)) reject(error);
      } else if (degraded !== null || !isBusy(error)) fail(error);
      else {
        busySince ??= performance.now();
        if (performance.now() - busySince >= waitMilliseconds) fail(error);
        else setTimeout(flush, RETRY_MILLISECONDS);
      }
    }
  };

  // Nothing may come any more that would bring with it what waits.
  const retrying = setInterval(() => degraded !== null && flush(), RETRY_WHILE_FAILING_MILLISECONDS).unref();
  return {
    add: (item) =>
      new Promise((resolve, reject) => {
        if (batch.push({ item, resolve, reject }) === 1) setImmediate(flush);
      }),
    get degraded() {
      return degraded;
    },
    async close() {
      clearInterval(retrying);
      retryAt = 0;
      // A busy file is tried again by a timer, until the wait is over.
      for (flush(); batch.length > 0;) await wait(RETRY_MILLISECONDS);
    },
  };
}
