import type { UsageCount } from "./usage.ts";

/** Maximum number of pending counts, by subject, operation and minute: about 60 MB. */
const PENDING_MAX = 300_000;

/** Counts that wait in memory until a store has them. */
export class PendingCounts {
  #counts = new Map<string, UsageCount>();
  #lost = 0;

  /** Number of requests that were not counted because too many counts were pending. */
  get lost(): number {
    return this.#lost;
  }

  add(count: UsageCount): void {
    const key = `${count.minute} ${count.operation} ${count.subjectId}`;
    const before = this.#counts.get(key);
    if (before === undefined && this.#counts.size >= PENDING_MAX) this.#lost += count.requests;
    else this.#counts.set(key, { ...count, requests: count.requests + (before?.requests ?? 0) });
  }

  /** Returns pending counts, and forgets them. */
  take(): readonly UsageCount[] {
    const taken = [...this.#counts.values()];
    this.#counts = new Map();
    return taken;
  }
}
