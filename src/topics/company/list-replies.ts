import { Type } from "../../ask/type.ts";
import { describeOwner, ownerMembers } from "./evidence.ts";
import { companyAreaFilters, companyFilter, pillarFilter, readFilters } from "../../ask/filters.ts";
import { joinMembers, objectOf, ref } from "../../ask/json-shape.ts";
import { answerList, offsetOf } from "../../ask/lists.ts";
import type { JsonOperation } from "../../ask/operation.ts";
import { sortParameter } from "../../ask/parameters.ts";
import { describeReply, replyMembers } from "./replies.ts";
import type { Snapshot } from "../../release/snapshot.ts";
import type { ReplySort } from "../../release/queries.ts";
import { replyRecords } from "../../release/table-records.ts";
import { REPLY_STATUSES, type ReplyStatus } from "../../trust/replies.ts";
import { rowsOf } from "../../ask/components.ts";
import { openRows } from "../../ask/describe.ts";
import { examplesOf } from "./list-companies.ts";
import { defineList } from "../download/define-list.ts";

const ReplyEntry = objectOf(
  { ...ownerMembers, ...replyMembers },
  { $id: "ReplyEntry", description: "A reply, or a request for one, with the company it is of." },
);

const ORDERS = ["company", "-company", "replied_on", "-replied_on"] as const satisfies readonly ReplySort[];

const filters = {
  ...companyAreaFilters,
  ...companyFilter,
  ...pillarFilter("Pillars whose judgements are answered; replies to all that a company is judged by are left out."),
  status: Type.Optional(
    Type.Unsafe<ReplyStatus[]>({
      type: "array",
      items: { type: "string", enum: [...REPLY_STATUSES] },
      minItems: 1,
      maxItems: REPLY_STATUSES.length,
      uniqueItems: true,
      description: "What became of the request; several are separated by commas, and any of them matches.",
    }),
  ),
  sort: sortParameter(
    ORDERS,
    "`company` is by the name of the company, then pillar and date of the judgement. `-replied_on` lists the newest first; undated ones come last by date.",
  ),
};

const ReplyList = rowsOf("ReplyList", ref(ReplyEntry));

export const listReplies: JsonOperation<typeof ReplyList> = defineList({
  id: "list_replies",
  path: "/api/v2/replies",
  tag: "Companies",
  summary: "Replies of companies, filtered and sorted",
  description:
    "What companies said to their judgements, in their own words, and which were asked and did not answer. Publish it beside the band.",
  filters,
  item: ReplyEntry,
  form: { kind: "json", schema: ReplyList, components: [ReplyEntry] },
  table: "replies",
  examples: exampleFilters,
  read(sources, given) {
    const { query, errors } = readFilters(sources, given);
    const { status: statuses, sort } = given;
    return { query: { ...query, ...(statuses === undefined ? {} : { statuses }), sort }, errors };
  },
  answer(list, query, { limit }) {
    const { sources } = list;
    const page = sources.snapshot.listReplies({ ...query, limit, offset: offsetOf(list) });
    const items = page.rows.map((reply) =>
      joinMembers(describeOwner(sources, reply.company), describeReply(sources.snapshot, reply)),
    );
    return answerList(list, openRows(sources), { ...page, items });
  },
  rows: replyRecords,
});

/** Returns filters that one reply matches, preferably a reply about one pillar. */
function exampleFilters(snapshot: Snapshot) {
  const { pillars } = snapshot.manifest.dataset;
  const page = { sort: "company", limit: 1, offset: 0 } as const;
  const [ofPillar] = snapshot.listReplies({ ...page, pillars: [...pillars.keys()] }).rows;
  const reply = ofPillar ?? snapshot.listReplies(page).rows[0];
  const own = examplesOf(snapshot, reply && snapshot.companyAt(reply.company));
  if (reply === undefined || own === null) return {};
  return {
    ...own,
    ...(reply.pillar === null ? {} : { pillar: pillars.slice(reply.pillar, reply.pillar + 1).map(({ id }) => id) }),
    status: [reply.status],
  };
}
