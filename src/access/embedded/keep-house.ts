import { repeat } from "../open-access.ts";
import type { RemoteStores } from "./open-store-thread.ts";

/** What the housekeeping of a service works on. */
export interface HouseParts {
  readonly stores: Pick<RemoteStores, "mergeJournals" | "usage">;
  /** One word that all threads read: 0 while what is counted reaches the store. */
  readonly fault: SharedArrayBuffer;
  /** Forgets the quotas of past days. */
  readonly forgetPast: () => Promise<void>;
  readonly now: () => Date;
  /** How often the journals are merged, at most. */
  readonly mergeMilliseconds?: number | undefined;
  readonly onTrouble?: ((sentence: string, error: Error | null) => void) | undefined;
}

const MERGE_MILLISECONDS = 1000;

/** Merging takes no more than this part of the time, however many are counted: the wait grows with what a merge took. */
const MERGE_SHARE_MAX = 1 / 100;

/** However long one took: it may have waited for another process. */
const MERGE_WAIT_MILLISECONDS_MAX = 10_000;

const PRUNE_MILLISECONDS = 300_000;
const TEND_MILLISECONDS = 1000;
const DAY_MILLISECONDS = 86_400_000;

/** What the word of a fault says to people, or null. */
export function describeFault(fault: SharedArrayBuffer): string | null {
  if (Atomics.load(new Int32Array(fault), 0) === 0) return null;
  return "What was counted cannot be written to the store; it is kept in the journal and tried again.";
}

/** Begins to merge journals, and to forget what is over, at midnight and in between. The returned function ends that. */
export function keepHouse(parts: HouseParts): () => Promise<void> {
  const { stores, fault, forgetPast, now, mergeMilliseconds = MERGE_MILLISECONDS, onTrouble } = parts;
  const word = new Int32Array(fault);
  const state = (error: Error | null): void => {
    const before = Atomics.exchange(word, 0, error === null ? 0 : 1);
    if (error !== null && before === 0) onTrouble?.(describeFault(fault)!, error);
    if (error === null && before === 1) onTrouble?.("What was counted is in the store again.", null);
  };
  const merge = async (): Promise<number> => {
    const startedAt = performance.now();
    try {
      await stores.mergeJournals();
      state(null);
    } catch (error) {
      state(error as Error);
      return mergeMilliseconds;
    }
    const took = performance.now() - startedAt;
    return Math.max(mergeMilliseconds, Math.min(took / MERGE_SHARE_MAX, MERGE_WAIT_MILLISECONDS_MAX));
  };
  const dayAt = (): number => Math.floor(now().getTime() / DAY_MILLISECONDS);
  let day = dayAt();
  let prunedAt = performance.now();
  const prune = async (): Promise<number> => {
    const isNewDay = dayAt() !== day;
    if (!isNewDay && performance.now() - prunedAt < PRUNE_MILLISECONDS) return TEND_MILLISECONDS;
    try {
      await stores.usage.prune(now());
      [day, prunedAt] = [dayAt(), performance.now()];
    } catch (error) {
      state(error as Error);
      return TEND_MILLISECONDS;
    }
    if (isNewDay) await forgetPast();
    return TEND_MILLISECONDS;
  };
  const endMerging = repeat(merge, mergeMilliseconds);
  const endPruning = repeat(prune, TEND_MILLISECONDS);
  return async () => {
    await Promise.all([endMerging(), endPruning()]);
  };
}
