import type { Static } from "typebox";
import { Type } from "../../ask/type.ts";
import { companyMembers, envelope } from "../../ask/components.ts";
import {
  DERIVATION_COMPONENTS,
  derivationMembers,
  describeSteps,
  describeWithoutPillars,
  inRelease,
  pageOfRange,
} from "./derivation.ts";
import { describeCompany, judgementsOf, openEnvelope, provenanceOfCompany } from "../../ask/describe.ts";
import { describeJudgement, judgementMembers } from "../company/evidence.ts";
import { joinMembers, objectOf, ref } from "../../ask/json-shape.ts";
import { summaryMember, urlOf } from "../../ask/named-members.ts";
import { defineOperation, describeParameters } from "../../ask/operation.ts";
import { releaseParameter } from "../../ask/parameters.ts";
import { describeProvenance, PROVENANCE_COMPONENTS, provenanceMembers } from "./provenance.ts";
import type { Sources } from "../../ask/sources.ts";
import type { CompanyDetail } from "../../release/snapshot.ts";
import { deriveMedian, type LineRange } from "../../trust/derivation.ts";
import { countOf } from "../../trust/statistics.ts";
import { statisticsWithout } from "../../trust/tally.ts";
import { answerCompany, companySegment } from "../company/get-company.ts";
import { exampleCompanyPath } from "../company/list-companies.ts";
import { API } from "../../ask/urls.ts";

const JudgementInLine = objectOf(
  {
    position: Type.Integer({ minimum: 1, description: "Its position in the line, from 1." }),
    ...judgementMembers,
  },
  { $id: "JudgementInLine", description: "A judgement at its position in the line." },
);

const range = (description: string) => Type.Array(ref(JudgementInLine), { description });

const CompanyDerivation = envelope("CompanyDerivation", {
  ...companyMembers,
  ...summaryMember,
  ...derivationMembers("judgement"),
  below: range("The last five judgements in the line below the median band."),
  around_middle: range("The judgement at position `middle`, with two before and two after it in the same band."),
  above: range("The first five judgements in the line above the median band."),
  ...provenanceMembers,
  links: Type.Object(
    {
      self: urlOf("this derivation"),
      company: urlOf("the company"),
      line: urlOf("the line: its judgements by band, then by pillar, criterion and judge"),
    },
    { description: "Where to go on, in the release of the figures." },
  ),
});

export const deriveCompany = defineOperation({
  id: "derive_company",
  method: "GET",
  path: "/api/v2/companies/{slug}/derivation",
  tag: "Companies",
  summary: "Why a company has its band",
  description:
    "How a company's median band is found, as with a pencil: its judgements in a line by their bands, the one in the middle, and the judgements around it. And what the band rests on: each pillar left out, and the dates, judges and sources of the judgements.",
  parameters: {
    path: Type.Object({ slug: companySegment }),
    query: describeParameters({ ...releaseParameter }),
  },
  form: {
    kind: "json",
    schema: CompanyDerivation,
    components: [...DERIVATION_COMPONENTS, ...PROVENANCE_COMPONENTS, JudgementInLine],
  },
  problems: ["company_not_found"],
  redirects: true,
  dependsOn: "release",
  examples: exampleCompanyPath,
  answer: (sources, { slug }) => answerCompany(sources, slug, describeDerivation),
});

function describeDerivation(sources: Sources, company: CompanyDetail): Static<typeof CompanyDerivation> {
  const { slug, distribution, pillars } = company;
  const derivation = deriveMedian(distribution);
  const judgements = (query: Readonly<Record<string, string>>): string =>
    inRelease(sources, API.judgements, { company: slug, ...query });
  return joinMembers(
    openEnvelope(sources),
    describeCompany(sources, company, judgementsOf(company)),
    describeSteps(sources, distribution, derivation, (band) => judgements({ band })),
    {
      below: describeStretch(sources, company, derivation?.below ?? null),
      around_middle: describeStretch(sources, company, derivation?.around ?? null),
      above: describeStretch(sources, company, derivation?.above ?? null),
    },
    describeWithoutPillars(
      sources,
      {
        subject: `company:${company.id}`,
        name: company.name,
        distribution,
        listedCompanies: null,
        minimumCompanies: 1,
      },
      pillars.map((pillar) => {
        const without = statisticsWithout(distribution, pillar.distribution);
        return { ...without, count: countOf(without.distribution) };
      }),
    ),
    describeProvenance(sources.snapshot, provenanceOfCompany(sources.snapshot, company)),
    {
      links: {
        self: inRelease(sources, `${API.company}/derivation`, { slug }),
        company: inRelease(sources, API.company, { slug }),
        line: judgements({ sort: "band" }),
      },
    },
  );
}

/** Judgements of one band keep the published order, as in the list of judgements. */
function describeStretch(
  { snapshot }: Sources,
  { judgements }: CompanyDetail,
  found: LineRange | null,
): Static<typeof JudgementInLine>[] {
  if (found === null) return [];
  const { offset, limit } = pageOfRange(found);
  const line = judgements.toSorted((a, b) => a.band - b.band).slice(offset, offset + limit);
  return line.map((judgement, index) => ({
    position: found.first + index,
    ...describeJudgement(snapshot, judgement),
  }));
}
