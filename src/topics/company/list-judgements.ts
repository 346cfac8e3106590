import { Type } from "../../ask/type.ts";
import { describeJudgement, describeOwner, judgementMembers, ownerMembers } from "./evidence.ts";
import { companyAreaFilters, bandFilters, companyFilter, readFilters } from "../../ask/filters.ts";
import { joinMembers, objectOf, ref } from "../../ask/json-shape.ts";
import { answerList, offsetOf } from "../../ask/lists.ts";
import type { JsonOperation } from "../../ask/operation.ts";
import { sortParameter } from "../../ask/parameters.ts";
import { type ProblemError, quote } from "../../problem.ts";
import type { Snapshot } from "../../release/snapshot.ts";
import type { JudgementQuery, JudgementSort } from "../../release/queries.ts";
import { judgementRecords } from "../../release/table-records.ts";
import { rowsOf } from "../../ask/components.ts";
import { openRows } from "../../ask/describe.ts";
import { exampleCompany, examplesOf } from "./list-companies.ts";
import { defineList } from "../download/define-list.ts";
import { fullDate } from "../../trust/judged-on.ts";
import { API } from "../../ask/urls.ts";

const JudgementEntry = objectOf(
  { ...ownerMembers, ...judgementMembers },
  { $id: "JudgementEntry", description: "A current judgement with the company it is of." },
);

const ORDERS = [
  "company",
  "-company",
  "judged_on",
  "-judged_on",
  "band",
  "-band",
] as const satisfies readonly JudgementSort[];

const date = { format: "date", maxLength: 10 };

const filters = {
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
    ORDERS,
    "`company` is by the name of the company, then pillar, criterion and judge; equal ones keep that order. `-judged_on` lists the newest first, `band` the worst first. Undated judgements come last by date.",
  ),
};

const JudgementList = rowsOf("JudgementList", ref(JudgementEntry));

export const listJudgements: JsonOperation<typeof JudgementList> = defineList({
  id: "list_judgements",
  path: API.judgements,
  tag: "Companies",
  summary: "Judgements, filtered and sorted",
  description:
    "The current judgements with company, source and date: the evidence for a country or a sector in one list. Filters are combined; `total` counts all matches.",
  filters,
  item: JudgementEntry,
  form: { kind: "json", schema: JudgementList, components: [JudgementEntry] },
  table: "judgements",
  examples: exampleFilters,
  read(sources, given) {
    const { query, errors } = readFilters(sources, given);
    const firstDay = readDay("judged_from", given.judged_from, errors);
    const lastDay = readDay("judged_to", given.judged_to, errors);
    const days: Pick<JudgementQuery, "firstDay" | "lastDay"> = {
      ...(firstDay === undefined ? {} : { firstDay }),
      ...(lastDay === undefined ? {} : { lastDay }),
    };
    return { query: { ...query, ...days, sort: given.sort }, errors };
  },
  answer(list, query, { limit }) {
    const { sources } = list;
    const { snapshot } = sources;
    const page = snapshot.listJudgements({ ...query, limit, offset: offsetOf(list) });
    // A page of the list often has a single company.
    const owners = new Map<number, ReturnType<typeof describeOwner>>();
    const items = page.rows.map((judgement) => {
      const owner = owners.get(judgement.company) ?? describeOwner(sources, judgement.company);
      owners.set(judgement.company, owner);
      return joinMembers(owner, describeJudgement(snapshot, judgement));
    });
    return answerList(list, openRows(sources), { ...page, items });
  },
  rows: judgementRecords,
});

const DAY_MILLISECONDS = 86_400_000;

/** Returns the days from 1970-01-01 to a date; adds an error if the text is no date. */
function readDay(parameter: string, text: string | undefined, errors: ProblemError[]): number | undefined {
  if (text === undefined) return undefined;
  const time = /^\d{4}-\d{2}-\d{2}$/u.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  if (!Number.isNaN(time) && new Date(time).toISOString().startsWith(text)) return time / DAY_MILLISECONDS;
  errors.push({ parameter, detail: `\`${parameter}\` is ${quote(text)}; expected a date such as \`2026-03-01\`.` });
  return undefined;
}

/** Returns filters that one judgement matches together. */
function exampleFilters(snapshot: Snapshot) {
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
