import type { Limits, QuotaState } from "../quota.ts";

/**
 * Counts requests against the hour and the day of a subject. Windows are aligned to UTC hours and
 * days of the clock handed in. Every implementation keeps the promises of one contract suite.
 */
export interface Limiter {
  /**
   * Judges some requests together: where both windows have room for all of them, counts them in
   * both; otherwise counts nothing. Of any number of calls at the edge of a window, no more are
   * allowed than it has room for. Never rejects: without a store it decides by what is known here.
   */
  consume(subjectId: string, limits: Limits, requests: number): QuotaState | Promise<QuotaState>;
  /** Returns the state of the windows. */
  peek(subjectId: string, limits: Limits): QuotaState | Promise<QuotaState>;
  /** The reason, for people, why judgements are approximate now; null while they are exact. */
  readonly degraded: string | null;
  close(): void;
}
