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
