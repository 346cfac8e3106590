import type { QuotaState } from "../access/quota.ts";

const HOUR_MILLISECONDS = 3_600_000;

/**
 * So many client addresses are counted at most; with more of them in an hour all begin again, so
 * that strangers cannot fill the memory.
 */
const ADDRESSES_MAX = 20_000;

/**
 * A limit per client address and clock hour, counted in the memory of this process alone: too cheap
 * to be worn out by what it refuses.
 */
export class HourlyLimit {
  readonly #max: number;
  readonly #now: () => Date;
  readonly #counts = new Map<string, number>();
  #hour = 0;

  constructor(max: number, now: () => Date) {
    this.#max = max;
    this.#now = now;
  }

  /**
   * Counts some for an address, all of them or none. Returns null, or how the limit stands where
   * less is left.
   */
  admit(id: string, amount = 1): QuotaState | null {
    const now = this.#now().getTime();
    const hour = Math.floor(now / HOUR_MILLISECONDS);
    if (hour !== this.#hour || this.#counts.size >= ADDRESSES_MAX) this.#counts.clear();
    this.#hour = hour;
    const before = this.#counts.get(id) ?? 0;
    if (before + amount <= this.#max) {
      this.#counts.set(id, before + amount);
      return null;
    }
    const resetSeconds = Math.ceil(((hour + 1) * HOUR_MILLISECONDS - now) / 1000);
    const window = { name: "hour", limit: this.#max, remaining: this.#max - before, resetSeconds } as const;
    return { allowed: false, windows: [window], violated: ["hour"] };
  }
}
