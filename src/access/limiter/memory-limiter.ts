import { LRUCache } from "lru-cache";
import { dayOf, describeQuota, hourOf, judgeQuota, type Limits, type QuotaState } from "../quota.ts";
import type { QuotaCount } from "../usage.ts";
import type { Limiter } from "./limiter.ts";

/** Requests used in the windows of a subject; `hour` names both. */
interface Windows {
  hour: number;
  usedOfHour: number;
  usedOfDay: number;
}

/**
 * Maximum number of subjects whose counts are kept: about 100 MB. The least recently used go first,
 * so a caller who keeps asking stays.
 */
const SUBJECTS_MAX = 500_000;

/** Maximum number of windows that wait for a store; further ones are lost in a restart. */
const ADDITIONS_MAX = 300_000;

/** Counts in the memory of one process, which is exact while it is the only one. */
export class MemoryLimiter implements Limiter {
  readonly degraded: string | null = null;
  readonly #now: () => Date;
  readonly #windows = new LRUCache<string, Windows>({ max: SUBJECTS_MAX });
  /** Counts since `takeAdditions`. */
  #additions = new Map<string, QuotaCount>();

  constructor(now: () => Date) {
    this.#now = now;
  }

  consume(subjectId: string, limits: Limits, requests: number): QuotaState {
    const at = this.#now().getTime();
    const windows = this.#windowsOf(subjectId, hourOf(at));
    const state = judgeQuota(limits, { hour: windows.usedOfHour, day: windows.usedOfDay }, at, requests);
    if (!state.allowed) return state;
    windows.usedOfHour += requests;
    windows.usedOfDay += requests;
    this.#note(subjectId, "hour", windows.hour, requests);
    this.#note(subjectId, "day", dayOf(windows.hour), requests);
    return state;
  }

  peek(subjectId: string, limits: Limits): QuotaState {
    const at = this.#now().getTime();
    const { usedOfHour, usedOfDay } = this.#windowsOf(subjectId, hourOf(at));
    return describeQuota(limits, { hour: usedOfHour, day: usedOfDay }, at);
  }

  /** Adds counts that are stored, or were made elsewhere. */
  add(counts: readonly QuotaCount[]): void {
    const hour = hourOf(this.#now().getTime());
    for (const { subjectId, period, number, used } of counts) {
      const windows = this.#windowsOf(subjectId, hour);
      if (period === "hour" && number === windows.hour) windows.usedOfHour += used;
      if (period === "day" && number === dayOf(windows.hour)) windows.usedOfDay += used;
    }
  }

  /** Returns the counts since the last call, to be added to the stored ones. */
  takeAdditions(): readonly QuotaCount[] {
    const taken = [...this.#additions.values()];
    this.#additions = new Map();
    return taken;
  }

  /** Takes back counts that could not be stored. */
  keepAdditions(counts: readonly QuotaCount[]): void {
    for (const { subjectId, period, number, used } of counts) this.#note(subjectId, period, number, used);
  }

  close(): void {}

  #note(subjectId: string, period: QuotaCount["period"], number: number, used: number): void {
    const key = `${period}${number} ${subjectId}`;
    const before = this.#additions.get(key);
    if (before === undefined && this.#additions.size >= ADDITIONS_MAX) return;
    this.#additions.set(key, { subjectId, period, number, used: used + (before?.used ?? 0) });
  }

  #windowsOf(subjectId: string, hour: number): Windows {
    const known = this.#windows.get(subjectId);
    // If the clock was put back by less than an hour, the later window stays.
    if (known !== undefined && (known.hour === hour || known.hour === hour + 1)) return known;
    const usedOfDay = known !== undefined && dayOf(known.hour) === dayOf(hour) ? known.usedOfDay : 0;
    const windows = { hour, usedOfHour: 0, usedOfDay };
    this.#windows.set(subjectId, windows);
    return windows;
  }
}
