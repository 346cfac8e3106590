import path from "node:path";
import type { MessagePort } from "node:worker_threads";
import type { Access } from "../access.ts";
import { tryLock } from "../file-lock.ts";
import { claimJournalFolder } from "../journal/journal-folders.ts";
import { openJournal } from "../journal/journal.ts";
import { openAccess } from "../open-access.ts";
import { AccessStoreError, openAccessDatabase } from "./access-database.ts";
import { describeFault, keepHouse } from "./keep-house.ts";
import { openMemoryCounters } from "./memory-counters.ts";
import { accessFileIn } from "./open-embedded-stores.ts";
import { callStores, openStoreThread } from "./open-store-thread.ts";
import { makeQuotaMemory } from "./quota-memory.ts";
import { buildSqliteAccounts } from "./sqlite-accounts.ts";

/** How the access of a service on one machine is opened. */
export interface EmbeddedAccessOptions {
  readonly dataFolder: string;
  readonly now: () => Date;
  /** How long a call waits for another process that writes the store; 250 by default. */
  readonly waitMilliseconds?: number;
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
  /** One word, 0 while what is counted reaches the store. */
  readonly fault: SharedArrayBuffer;
  readonly port: MessagePort;
}

const WAIT_MILLISECONDS = 250;

/**
 * Opens what the threads of a service share, over `access/` in its data folder: merges what killed processes had counted, and sets
 * the quota windows to what was used of them.
 *
 * Throws an AccessStoreError where another service runs over the same folder: the two would not share their quotas.
 */
export async function openEmbeddedHost(options: EmbeddedAccessOptions): Promise<EmbeddedHost> {
  const { dataFolder, now, waitMilliseconds = WAIT_MILLISECONDS, onTrouble, onFailure = raise } = options;
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
  const thread = await openStoreThread({
    dataFolder,
    journals,
    journalFolder: folder,
    waitMilliseconds,
    onTorn,
    onFailure,
  }).catch((error: unknown) => {
    journalFolder.remove();
    lock.release();
    throw error;
  });
  const memory = makeQuotaMemory();
  const counters = openMemoryCounters(memory, now);
  await thread.usage.prune(now());
  counters.restore(await thread.usage.usedAt(now()));

  const fault = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const endHousekeeping = keepHouse({ ...options, stores: thread, fault, forgetPast: counters.forgetPast });
  let writers = 0;
  const share = (): ThreadShare => {
    writers += 1;
    return { dataFolder, journalFolder: folder, writer: String(writers), memory, fault, port: thread.connect() };
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
  { dataFolder, journalFolder, writer, memory, fault, port }: ThreadShare,
  { now, onTrouble }: Pick<EmbeddedAccessOptions, "now" | "onTrouble">,
  afterwards = async (): Promise<void> => {},
): Promise<Access> {
  const stores = callStores(port);
  // Looking a key up takes less time than asking another thread to; it never waits for one that writes.
  const reading = await openAccessDatabase(accessFileIn(dataFolder), "normal", WAIT_MILLISECONDS);
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
    usageFault: () => describeFault(fault),
    now,
    onTrouble,
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

function raise(error: Error): void {
  setImmediate(() => {
    throw error;
  });
}
