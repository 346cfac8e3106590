import { Worker } from "node:worker_threads";
import { dayOf, hourOf } from "../quota.ts";
import type { MaintenanceData, MaintenanceNote, MaintenanceTask } from "./maintenance-thread.ts";

export interface MaintenanceOptions extends MaintenanceData {
  readonly now: () => Date;
  /** Is told when maintenance fails, and when it works again. */
  readonly onTrouble?: ((sentence: string, error: Error | null) => void) | undefined;
  /** The thread ended because of a bug. */
  readonly onFailure: (error: Error) => void;
}

const TICK_MILLISECONDS = 1000;
const PRUNE_MILLISECONDS = 300_000;

/** Starts the maintenance of a file in a thread of its own. The returned function ends it. */
export function runMaintenance(options: MaintenanceOptions): () => Promise<void> {
  const { file, kind, now, onTrouble, onFailure } = options;
  const worker = new Worker(new URL("./maintenance-thread.ts", import.meta.url), {
    workerData: { file, kind } satisfies MaintenanceData,
    name: "maintenance",
  });
  let isEnding = false;
  let isFailing = false;
  worker.on("message", ({ failure }: MaintenanceNote) => {
    if (failure !== null && !isFailing)
      onTrouble?.(`The maintenance of ${file} failed: ${failure}. It is tried again.`, null);
    if (failure === null && isFailing) onTrouble?.(`The maintenance of ${file} works again.`, null);
    isFailing = failure !== null;
  });
  let cause = new Error("the maintenance thread ended");
  worker.on("error", (error: Error) => (cause = error));
  worker.on("exit", () => {
    if (!isEnding) onFailure(cause);
  });
  worker.unref();

  let prunedAt = Number.NEGATIVE_INFINITY;
  const prune = (): void => {
    const at = now().getTime();
    const isSameDay = dayOf(hourOf(at)) === dayOf(hourOf(prunedAt));
    if (isSameDay && at - prunedAt < PRUNE_MILLISECONDS) return;
    prunedAt = at;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    worker.postMessage({ pruneAt: at } satisfies MaintenanceTask);
  };
  prune();
  const pruning = setInterval(prune, TICK_MILLISECONDS).unref();
  return async () => {
    isEnding = true;
    clearInterval(pruning);
    await worker.terminate();
  };
}
