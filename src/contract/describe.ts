import type { Atlas } from "../atlas/atlas.ts";
import type {
  AreaStatistics,
  CompanySummary,
  CountryRecord,
  PillarStatistics,
  Snapshot,
} from "../snapshot/snapshot.ts";
import { firmnessOf, MEDIAN_RULE } from "../trust/statistics.ts";
import type { Distribution, Scale } from "../trust/scale.ts";
import type { CountryJson, DistributionJson, MetaJson, PillarJson, ScaleJson, SectorJson } from "./components.ts";
import type { Site, Sources } from "./sources.ts";

/** Builds the parts that many answers share; their shapes stand in components.ts. */

/** The title of the banded dataset, the same for every publisher. */
export const BANDS_TITLE = "Country Trust Bands Dataset";

/** The title of the same data in version 1. */
export const SCORES_TITLE = "Country Trust Score Dataset";

/** The `meta` and `scale` that every data answer begins with. */
export function openEnvelope({ snapshot, site }: Sources): { meta: MetaJson; scale: ScaleJson } {
  return { meta: describeRelease(snapshot, site), scale: describeScale(snapshot) };
}

/** How to cite a release: `Publisher (year). Title (release id). {base}/api. CC-BY 4.0.` */
export function citationOf(snapshot: Snapshot, title: string, site: Site): string {
  const { dataset, id } = snapshot.manifest;
  const { publisher, year, licence } = dataset;
  return `${publisher} (${year}). ${title} (${id}). ${site.baseUrl}/api. ${licenceName(licence)}.`;
}

/** A licence as citations write it: `CC-BY 4.0` for the SPDX identifier `CC-BY-4.0`. */
export function licenceName(licence: string): string {
  return licence.replace(/-(?=\d)/u, " ");
}

function describeRelease(snapshot: Snapshot, site: Site): MetaJson {
  const { dataset, id, publishedAt } = snapshot.manifest;
  return {
    title: BANDS_TITLE,
    publisher: dataset.publisher,
    year: dataset.year,
    release: id,
    published_at: publishedAt,
    license: dataset.licence,
    citation: citationOf(snapshot, BANDS_TITLE, site),
    notice: dataset.notice,
    notice_reason: dataset.notice === null ? "not_given" : null,
    source: {
      title: dataset.title,
      homepage: dataset.homepage,
      homepage_reason: dataset.homepage === null ? "not_given" : null,
    },
  };
}

function describeScale(snapshot: Snapshot): ScaleJson {
  const { scale } = snapshot.manifest.dataset;
  return {
    id: scale.id,
    direction: "ascending",
    median: MEDIAN_RULE,
    bands: scale.bands.map((band, index) => ({
      id: band.id,
      rank: index + 1,
      label: band.label,
      description: band.description,
      description_reason: band.description === null ? "not_given" : null,
    })),
  };
}

/** Counts by the id of their band, in scale order. */
export function describeDistribution(scale: Scale, distribution: Distribution): DistributionJson {
  const counts: DistributionJson = {};
  for (const [index, { id }] of scale.bands.entries()) counts[id] = distribution[index] ?? 0;
  return counts;
}

/** The `median_…` members. `missing` says why there is no median when `median` is null. */
export function describeMedian(
  scale: Scale,
  median: number | null,
  missing: "not_judged" | "no_companies" = "not_judged",
) {
  if (median === null) return { median_band: null, median_rank: null, median_reason: missing };
  return { median_band: scale.bands[median - 1]!.id, median_rank: median, median_reason: null };
}

/** The `flips_to_…` members of a distribution. */
function describeFirmness(distribution: Distribution) {
  const firmness = firmnessOf(distribution);
  const missing = firmness === null ? "not_judged" : "scale_end";
  const flipsToLower = firmness?.flipsToLower ?? null;
  const flipsToHigher = firmness?.flipsToHigher ?? null;
  return {
    flips_to_lower: flipsToLower,
    flips_to_lower_reason: flipsToLower === null ? missing : null,
    flips_to_higher: flipsToHigher,
    flips_to_higher_reason: flipsToHigher === null ? missing : null,
  } as const;
}

/** A median, the distribution it is the median of, and its firmness: always together. */
export function describeBands(
  scale: Scale,
  statistics: { readonly median: number | null; readonly distribution: Distribution },
) {
  return {
    ...describeMedian(scale, statistics.median),
    distribution: describeDistribution(scale, statistics.distribution),
    ...describeFirmness(statistics.distribution),
  };
}

/** The statistics of a country, a sector or a cell. */
export function describeArea(scale: Scale, statistics: AreaStatistics) {
  return {
    listed_companies: statistics.listedCompanies,
    judged_companies: statistics.judgedCompanies,
    ...describeBands(scale, statistics),
  };
}

/** The statistics of an area in each pillar, in the publisher's order. */
export function describePillars(snapshot: Snapshot, statistics: readonly PillarStatistics[]): PillarJson[] {
  const { pillars, scale } = snapshot.manifest.dataset;
  return statistics.map((own, index) => ({
    id: pillars[index]!.id,
    label: pillars[index]!.label,
    judged_companies: own.judgedCompanies,
    ...describeBands(scale, own),
  }));
}

/** The members that name a country. Slug and name are those of the release. */
export function nameCountry(
  atlas: Atlas,
  { iso2, iso3, slug, name }: Pick<CountryRecord, "iso2" | "iso3" | "slug" | "name">,
): CountryJson {
  return { slug, iso2, iso3, name, code_status: atlas.byIso2(iso2)?.codeStatus ?? "official" };
}

/** Names the country of a company or a product. Throws if the release does not list it. */
export function countryOf({ snapshot, atlas }: Sources, iso2: string): CountryJson {
  const country = snapshot.countryByIso2(iso2);
  if (country === undefined) throw new Error(`release ${snapshot.manifest.id} does not list country ${iso2}`);
  return nameCountry(atlas, country);
}

/** Names the sector of a company or a product. Throws if the release does not list it. */
export function sectorOf({ snapshot }: Sources, slug: string): SectorJson {
  const sector = snapshot.sectorBySlug(slug);
  if (sector === undefined) throw new Error(`release ${snapshot.manifest.id} does not list sector ${slug}`);
  return { slug, label: sector.label };
}

/**
 * The slugs of the countries that share a name, as in "`north-korea` or `south-korea`"; null if no
 * two of them do.
 */
export function slugsSharing(atlas: Atlas, name: string): string | null {
  const meaning = atlas.resolveCountry(name);
  return meaning.kind === "ambiguous" ? meaning.candidates.map(({ slug }) => `\`${slug}\``).join(" or ") : null;
}

/** The members a company has in every answer. */
export function describeCompany(sources: Sources, company: CompanySummary) {
  return {
    id: company.id,
    slug: company.slug,
    name: company.name,
    country: countryOf(sources, company.country),
    sector: sectorOf(sources, company.sector),
    judgement_count: company.judgementCount,
    ...describeBands(sources.snapshot.manifest.dataset.scale, company),
  };
}

/** The URL of a country, sector or company. */
export function hrefOf({ baseUrl }: Site, collection: "countries" | "sectors" | "companies", slug: string): string {
  return `${baseUrl}/api/v2/${collection}/${encodeURIComponent(slug)}`;
}
