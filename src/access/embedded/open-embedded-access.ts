import path from "node:path";
import type { MessagePort } from "node:worker_threads";
import type { Access } from "../access.ts";
import { tryLock } from "../file-lock.ts";
import { claimJournalFolder } from "../journal/journal-folders.ts";
import { openJournal } from "../journal/journal.ts";
import { openAccess, repeat } from "../open-access.ts";
import { AccessStoreError, openAccessDatabase } from "./access-database.ts";
import { openMemoryCounters } from "./memory-counters.ts";
import { accessFileIn } from "./open-embedded-stores.ts";
import { type RemoteStores, callStores, openStoreThread } from "./open-store-thread.ts";
import { makeQuotaMemory } from "./quota-memory.ts";
import { buildSqliteAccounts } from "./sqlite-accounts.ts";

/** How the access of a service on one machine is opened. */
export interface EmbeddedAccessOptions {
  readonly dataFolder: string;
  readonly now: () => Date;
  /** How often the journals are merged, at most; 1,000 by default. */
  readonly mergeMilliseconds?: number;
  /** Is told of what people should know: parts that fail, bytes of a journal that were lost. */
  readonly onTrouble?: (sentence: string, error: Error | null) => void;
  /** The thread of the stores ended by a fault of ours; the service cannot go on. By default the error is thrown where nobody catches it. */
  readonly onFailure?: (error: Error) => void;
}

/** What several threads of one service share: one lock, one memory of quotas, one thread that writes. */
export interface EmbeddedHost {
  /** What another thread needs to open its own access, to be sent to it with `port` in the list of transfers. */
  share(): ThreadShare;
  /** Lets go of everything; the accesses of all threads are closed before. */
  close(): Promise<void>;
}

/** Sent from the host to another thread. */
export interface ThreadShare {
  readonly dataFolder: string;
  readonly journalFolder: string;
  /** Names this thread's journals. */
  readonly writer: string;
  readonly memory: SharedArrayBuffer;
  readonly port: MessagePort;
}

const MERGE_MILLISECONDS = 1000;
/** Merging takes no more than this part of the time, however many are counted: the wait grows with what a merge took. */
const MERGE_SHARE_MAX = 1 / 50;
const PRUNE_MILLISECONDS = 300_000;
const TEND_MILLISECONDS = 1000;

/**
 * Opens what the threads of a service share, over `access/` in its data folder: merges what killed processes had counted, and sets
 * the quota windows to what was used of them.
 *
 * Throws an AccessStoreError where another service runs over the same folder: the two would not share their quotas.
 */
export async function openEmbeddedHost(options: EmbeddedAccessOptions): Promise<EmbeddedHost> {
  const { dataFolder, now, onTrouble, onFailure = raise } = options;
  const file = accessFileIn(dataFolder);
  // Makes the folder, too.
  (await openAccessDatabase(file, "normal")).close();
  const lock = tryLock(path.join(path.dirname(file), "service.lock"));
  if (lock === null) {
    throw new AccessStoreError(
      `Another service runs over the data folder ${dataFolder}, and the two would not share their quotas. Stop that one, give this ` +
        "one another DATA_DIR, or let one service use more processors by WORKERS.",
    );
  }
  const journals = path.join(path.dirname(file), "journals");
  const journalFolder = claimJournalFolder(journals);
  const { folder } = journalFolder;
  const onTorn = (torn: string, bytes: number): void =>
    onTrouble?.(`The last ${bytes} bytes of ${torn} are no whole record of requests and are left out.`, null);
  const thread = await openStoreThread({ dataFolder, journals, journalFolder: folder, onTorn, onFailure }).catch(
    (error: unknown) => {
      journalFolder.remove();
      lock.release();
      throw error;
    },
  );
  const memory = makeQuotaMemory();
  const counters = openMemoryCounters(memory, now);
  await thread.usage.prune(now());
  counters.restore(await thread.usage.usedAt(now()));

  const endHousekeeping = keepHouse(thread, counters.forgetPast, options);
  let writers = 0;
  const share = (): ThreadShare => {
    writers += 1;
    return { dataFolder, journalFolder: folder, writer: String(writers), memory, port: thread.connect() };
  };
  return {
    share,
    async close() {
      await endHousekeeping();
      await counters.close();
      await thread.close();
      journalFolder.remove();
      lock.release();
    },
  };
}

/** Opens the access of one thread over what it shares with the others; `afterwards` is done when it is closed. */
export async function openSharedAccess(
  { dataFolder, journalFolder, writer, memory, port }: ThreadShare,
  { now, onTrouble }: Pick<EmbeddedAccessOptions, "now" | "onTrouble">,
  afterwards = async (): Promise<void> => {},
): Promise<Access> {
  const stores = callStores(port);
  // Looking a key up takes less time than asking another thread to; it never waits for one that writes.
  const reading = await openAccessDatabase(accessFileIn(dataFolder), "normal");
  const readAccounts = buildSqliteAccounts(reading);
  return await openAccess({
    accounts: {
      create: (key) => stores.accounts.create(key),
      findByHash: (hash) => readAccounts.findByHash(hash),
      changesSince: (place) => readAccounts.changesSince(place),
    },
    usage: stores.usage,
    counters: openMemoryCounters(memory, now),
    journal: openJournal({ folder: journalFolder, writer, now }),
    mergeJournals: stores.mergeJournals,
    now,
    onState: (part, error) =>
      onTrouble?.(
        error === null ? `The store of ${part} answers again.` : `The store of ${part} does not answer.`,
        error,
      ),
    async close() {
      reading.close();
      port.close();
      await afterwards();
    },
  });
}

/** Opens the access of a service that answers in one thread. */
export async function openEmbeddedAccess(options: EmbeddedAccessOptions): Promise<Access> {
  const host = await openEmbeddedHost(options);
  try {
    return await openSharedAccess(host.share(), options, () => host.close());
  } catch (error) {
    await host.close();
    throw error;
  }
}

/** Merges each second, or less often where that takes long; forgets what is over, at midnight and in between. */
function keepHouse(
  { mergeJournals, usage }: RemoteStores,
  forgetPast: () => Promise<void>,
  { now, onTrouble, mergeMilliseconds = MERGE_MILLISECONDS }: EmbeddedAccessOptions,
): () => Promise<void> {
  const report = (error: unknown): void =>
    onTrouble?.("What was counted could not be written to the store; it is kept and tried again.", error as Error);
  const dayAt = (): number => Math.floor(now().getTime() / 86_400_000);
  let day = dayAt();
  let prunedAt = performance.now();
  const merge = async (): Promise<number> => {
    const startedAt = performance.now();
    await mergeJournals().catch(report);
    return Math.max(mergeMilliseconds, (performance.now() - startedAt) / MERGE_SHARE_MAX);
  };
  const endMerging = repeat(merge, mergeMilliseconds);
  const endPruning = repeat(async () => {
    const isNewDay = dayAt() !== day;
    if (!isNewDay && performance.now() - prunedAt < PRUNE_MILLISECONDS) return TEND_MILLISECONDS;
    [day, prunedAt] = [dayAt(), performance.now()];
    await usage.prune(now()).catch(report);
    if (isNewDay) await forgetPast();
    return TEND_MILLISECONDS;
  }, TEND_MILLISECONDS);
  return async () => {
    await Promise.all([endMerging(), endPruning()]);
  };
}

function raise(error: Error): void {
  setImmediate(() => {
    throw error;
  });
}
