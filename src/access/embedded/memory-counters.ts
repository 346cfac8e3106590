import type { Counters } from "../counters.ts";
import { QuotaMemory } from "./quota-memory.ts";

/** Counters over memory of this process, and how they forget. */
export interface MemoryCounters extends Counters {
  /** Forgets subjects of past days, a part at a time so that nobody waits. */
  readonly forgetPast: () => Promise<void>;
}

/** Each part takes a fraction of a millisecond. */
const SWEEP_SHARES = 32;

/** Opens counters over memory that other threads may count in as well. Always exact, always at once. */
export function openMemoryCounters(memory: SharedArrayBuffer, now: () => Date): MemoryCounters {
  const quotas = new QuotaMemory(memory);
  const closing = new AbortController();
  return {
    take: (subjectId, limits) => quotas.take(subjectId, limits, now().getTime()),
    peek: (subjectId, limits) => quotas.peek(subjectId, limits, now().getTime()),
    restore(used) {
      const at = now().getTime();
      for (const { subjectId, hour, day } of used) quotas.restore(subjectId, { hour, day }, at);
    },
    degraded: null,
    async forgetPast() {
      const at = now().getTime();
      for (let share = 0; share < SWEEP_SHARES && !closing.signal.aborted; share += 1) {
        quotas.sweep(at, share, SWEEP_SHARES);
        await new Promise(setImmediate);
      }
    },
    async close() {
      closing.abort();
    },
  };
}
