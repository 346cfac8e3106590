import type { DatabaseSync } from "node:sqlite";
import { replyOf, statusOf, STORED_REPLY } from "./stored-replies.ts";
import type { OwnedReply } from "../tables/replies.ts";
import type { ReplyStatus } from "../trust/replies.ts";
import { areaTest, type FinderOptions } from "./find-companies.ts";
import type { Page, ReplyQuery, ReplySort } from "./queries.ts";

/** What lists filter and sort replies by. */
interface ListedReply {
  readonly reply: number;
  readonly company: number;
  readonly pillar: number | null;
  readonly status: ReplyStatus;
  readonly repliedOn: string | null;
}

/** Answers filtered, sorted lists of replies; what they filter by is read once. */
export class ReplyFinder {
  readonly #database: DatabaseSync;
  readonly #areas: FinderOptions;
  #all: readonly ListedReply[] | undefined;

  constructor(database: DatabaseSync, areas: FinderOptions) {
    this.#database = database;
    this.#areas = areas;
  }

  find(query: ReplyQuery): Page<OwnedReply> {
    const { limit, offset, sort } = query;
    this.#all ??= readAll(this.#database);
    const matching = sortReplies(this.#all.filter(this.#test(query)), sort);
    const read = this.#database.prepare(`SELECT ${STORED_REPLY} FROM reply WHERE reply = ?`);
    const rows = matching.slice(offset, offset + limit).map(({ reply }) => {
      const row = read.get(reply);
      if (row === undefined) throw new Error(`there is no reply number ${reply}`);
      return replyOf(row);
    });
    const end = offset + rows.length;
    return { rows, total: matching.length, nextOffset: end < matching.length && rows.length > 0 ? end : null };
  }

  #test(query: ReplyQuery): (reply: ListedReply) => boolean {
    const { countries, sectors, anySectors, companies, statuses, pillars } = query;
    const isNarrowed = [countries, sectors, anySectors].some((filter) => filter !== undefined);
    const isInArea = isNarrowed ? areaTest(this.#areas.columns(), query, this.#areas) : () => true;
    return ({ company, pillar, status }) =>
      isInArea(company) &&
      (companies?.includes(company) ?? true) &&
      (statuses?.includes(status) ?? true) &&
      (pillars === undefined || (pillar !== null && pillars.includes(pillar)));
  }
}

function readAll(database: DatabaseSync): ListedReply[] {
  const rows = database.prepare("SELECT reply, company, pillar, status, replied_on FROM reply ORDER BY reply").all();
  return rows.map(({ reply, company, pillar, status, replied_on: repliedOn }) => ({
    reply: Number(reply),
    company: Number(company),
    pillar: pillar === null ? null : Number(pillar),
    status: statusOf(status),
    repliedOn: repliedOn === null ? null : String(repliedOn),
  }));
}

/** Equal replies keep the published order; undated ones come last by date. */
function sortReplies(replies: readonly ListedReply[], sort: ReplySort): readonly ListedReply[] {
  if (sort === "company") return replies;
  if (sort === "-company") return replies.toReversed();
  const dated = replies.flatMap((reply) => (reply.repliedOn === null ? [] : [{ reply, day: reply.repliedOn }]));
  const turn = sort === "replied_on" ? 1 : -1;
  dated.sort((a, b) => (a.day === b.day ? 0 : turn * (a.day < b.day ? -1 : 1)));
  return [...dated.map(({ reply }) => reply), ...replies.filter(({ repliedOn }) => repliedOn === null)];
}
