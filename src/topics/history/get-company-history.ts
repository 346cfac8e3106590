import { Type } from "typebox";
import { companyMembers } from "../../ask/components.ts";
import {
  answerHistory,
  findNewest,
  HISTORY_COMPONENTS,
  historyEntry,
  historyExamples,
  historyOf,
  historyParameters,
  openHistory,
} from "./history.ts";
import { ref } from "../../ask/json-shape.ts";
import { defineOperation, describeParameters, type JsonOperation } from "../../ask/operation.ts";
import { findRangeErrors } from "./release-range.ts";
import { Problem, quote } from "../../problem.ts";
import { companySegment } from "../company/get-company.ts";
import { exampleCompanyPath } from "../company/list-companies.ts";

const { id, slug, name, judgement_count } = companyMembers;

const CompanyHistoryEntry = historyEntry("CompanyHistoryEntry", "company", { judgement_count });

const CompanyHistory = historyOf("CompanyHistory", ref(CompanyHistoryEntry), { id, slug, name });

export const getCompanyHistory: JsonOperation<typeof CompanyHistory> = defineOperation({
  id: "get_company_history",
  method: "GET",
  path: "/api/v2/companies/{slug}/history",
  tag: "Companies",
  summary: "How a company developed",
  description:
    "A company in one release after the other, oldest first: median band, distribution of its judgements and firmness, each on the scale of its release. It is the same company by the publisher's id, whatever it is called or where it is filed. `break` says where the method changed, so that nothing can be said of rise or fall.",
  parameters: {
    path: Type.Object({ slug: companySegment }),
    query: describeParameters(historyParameters(CompanyHistoryEntry)),
  },
  form: {
    kind: "json",
    schema: CompanyHistory,
    components: [CompanyHistoryEntry, ...HISTORY_COMPONENTS],
  },
  problems: ["company_not_found"],
  redirects: true,
  dependsOn: "service",
  examples: (snapshot) => ({ ...historyExamples(snapshot), ...exampleCompanyPath(snapshot) }),
  check: findRangeErrors,
  answer(sources, parameters) {
    const history = openHistory({ operation: getCompanyHistory, sources, parameters });
    const named =
      findNewest(history, (figures) => figures.companyBySlug(parameters.slug)) ??
      findNewest(history, (figures) => figures.companyById(parameters.slug));
    const newest = named && findNewest(history, (figures) => figures.companyById(named.id));
    if (newest === undefined) {
      throw new Problem(
        "company_not_found",
        `These releases have no company with the slug or id ${quote(parameters.slug)}; /api/v2/companies lists those of a release.`,
      );
    }
    if (newest.slug !== parameters.slug) return { kind: "redirect", path: { slug: newest.slug } };
    return answerHistory(history, {
      collection: "companies",
      words: { kind: "company", name: newest.name },
      identity: { id: newest.id, slug: newest.slug, name: newest.name },
      find: (figures) => figures.companyById(newest.id),
      describe: (found) => ({ judgement_count: found?.judgementCount ?? 0 }),
    });
  },
});
