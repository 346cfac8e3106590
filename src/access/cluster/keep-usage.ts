import { MessageChannel, Worker } from "node:worker_threads";
import { openCaller, remoteObject } from "../embedded/calls.ts";
import type { JournalFolder } from "../journal/journal-folders.ts";
import { repeat } from "../open-access.ts";
import { withinDeadline } from "./deadline.ts";
import type { UsageThreadData, UsageThreadWork } from "./usage-thread.ts";

/** Brings what one node counted into the history that all nodes share, as soon as that answers. */
export interface KeptUsage {
  /** Brings there what was counted up to now. Rejects with `StoreUnavailable`; nothing is lost then. */
  merge(): Promise<void>;
  /** Why counts wait on this machine, or null. */
  readonly fault: string | null;
  /** Brings there what is left, or leaves it for the next process over this folder. */
  close(): Promise<void>;
}

export interface KeepUsageOptions extends Pick<UsageThreadData, "databaseUrl" | "waitMilliseconds" | "journals"> {
  readonly own: JournalFolder;
  readonly now: () => Date;
  readonly onTrouble: ((sentence: string, error: Error | null) => void) | undefined;
  /** The thread ended by a fault of ours. */
  readonly onFailure: (error: Error) => void;
}

const MERGE_MILLISECONDS = 1000;
const ORPHANS_MILLISECONDS = 30_000;
const PRUNE_MILLISECONDS = 300_000;
const DAY_MILLISECONDS = 86_400_000;
/** How long a stopping node waits for PostgreSQL; what it did not get there then waits on disk. */
const CLOSE_MILLISECONDS = 5000;

/** Begins to merge each second in a thread of its own, to adopt journals of processes that ended, and to forget what is over. */
export function keepUsage(options: KeepUsageOptions): KeptUsage {
  const { own, now, onTrouble } = options;
  const { work, end } = startThread(options);
  let fault: string | null = null;

  /** Keeps in mind whether it went well, and tells when that changes. */
  const merge = async (): Promise<void> => {
    try {
      await work.merge();
      if (fault !== null) onTrouble?.("What was counted is in PostgreSQL again.", null);
      fault = null;
    } catch (error) {
      const cause = error instanceof Error ? error : new Error(String(error));
      if (fault === null)
        onTrouble?.("What was counted could not be written to PostgreSQL; it is kept here and tried again.", cause);
      fault = `${cause.message}. What was counted is kept in DATA_DIR until then`;
    }
  };

  // What fails in these fails in merging, too, which tells of it.
  let adoptedAt = Number.NEGATIVE_INFINITY;
  const mergeOrphans = async (): Promise<void> => {
    if (performance.now() - adoptedAt < ORPHANS_MILLISECONDS) return;
    for (const { file, bytes } of await work.mergeOrphans()) {
      onTrouble?.(`The last ${bytes} bytes of ${file} are no whole record of requests and are left out.`, null);
    }
    adoptedAt = performance.now();
  };
  let prunedAt: number | null = null;
  const prune = async (): Promise<void> => {
    const at = now().getTime();
    const isSameDay =
      prunedAt !== null && Math.floor(at / DAY_MILLISECONDS) === Math.floor(prunedAt / DAY_MILLISECONDS);
    if (prunedAt !== null && isSameDay && at - prunedAt < PRUNE_MILLISECONDS) return;
    await work.prune(new Date(at));
    prunedAt = at;
  };
  const sweep = async (): Promise<void> => {
    await mergeOrphans().catch(() => {});
    await prune().catch(() => {});
  };

  const ends = [repeatEach(MERGE_MILLISECONDS, merge), repeatEach(MERGE_MILLISECONDS, sweep)];
  const swept = sweep();
  return {
    merge: () => work.merge(),
    get fault() {
      return fault;
    },
    async close() {
      const finish = async (): Promise<void> => {
        await Promise.all([swept, ...ends.map((endRepeating) => endRepeating())]);
        await prune().catch(() => {});
        await work.finish();
      };
      await withinDeadline(finish(), CLOSE_MILLISECONDS).then(
        () => own.remove(),
        () => own.release(),
      );
      await end();
    },
  };
}

function startThread({ databaseUrl, waitMilliseconds, journals, own, onFailure }: KeepUsageOptions): {
  readonly work: UsageThreadWork;
  readonly end: () => Promise<void>;
} {
  const { port1, port2 } = new MessageChannel();
  const data: UsageThreadData = { databaseUrl, waitMilliseconds, journals, journalFolder: own.folder, port: port2 };
  const worker = new Worker(new URL("./usage-thread.ts", import.meta.url), {
    workerData: data,
    transferList: [port2],
    name: "usage",
  });
  const caller = openCaller(port1);
  let isEnding = false;
  let failure = new Error("the thread of usage ended");
  worker.on("error", (error: Error) => {
    failure = error;
  });
  worker.on("exit", () => {
    caller.break(failure);
    if (!isEnding) onFailure(failure);
  });
  worker.unref();
  return {
    work: remoteObject<UsageThreadWork>(caller, "work", ["merge", "mergeOrphans", "prune", "finish"]),
    async end() {
      isEnding = true;
      await worker.terminate();
    },
  };
}

function repeatEach(milliseconds: number, work: () => Promise<void>): () => Promise<void> {
  return repeat(async () => {
    await work();
    return milliseconds;
  }, milliseconds);
}
