import type { DatabaseSync, StatementSync } from "node:sqlite";
import { REPLY_STATUSES, type ReplyAbout, type ReplyStatus } from "../trust/replies.ts";
import type { ReplyFacts } from "./company-batches.ts";

/** The columns of a stored reply, in the order of `ReplyFacts`. */
export const STORED_REPLY = "company, pillar, judged_on, status, replied_on, text, url";

/** All replies of a bundle, in their order. */
export function* storedReplies(database: DatabaseSync): Generator<ReplyFacts> {
  const rows = database.prepare(`SELECT ${STORED_REPLY} FROM reply ORDER BY reply`);
  for (const row of rows.iterate()) yield replyOf(row);
}

type Row = NonNullable<ReturnType<StatementSync["get"]>>;

/** Reads a row of the columns of `STORED_REPLY`. */
export function replyOf(row: Row): ReplyFacts {
  return { ...(row as unknown as ReplyFacts), status: statusOf(row["status"]) };
}

/** Throws where there is no status of this index. */
export function statusOf(index: unknown): ReplyStatus {
  const status = REPLY_STATUSES[Number(index)];
  if (status === undefined) throw new Error(`a reply has the status ${String(index)}, which there is not`);
  return status;
}

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
