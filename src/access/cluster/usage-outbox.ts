import { randomUUID } from "node:crypto";
import path from "node:path";
import type { ThreadShare } from "../embedded/open-embedded-access.ts";
import { openAccessDatabase } from "../embedded/access-database.ts";
import { runMaintenance } from "../embedded/run-maintenance.ts";
import { COUNT_REQUESTS, OUTBOX_SCHEMA } from "../embedded/schema.ts";
import { openTurnTransactions } from "../embedded/turn-transactions.ts";
import { repeat } from "../open-access.ts";
import { type UsageCount, minuteOf } from "../usage-history.ts";
import { withinDeadline } from "./deadline.ts";
import type { PostgresUsageHistory } from "./postgres-usage-history.ts";

/** What one node counted, on its disk until PostgreSQL has it. */
export interface UsageOutbox {
  /** Counts one request in the present minute; resolves when that survives the end of the process. */
  count(subjectId: string, operation: string): Promise<void>;
  /** Sends what was counted up to now. Rejects with `StoreUnavailable`; nothing is lost then. */
  send(): Promise<void>;
  /** Why counts wait on this machine, or null. */
  readonly degraded: string | null;
  /** Sends what is left, or leaves it for the next process over this folder. */
  close(): Promise<void>;
}

export interface UsageOutboxOptions {
  readonly dataFolder: string;
  readonly usage: Pick<PostgresUsageHistory, "addBatch" | "prune">;
  readonly waitMilliseconds: number;
  readonly now: () => Date;
  readonly onTrouble?: ((sentence: string, error: Error | null) => void) | undefined;
  /** The maintenance thread ended by a fault of ours. */
  readonly onFailure: (error: Error) => void;
  readonly thread: ThreadShare | null;
}

const SEND_MILLISECONDS = 1000;
const PRUNE_MILLISECONDS = 300_000;
const DAY_MILLISECONDS = 86_400_000;
/** How long a stopping node waits for PostgreSQL. */
const CLOSE_MILLISECONDS = 5000;

/** Rows of a batch: packing them takes a few milliseconds. */
const BATCH_ROWS_MAX = 2000;

interface Batch {
  readonly id: string;
  readonly counts: readonly UsageCount[];
}

/**
 * Opens the outbox of a node, or of one of its threads, over `access/outbox.sqlite`, and begins to send each second.
 *
 * What is sent is packed into a batch with an id first, which PostgreSQL remembers: each batch counts once, however often and by
 * however many threads and processes over the folder it is sent.
 */
export async function openUsageOutbox(options: UsageOutboxOptions): Promise<UsageOutbox> {
  const { dataFolder, usage, now, onTrouble, onFailure, thread, waitMilliseconds } = options;
  const file = path.join(dataFolder, "access", "outbox.sqlite");
  const database = await openAccessDatabase(file, OUTBOX_SCHEMA, waitMilliseconds);
  const { connection } = database;
  const isMaintainer = thread === null || thread.isMaintainer;
  const endMaintenance = isMaintainer ? runMaintenance({ file, kind: "outbox", now, onTrouble, onFailure }) : null;

  const countRequests = connection.prepare(COUNT_REQUESTS);
  const turns = openTurnTransactions<UsageCount, null>({
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

  const oldest = connection.prepare("SELECT id FROM batch LIMIT 1");
  const inBatch = connection.prepare("SELECT minute, subject, operation, requests FROM batch WHERE id = ?");
  const pack = connection.prepare(
    `INSERT INTO batch SELECT ?, * FROM usage_minute ORDER BY minute, subject, operation LIMIT ${BATCH_ROWS_MAX}`,
  );
  const unpack = connection.prepare(`
    DELETE FROM usage_minute WHERE (minute, subject, operation) IN
      (SELECT minute, subject, operation FROM batch WHERE id = ?)`);
  const drop = connection.prepare("DELETE FROM batch WHERE id = ?");

  /** The batch that waits longest, or a new one; null where nothing is left to send. */
  const nextBatch = (): Batch | null => {
    let id = oldest.get()?.["id"];
    if (id === undefined) {
      id = randomUUID();
      if (pack.run(id).changes === 0) return null;
      unpack.run(id);
    }
    const counts = inBatch.all(id).map((row) => ({
      subjectId: String(row["subject"]),
      operation: String(row["operation"]),
      minute: Number(row["minute"]),
      requests: Number(row["requests"]),
    }));
    return { id: String(id), counts };
  };

  const sendAll = async (): Promise<void> => {
    for (let batch = await database.transact(nextBatch); batch !== null; batch = await database.transact(nextBatch)) {
      const { id } = batch;
      await usage.addBatch(id, batch.counts);
      await database.transact(() => drop.run(id));
    }
  };
  let underWay = Promise.resolve();
  let next: Promise<void> | null = null;
  const send = (): Promise<void> => {
    next ??= underWay
      .catch(() => {})
      .then(() => {
        next = null;
        return sendAll();
      });
    underWay = next;
    return next;
  };

  let failure: string | null = null;
  let prunedAt = Number.NEGATIVE_INFINITY;
  const sendAndPrune = async (): Promise<void> => {
    try {
      await send();
      if (failure !== null) onTrouble?.("What was counted is in PostgreSQL again.", null);
      failure = null;
      const at = now().getTime();
      const isSameDay = Math.floor(at / DAY_MILLISECONDS) === Math.floor(prunedAt / DAY_MILLISECONDS);
      if (isSameDay && at - prunedAt < PRUNE_MILLISECONDS) return;
      await usage.prune(new Date(at));
      prunedAt = at;
    } catch (error) {
      const cause = error instanceof Error ? error : new Error(String(error));
      if (failure === null)
        onTrouble?.("What was counted could not be written to PostgreSQL; it is kept here and tried again.", cause);
      failure = `${cause.message}. What was counted is kept in DATA_DIR until then`;
    }
  };
  const stopSending = isMaintainer ? repeat(sendAndPrune, SEND_MILLISECONDS) : null;
  if (isMaintainer) void sendAndPrune();

  return {
    async count(subjectId, operation) {
      await turns.add({ subjectId, operation, minute: minuteOf(now().getTime()), requests: 1 });
    },
    send,
    get degraded() {
      return failure ?? turns.degraded;
    },
    async close() {
      await turns.close();
      await stopSending?.();
      await withinDeadline(send(), CLOSE_MILLISECONDS).catch(() => {});
      await endMaintenance?.();
      database.close();
    },
  };
}
