import type { Limits, QuotaState } from "./quota.ts";

/**
 * Judges requests against both windows of a quota, debits what it allows and counts it.
 *
 * Exact: of any number of simultaneous requests at the edge, in one process, across threads and
 * across nodes, no more than the remaining number is allowed. (Nodes may refuse early by what other
 * nodes hold on lease.) Windows are aligned to UTC hours and days of the clock handed in.
 */
export interface Counters {
  /**
   * Judges one request, or some together, and, where they are allowed, debits both windows and
   * counts them under an operation, in the present minute. A refusal debits and counts nothing.
   * Resolves when that survives the end of the process; where a store cannot be asked or written
   * within the configured wait, decides by what is known here and says so in `degraded`. Never
   * rejects for a store.
   */
  admit(subjectId: string, limits: Limits, operation: string, requests?: number): Promise<QuotaState>;
  /** How the windows stand. */
  peek(subjectId: string, limits: Limits): Promise<QuotaState>;
  /** Why judgements are approximate now, for people; null while they are exact. */
  readonly degraded: string | null;
  /** Writes what is left and gives back what is leased. */
  close(): Promise<void>;
}
