/*
 * Replies: what companies said to their judgements, or that they were asked and did not. A dataset
 * has at most one for each company, pillar and date of a judgement.
 */

/** Stages of a reply, in order. A publisher's table, bundles and answers use these names. */
export const REPLY_STATUSES = ["asked", "no_answer", "answered", "corrected"] as const;

export type ReplyStatus = (typeof REPLY_STATUSES)[number];

export const ANSWERED_STATUSES = ["answered", "corrected"] as const satisfies readonly ReplyStatus[];

export const REPLY_LENGTH_MAX = 2000;

/** The subject of a reply, and its status. */
export interface ReplyAbout {
  /** Index of the pillar whose judgements it answers; null for all judgements of the company. */
  readonly pillar: number | null;
  /**
   * The date of the one judgement of the pillar that it answers, written like that of the
   * judgement; null for all of the pillar.
   */
  readonly judged_on: string | null;
  readonly status: ReplyStatus;
}

/** Returns true if a company with a reply of this status answered. */
export function isAnswer(status: ReplyStatus): boolean {
  return ANSWERED_STATUSES.some((each) => each === status);
}

/**
 * Finds the status of the reply to a judgement: of those that name its pillar, the one that names
 * its date, too, before the one that names none. Null where there is no such reply.
 */
export function replyStatusOf(
  replies: readonly ReplyAbout[],
  judgement: { readonly pillar: number; readonly judged_on: string | null },
): ReplyStatus | null {
  const own = replies.filter(({ pillar }) => pillar === judgement.pillar);
  const exact = own.find(({ judged_on: day }) => day !== null && day === judgement.judged_on);
  return (exact ?? own.find(({ judged_on: day }) => day === null))?.status ?? null;
}
