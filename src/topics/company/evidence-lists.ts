import { rowsOf } from "../../ask/components.ts";
import { bandFilters, companyAreaFilters, companyFilter, pillarFilter } from "../../ask/filters.ts";
import { joinMembers, objectOf, ref } from "../../ask/json-shape.ts";
import type { JsonOperation, Operation } from "../../ask/operation.ts";
import { sortParameter } from "../../ask/parameters.ts";
import { Type } from "../../ask/type.ts";
import { API } from "../../ask/urls.ts";
import { type ProblemError, quote } from "../../problem.ts";
import type { JudgementSort, ReplySort } from "../../release/queries.ts";
import type { Snapshot } from "../../release/snapshot.ts";
import { judgementRecords, productRecords, replyRecords } from "../../release/table-records.ts";
import { fullDate } from "../../trust/judged-on.ts";
import { REPLY_STATUSES, type ReplyStatus } from "../../trust/replies.ts";
import { defineList, readSorted } from "../download/define-list.ts";
import {
  describeJudgement,
  describeOwners,
  describeProduct,
  judgementMembers,
  ownerMembers,
  productMembers,
} from "./evidence.ts";
import { exampleCompany, examplesOf } from "./list-companies.ts";
import { describeReply, replyMembers } from "./replies.ts";

/** The lists of what belongs to companies: their judgements, products and replies. */

const JudgementEntry = objectOf(
  { ...ownerMembers, ...judgementMembers },
  { $id: "JudgementEntry", description: "A current judgement with the company it is of." },
);

const JUDGEMENT_ORDERS = [
  "company",
  "-company",
  "judged_on",
  "-judged_on",
  "band",
  "-band",
] as const satisfies readonly JudgementSort[];

const date = { format: "date", maxLength: 10 };

const judgementFilters = {
  ...companyAreaFilters,
  ...companyFilter,
  ...bandFilters("Bands of the judgement.", "Pillars of the judgement."),
  judged_from: Type.Optional(
    Type.String({
      ...date,
      description:
        "Judged on this day (`2026-03-01`) or later; a month or a year counts as its last day. Undated judgements are left out.",
    }),
  ),
  judged_to: Type.Optional(
    Type.String({
      ...date,
      description:
        "Judged on this day or earlier; a month or a year counts as its last day. Undated judgements are left out.",
    }),
  ),
  sort: sortParameter(
    JUDGEMENT_ORDERS,
    "`company` is by the name of the company, then pillar, criterion and judge; equal ones keep that order. `-judged_on` lists the newest first, `band` the worst first. Undated judgements come last by date.",
  ),
};

const JudgementList = rowsOf("JudgementList", ref(JudgementEntry), {});

export const listJudgements: JsonOperation<typeof JudgementList> = defineList({
  id: "list_judgements",
  path: API.judgements,
  tag: "Companies",
  summary: "Judgements, filtered and sorted",
  description:
    "The current judgements with company, source and date: the evidence for a country or a sector in one list. Filters are combined; `total` counts all matches.",
  filters: judgementFilters,
  item: JudgementEntry,
  schema: JudgementList,
  table: "judgements",
  examples: exampleOfJudgements,
  read(sources, given) {
    const { query, errors } = readSorted(sources, given);
    const { judged_from: from, judged_to: to } = given;
    const days = {
      ...(from !== undefined && { firstDay: readDay("judged_from", from, errors) }),
      ...(to !== undefined && { lastDay: readDay("judged_to", to, errors) }),
    };
    return { query: { ...query, ...days }, errors };
  },
  find: (snapshot, query) => snapshot.listJudgements(query),
  describe(sources) {
    const ownerOf = describeOwners(sources);
    return (judgement) => joinMembers(ownerOf(judgement.company), describeJudgement(sources.snapshot, judgement));
  },
  rows: judgementRecords,
});

const DAY_MILLISECONDS = 86_400_000;

/** Returns the days from 1970-01-01 to a date; adds an error if the text is no date. */
function readDay(parameter: string, text: string, errors: ProblemError[]): number {
  const time = /^\d{4}-\d{2}-\d{2}$/u.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  if (!Number.isNaN(time) && new Date(time).toISOString().startsWith(text)) return time / DAY_MILLISECONDS;
  errors.push({ parameter, detail: `\`${parameter}\` is ${quote(text)}; expected a date such as \`2026-03-01\`.` });
  return time;
}

/** Returns filters that one judgement matches together. */
function exampleOfJudgements(snapshot: Snapshot) {
  const company = exampleCompany(snapshot);
  const own = examplesOf(snapshot, company);
  const judgement = company?.judgements[0];
  if (own === null || judgement === undefined) return {};
  const { scale, pillars } = snapshot.manifest.dataset;
  const day = fullDate(judgement.judged_on) ?? "2026-01-01";
  return {
    ...own,
    band: scale.bands.slice(judgement.band - 1, judgement.band).map(({ id }) => id),
    pillar: pillars.slice(judgement.pillar, judgement.pillar + 1).map(({ id }) => id),
    judged_from: day,
    judged_to: day,
  };
}

const ProductEntry = objectOf(
  { ...productMembers, ...ownerMembers },
  { $id: "ProductEntry", description: "A product with the company it is of." },
);

const productFilters = {
  ...companyAreaFilters,
  ...companyFilter,
  sort: sortParameter(["company", "-company"], "By the name of the company, then of the product; or reversed."),
};

export const listProducts: Operation = defineList({
  id: "list_products",
  path: API.products,
  tag: "Companies",
  summary: "Products with their companies, filtered",
  description:
    "The products of the companies. `country` and `sector` are those of the company. Products are not judged themselves; `/api/v1/search` finds them by name.",
  filters: productFilters,
  item: ProductEntry,
  schema: rowsOf("ProductList", ref(ProductEntry), {}),
  table: "products",
  examples(snapshot) {
    const [product] = snapshot.listProducts({ sort: "company", limit: 1, offset: 0 }).rows;
    return examplesOf(snapshot, product && snapshot.companyAt(product.company)) ?? {};
  },
  read: (sources, given) => readSorted(sources, given),
  find: (snapshot, query) => snapshot.listProducts(query),
  describe(sources) {
    const ownerOf = describeOwners(sources);
    return (product) => joinMembers(describeProduct(product), ownerOf(product.company));
  },
  rows: productRecords,
});

const ReplyEntry = objectOf(
  { ...ownerMembers, ...replyMembers },
  { $id: "ReplyEntry", description: "A reply, or a request for one, with the company it is of." },
);

const REPLY_ORDERS = ["company", "-company", "replied_on", "-replied_on"] as const satisfies readonly ReplySort[];

const replyFilters = {
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
    REPLY_ORDERS,
    "`company` is by the name of the company, then pillar and date of the judgement. `-replied_on` lists the newest first; undated ones come last by date.",
  ),
};

const ReplyList = rowsOf("ReplyList", ref(ReplyEntry), {});

export const listReplies: JsonOperation<typeof ReplyList> = defineList({
  id: "list_replies",
  path: "/api/v2/replies",
  tag: "Companies",
  summary: "Replies of companies, filtered and sorted",
  description:
    "What companies said to their judgements, in their own words, and which were asked and did not answer. Publish it beside the band.",
  filters: replyFilters,
  item: ReplyEntry,
  schema: ReplyList,
  table: "replies",
  examples: exampleOfReplies,
  read(sources, given) {
    const { query, errors } = readSorted(sources, given);
    return { query: { ...query, ...(given.status !== undefined && { statuses: given.status }) }, errors };
  },
  find: (snapshot, query) => snapshot.listReplies(query),
  describe(sources) {
    const ownerOf = describeOwners(sources);
    return (reply) => joinMembers(ownerOf(reply.company), describeReply(sources.snapshot, reply));
  },
  rows: replyRecords,
});

/** Returns filters that one reply matches, preferably a reply about one pillar. */
function exampleOfReplies(snapshot: Snapshot) {
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
