import type { Static, TProperties } from "typebox";
import { Type, said } from "../../ask/type.ts";
import type { CompanyQuery } from "../../release/queries.ts";
import type { CompanySummary, CountryRecord, SectorRecord } from "../../release/snapshot.ts";
import type { Distribution as Counts, Scale } from "../../trust/scale.ts";
import { firmnessOf, boundsOf } from "../../trust/statistics.ts";
import { medianLevel, Distribution } from "../../ask/components.ts";
import {
  DERIVATION_COMPONENTS,
  derivationMembers,
  describeLine,
  inRelease,
  describeProvenance,
  provenanceMembers,
} from "./derivation.ts";
import { joinMembers, nullableRef, ref, withReasons, nullable, objectOf } from "../../ask/json-shape.ts";
import { slugMember, urlOf } from "../../ask/named-members.ts";
import type { ratedCountry, ratedSector } from "../../say/standing.ts";
import type { Sources } from "../../ask/sources.ts";
import { API } from "../../ask/urls.ts";
import { describeDistribution } from "../../ask/describe.ts";
import type { Rankable, RankedEntry } from "../../trust/ranking.ts";
import { describeUnknownsInWords } from "../../say/not-known.ts";

/** The derivation of the median of a country or a sector, and what is not known of it. */

const bandMember = Type.String({ description: "Id of the band." });

const NotKnown = objectOf(
  {
    bounds: nullable(
      Type.Object(
        { lowest_band: bandMember, lowest_level: medianLevel, highest_band: bandMember, highest_level: medianLevel },
        { description: "The median if all unjudged companies were in the worst band, and in the best." },
      ),
      "no_companies",
    ),
    each_pillar_once: nullable(
      Type.Object(
        { median_band: bandMember, median_level: medianLevel, distribution: ref(Distribution) },
        { description: "The median if companies count by the lower median of their medians in the pillars." },
      ),
      "not_judged",
    ),
    rank_range: nullable(
      Type.Object(
        {
          best: Type.Integer({ minimum: 1, description: "The best rank." }),
          worst: Type.Integer({ minimum: 1, description: "The worst." }),
          re_rated: Type.Integer({ minimum: 1, description: "A tenth of its judged companies, at least one." }),
        },
        {
          description:
            "The ranks that are possible if `re_rated` companies were re-rated by one band and all others stayed. Not the tie (`tie_first`, `tie_last`).",
        },
      ),
      "too_few_companies",
      "not_judged",
      "only_countries",
    ),
    judgements: Type.Integer({ minimum: 0, description: "Judgements that are counted." }),
    undated: Type.Integer({ minimum: 0, description: "Those without a date." }),
    older_than_two_years: Type.Integer({
      minimum: 0,
      description: "Those older than two years at the day of the release; undated ones are not.",
    }),
    sentences: said(Type.Array(Type.String(), { description: "The same in words, as far as it says something." })),
  },
  { $id: "NotKnown", description: "What is not known of a median: exact, without a model." },
);

/** The member of countries and sectors, and its component. */
export const notKnownMember = { not_known: ref(NotKnown) };
export const NOT_KNOWN_COMPONENTS = [NotKnown];

/** `place` is the entry of a country in the ranking over all pillars; null for a sector. */
export function describeNotKnown(
  { snapshot }: Sources,
  { rated, record }: Pick<DerivedArea, "rated" | "record">,
  place: RankedEntry<Rankable> | null,
) {
  const { scale } = snapshot.manifest.dataset;
  const { distribution, listedCompanies, eachPillarOnce, provenance } = record;
  const { judgements, dates } = provenance;
  const bounds = boundsOf(distribution, listedCompanies);
  const { rankRange = null, rankReason = null } = place ?? {};
  const members = {
    bounds: bounds && {
      lowest_band: bandId(scale, bounds.lowest),
      lowest_level: bounds.lowest,
      highest_band: bandId(scale, bounds.highest),
      highest_level: bounds.highest,
    },
    each_pillar_once:
      eachPillarOnce.median === null
        ? null
        : {
            median_band: bandId(scale, eachPillarOnce.median),
            median_level: eachPillarOnce.median,
            distribution: describeDistribution(scale, eachPillarOnce.distribution),
          },
    rank_range: rankRange && { best: rankRange.best, worst: rankRange.worst, re_rated: rankRange.reRated },
    judgements,
    undated: judgements - dates.dated,
    older_than_two_years: dates.olderThanTwoYears,
    sentences: [...describeUnknownsInWords(scale, { ...rated, eachPillarOnce: eachPillarOnce.median, provenance })],
  };
  const not_known: Static<typeof NotKnown> = withReasons(members, {
    bounds: "no_companies",
    each_pillar_once: "not_judged",
    rank_range: place === null ? "only_countries" : rankReason,
  });
  return { not_known };
}

function bandId({ bands }: Scale, level: number): string {
  const found = bands[level - 1];
  if (found === undefined) throw new RangeError(`level ${level} is not on a scale of ${bands.length} bands`);
  return found.id;
}

const CompanyInLine = Type.Object(
  {
    position: Type.Integer({ minimum: 1, description: "Its position in the line, from 1." }),
    slug: slugMember("company"),
    name: Type.String({ description: "The company's name." }),
    median_band: Type.String({ description: "Id of its median band." }),
    median_level: medianLevel,
    href: urlOf("the company"),
  },
  { $id: "CompanyInLine", description: "A judged company at its position in the line." },
);

const NearestCompanies = Type.Object(
  {
    flips: Type.Integer({
      minimum: 1,
      description:
        "The fewest judgements that would have to be re-rated before a company leaves the band in this direction: its own `flips_to_lower` or `flips_to_higher`.",
    }),
    count: Type.Integer({ minimum: 1, description: "How many companies need as few; none of them stands out." }),
    href: urlOf("the list of all companies in the median band, those that need fewest first"),
  },
  {
    $id: "NearestCompanies",
    description:
      "The companies in the median band that fewest re-rated judgements would move out of it in this direction.",
  },
);

export const areaDerivationMembers = {
  ...derivationMembers("company", CompanyInLine),
  nearest_to_lower: nullableRef(NearestCompanies, "scale_end", "not_judged"),
  nearest_to_higher: nullableRef(NearestCompanies, "scale_end", "not_judged"),
  judgement_count: Type.Integer({ minimum: 0, description: "The current judgements of its companies." }),
  ...provenanceMembers,
  links: Type.Object(
    {
      self: urlOf("this derivation"),
      area: urlOf("the country or sector"),
      line: urlOf("the line: its companies by median band, then by name; those that are not judged come last"),
      judgements: urlOf("the judgements of its companies"),
    },
    { description: "Where to go on, in the release of the figures." },
  ),
} satisfies TProperties;

/** The components of the answer that derives the median of an area. */
export const AREA_DERIVATION_COMPONENTS = [...DERIVATION_COMPONENTS, CompanyInLine, NearestCompanies, NotKnown];

/** The facts about a country or a sector that its derivation needs. */
export interface DerivedArea {
  readonly kind: "country" | "sector";
  readonly slug: string;
  readonly rated: ReturnType<typeof ratedCountry | typeof ratedSector>;
  readonly record: CountryRecord | SectorRecord;
  /** The query that selects its companies. */
  readonly filter: Pick<CompanyQuery, "countries" | "sectors">;
}

export function describeAreaDerivation(sources: Sources, area: DerivedArea) {
  const { kind, slug, rated, record, filter } = area;
  const { snapshot } = sources;
  const { withoutPillars, provenance } = record;
  const companies = (query: Readonly<Record<string, string>>): string =>
    inRelease(sources, API.companies, { [kind]: slug, ...query });
  return joinMembers(
    describeLine(sources, {
      ...rated,
      hrefOfBand: (band) => companies({ band }),
      inLine: (offset, limit) =>
        snapshot
          .listCompanies({ ...filter, sort: "median_band", offset, limit })
          .rows.map((company) => describeInLine(sources, company)),
      leftOut: withoutPillars.map((each) => ({ ...each, count: each.judgedCompanies })),
    }),
    describeNearest(sources, area, companies),
    { judgement_count: provenance.judgements, ...describeProvenance(snapshot, provenance) },
    {
      links: {
        self: inRelease(sources, `${API[kind]}/derivation`, { slug }),
        area: inRelease(sources, API[kind], { slug }),
        line: companies({ sort: "median_band" }),
        judgements: inRelease(sources, API.judgements, { [kind]: slug }),
      },
    },
  );
}

function describeInLine(sources: Sources, { id, slug, name, median }: CompanySummary) {
  const band = median === null ? undefined : sources.snapshot.manifest.dataset.scale.bands[median - 1];
  if (median === null || band === undefined) throw new Error(`company ${id} stands in a line without a band`);
  return { slug, name, median_band: band.id, median_level: median, href: inRelease(sources, API.company, { slug }) };
}

function describeNearest(
  sources: Sources,
  { record, filter }: DerivedArea,
  companies: (query: Readonly<Record<string, string>>) => string,
) {
  const { snapshot } = sources;
  const nearest = (direction: Direction): Static<typeof NearestCompanies> | null => {
    const { median } = record;
    const band = median === null ? undefined : snapshot.manifest.dataset.scale.bands[median - 1];
    if (median === null || band === undefined) return null;
    const find = (offset: number) =>
      snapshot.listCompanies({ ...filter, bands: [median], sort: direction, limit: 1, offset });
    const flipsAt = (offset: number) => flipsIn(find(offset).rows[0]?.distribution ?? [], direction);
    const flips = flipsAt(0);
    if (flips === null) return null;
    return {
      flips,
      count: countFirst(find(0).total, (offset) => flipsAt(offset) === flips),
      href: companies({ band: band.id, sort: direction }),
    };
  };
  const missing = record.median === null ? "not_judged" : "scale_end";
  return withReasons(
    { nearest_to_lower: nearest("flips_to_lower"), nearest_to_higher: nearest("flips_to_higher") },
    { nearest_to_lower: missing, nearest_to_higher: missing },
  );
}

type Direction = "flips_to_lower" | "flips_to_higher";

/** Counts the first items of a sorted list that are alike, by a binary search. */
function countFirst(total: number, isAlike: (offset: number) => boolean): number {
  let count = 0;
  for (let digit = 24; digit >= 0; digit -= 1) {
    const next = count + 2 ** digit;
    if (next <= total && isAlike(next - 1)) count = next;
  }
  return count;
}

/** Returns the number of re-ratings that move the median this way, or null if none can. */
function flipsIn(distribution: Counts, direction: Direction): number | null {
  const firmness = firmnessOf(distribution);
  return (direction === "flips_to_lower" ? firmness?.flipsToLower : firmness?.flipsToHigher) ?? null;
}
