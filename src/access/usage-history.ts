/** Requests of one subject counted in one minute under one operation. */
export interface UsageCount {
  readonly subjectId: string;
  /** An operation's id, or `unknown` for addresses under /api/v1 and /api/v2 where nothing answers. */
  readonly operation: string;
  /** Minutes since 1970-01-01T00:00Z. */
  readonly minute: number;
  readonly requests: number;
}

/** What a stretch of a journal counted. Merging the same stretch again changes nothing, so a crash after merging is harmless. */
export interface UsageSegment {
  /** Name of the journal, never used twice. */
  readonly journal: string;
  /** Bytes of the journal that were merged before this stretch. */
  readonly from: number;
  /** Bytes of it that are merged after it. */
  readonly to: number;
  readonly counts: readonly UsageCount[];
}

/** Usage of a subject. */
export interface Usage {
  /** Rolling 60 minutes, by minutes. */
  readonly lastHour: number;
  /** Rolling 24 hours, by five minutes. */
  readonly lastDay: number;
  /** Since the key was given out; null for an address, which is forgotten with its day. */
  readonly total: number | null;
  /** By operation, most used first. `total` counts the 90 days of the history; `lastAt` is to the minute. */
  readonly operations: readonly { readonly operation: string; readonly total: number; readonly lastAt: Date }[];
  /** One entry per UTC hour with requests, oldest first, for 90 days. */
  readonly hours: readonly { readonly from: Date; readonly requests: number }[];
}

/** How long hourly counts of keys are kept. */
export const HISTORY_DAYS = 90;

/** Keeps what was counted. Rejects with `StoreUnavailable` when the store does not answer within the configured wait. */
export interface UsageHistory {
  /** How many bytes of each of these journals are merged, in their order; 0 for one it never met. */
  mergedOf(journals: readonly string[]): Promise<readonly number[]>;
  /**
   * Adds segments in one step, each exactly once: one whose `to` is not beyond what is merged of its journal changes nothing. Rejects
   * where a segment does not begin where the merged part of its journal ends. Counts of erased keys are dropped.
   */
  merge(segments: readonly UsageSegment[]): Promise<void>;
  /** Usage at a moment. */
  usageOf(subjectId: string, at: Date): Promise<Usage>;
  /** What each subject used of the hour and the day of a moment, to restore quota windows. */
  usedAt(at: Date): Promise<readonly { readonly subjectId: string; readonly hour: number; readonly day: number }[]>;
  /** The secret addresses are hashed with on a UTC day (`2026-11-21`); made when first asked for, the same for every node. 32 bytes. */
  secretOf(day: string): Promise<Uint8Array>;
  /**
   * Forgets what is over: secrets and counts of addresses (subjects that are not `k_`) of days before this moment's, minutes beyond a
   * day, hours and places of journals beyond the history. A key's total keeps what its forgotten hours counted.
   */
  prune(at: Date): Promise<void>;
}
