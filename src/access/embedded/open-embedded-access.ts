import type { Access } from "../access.ts";
import type { MailOptions } from "../confirmation-mails.ts";
import { openAccess } from "../open-access.ts";
import { type FindUrlFault, refuseEveryUrl } from "../webhook-registrations.ts";
import { checkPages, openAccessDatabase } from "./access-database.ts";
import { accessFileIn } from "./open-embedded-stores.ts";
import { runMaintenance } from "./run-maintenance.ts";
import { ACCESS_SCHEMA } from "./schema.ts";
import { SqliteAccounts } from "./sqlite-accounts.ts";
import { buildSqliteConfirmations } from "./sqlite-confirmations.ts";
import { SqliteCounters } from "./sqlite-counters.ts";
import { buildSqliteFollows } from "./sqlite-follows.ts";
import { buildSqliteKeptAnswers } from "./sqlite-kept-answers.ts";
import { buildSqliteUsageHistory } from "./sqlite-usage-history.ts";
import { buildSqliteWebhookQueue } from "./sqlite-webhook-queue.ts";
import { buildSqliteWebhooks } from "./sqlite-webhooks.ts";

/** How the access of a service on one machine is opened. */
export interface EmbeddedAccessOptions {
  readonly dataFolder: string;
  readonly now: () => Date;
  /** How long a request waits for another process that writes the file; 250 by default. */
  readonly waitMilliseconds?: number;
  /** Called with what an operator should know: parts that fail, and that work again. */
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
   * One of several threads of a service: the lock they share, and whether this one looks after the
   * file.
   */
  readonly thread?: ThreadShare | null;
}

/** What one of several threads that write a file is given. */
export interface ThreadShare {
  /** Made by `makeLockMemory`. */
  readonly lock: SharedArrayBuffer;
  /** Exactly one thread maintains the file. */
  readonly isMaintainer: boolean;
}

const WAIT_MILLISECONDS = 250;

/**
 * Opens the access of a service, or of one of its threads, over `access/access.sqlite` in its data
 * folder. Any number of threads and processes over one folder share its accounts, quotas and usage
 * exactly.
 */
export async function openEmbeddedAccess(options: EmbeddedAccessOptions): Promise<Access> {
  const { dataFolder, now, onTrouble, onFailure = throwUncaught, waitMilliseconds = WAIT_MILLISECONDS } = options;
  const thread = options.thread ?? null;
  const database = await openAccessDatabase(accessFileIn(dataFolder), ACCESS_SCHEMA, waitMilliseconds);
  const { file } = database;
  // Once for all threads: the first maintains the file, and opens it before the others.
  if (thread === null || thread.isMaintainer) checkPages(database);
  const endMaintenance =
    thread === null || thread.isMaintainer ? runMaintenance({ file, kind: "access", now, onTrouble, onFailure }) : null;
  const lock = thread?.lock ?? null;
  const counters = new SqliteCounters({ database, lock, now, waitMilliseconds, onTrouble });
  return openAccess({
    accounts: new SqliteAccounts(database),
    confirmations: buildSqliteConfirmations(database),
    webhooks: buildSqliteWebhooks(database),
    webhookQueue: buildSqliteWebhookQueue(database),
    keptAnswers: buildSqliteKeptAnswers(database),
    follows: buildSqliteFollows(database),
    findUrlFault: options.findUrlFault ?? refuseEveryUrl,
    mail: options.mail ?? null,
    usage: buildSqliteUsageHistory(database),
    counters,
    // Both are in one file.
    accountsFailure: () => counters.degraded,
    now,
    onTrouble,
    async close() {
      await endMaintenance?.();
      database.close();
    },
  });
}

/** Ends the process as an error does that nobody catches. */
export function throwUncaught(error: Error): void {
  setImmediate(() => {
    throw error;
  });
}
