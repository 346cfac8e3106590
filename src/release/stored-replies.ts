import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { OwnedReply } from "../tables/replies.ts";
import { REPLY_STATUSES, type ReplyStatus } from "../trust/replies.ts";

/** The columns of a stored reply, in the order of `OwnedReply`. */
export const STORED_REPLY = "company, pillar, judged_on, status, replied_on, text, url";

/** All replies of a bundle, in their order. */
export function* storedReplies(database: DatabaseSync): Generator<OwnedReply> {
  const rows = database.prepare(`SELECT ${STORED_REPLY} FROM reply ORDER BY reply`);
  for (const row of rows.iterate()) yield replyOf(row);
}

type Row = NonNullable<ReturnType<StatementSync["get"]>>;

/** Reads a row of the columns of `STORED_REPLY`. */
export function replyOf(row: Row): OwnedReply {
  return { ...(row as unknown as OwnedReply), status: statusOf(row["status"]) };
}

/** Throws where there is no status of this index. */
export function statusOf(index: unknown): ReplyStatus {
  const status = REPLY_STATUSES[Number(index)];
  if (status === undefined) throw new Error(`a reply has the status ${String(index)}, which there is not`);
  return status;
}
