/** What a case tempts an agent to write. */
export const TRAPS = [
  "average",
  "tie",
  "same_band",
  "thin_data",
  "not_judged",
  "share",
  "all_companies",
  "trend",
  "cause",
] as const;
export type Trap = (typeof TRAPS)[number];

/** A sentence that an agent may be tempted to write. */
export interface Statement {
  readonly sentence: string;
  /** The claim as `check_claims` takes it, that says the same. */
  readonly claim: Readonly<Record<string, string>>;
  /**
   * Whether the figures bear it out, by a recount that asks no verdict. Where nothing is known of
   * the subject, the check is refused, and it may not be written either.
   */
  readonly mayBeWritten: boolean;
  /** What the summary or a sentence of `must_say` has to match, where it is checked. */
  readonly says?: RegExp;
}

/** A call of a tool that an agent needs, and what it has to find there. */
export interface Call {
  readonly tool: string;
  readonly given: Readonly<Record<string, unknown>>;
  /**
   * Members of the answer, as a path such as `items.0.id`, with what they have to be. A `code` is
   * that of a refusal.
   */
  readonly finds: Readonly<Record<string, unknown>>;
  /** What the summary or a sentence of `must_say` has to match. */
  readonly says?: RegExp;
}

/** A question, what answers it, and what may and may not be said then. */
export interface FaithfulCase {
  readonly id: string;
  readonly dataset: string;
  readonly trap: Trap;
  readonly question: string;
  readonly calls: readonly Call[];
  /** At least one that may be written, and one that may not. */
  readonly statements: readonly Statement[];
}
