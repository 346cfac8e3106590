import type { Static } from "typebox";
import { Type } from "../../ask/type.ts";
import { companyMembers, Distribution, envelope, firmnessMembers, medianMembers } from "../../ask/components.ts";
import { pageOf, pillarMembers, urlOf, summaryMember } from "../../ask/named-members.ts";
import { countryOf, describeBands, describeCompany, judgementsOf, openEnvelope } from "../../ask/describe.ts";
import {
  describeJudgement,
  describeOptional,
  describeProduct,
  judgementMembers,
  optionalMembers,
  productMembers,
} from "./evidence.ts";
import { joinMembers, nullable, objectOf, ref, withReasons } from "../../ask/json-shape.ts";
import { type Answer, defineOperation, describeParameters } from "../../ask/operation.ts";
import { releaseParameter } from "../../ask/parameters.ts";
import { describeReply, replyMembers } from "./replies.ts";
import type { Sources } from "../../ask/sources.ts";
import { Problem, quote } from "../../problem.ts";
import type { CompanyDetail, Snapshot } from "../../release/snapshot.ts";
import { countOf } from "../../trust/statistics.ts";
import { COMPANY_DETAILS } from "../../tables/companies.ts";
import { exampleCompanyPath } from "./list-companies.ts";
import { API, hrefOf, pageUrlOf } from "../../ask/urls.ts";

const CompanyPillar = objectOf(
  {
    ...pillarMembers,
    judgement_count: Type.Integer({ minimum: 0, description: "Its current judgements in this pillar." }),
    ...medianMembers,
    distribution: ref(Distribution),
    ...firmnessMembers,
  },
  { $id: "CompanyPillar", description: "A company's current judgements in one pillar." },
);

const Product = objectOf(productMembers, {
  $id: "Product",
  description: "A product of the company. Products are not judged themselves.",
});

const Judgement = objectOf(judgementMembers, {
  $id: "Judgement",
  description: "The newest judgement of a pillar, criterion and judge.",
});

const Reply = objectOf(replyMembers, {
  $id: "Reply",
  description: "A reply of the company, or the publisher's request for one.",
});

/** The path segment of a company. */
export const companySegment = Type.String({
  minLength: 1,
  maxLength: 300,
  description: "Slug of a company. The publisher's id is redirected to it.",
});

const CompanyAnswer = envelope("CompanyDetail", {
  ...companyMembers,
  ...summaryMember,
  ...optionalMembers(COMPANY_DETAILS),
  pillars: Type.Array(ref(CompanyPillar), { description: "In the publisher's order." }),
  products: Type.Array(ref(Product), { description: "Its products, by name." }),
  judgements: Type.Array(ref(Judgement), { description: "All current judgements with their sources." }),
  replies: Type.Array(ref(Reply), {
    description:
      "What the company said to its judgements, or that it was asked: the general reply first, then by pillar.",
  }),
  links: objectOf(
    {
      self: urlOf("this company"),
      page: pageOf("this company"),
      country: nullable(urlOf("its country"), "filed_in_no_country"),
      sector: urlOf("its sector"),
    },
    { description: "Where to go on." },
  ),
});

export const getCompany = defineOperation({
  id: "get_company",
  method: "GET",
  path: API.company,
  tag: "Companies",
  summary: "One company with its judgements",
  description:
    "A company's median band and distribution, overall and per pillar, its products, all current judgements with their sources, and its replies. The publisher's id is redirected to the slug.",
  parameters: {
    path: Type.Object({ slug: companySegment }),
    query: describeParameters({ ...releaseParameter }),
  },
  form: { kind: "json", schema: CompanyAnswer, components: [CompanyPillar, Product, Judgement, Reply] },
  problems: ["company_not_found"],
  redirects: true,
  bulkPath: `${API.companies}?format=csv`,
  dependsOn: "release",
  examples: exampleCompanyPath,
  answer: (sources, { slug }) => answerCompany(sources, slug, describeDetail),
});

/** Answers for the company that a path segment names; throws `company_not_found`. */
export function answerCompany(
  sources: Sources,
  slug: string,
  describe: (sources: Sources, company: CompanyDetail) => object,
): Extract<Answer, { kind: "json" | "redirect" }> {
  const { snapshot } = sources;
  const company = snapshot.companyBySlug(slug);
  if (company !== undefined) return { kind: "json", body: describe(sources, company) };
  const byId = snapshot.companyById(slug);
  if (byId !== undefined) return { kind: "redirect", path: { slug: byId.slug } };
  throw new Problem(
    "company_not_found",
    `Release ${snapshot.manifest.id} has no company with the slug or id ${quote(slug)}.`,
    [],
    { listedIn: "companies" },
  );
}

function describeDetail(sources: Sources, company: CompanyDetail): Static<typeof CompanyAnswer> {
  const { snapshot, site } = sources;
  const { country } = company;
  const details = describeOptional(COMPANY_DETAILS, company);
  return joinMembers(openEnvelope(sources), describeCompany(sources, company, judgementsOf(company)), details, {
    pillars: describePillars(snapshot, company),
    products: company.products.map(describeProduct),
    judgements: company.judgements.map((judgement) => describeJudgement(snapshot, judgement)),
    replies: company.replies.map((reply) => describeReply(snapshot, reply)),
    links: withReasons(
      {
        self: hrefOf(site, "company", company.slug),
        page: pageUrlOf(site, "company", company.slug),
        country: country === null ? null : hrefOf(site, "country", countryOf(sources, country).slug),
        sector: hrefOf(site, "sector", company.sector),
      },
      { country: "filed_in_no_country" },
    ),
  });
}

function describePillars({ manifest }: Snapshot, company: CompanyDetail): Static<typeof CompanyPillar>[] {
  const { pillars, scale } = manifest.dataset;
  return company.pillars.map((statistics, index) => ({
    id: pillars[index]!.id,
    label: pillars[index]!.label,
    judgement_count: countOf(statistics.distribution),
    ...describeBands(scale, statistics),
  }));
}
