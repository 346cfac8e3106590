import { Type } from "../../ask/type.ts";
import { areaMembers, companyMembers } from "../../ask/components.ts";
import { nameCountry } from "../../ask/describe.ts";
import { countryInWords } from "../../ask/grammar.ts";
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
import { joinMembers, nullable, ref, withReasons } from "../../ask/json-shape.ts";
import { countryMembers, sectorMembers } from "../../ask/named-members.ts";
import { defineOperation, describeParameters, type JsonOperation } from "../../ask/operation.ts";
import { countrySegment } from "../../ask/parameters.ts";
import { findRangeErrors } from "./release-range.ts";
import { Problem, quote } from "../../problem.ts";
import type { ReleaseFigures } from "../../release/snapshot.ts";
import { rankByMedian, type RankedEntry } from "../../trust/ranking.ts";
import { findTerritory } from "../country/get-country.ts";
import { sectorSegment } from "../sector/get-sector.ts";
import { companySegment } from "../company/get-company.ts";
import { exampleCompanyPath } from "../company/list-companies.ts";

const CountryHistoryEntry = historyEntry("CountryHistoryEntry", "country", {
  listed_companies: areaMembers.listed_companies,
  judged_companies: areaMembers.judged_companies,
  rank: nullable(
    Type.Integer({ minimum: 1, description: "Its rank in the ranking of that release." }),
    "too_few_companies",
    "not_judged",
    "not_in_release",
  ),
  tied_with: nullable(
    Type.Integer({ minimum: 0, description: "How many others had the same rank." }),
    "too_few_companies",
    "not_judged",
    "not_in_release",
  ),
});

const CountryHistory = historyOf("CountryHistory", ref(CountryHistoryEntry), countryMembers);

export const getCountryHistory: JsonOperation<typeof CountryHistory> = defineOperation({
  id: "get_country_history",
  method: "GET",
  path: "/api/v2/countries/{slug}/history",
  tag: "Countries",
  summary: "How a country developed",
  description:
    "A country in one release after the other, oldest first: median band, distribution, firmness and rank, each on the scale of its release. `break` says where the method changed, so that nothing can be said of rise or fall.",
  parameters: {
    path: Type.Object({ slug: countrySegment }),
    query: describeParameters(historyParameters(CountryHistoryEntry)),
  },
  form: {
    kind: "json",
    schema: CountryHistory,
    components: [CountryHistoryEntry, ...HISTORY_COMPONENTS],
  },
  problems: ["country_not_found"],
  redirects: true,
  dependsOn: "service",
  knownPaths: ({ countries }) => countries.map(({ slug }) => ({ slug })),
  examples: historyExamples,
  check: findRangeErrors,
  answer(sources, parameters) {
    const { territory, canonical } = findTerritory(sources.atlas, parameters.slug);
    if (!canonical) return { kind: "redirect", path: { slug: territory.slug } };
    const history = openHistory({ operation: getCountryHistory, sources, parameters });
    const newest = findNewest(history, (figures) => countryIn(figures, territory.iso2));
    if (newest === undefined) {
      throw new Problem(
        "country_not_found",
        `${territory.name} (${territory.iso3}) has no company in these releases.`,
        [],
        { listedIn: "countries" },
      );
    }
    return answerHistory(history, {
      kind: "country",
      words: { subject: `country:${newest.iso2}`, kind: "country", name: countryInWords(newest) },
      identity: nameCountry(sources.atlas, newest),
      find: (figures) => countryIn(figures, territory.iso2),
      describe: describeCountry,
    });
  },
});

type Country = ReleaseFigures["countries"][number];
type Ranked = RankedEntry<Country & { readonly code: string }>;

const rankings = new WeakMap<ReleaseFigures, ReadonlyMap<string, Ranked>>();

/** The ranking of a release by ISO 3166-1 alpha-2, best first; it is made once. */
export function rankingIn(figures: ReleaseFigures): ReadonlyMap<string, Ranked> {
  let ranking = rankings.get(figures);
  if (ranking === undefined) {
    const { minimumCompanies } = figures.manifest.dataset;
    const ranked = rankByMedian(
      figures.countries.map((country) => ({ ...country, code: country.iso3 })),
      minimumCompanies,
    );
    ranking = new Map(ranked.map((entry) => [entry.entry.iso2, entry]));
    rankings.set(figures, ranking);
  }
  return ranking;
}

function countryIn(figures: ReleaseFigures, iso2: string) {
  const ranked = rankingIn(figures).get(iso2);
  return ranked === undefined ? undefined : { ...ranked.entry, ranked };
}

function describeCountry(found: ReturnType<typeof countryIn>) {
  const { rank = null, tiedWith = null, rankReason = "not_in_release" } = found?.ranked ?? {};
  return joinMembers(
    { listed_companies: found?.listedCompanies ?? 0, judged_companies: found?.judgedCompanies ?? 0 },
    withReasons({ rank, tied_with: tiedWith }, { rank: rankReason, tied_with: rankReason }),
  );
}

const SectorHistoryEntry = historyEntry("SectorHistoryEntry", "sector", {
  listed_companies: areaMembers.listed_companies,
  judged_companies: areaMembers.judged_companies,
});

const SectorHistory = historyOf("SectorHistory", ref(SectorHistoryEntry), sectorMembers);

export const getSectorHistory: JsonOperation<typeof SectorHistory> = defineOperation({
  id: "get_sector_history",
  method: "GET",
  path: "/api/v2/sectors/{slug}/history",
  tag: "Sectors",
  summary: "How a sector developed",
  description:
    "A sector in one release after the other, oldest first: median band, distribution and firmness, each on the scale of its release. `break` says where the method changed, so that nothing can be said of rise or fall.",
  parameters: {
    path: Type.Object({ slug: sectorSegment }),
    query: describeParameters(historyParameters(SectorHistoryEntry)),
  },
  form: {
    kind: "json",
    schema: SectorHistory,
    components: [SectorHistoryEntry, ...HISTORY_COMPONENTS],
  },
  problems: ["sector_not_found"],
  dependsOn: "service",
  knownPaths: ({ sectors }) => sectors.map(({ slug }) => ({ slug })),
  examples: historyExamples,
  check: findRangeErrors,
  answer(sources, parameters) {
    const { slug } = parameters;
    const history = openHistory({ operation: getSectorHistory, sources, parameters });
    const find = ({ sectors }: ReleaseFigures) => sectors.find((sector) => sector.slug === slug);
    const newest = findNewest(history, find);
    if (newest === undefined) {
      throw new Problem("sector_not_found", `These releases have no sector ${quote(slug)}.`, [], {
        listedIn: "sectors",
      });
    }
    const { label } = newest;
    return answerHistory(history, {
      kind: "sector",
      words: { subject: `sector:${slug}`, kind: "sector", name: label },
      identity: { slug, label },
      find,
      describe: (found) => ({
        listed_companies: found?.listedCompanies ?? 0,
        judged_companies: found?.judgedCompanies ?? 0,
      }),
    });
  },
});

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
        `These releases have no company with the slug or id ${quote(parameters.slug)}.`,
        [],
        { listedIn: "companies" },
      );
    }
    if (newest.slug !== parameters.slug) return { kind: "redirect", path: { slug: newest.slug } };
    return answerHistory(history, {
      kind: "company",
      words: { subject: `company:${newest.id}`, kind: "company", name: newest.name },
      identity: { id: newest.id, slug: newest.slug, name: newest.name },
      find: (figures) => figures.companyById(newest.id),
      describe: (found) => ({ judgement_count: found?.judgementCount ?? 0 }),
    });
  },
});
