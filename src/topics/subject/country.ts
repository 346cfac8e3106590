import type { Static } from "typebox";
import { said, Type } from "../../ask/type.ts";
import type { Atlas } from "../../atlas/atlas.ts";
import { describeRegionOf, regionMember } from "../../ask/regions.ts";
import { areaMembers, envelope, PillarEntry, rankedCountryMembers } from "../../ask/components.ts";
import { countOf, countryMembers, pageOf, sectorMembers, urlOf, summaryMember } from "../../ask/named-members.ts";
import {
  describeNotKnown,
  NOT_KNOWN_COMPONENTS,
  notKnownMember,
  AREA_DERIVATION_COMPONENTS,
  areaDerivationMembers,
  type DerivedArea,
  describeAreaDerivation,
} from "../derivation/area-derivation.ts";
import { describeCountryInFull, placeOf, publishedRanking, rankingIn } from "../ranking/country-ranking.ts";
import { describeArea, describePillars, nameCountry, openEnvelope, slugsSharing } from "../../ask/describe.ts";
import { countryInWords, partInWords } from "../../ask/grammar.ts";
import { joinMembers, nullable, nullableRef, objectOf, ref, withReasons } from "../../ask/json-shape.ts";
import { countrySegment } from "../../ask/parameters.ts";
import type { Sources } from "../../ask/sources.ts";
import { Problem, quote } from "../../problem.ts";
import type { CountryRecord, ReleaseFigures } from "../../release/snapshot.ts";
import { rankByMedian, type RankedEntry } from "../../trust/ranking.ts";
import { defineSubjectHistory, historyEntry, historyOf } from "../history/history.ts";
import { API, hrefOf, pageUrlOf, urlTo } from "../../ask/urls.ts";
import { ratedCountry } from "../../say/standing.ts";
import { defineSubjectOperation, type Kind, notFound } from "./kind.ts";

const paths: Kind["paths"] = ({ countries }) => countries.map(({ slug }) => ({ slug }));

export const COUNTRY: Kind<CountryRecord> = {
  name: "country",
  tag: "Countries",
  segment: countrySegment,
  paths,
  find(sources, segment) {
    const territory = findTerritory(sources.atlas, segment);
    const found = sources.snapshot.countryByIso2(territory.iso2);
    if (found !== undefined) return { slug: territory.slug, found };
    const { name, iso3 } = territory;
    const release = sources.snapshot.manifest.id;
    throw notFound("country", `${name} (${iso3}) has no company in release ${release}, so nothing is known of it.`);
  },
};

/** Finds the territory that a path segment names; throws `country_not_found`. */
function findTerritory(atlas: Atlas, segment: string) {
  const found = atlas.findBySegment(segment);
  if (found !== undefined) return found.territory;
  const meaning = atlas.resolveCountry(segment);
  const shared = slugsSharing(meaning);
  if (shared !== null)
    throw new Problem("country_not_found", `${quote(segment)} names no single country; expected ${shared}.`);
  const part = atlas.findPart(segment);
  if (part !== undefined)
    throw new Problem("country_not_found", `${partInWords(part)}; expected \`${part.whole.slug}\`.`);
  const near = meaning.kind === "country" ? meaning.territory : meaning.kind === "unknown" ? meaning.near : undefined;
  const suggestion = near === undefined ? "" : ` Did you mean \`${near.slug}\` (${near.name})?`;
  throw notFound(
    "country",
    `No country is known as ${quote(segment)}; expected a slug, an ISO 3166-1 code or a name.${suggestion}`,
  );
}

const figures = { ...rankedCountryMembers, ...summaryMember, ...notKnownMember };

/** Describes the figures that begin every answer about one country. */
function describeFigures(sources: Sources, country: CountryRecord) {
  const ranking = publishedRanking(sources.snapshot);
  const own = placeOf(ranking, country);
  return joinMembers(
    openEnvelope(sources),
    describeCountryInFull(sources, ranking, own),
    describeNotKnown(sources, areaOf(sources, country), own),
  );
}

function areaOf({ snapshot }: Sources, country: CountryRecord): DerivedArea {
  return {
    kind: "country",
    slug: country.slug,
    rated: ratedCountry(country, snapshot.manifest.dataset.minimumCompanies),
    record: country,
    filter: { countries: [country.iso2] },
  };
}

const SectorCell = objectOf(
  { ...sectorMembers, ...areaMembers, href: urlOf("the sector") },
  { $id: "SectorCell", description: "The companies of a country in one sector." },
);

/** Reasons why a country has no rank. */
const UNRANKED = ["too_few_companies", "not_judged"] as const;

const InRegion = objectOf(
  {
    listed_countries: Type.Integer({ minimum: 1, description: "Countries of the region that the release lists." }),
    ranked_countries: Type.Integer({ minimum: 0, description: "Those with enough judged companies." }),
    rank: nullable(Type.Integer({ minimum: 1, description: "Rank of the country among them." }), ...UNRANKED),
    tied_with: nullable(Type.Integer({ minimum: 0, description: "How many of them have the same rank." }), ...UNRANKED),
    summary: said(Type.String({ description: "The figures in words, with its rank in the region." })),
    href: urlOf("the ranking of the region"),
  },
  { $id: "InRegion", description: "A country among those of its region (`region`). Nothing is computed of a region." },
);

const CountryDetail = envelope("CountryDetail", {
  ...figures,
  code_status: Type.Unsafe<"official" | "user_assigned">({
    type: "string",
    enum: ["official", "user_assigned"],
    description: "`user_assigned`: the codes are in common use but not part of ISO 3166-1 (Kosovo's XK).",
  }),
  ...regionMember,
  ranked_countries: Type.Integer({ minimum: 0, description: "How many countries have a rank." }),
  minimum_companies: Type.Integer({ minimum: 0, description: "Judged companies a country needs to get a rank." }),
  in_region: nullableRef(InRegion, "in_no_region"),
  pillars: Type.Array(ref(PillarEntry), { description: "In the publisher's order." }),
  sectors: Type.Array(ref(SectorCell), {
    description: "The country's cells: its companies in each sector it has companies in, ordered by sector slug.",
  }),
  links: Type.Object(
    {
      self: urlOf("this country"),
      page: pageOf("this country"),
      companies: urlOf("its companies"),
      rankings: urlOf("the ranking of all countries"),
      matrix: urlOf("the matrix of countries and sectors"),
      data: urlOf("the CSV of all countries"),
    },
    { description: "Where to go on." },
  ),
});

export const getCountry = defineSubjectOperation(COUNTRY, {
  id: "get_country",
  path: API.country,
  summary: "One country with its pillars and sectors",
  description:
    "A country's median band, distribution and rank, and its statistics per pillar and per sector. ISO codes, names and former names are redirected to the slug.",
  bulkPath: "/api/v2/data/countries.csv",
  schema: CountryDetail,
  components: [InRegion, SectorCell, ...NOT_KNOWN_COMPONENTS],
  knownPaths: paths,
  describe: describeCountry,
});

export function describeCountry(sources: Sources, country: CountryRecord): Static<typeof CountryDetail> {
  const { snapshot, site, atlas } = sources;
  const { scale } = snapshot.manifest.dataset;
  const { rankedCountries, minimumCompanies } = publishedRanking(snapshot);
  return joinMembers(
    describeFigures(sources, country),
    { code_status: atlas.byIso2(country.iso2)?.codeStatus ?? "official" },
    describeRegionOf(atlas, country.iso2),
    { ranked_countries: rankedCountries, minimum_companies: minimumCompanies },
    describeInRegion(sources, country),
    {
      pillars: describePillars(snapshot, country.pillars),
      sectors: snapshot.sectors.flatMap(({ slug, label }) => {
        const cell = snapshot.cell(country.iso2, slug);
        if (cell === undefined) return [];
        return joinMembers({ slug, label }, describeArea(scale, cell), { href: hrefOf(site, "sector", slug) });
      }),
      links: {
        self: hrefOf(site, "country", country.slug),
        page: pageUrlOf(site, "country", country.slug),
        companies: site.baseUrl + urlTo(API.companies, { country: country.slug }),
        rankings: site.baseUrl + API.rankings,
        matrix: site.baseUrl + API.matrix,
        data: site.baseUrl + API.countryData,
      },
    },
  );
}

function describeInRegion(sources: Sources, country: CountryRecord) {
  const { atlas, site } = sources;
  const region = atlas.byIso2(country.iso2)?.region ?? null;
  if (region === null) return withReasons({ in_region: null }, { in_region: "in_no_region" });
  const ranking = rankingIn(sources, { pillar: null, region });
  const place = placeOf(ranking, country);
  const { rank, tiedWith, rankReason } = place;
  const inRegion = joinMembers(
    { listed_countries: ranking.entries.length, ranked_countries: ranking.rankedCountries },
    withReasons({ rank, tied_with: tiedWith }, { rank: rankReason, tied_with: rankReason }),
    { summary: describeCountryInFull(sources, ranking, place).summary },
    { href: site.baseUrl + urlTo(API.rankings, { region: region.slug }) },
  );
  return withReasons({ in_region: inRegion }, { in_region: "in_no_region" });
}

export const deriveCountry = defineSubjectOperation(COUNTRY, {
  id: "derive_country",
  path: `${API.country}/derivation`,
  summary: "Why a country has its band",
  description:
    "How a country's median band is found, as with a pencil: its companies in a line by their own bands, the one in the middle, and the companies around it. And what the band rests on: each pillar left out, the dates, judges and sources of the judgements, and the companies that few re-ratings would move.",
  bulkPath: "/api/v2/data/companies.csv",
  schema: envelope("CountryDerivation", { ...figures, ...areaDerivationMembers }),
  components: AREA_DERIVATION_COMPONENTS,
  describe: (sources, country) =>
    joinMembers(describeFigures(sources, country), describeAreaDerivation(sources, areaOf(sources, country))),
});

const CountryHistoryEntry = historyEntry("CountryHistoryEntry", "country", {
  listed_companies: areaMembers.listed_companies,
  judged_companies: areaMembers.judged_companies,
  rank: nullable(countOf("Its rank in the ranking of that release.", 1), ...UNRANKED, "not_in_release"),
  tied_with: nullable(countOf("How many others had the same rank."), ...UNRANKED, "not_in_release"),
});

export const getCountryHistory = defineSubjectHistory(COUNTRY, {
  id: "get_country_history",
  path: `${API.country}/history`,
  summary: "How a country developed",
  description:
    "A country in one release after the other, oldest first: median band, distribution, firmness and rank, each on the scale of its release. `break` says where the method changed, so that nothing can be said of rise or fall.",
  bulkPath: "/api/v2/intelligence/country-history.csv",
  schema: historyOf("CountryHistory", ref(CountryHistoryEntry), countryMembers),
  entry: CountryHistoryEntry,
  follow({ sources }, segment) {
    const { slug, iso2, iso3, name } = findTerritory(sources.atlas, segment);
    const absent = `${name} (${iso3}) has no company in these releases.`;
    return { slug, absent, find: (of: ReleaseFigures) => countryIn(of, iso2) };
  },
  name: (newest) => ({ name: countryInWords(newest), identity: nameCountry(newest) }),
  describe(found) {
    const { rank = null, tiedWith = null, rankReason = "not_in_release" } = found?.ranked ?? {};
    return joinMembers(
      { listed_companies: found?.listedCompanies ?? 0, judged_companies: found?.judgedCompanies ?? 0 },
      withReasons({ rank, tied_with: tiedWith }, { rank: rankReason, tied_with: rankReason }),
    );
  },
});

type CountryRank = RankedEntry<ReleaseFigures["countries"][number] & { readonly code: string }>;

const rankings = new WeakMap<ReleaseFigures, ReadonlyMap<string, CountryRank>>();

/** Returns the ranking of a release by ISO 3166-1 alpha-2, best first; it is cached. */
export function rankingOf(release: ReleaseFigures): ReadonlyMap<string, CountryRank> {
  let ranking = rankings.get(release);
  if (ranking === undefined) {
    const countries = release.countries.map((country) => ({ ...country, code: country.iso3 }));
    const ranked = rankByMedian(countries, release.manifest.dataset.minimumCompanies);
    ranking = new Map(ranked.map((entry) => [entry.entry.iso2, entry]));
    rankings.set(release, ranking);
  }
  return ranking;
}

function countryIn(release: ReleaseFigures, iso2: string) {
  const ranked = rankingOf(release).get(iso2);
  return ranked && { ...ranked.entry, ranked };
}
