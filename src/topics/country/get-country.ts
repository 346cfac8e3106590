import type { Static } from "typebox";
import { Type } from "../../ask/type.ts";
import type { Atlas } from "../../atlas/atlas.ts";
import { areaMembers, envelope, PillarEntry, rankedCountryMembers } from "../../ask/components.ts";
import { pageOf, sectorMembers, urlOf, summaryMember } from "../../ask/named-members.ts";
import { describeNotKnownOfCountry, NOT_KNOWN_COMPONENTS, notKnownMember } from "../derivation/not-known.ts";
import { describeCountryInFull, placeOf, publishedRanking, rankingIn } from "../ranking/country-ranking.ts";
import { describeArea, describePillars, openEnvelope, slugsSharing } from "../../ask/describe.ts";
import { partInWords } from "../../ask/grammar.ts";
import { joinMembers, nullable, nullableRef, objectOf, ref, withReasons } from "../../ask/json-shape.ts";
import { type Answer, defineOperation, describeParameters } from "../../ask/operation.ts";
import { countrySegment, releaseParameter } from "../../ask/parameters.ts";
import type { Sources } from "../../ask/sources.ts";
import { Problem, quote } from "../../problem.ts";
import type { CountryRecord } from "../../release/snapshot.ts";
import { API, hrefOf, pageUrlOf, urlTo } from "../../ask/urls.ts";

const SectorCell = objectOf(
  { ...sectorMembers, ...areaMembers, href: urlOf("the sector") },
  { $id: "SectorCell", description: "The companies of a country in one sector." },
);

const InRegion = objectOf(
  {
    listed_countries: Type.Integer({ minimum: 1, description: "Countries of the region that the release lists." }),
    ranked_countries: Type.Integer({ minimum: 0, description: "Those with enough judged companies." }),
    rank: nullable(
      Type.Integer({ minimum: 1, description: "Rank of the country among them." }),
      "too_few_companies",
      "not_judged",
    ),
    tied_with: nullable(
      Type.Integer({ minimum: 0, description: "How many of them have the same rank." }),
      "too_few_companies",
      "not_judged",
    ),
    summary: Type.String({ description: "The figures in words, with its rank in the region." }),
    href: urlOf("the ranking of the region"),
  },
  { $id: "InRegion", description: "A country among those of its region (`region`). Nothing is computed of a region." },
);

const CountryDetail = envelope("CountryDetail", {
  ...rankedCountryMembers,
  ...summaryMember,
  ...notKnownMember,
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

export const getCountry = defineOperation({
  id: "get_country",
  method: "GET",
  path: API.country,
  tag: "Countries",
  summary: "One country with its pillars and sectors",
  description:
    "A country's median band, distribution and rank, and its statistics per pillar and per sector. ISO codes, names and former names are redirected to the slug.",
  parameters: {
    path: Type.Object({ slug: countrySegment }),
    query: describeParameters({ ...releaseParameter }),
  },
  form: { kind: "json", schema: CountryDetail, components: [InRegion, SectorCell, ...NOT_KNOWN_COMPONENTS] },
  problems: ["country_not_found"],
  redirects: true,
  dependsOn: "release",
  knownPaths: ({ countries }) => countries.map(({ slug }) => ({ slug })),
  answer: (sources, { slug }) => answerCountry(sources, slug),
});

/** Answers for the country that a path segment names; throws `country_not_found`. */
export function answerCountry(
  sources: Sources,
  slug: string,
  describe: (sources: Sources, country: CountryRecord) => object = describeCountry,
): Extract<Answer, { kind: "json" | "redirect" }> {
  const found = findTerritory(sources.atlas, slug);
  const country = listedCountry(sources, found.territory);
  if (!found.canonical) return { kind: "redirect", path: { slug: found.territory.slug } };
  return { kind: "json", body: describe(sources, country) };
}

/** The territory that a path segment names; throws `country_not_found`. */
export function findTerritory(atlas: Atlas, segment: string): NonNullable<ReturnType<Atlas["findBySegment"]>> {
  const found = atlas.findBySegment(segment);
  if (found !== undefined) return found;
  const meaning = atlas.resolveCountry(segment);
  const shared = slugsSharing(meaning);
  if (shared !== null)
    throw new Problem("country_not_found", `${quote(segment)} names no single country; expected ${shared}.`);
  const part = atlas.findPart(segment);
  if (part !== undefined)
    throw new Problem("country_not_found", `${partInWords(part)}; expected \`${part.whole.slug}\`.`);
  const near = meaning.kind === "unknown" ? meaning.near : undefined;
  const suggestion = near === undefined ? "" : ` Did you mean \`${near.slug}\` (${near.name})?`;
  throw new Problem(
    "country_not_found",
    `No country is known as ${quote(segment)}; expected a slug, an ISO 3166-1 code or a name.${suggestion}`,
    [],
    { listedIn: "countries" },
  );
}

function listedCountry({ snapshot }: Sources, territory: Pick<CountryRecord, "iso2" | "iso3" | "name">): CountryRecord {
  const country = snapshot.countryByIso2(territory.iso2);
  if (country !== undefined) return country;
  throw new Problem(
    "country_not_found",
    `${territory.name} (${territory.iso3}) has no company in release ${snapshot.manifest.id}, so nothing is known of it.`,
    [],
    { listedIn: "countries" },
  );
}

function describeInRegion(sources: Sources, country: CountryRecord) {
  const { atlas, site } = sources;
  const region = atlas.byIso2(country.iso2)?.region ?? null;
  if (region === null) return withReasons({ in_region: null }, { in_region: "in_no_region" });
  const ranking = rankingIn(sources, { pillar: null, region });
  const { rank, tiedWith, rankReason } = placeOf(ranking, country);
  const inRegion = joinMembers(
    { listed_countries: ranking.entries.length, ranked_countries: ranking.rankedCountries },
    withReasons({ rank, tied_with: tiedWith }, { rank: rankReason, tied_with: rankReason }),
    { summary: describeCountryInFull(sources, ranking, placeOf(ranking, country)).summary },
    { href: site.baseUrl + urlTo(API.rankings, { region: region.slug }) },
  );
  return withReasons({ in_region: inRegion }, { in_region: "in_no_region" });
}

function describeCountry(sources: Sources, country: CountryRecord): Static<typeof CountryDetail> {
  const { snapshot, site } = sources;
  const { scale } = snapshot.manifest.dataset;
  const ranking = publishedRanking(snapshot);
  return joinMembers(
    openEnvelope(sources),
    describeCountryInFull(sources, ranking, placeOf(ranking, country)),
    describeNotKnownOfCountry(sources, ranking, country),
    {
      ranked_countries: ranking.rankedCountries,
      minimum_companies: ranking.minimumCompanies,
    },
    describeInRegion(sources, country),
    {
      pillars: describePillars(snapshot, country.pillars),
      sectors: snapshot.sectors.flatMap((sector) => {
        const cell = snapshot.cell(country.iso2, sector.slug);
        if (cell === undefined) return [];
        const { slug, label } = sector;
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
