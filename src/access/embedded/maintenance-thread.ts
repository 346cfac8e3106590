import { statSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { openAccessDatabase } from "./access-database.ts";
import { ACCESS_SCHEMA, OUTBOX_SCHEMA } from "./schema.ts";
import { buildSqliteUsageHistory } from "./sqlite-usage-history.ts";

/*
 * The thread of a service that does to a file what would hold up requests: it syncs the write-ahead
 * log to disk each second, empties it when it is long, and forgets what is over when it is told to.
 */

/** What the thread is started with. */
export interface MaintenanceData {
  readonly file: string;
  readonly kind: "access" | "outbox";
}

/** What the thread is told: to forget what is over at a moment in milliseconds. */
export interface MaintenanceTask {
  readonly pruneAt: number;
}

/** What the thread says after each piece of work: why it failed, or null. */
export interface MaintenanceNote {
  readonly failure: string | null;
}

const SYNC_MILLISECONDS = 1000;

/** A longer log makes reading slower, and a shorter one is moved into the file more often. */
const LOG_BYTES_MAX = 16 * 1024 * 1024;

async function startWorking(port: NonNullable<typeof parentPort>, { file, kind }: MaintenanceData): Promise<void> {
  const database = await openAccessDatabase(file, kind === "access" ? ACCESS_SCHEMA : OUTBOX_SCHEMA);
  const usage = kind === "access" ? buildSqliteUsageHistory(database) : null;
  let syncedAt = 0;

  const keepLog = async (): Promise<void> => {
    const { size, mtimeMs } = statSync(`${file}-wal`);
    if (size > LOG_BYTES_MAX) await database.emptyLog();
    else if (mtimeMs !== syncedAt) await database.sync();
    syncedAt = mtimeMs;
  };

  let underWay = Promise.resolve();
  const enqueue = (work: () => Promise<void>): void => {
    underWay = underWay.then(work).then(
      () => say(null),
      (error: unknown) => say(error instanceof Error ? error.message : String(error)),
    );
  };
  const say = (failure: string | null): void => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port between threads has no origin
    port.postMessage({ failure } satisfies MaintenanceNote);
  };
  setInterval(() => enqueue(keepLog), SYNC_MILLISECONDS);
  port.on("message", ({ pruneAt }: MaintenanceTask) =>
    enqueue(() => (usage === null ? database.emptyLog() : usage.prune(new Date(pruneAt)))),
  );
}

// Elsewhere it is only loaded, to be compiled.
if (parentPort !== null) await startWorking(parentPort, workerData as MaintenanceData);
