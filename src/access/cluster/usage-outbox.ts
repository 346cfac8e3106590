import path from "node:path";
import type { ThreadShare } from "../embedded/open-embedded-access.ts";
import { type AccessDatabase, checkPages, openAccessDatabase } from "../embedded/access-database.ts";
import { runMaintenance } from "../embedded/run-maintenance.ts";
import { COUNT_REQUESTS, OUTBOX_SCHEMA } from "../embedded/schema.ts";
import { TurnTransactions } from "../embedded/turn-transactions.ts";
import { repeat } from "../repeat.ts";
import { dayOf, hourOf, minuteOf } from "../quota.ts";
import type { UsageCount } from "../usage-history.ts";
import { withinDeadline } from "./deadline.ts";
import type { PostgresUsageHistory } from "./postgres-usage-history.ts";
import { randomUUID } from "node:crypto";
import type { DatabaseSync, StatementSync } from "node:sqlite";

export interface UsageOutboxOptions {
  readonly dataFolder: string;
  readonly usage: Pick<PostgresUsageHistory, "addBatch" | "prune">;
  readonly waitMilliseconds: number;
  readonly now: () => Date;
  readonly onTrouble?: ((sentence: string, error: Error | null) => void) | undefined;
  /** The maintenance thread ended because of a bug. */
  readonly onFailure: (error: Error) => void;
  readonly thread: ThreadShare | null;
}

const SEND_MILLISECONDS = 1000;
const PRUNE_MILLISECONDS = 300_000;
/** How long a stopping node waits for PostgreSQL. */
const CLOSE_MILLISECONDS = 5000;

/**
 * What one node, or one of its threads, counted: on its disk (`access/outbox.sqlite`) until
 * PostgreSQL has it.
 *
 * What is sent is packed into a batch with an id first, which PostgreSQL remembers: each batch
 * counts once, however often and by however many threads and processes over the folder it is sent.
 */
export class UsageOutbox {
  readonly #options: UsageOutboxOptions;
  readonly #database: AccessDatabase;
  readonly #turns: TurnTransactions<UsageCount, null>;
  readonly #batches: OutboxBatches;
  readonly #stops: (() => Promise<void>)[] = [];
  #sending = Promise.resolve();
  #nextSending: Promise<void> | null = null;
  #failure: string | null = null;
  #prunedAt = Number.NEGATIVE_INFINITY;

  private constructor(options: UsageOutboxOptions, database: AccessDatabase) {
    const { thread, waitMilliseconds, onTrouble } = options;
    this.#options = options;
    this.#database = database;
    this.#batches = new OutboxBatches(database.connection);
    const countRequests = database.connection.prepare(COUNT_REQUESTS);
    this.#turns = new TurnTransactions({
      database,
      lock: thread?.lock ?? null,
      waitMilliseconds,
      onTrouble,
      write: (counts) =>
        counts.map(({ minute, subjectId, operation, requests }) => {
          countRequests.run(minute, subjectId, operation, requests);
          return null;
        }),
      decide: (counts) => ({ outcomes: counts.map(() => null), writeLater: counts }),
    });
  }

  /** Opens the outbox, and begins to send each second where no other thread of the node does. */
  static async open(options: UsageOutboxOptions): Promise<UsageOutbox> {
    const file = path.join(options.dataFolder, "access", "outbox.sqlite");
    const database = await openAccessDatabase(file, OUTBOX_SCHEMA, options.waitMilliseconds);
    const isMaintainer = options.thread === null || options.thread.isMaintainer;
    if (isMaintainer) checkPages(database);
    const outbox = new UsageOutbox(options, database);
    if (isMaintainer) outbox.#maintain();
    return outbox;
  }

  /** Why counts wait on this machine, or null. */
  get degraded(): string | null {
    return this.#failure ?? this.#turns.degraded;
  }

  /**
   * Counts one request, or some, in the present minute; resolves when that survives the end of the
   * process.
   */
  async count(subjectId: string, operation: string, requests = 1): Promise<void> {
    await this.#turns.add({ subjectId, operation, minute: minuteOf(this.#options.now().getTime()), requests });
  }

  /** Sends what was counted up to now. Rejects with `StoreUnavailable`; nothing is lost then. */
  send(): Promise<void> {
    // Calls that come while one is sending share the next one.
    this.#nextSending ??= this.#sending
      .catch(() => {})
      .then(() => {
        this.#nextSending = null;
        return this.#sendAll();
      });
    this.#sending = this.#nextSending;
    return this.#nextSending;
  }

  /** Sends what is left, or leaves it for the next process over this folder. */
  async close(): Promise<void> {
    await this.#turns.close();
    for (const stop of this.#stops) await stop();
    await withinDeadline(this.send(), CLOSE_MILLISECONDS).catch(() => {});
    this.#database.close();
  }

  #maintain(): void {
    const { now, onTrouble, onFailure } = this.#options;
    const { file } = this.#database;
    const sendAndPrune = (): Promise<void> => this.#sendAndPrune();
    this.#stops.push(
      repeat(sendAndPrune, SEND_MILLISECONDS),
      runMaintenance({ file, kind: "outbox", now, onTrouble, onFailure }),
    );
    void sendAndPrune();
  }

  async #sendAll(): Promise<void> {
    const next = (): Promise<Batch | null> => this.#database.transact(() => this.#batches.next());
    for (let batch = await next(); batch !== null; batch = await next()) {
      const { id, counts } = batch;
      await this.#options.usage.addBatch(id, counts);
      await this.#database.transact(() => this.#batches.drop(id));
    }
  }

  /** Never rejects. */
  async #sendAndPrune(): Promise<void> {
    const { onTrouble } = this.#options;
    try {
      await this.send();
      if (this.#failure !== null) onTrouble?.("What was counted is in PostgreSQL again.", null);
      this.#failure = null;
      await this.#prune();
    } catch (error) {
      const cause = error instanceof Error ? error : new Error(String(error));
      if (this.#failure === null)
        onTrouble?.("What was counted could not be written to PostgreSQL; it is kept here and tried again.", cause);
      this.#failure = `${cause.message}. What was counted is kept in DATA_DIR until then`;
    }
  }

  async #prune(): Promise<void> {
    const at = this.#options.now().getTime();
    const isSameDay = dayOf(hourOf(at)) === dayOf(hourOf(this.#prunedAt));
    if (isSameDay && at - this.#prunedAt < PRUNE_MILLISECONDS) return;
    await this.#options.usage.prune(new Date(at));
    this.#prunedAt = at;
  }
}

/** Counts that are sent together, under an id that is never used twice. */
interface Batch {
  readonly id: string;
  readonly counts: readonly UsageCount[];
}

/** Rows of a batch: packing them takes a few milliseconds. */
const BATCH_ROWS_MAX = 2000;

/** The batches in `outbox.sqlite`. Every function belongs in a transaction. */
class OutboxBatches {
  readonly #any: StatementSync;
  readonly #rows: StatementSync;
  readonly #copy: StatementSync;
  readonly #unlist: StatementSync;
  readonly #drop: StatementSync;

  constructor(connection: DatabaseSync) {
    this.#any = connection.prepare("SELECT id FROM batch LIMIT 1");
    this.#rows = connection.prepare("SELECT minute, subject, operation, requests FROM batch WHERE id = ?");
    this.#copy = connection.prepare(
      `INSERT INTO batch SELECT ?, * FROM usage_minute ORDER BY minute, subject, operation LIMIT ${BATCH_ROWS_MAX}`,
    );
    this.#unlist = connection.prepare(`
      DELETE FROM usage_minute WHERE (minute, subject, operation) IN
        (SELECT minute, subject, operation FROM batch WHERE id = ?)`);
    this.#drop = connection.prepare("DELETE FROM batch WHERE id = ?");
  }

  /** A batch that was packed before, or a new one; null where nothing is left to send. */
  next(): Batch | null {
    const id = String(this.#any.get()?.["id"] ?? this.#pack());
    const counts = this.#rows.all(id).map((row) => ({
      subjectId: String(row["subject"]),
      operation: String(row["operation"]),
      minute: Number(row["minute"]),
      requests: Number(row["requests"]),
    }));
    return counts.length === 0 ? null : { id, counts };
  }

  /** Forgets a batch that has arrived. */
  drop(id: string): void {
    this.#drop.run(id);
  }

  #pack(): string {
    const id = randomUUID();
    this.#copy.run(id);
    this.#unlist.run(id);
    return id;
  }
}
