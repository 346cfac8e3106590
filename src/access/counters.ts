import type { Limits, QuotaState } from "./quota.ts";

/**
 * Judges requests against both windows of a quota and debits what it allows.
 *
 * Exact: of any number of simultaneous takes at the edge, in one process, across threads and across nodes, no more than the remaining
 * number is allowed. (Nodes may refuse early by what other nodes hold on lease.) A refusal debits nothing. Time is that of the clock
 * handed in; windows are aligned to UTC hours and days.
 */
export interface Counters {
  /**
   * Takes one request from a subject's windows. Answers at once where it can; otherwise asks the store, for at most the configured
   * wait, and then judges by local counts and says so in `degraded`. Never rejects.
   */
  take(subjectId: string, limits: Limits): QuotaState | Promise<QuotaState>;
  /** How the windows stand, without taking. */
  peek(subjectId: string, limits: Limits): QuotaState | Promise<QuotaState>;
  /** Sets what was already used, after a restart; never lowers a count. */
  restore(used: Iterable<{ readonly subjectId: string; readonly hour: number; readonly day: number }>): void;
  /** Why judgements are approximate now, for people; null while they are exact. */
  readonly degraded: string | null;
  /** Gives back what is leased and lets go of the store. */
  close(): Promise<void>;
}
