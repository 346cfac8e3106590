import type { StatementSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import { type AccessDatabase, isBusy, isSqliteError } from "./access-database.ts";
import { runInTurn } from "./fair-lock.ts";

export interface TurnTransactionsOptions<Item, Outcome> {
  readonly database: AccessDatabase;
  /**
   * A lock shared with other threads that write the same file (`makeLockMemory`); null where there
   * are none.
   */
  readonly lock: SharedArrayBuffer | null;
  /** How long items wait while another process holds the file. */
  readonly waitMilliseconds: number;
  /**
   * Writes items and returns the outcome of each, in their order; called inside the transaction.
   */
  readonly write: (items: readonly Item[]) => readonly Outcome[];
  /**
   * Decides the outcome of each item while the file cannot be written, and which of them are to be
   * written later.
   */
  readonly decide: (
    items: readonly Item[],
    waiting: readonly Item[],
  ) => { readonly outcomes: readonly Outcome[]; readonly writeLater: readonly Item[] };
  /** Is told when the file cannot be written, and when it can again. */
  readonly onTrouble?: ((sentence: string, error: Error | null) => void) | undefined;
}

const RETRY_MILLISECONDS = 1;
const RETRY_WHILE_DEGRADED_MILLISECONDS = 1000;

/**
 * Items kept in memory while the file cannot be written, about 20 MB; further ones are not counted.
 */
const WAITING_MAX = 100_000;

interface Pending<Item, Outcome> {
  readonly item: Item;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Writes to a file for one thread, in one transaction for each turn of the event loop.
 *
 * A commit is in the hands of the operating system, so a kill loses nothing whose promise resolved.
 * Where the file cannot be written (a full disk, another process that holds it), items are decided
 * in memory after the wait, and those to be written later are tried again each second.
 */
export class TurnTransactions<Item, Outcome> {
  readonly #options: TurnTransactionsOptions<Item, Outcome>;
  readonly #lock: Int32Array<SharedArrayBuffer> | null;
  readonly #begin: StatementSync;
  readonly #commit: StatementSync;
  readonly #retrying: NodeJS.Timeout;
  #batch: Pending<Item, Outcome>[] = [];
  /** Items that were decided in memory and are still to be written. */
  #waiting: Item[] = [];
  #busySince: number | null = null;
  #retryAt = 0;
  #degraded: string | null = null;

  constructor(options: TurnTransactionsOptions<Item, Outcome>) {
    const { lock, database } = options;
    this.#options = options;
    this.#lock = lock === null ? null : new Int32Array(lock);
    this.#begin = database.connection.prepare("BEGIN IMMEDIATE");
    this.#commit = database.connection.prepare("COMMIT");
    // No further item may come that would bring with it what waits.
    this.#retrying = setInterval(() => this.#waiting.length > 0 && this.#flush(), RETRY_WHILE_DEGRADED_MILLISECONDS);
    this.#retrying.unref();
  }

  /** Why nothing can be written now, or null. */
  get degraded(): string | null {
    return this.#degraded;
  }

  /**
   * Adds an item to the transaction of this turn; resolves with its outcome once that is committed.
   */
  add(item: Item): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      if (this.#batch.push({ item, resolve, reject }) === 1) setImmediate(() => this.#flush());
    });
  }

  /** Writes what is left. */
  async close(): Promise<void> {
    clearInterval(this.#retrying);
    this.#retryAt = 0;
    // A busy file is tried again by a timer, until the wait is over.
    for (this.#flush(); this.#batch.length > 0;) await wait(RETRY_MILLISECONDS);
  }

  #flush(): void {
    if (this.#batch.length === 0 && this.#waiting.length === 0) return;
    if (this.#degraded !== null && performance.now() < this.#retryAt) return this.#decideInMemory();
    try {
      this.#succeed(this.#lock === null ? this.#write() : runInTurn(this.#lock, () => this.#write()));
    } catch (error) {
      if (!isSqliteError(error)) for (const { reject } of this.#batch.splice(0)) reject(error);
      else if (isBusy(error) && this.#mayWait()) setTimeout(() => this.#flush(), RETRY_MILLISECONDS);
      else this.#degrade(error);
    }
  }

  #write(): readonly Outcome[] {
    const { database, write } = this.#options;
    this.#begin.run();
    try {
      const outcomes = write([...this.#waiting, ...this.#batch.map(({ item }) => item)]);
      this.#commit.run();
      return outcomes;
    } catch (error) {
      if (database.connection.isTransaction) database.connection.exec("ROLLBACK");
      throw error;
    }
  }

  /** Whether items may go on waiting for another process that holds the file. */
  #mayWait(): boolean {
    if (this.#degraded !== null) return false;
    this.#busySince ??= performance.now();
    return performance.now() - this.#busySince < this.#options.waitMilliseconds;
  }

  #succeed(outcomes: readonly Outcome[]): void {
    const { database, onTrouble } = this.#options;
    if (this.#degraded !== null)
      onTrouble?.(`${database.file} can be written again; what was counted meanwhile is in it.`, null);
    this.#degraded = null;
    this.#settle(outcomes.slice(this.#waiting.splice(0).length));
  }

  #degrade(error: Error): void {
    const { database, onTrouble } = this.#options;
    this.#retryAt = performance.now() + RETRY_WHILE_DEGRADED_MILLISECONDS;
    const sentence = `${database.file} cannot be written: ${error.message}. What is counted is kept in memory and tried again.`;
    if (this.#degraded === null) onTrouble?.(sentence, error);
    this.#degraded = sentence;
    this.#decideInMemory();
  }

  #decideInMemory(): void {
    const items = this.#batch.map(({ item }) => item);
    const { outcomes, writeLater } = this.#options.decide(items, this.#waiting);
    for (const item of writeLater) if (this.#waiting.length < WAITING_MAX) this.#waiting.push(item);
    this.#settle(outcomes);
  }

  #settle(outcomes: readonly Outcome[]): void {
    const settled = this.#batch;
    this.#batch = [];
    this.#busySince = null;
    for (const [index, { resolve }] of settled.entries()) resolve(outcomes[index]!);
  }
}
