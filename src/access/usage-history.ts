/** Requests of one subject counted in one minute under one operation. */
export interface UsageCount {
  readonly subjectId: string;
  /** An operation's id, or `unknown` for paths under /api/v1 and /api/v2 where nothing answers. */
  readonly operation: string;
  /** Minutes since 1970-01-01T00:00Z. */
  readonly minute: number;
  readonly requests: number;
}

/** Usage of a subject. */
export interface Usage {
  /** Rolling 60 minutes, by minutes. */
  readonly lastHour: number;
  /** Rolling 24 hours, by five minutes. */
  readonly lastDay: number;
  /** Since the key was given out; null for an address, which is forgotten with its day. */
  readonly total: number | null;
  /**
   * By operation, most used first. `total` counts the 90 days of the history; `lastAt` is to the
   * minute.
   */
  readonly operations: readonly { readonly operation: string; readonly total: number; readonly lastAt: Date }[];
  /** One entry per UTC hour with requests, oldest first, for 90 days. */
  readonly hours: readonly { readonly from: Date; readonly requests: number }[];
}

/** How long hourly counts of keys are kept. */
export const HISTORY_DAYS = 90;

/**
 * What was counted, and the secrets that addresses are hashed with. Rejects with `StoreUnavailable`
 * when the store does not answer in time.
 */
export interface UsageHistory {
  /** Usage at a moment. */
  usageOf(subjectId: string, at: Date): Promise<Usage>;
  /**
   * The secret addresses are hashed with on a UTC day (`2026-11-21`); made when first asked for,
   * the same for every node. 32 bytes.
   */
  secretOf(day: string): Promise<Uint8Array>;
  /**
   * Forgets what is over: secrets and counts of addresses (subjects that are not `k_`) of days
   * before this moment's, minutes beyond a day, hours beyond the history. A key's total keeps what
   * its forgotten hours counted.
   */
  prune(at: Date): Promise<void>;
}
