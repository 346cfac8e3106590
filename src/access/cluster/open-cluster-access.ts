import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Access } from "../access.ts";
import { StoreUnavailable } from "../accounts.ts";
import { claimJournalFolder } from "../journal/journal-folders.ts";
import { openJournal } from "../journal/journal.ts";
import { openAccess } from "../open-access.ts";
import { withinDeadline } from "./deadline.ts";
import { keepUsage } from "./keep-usage.ts";
import { openLeasedCounters } from "./leased-counters.ts";
import { openClusterStores } from "./open-cluster-stores.ts";
import type { ClusterStores } from "./open-cluster-stores.ts";

/** How the access of one of many nodes is opened. */
export interface ClusterAccessOptions {
  /** Of this machine: what was counted waits here until PostgreSQL has it. */
  readonly dataFolder: string;
  readonly databaseUrl: string;
  readonly redisUrl: string;
  /** How long a request waits for one of the two, in milliseconds. */
  readonly waitMilliseconds: number;
  readonly now: () => Date;
  /** Is told of what people should know: stores that are lost and found, bytes of a journal that were lost. */
  readonly onTrouble?: (sentence: string, error: Error | null) => void;
  /** The thread that merges ended by a fault of ours; the service cannot go on. By default the error is thrown where nobody catches it. */
  readonly onFailure?: (error: Error) => void;
  /** Begins the names of all keys in Redis. Default `ctds:`. */
  readonly keyPrefix?: string;
  /** Whose clock the quotas go by; see `openLeasedCounters`. */
  readonly clock?: "redis" | "own";
}

/** How long a start waits for PostgreSQL: all servers may be starting together. */
const START_MILLISECONDS = 10_000;
const RETRY_MILLISECONDS = 250;

/**
 * Opens the access of one node: accounts and usage in PostgreSQL, quotas leased from Redis, requests in a journal on this machine until
 * PostgreSQL has counted them.
 *
 * Rejects with `StoreUnavailable` where PostgreSQL does not answer within ten seconds, or Redis refuses who asks; with `SchemaTooNew` where
 * a newer version of the program has been. A Redis that is not there does not hinder the start.
 */
export async function openClusterAccess(options: ClusterAccessOptions): Promise<Access> {
  const { databaseUrl, dataFolder, now, onTrouble, waitMilliseconds } = options;
  const stores = await openPatiently(databaseUrl, waitMilliseconds);
  const counters = openLeasedCounters({
    ...options,
    url: options.redisUrl,
    onState: (degraded) => onTrouble?.(degraded ?? "Redis answers again: quotas are exact.", null),
  });
  try {
    counters.restore(await stores.usage.usedAt(now()));
    await counters.ready;
    if (/: (?:WRONGPASS|NOAUTH|NOPERM)/.test(counters.degraded ?? "")) throw new StoreUnavailable(counters.degraded!);
  } catch (error) {
    await Promise.all([counters.close(), stores.close()]);
    throw error;
  }
  const journals = path.join(dataFolder, "access", "journals");
  const journalFolder = claimJournalFolder(journals);
  const onFailure = options.onFailure ?? raise;
  const kept = keepUsage({ databaseUrl, waitMilliseconds, journals, own: journalFolder, now, onTrouble, onFailure });
  return openAccess({
    accounts: stores.accounts,
    usage: stores.usage,
    counters,
    journal: openJournal({ folder: journalFolder.folder, writer: "1", now }),
    async mergeJournals() {
      const { degraded } = stores.postgres;
      if (degraded !== null) throw new StoreUnavailable(degraded);
      await mergeInTime(kept.merge(), waitMilliseconds);
    },
    usageFault: () => kept.fault ?? stores.postgres.degraded,
    now,
    onTrouble,
    async close() {
      await kept.close();
      await stores.close();
    },
  });
}

async function openPatiently(url: string, waitMilliseconds: number): Promise<ClusterStores> {
  for (let waited = 0; ; waited += RETRY_MILLISECONDS) {
    try {
      return await openClusterStores({ url, waitMilliseconds });
    } catch (error) {
      if (!(error instanceof StoreUnavailable) || waited >= START_MILLISECONDS) throw error;
      await wait(RETRY_MILLISECONDS);
    }
  }
}

async function mergeInTime(merge: Promise<void>, waitMilliseconds: number): Promise<void> {
  try {
    await withinDeadline(merge, waitMilliseconds);
  } catch (cause) {
    throw new StoreUnavailable("what was counted could not be brought to PostgreSQL in time", { cause });
  }
}

function raise(error: Error): void {
  setImmediate(() => {
    throw error;
  });
}
