/** Requests of one subject in one minute under one operation. */
export interface UsageCount {
  readonly subjectId: string;
  /** An operation's id, or `unknown` for paths under /api/v1 and /api/v2 where nothing answers. */
  readonly operation: string;
  /** Minutes since 1970-01-01T00:00Z. */
  readonly minute: number;
  readonly requests: number;
}

/** Requests of one subject in one window of its quota. */
export interface QuotaCount {
  readonly subjectId: string;
  readonly period: "hour" | "day";
  /** The hour or the day, counted from 1970-01-01T00:00Z. */
  readonly number: number;
  readonly used: number;
}

/** Usage of a subject. */
export interface Usage {
  /** Rolling 60 minutes. */
  readonly lastHour: number;
  /** Rolling 24 hours. */
  readonly lastDay: number;
  /** Since the key was given out; null for an address, which is forgotten with its day. */
  readonly total: number | null;
  /** By operation, most used first; `lastAt` is to the minute. */
  readonly operations: readonly { readonly operation: string; readonly total: number; readonly lastAt: Date }[];
}

/**
 * Keeps counts, and the secrets that addresses are hashed with. Rejects with `StoreUnavailable`
 * when the store does not answer in time.
 */
export interface UsageStore {
  /** Adds counts to those that are kept, in one transaction. */
  add(counts: readonly UsageCount[], quotas: readonly QuotaCount[]): Promise<void>;
  /** The windows that a moment lies in, as far as `add` was given them. */
  quotasAt(at: Date): Promise<readonly QuotaCount[]>;
  /** Usage at a moment. */
  usageOf(subjectId: string, at: Date): Promise<Usage>;
  /**
   * The secret addresses are hashed with on a UTC day (`2026-11-21`); made when first asked for,
   * the same for every node. 32 bytes.
   */
  secretOf(day: string): Promise<Uint8Array>;
  /**
   * Deletes expired data: secrets and counts of addresses (subjects that are not `k_`) of days
   * before this moment's, minutes beyond a day, windows of other days.
   */
  prune(at: Date): Promise<void>;
  /** Notes that a process serves, and returns how many do. */
  countServers(id: string, at: Date): Promise<number>;
  forgetServer(id: string): Promise<void>;
}
