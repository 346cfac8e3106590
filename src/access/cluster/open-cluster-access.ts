import { setTimeout as wait } from "node:timers/promises";
import type { Access } from "../access.ts";
import { StoreUnavailable } from "../accounts.ts";
import type { Counters } from "../counters.ts";
import { type ThreadShare, throwUncaught } from "../embedded/open-embedded-access.ts";
import type { MailOptions } from "../confirmation-mails.ts";
import { openAccess } from "../open-access.ts";
import type { UsageHistory } from "../usage-history.ts";
import { type FindUrlFault, refuseEveryUrl } from "../webhook-registrations.ts";
import { withinDeadline } from "./deadline.ts";
import { LeasedQuotas } from "./leased-quotas.ts";
import { type ClusterStores, openClusterStores } from "./open-cluster-stores.ts";
import { UsageOutbox } from "./usage-outbox.ts";

/** How the access of one of many nodes is opened. */
export interface ClusterAccessOptions {
  /** Of this machine: what was counted waits here until PostgreSQL has it. */
  readonly dataFolder: string;
  readonly databaseUrl: string;
  readonly redisUrl: string;
  /** How long a request waits for one of the two, in milliseconds. */
  readonly waitMilliseconds: number;
  readonly now: () => Date;
  /** Called with what people should know: stores that are lost, and that answer again. */
  readonly onTrouble?: ((sentence: string, error: Error | null) => void) | undefined;
  /**
   * The maintenance thread ended because of a bug. By default the error is thrown where nobody
   * catches it.
   */
  readonly onFailure?: (error: Error) => void;
  /** By default no mails are sent. */
  readonly mail?: MailOptions | null;
  /** By default no webhook is registered. */
  readonly findUrlFault?: FindUrlFault;
  /**
   * One of several threads of the node: the lock they share, and whether this one maintains the
   * outbox and sends.
   */
  readonly thread?: ThreadShare | null;
  /** Begins the names of all keys in Redis. Default `ctds:`. */
  readonly keyPrefix?: string;
  /** Whose clock the quotas go by; see `LeasedQuotasOptions`. */
  readonly clock?: "redis" | "own";
}

/** How long a start waits for PostgreSQL: all servers may be starting together. */
const START_MILLISECONDS = 10_000;
const RETRY_MILLISECONDS = 250;

/**
 * Opens the access of one node: accounts and usage in PostgreSQL, quotas leased from Redis,
 * requests in an outbox on this machine until PostgreSQL has counted them.
 *
 * Rejects with `StoreUnavailable` where PostgreSQL does not answer within ten seconds, or Redis
 * refuses the credentials; with `SchemaTooNew` where a newer version of the program has been.
 * Starts without Redis where that cannot be reached.
 */
export async function openClusterAccess(options: ClusterAccessOptions): Promise<Access> {
  const { databaseUrl, now, onTrouble, waitMilliseconds, onFailure = throwUncaught, thread = null } = options;
  const stores = await openPatiently(databaseUrl, waitMilliseconds);
  const quotas = new LeasedQuotas({
    ...options,
    url: options.redisUrl,
    onState: (degraded) => onTrouble?.(degraded ?? "Redis answers again: quotas are exact.", null),
  });
  try {
    await quotas.ready;
    if (/: (?:WRONGPASS|NOAUTH|NOPERM)/.test(quotas.degraded ?? "")) throw new StoreUnavailable(quotas.degraded!);
    const outbox = await UsageOutbox.open({ ...options, usage: stores.usage, onTrouble, onFailure, thread });
    return await openAccess({
      accounts: stores.accounts,
      confirmations: stores.confirmations,
      webhooks: stores.webhooks,
      webhookQueue: stores.webhookQueue,
      keptAnswers: stores.keptAnswers,
      follows: stores.follows,
      findUrlFault: options.findUrlFault ?? refuseEveryUrl,
      mail: options.mail ?? null,
      usage: {
        secretOf: (day) => stores.usage.secretOf(day),
        usageOf: sendFirst(stores, outbox, waitMilliseconds),
      },
      counters: joinCounters(quotas, outbox),
      usageFailure: () => outbox.degraded ?? stores.postgres.degraded,
      now,
      onTrouble,
      async close() {
        await outbox.close();
        await stores.close();
      },
    });
  } catch (error) {
    await Promise.all([quotas.close(), stores.close()]);
    throw error;
  }
}

/** Judges by leases, and counts in the outbox what they allow. */
function joinCounters(quotas: LeasedQuotas, outbox: UsageOutbox): Counters {
  return {
    async admit(subjectId, limits, operation, requests) {
      const state = await quotas.take(subjectId, limits, requests);
      if (state.allowed) await outbox.count(subjectId, operation, requests);
      return state;
    },
    peek: async (subjectId, limits) => quotas.peek(subjectId, limits),
    get degraded() {
      return quotas.degraded;
    },
    close: () => quotas.close(),
  };
}

/** Reads usage after what was counted here was sent. */
function sendFirst(
  { postgres, usage }: ClusterStores,
  outbox: UsageOutbox,
  waitMilliseconds: number,
): UsageHistory["usageOf"] {
  return async (subjectId, at) => {
    if (postgres.degraded !== null) throw new StoreUnavailable(postgres.degraded);
    try {
      await withinDeadline(outbox.send(), waitMilliseconds);
    } catch (cause) {
      throw new StoreUnavailable("what was counted could not be brought to PostgreSQL in time", { cause });
    }
    return await usage.usageOf(subjectId, at);
  };
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
