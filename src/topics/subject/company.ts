import type { Static } from "typebox";
import { Type } from "../../ask/type.ts";
import { companyMembers, Distribution, envelope, firmnessMembers, medianMembers } from "../../ask/components.ts";
import { pageOf, pillarMembers, urlOf, summaryMember } from "../../ask/named-members.ts";
import {
  countryOf,
  describeBands,
  describeCompanyFigures,
  judgementsOf,
  openEnvelope,
  provenanceOfCompany,
} from "../../ask/describe.ts";
import {
  describeJudgement,
  describeOptional,
  describeProduct,
  judgementMembers,
  optionalMembers,
  productMembers,
} from "../company/evidence.ts";
import { joinMembers, nullable, objectOf, ref, withReasons } from "../../ask/json-shape.ts";
import { describeReply, replyMembers } from "../company/replies.ts";
import type { Sources } from "../../ask/sources.ts";
import { quote } from "../../problem.ts";
import type { CompanyDetail, ReleaseFigures, Snapshot } from "../../release/snapshot.ts";
import { countOf } from "../../trust/statistics.ts";
import { statisticsWithout } from "../../trust/tally.ts";
import { COMPANY_DETAILS } from "../../tables/companies.ts";
import { exampleCompanyPath, summarizeCompany } from "../company/list-companies.ts";
import {
  DERIVATION_COMPONENTS,
  derivationMembers,
  describeLine,
  inRelease,
  describeProvenance,
  provenanceMembers,
} from "../derivation/derivation.ts";
import { defineSubjectHistory, findNewest, historyEntry, historyOf } from "../history/history.ts";
import { API, hrefOf, pageUrlOf } from "../../ask/urls.ts";
import { defineSubjectOperation, type Kind, notFound } from "./kind.ts";

export const COMPANY: Kind<CompanyDetail> = {
  name: "company",
  tag: "Companies",
  segment: Type.String({
    minLength: 1,
    maxLength: 300,
    description: "Slug of a company. The publisher's id, and a slug that it had before, are redirected to it.",
  }),
  example: exampleCompanyPath,
  find({ snapshot, releases }, segment) {
    const now = snapshot.companyBySlug(segment) ?? snapshot.companyById(segment);
    // For twelve releases after it was renamed, a company is found by its former slug, too.
    const newest = now === undefined ? releases.list().slice(0, 12) : [];
    const [before] = newest.flatMap((each) => releases.figuresOf(each.id)?.companyBySlug(segment) ?? []);
    const found = now ?? (before && snapshot.companyById(before.id));
    if (found !== undefined) return { slug: found.slug, found };
    throw notFound("company", `Release ${snapshot.manifest.id} has no company with the slug or id ${quote(segment)}.`);
  },
};

const figures = { ...companyMembers, ...summaryMember };

/** Describes the figures that begin every answer about one company. */
function describeFigures(sources: Sources, company: CompanyDetail) {
  return joinMembers(
    openEnvelope(sources),
    describeCompanyFigures(sources, company),
    summarizeCompany(sources.snapshot, company, judgementsOf(company)),
  );
}

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

const CompanyAnswer = envelope("CompanyDetail", {
  ...figures,
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

export const getCompany = defineSubjectOperation(COMPANY, {
  id: "get_company",
  path: API.company,
  summary: "One company with its judgements",
  description:
    "A company's median band and distribution, overall and per pillar, its products, all current judgements with their sources, and its replies. The publisher's id is redirected to the slug.",
  bulkPath: `${API.companies}?format=csv`,
  schema: CompanyAnswer,
  components: [CompanyPillar, Product, Judgement, Reply],
  describe: describeDetail,
});

function describeDetail(sources: Sources, company: CompanyDetail): Static<typeof CompanyAnswer> {
  const { snapshot, site } = sources;
  const { country } = company;
  return joinMembers(describeFigures(sources, company), describeOptional(COMPANY_DETAILS, company), {
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

const JudgementInLine = objectOf(
  {
    position: Type.Integer({ minimum: 1, description: "Its position in the line, from 1." }),
    ...judgementMembers,
  },
  { $id: "JudgementInLine", description: "A judgement at its position in the line." },
);

const CompanyDerivation = envelope("CompanyDerivation", {
  ...figures,
  ...derivationMembers("judgement", JudgementInLine),
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

export const deriveCompany = defineSubjectOperation(COMPANY, {
  id: "derive_company",
  path: `${API.company}/derivation`,
  summary: "Why a company has its band",
  description:
    "How a company's median band is found, as with a pencil: its judgements in a line by their bands, the one in the middle, and the judgements around it. And what the band rests on: each pillar left out, and the dates, judges and sources of the judgements.",
  bulkPath: "/api/v2/data/judgements.csv",
  schema: CompanyDerivation,
  components: [...DERIVATION_COMPONENTS, JudgementInLine],
  describe: describeDerivation,
});

function describeDerivation(sources: Sources, company: CompanyDetail): Static<typeof CompanyDerivation> {
  const { slug, distribution, pillars } = company;
  const judgements = (query: Readonly<Record<string, string>>): string =>
    inRelease(sources, API.judgements, { company: slug, ...query });
  // Judgements of one band keep the published order, as in the list of judgements.
  const line = company.judgements.toSorted((a, b) => a.band - b.band);
  return joinMembers(
    describeFigures(sources, company),
    describeLine(sources, {
      subject: `company:${company.id}`,
      name: company.name,
      distribution,
      listedCompanies: null,
      minimumCompanies: 1,
      hrefOfBand: (band) => judgements({ band }),
      inLine: (offset, limit) =>
        line.slice(offset, offset + limit).map((judgement) => describeJudgement(sources.snapshot, judgement)),
      leftOut: pillars.map((pillar) => {
        const without = statisticsWithout(distribution, pillar.distribution);
        return { ...without, count: countOf(without.distribution) };
      }),
    }),
    describeProvenance(sources.snapshot, provenanceOfCompany(sources.snapshot, company)),
    {
      links: {
        self: inRelease(sources, deriveCompany.path, { slug }),
        company: inRelease(sources, API.company, { slug }),
        line: judgements({ sort: "band" }),
      },
    },
  );
}

const { id, slug, name, judgement_count } = companyMembers;

const CompanyHistoryEntry = historyEntry("CompanyHistoryEntry", "company", { judgement_count });

export const getCompanyHistory = defineSubjectHistory(COMPANY, {
  id: "get_company_history",
  path: `${API.company}/history`,
  summary: "How a company developed",
  description:
    "A company in one release after the other, oldest first: median band, distribution of its judgements and firmness, each on the scale of its release. It is the same company by the publisher's id, whatever it is called or where it is filed. `break` says where the method changed, so that nothing can be said of rise or fall.",
  bulkPath: "/api/v2/data/companies.csv",
  schema: historyOf("CompanyHistory", ref(CompanyHistoryEntry), { id, slug, name }),
  entry: CompanyHistoryEntry,
  follow(history, segment) {
    const named = findNewest(history, (each) => each.companyBySlug(segment) ?? each.companyById(segment));
    const find = (release: ReleaseFigures) => (named === undefined ? undefined : release.companyById(named.id));
    const absent = `These releases have no company with the slug or id ${quote(segment)}.`;
    return { slug: findNewest(history, find)?.slug ?? segment, find, absent };
  },
  name: (newest) => ({
    name: newest.name,
    identity: { id: newest.id, slug: newest.slug, name: newest.name },
  }),
  describe: (found) => ({ judgement_count: found?.judgementCount ?? 0 }),
});
