import { once } from "node:events";
import { MessageChannel, type MessagePort, Worker } from "node:worker_threads";
import type { Accounts } from "../accounts.ts";
import type { UsageHistory } from "../usage-history.ts";
import { AccessStoreError } from "./access-database.ts";
import { type Caller, openCaller, remoteObject } from "./calls.ts";
import type { StoreThreadData, StoreThreadNote } from "./store-thread.ts";

/** Stores that live in another thread. */
export interface RemoteStores {
  readonly accounts: Accounts;
  readonly usage: UsageHistory;
  /** Merges what is written in the journals of this process. */
  readonly mergeJournals: () => Promise<void>;
}

/** The thread that keeps the stores of a service. */
export interface StoreThread extends RemoteStores {
  /** A port for another thread of the service, to be handed to `callStores` there. */
  connect(): MessagePort;
  /** Merges the journals, which nobody may write any more, and ends the thread. */
  close(): Promise<void>;
}

/** How a service's thread of stores is opened. */
export interface StoreThreadOptions extends Omit<StoreThreadData, "port"> {
  readonly onTorn: (file: string, bytes: number) => void;
  /** The thread ended by a fault of ours. */
  readonly onFailure: (error: Error) => void;
}

/** Starts the thread; what killed processes had counted is merged when this settles. Rejects where the stores cannot be opened. */
export async function openStoreThread(options: StoreThreadOptions): Promise<StoreThread> {
  const { dataFolder, journals, journalFolder, waitMilliseconds, onTorn, onFailure } = options;
  const { port1, port2 } = new MessageChannel();
  const data: StoreThreadData = { dataFolder, journals, journalFolder, waitMilliseconds, port: port2 };
  const worker = new Worker(new URL("./store-thread.ts", import.meta.url), {
    workerData: data,
    transferList: [port2],
    name: "stores",
    // What one merge makes and throws away: a larger young generation only holds memory.
    resourceLimits: { maxYoungGenerationSizeMb: 4 },
  });
  const caller = openCaller(port1);
  await ready(worker, onTorn);
  let isClosing = false;
  worker.on("error", (error: Error) => {
    caller.break(error);
    onFailure(error);
  });
  worker.on("exit", () => {
    if (isClosing) return;
    const error = new Error("the thread of accounts and usage ended");
    caller.break(error);
    onFailure(error);
  });
  worker.unref();
  return {
    ...storesOver(caller),
    connect() {
      const channel = new MessageChannel();
      worker.postMessage(channel.port2, [channel.port2]);
      return channel.port1;
    },
    async close() {
      isClosing = true;
      try {
        await caller.call("journals", "finish");
      } finally {
        caller.break(new Error("the stores are closed"));
        await worker.terminate();
      }
    },
  };
}

/** Stores in another thread, over the port that its `connect` gave. */
export function callStores(port: MessagePort): RemoteStores {
  return storesOver(openCaller(port));
}

function storesOver(caller: Caller): RemoteStores {
  return {
    accounts: remoteObject<Accounts>(caller, "accounts", [
      "create",
      "findByHash",
      "find",
      "list",
      "change",
      "rotate",
      "erase",
      "changesSince",
    ]),
    usage: remoteObject<UsageHistory>(caller, "usage", ["mergedOf", "merge", "usageOf", "usedAt", "secretOf", "prune"]),
    mergeJournals: async () => void (await caller.call("journals", "merge")),
  };
}

async function ready(worker: Worker, onTorn: StoreThreadOptions["onTorn"]): Promise<void> {
  const begun = new Promise<void>((resolve, reject) => {
    worker.on("message", (note: StoreThreadNote) => {
      if (note.kind === "ready") resolve();
      else if (note.kind === "torn") onTorn(note.file, note.bytes);
      else reject(note.name === "AccessStoreError" ? new AccessStoreError(note.message) : new Error(note.message));
    });
  });
  const failed = once(worker, "exit").then(() => {
    throw new Error("the thread of accounts and usage did not start");
  });
  failed.catch(() => {});
  try {
    await Promise.race([begun, failed]);
  } catch (error) {
    await worker.terminate();
    throw error;
  }
}
