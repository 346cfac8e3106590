import type { ReplyAbout } from "../trust/replies.ts";

/** What a company said to its judgements, or that it was asked. Dates are `YYYY-MM-DD`. */
export interface CompanyReply extends ReplyAbout {
  readonly replied_on: string | null;
  readonly text: string | null;
  readonly url: string | null;
}

/** A reply with the company it is of. */
export interface OwnedReply extends CompanyReply {
  /** Its company's position for `companyAt`. */
  readonly company: number;
}
