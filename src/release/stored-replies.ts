import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { OwnedReply } from "../tables/replies.ts";
import { REPLY_STATUSES, type ReplyStatus } from "../trust/replies.ts";
import { offsetAfter, type Page, type ReplyQuery } from "./queries.ts";

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

/** SQL: the order of each sort. Equal replies keep the published order; undated ones come last. */
const ORDERS: Readonly<Record<ReplyQuery["sort"], string>> = {
  company: "reply",
  "-company": "reply DESC",
  replied_on: "replied_on IS NULL, replied_on, reply",
  "-replied_on": "replied_on IS NULL, replied_on DESC, reply",
};

/** Answers filtered, sorted lists of replies, which are few. */
export function findReplies(database: DatabaseSync, query: ReplyQuery): Page<OwnedReply> {
  const { countries, sectors, anySectors, companies, statuses, pillars, limit, offset, sort } = query;
  const conditions: string[] = ["true"];
  const values: string[] = [];
  const filter = (wanted: readonly unknown[] | undefined, condition: (list: string) => string): void => {
    if (wanted === undefined) return;
    const number = values.push(JSON.stringify(wanted));
    conditions.push(condition(`(SELECT value FROM json_each(?${number}))`));
  };
  filter(countries, (list) => `coalesce(${ofCompany("country")}, '') IN ${list}`);
  filter(sectors, (list) => `${ofCompany("sector")} IN ${list}`);
  filter(
    anySectors,
    (list) =>
      `(${ofCompany("sector")} IN ${list} OR company IN (SELECT company FROM other_sector WHERE sector IN ${list}))`,
  );
  filter(companies, (list) => `company IN ${list}`);
  filter(
    statuses?.map((status) => REPLY_STATUSES.indexOf(status)),
    (list) => `status IN ${list}`,
  );
  filter(pillars, (list) => `pillar IN ${list}`);
  const matching = `FROM reply WHERE ${conditions.join(" AND ")}`;
  const total = Number(database.prepare(`SELECT count(*) AS total ${matching}`).get(...values)?.["total"]);
  const page = `ORDER BY ${ORDERS[sort]} LIMIT ${limit} OFFSET ${offset}`;
  const rows = database
    .prepare(`SELECT ${STORED_REPLY} ${matching} ${page}`)
    .all(...values)
    .map(replyOf);
  return { rows, total, nextOffset: offsetAfter(offset, rows.length, total) };
}

/** SQL: a column of the company that a reply is of. */
function ofCompany(column: string): string {
  return `(SELECT ${column} FROM company WHERE company.company = reply.company)`;
}
