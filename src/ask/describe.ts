import type { Atlas } from "../atlas/atlas.ts";
import type {
  AreaStatistics,
  CompanyDetail,
  CompanySummary,
  CountryRecord,
  PillarStatistics,
  SectorRecord,
  Snapshot,
} from "../release/snapshot.ts";
import { firmnessOf, MEDIAN_RULE } from "../trust/statistics.ts";
import type { Distribution, Scale } from "../trust/scale.ts";
import type {
  CountryJson,
  DistributionJson,
  MetaJson,
  PillarJson,
  ScaleInShortJson,
  ScaleJson,
  SectorJson,
} from "./components.ts";
import { joinMembers, withReasons } from "./json-shape.ts";
import type { Site, Sources } from "./sources.ts";
import { completenessInWords } from "./words.ts";
import { dayOf } from "../trust/judged-on.ts";
import { newestOf, type Provenance, provenanceOf } from "../trust/provenance.ts";
import { API, releasePageOf, urlTo } from "./urls.ts";

/** Builds the parts that many answers share; their shapes stand in components.ts. */

/** The `meta` and `scale` that every data answer begins with. */
export function openEnvelope({ snapshot, site }: Sources): { meta: MetaJson; scale: ScaleJson } {
  return { meta: describeRelease(snapshot, site), scale: describeScale(snapshot, site) };
}

/** The `meta` and `scale` of a list of rows, which names its bands and no more. */
export function openRows({ snapshot, site }: Sources): { meta: MetaJson; scale: ScaleInShortJson } {
  const { id, bands, href } = describeScale(snapshot, site);
  return { meta: describeRelease(snapshot, site), scale: { id, band_ids: bands.map((band) => band.id), href } };
}

/**
 * Returns the citation of a release:
 * `Publisher (year). Title (release id). {base}/releases/{id}. CC-BY 4.0.`.
 * The title is the publisher's, or the one that version 1 has.
 */
export function citationOf({ manifest, isDraft }: Snapshot, site: Site, title = manifest.dataset.title): string {
  const { dataset, id } = manifest;
  const { publisher, year, licence } = dataset;
  if (isDraft) return DRAFT_CITATION;
  return `${publisher} (${year}). ${title} (${id}). ${releasePageOf(site, id)}. ${licenceName(licence)}.`;
}

/** The text of a draft in the place of its citation. */
const DRAFT_CITATION = "Draft, not published: do not cite.";

/** A licence as citations write it: `CC-BY 4.0` for the SPDX identifier `CC-BY-4.0`. */
export function licenceName(licence: string): string {
  return licence.replace(/-(?=\d)/u, " ");
}

function describeRelease(snapshot: Snapshot, site: Site): MetaJson {
  const { dataset, id, publishedAt } = snapshot.manifest;
  const meta = {
    title: dataset.title,
    publisher: dataset.publisher,
    year: dataset.year,
    release: id,
    published_at: publishedAt,
    license: dataset.licence,
    citation: citationOf(snapshot, site),
    notice: dataset.notice,
    mark: dataset.mark,
    homepage: dataset.homepage,
    completeness: completenessInWords(snapshot.manifest),
    is_draft: snapshot.isDraft,
    errata: snapshot.errata.map(({ at, text }) => ({ at, text })),
  };
  return withReasons(meta, {
    notice: "not_given",
    mark: "not_given",
    homepage: "not_given",
    completeness: "nothing_left_out",
  });
}

/** Describes what the bands measure and what not, as the publisher says; see `measuresMembers`. */
export function describeMeasures({ manifest }: Pick<Snapshot, "manifest">) {
  const { measures, doesNotMeasure } = manifest.dataset;
  return withReasons({ measures, does_not_measure: [...doesNotMeasure] }, { measures: "not_given" });
}

export function describeScale({ manifest, name }: Pick<Snapshot, "manifest" | "name">, { baseUrl }: Site): ScaleJson {
  const { scale } = manifest.dataset;
  return {
    id: scale.id,
    direction: "ascending",
    median: MEDIAN_RULE,
    bands: scale.bands.map(({ id, label }, index) => ({ id, level: index + 1, label })),
    href: baseUrl + urlTo(API.scale, { release: name }),
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
  { bands }: Scale,
  median: number | null,
  missing: "not_judged" | "no_companies" = "not_judged",
) {
  const members = { median_band: median === null ? null : bands[median - 1]!.id, median_level: median };
  return withReasons(members, { median_band: missing, median_level: missing });
}

/** The `flips_to_…` members of a distribution. */
function describeFirmness(distribution: Distribution) {
  const firmness = firmnessOf(distribution);
  const missing = firmness === null ? "not_judged" : "scale_end";
  const members = {
    flips_to_lower: firmness?.flipsToLower ?? null,
    flips_to_higher: firmness?.flipsToHigher ?? null,
  };
  return withReasons(members, { flips_to_lower: missing, flips_to_higher: missing });
}

/** A median, the distribution it is the median of, and its firmness: always together. */
export function describeBands(
  scale: Scale,
  statistics: { readonly median: number | null; readonly distribution: Distribution },
  missing?: "not_judged" | "no_companies",
) {
  return joinMembers(
    describeMedian(scale, statistics.median, missing),
    { distribution: describeDistribution(scale, statistics.distribution) },
    describeFirmness(statistics.distribution),
  );
}

/** The statistics of a country, a sector or a cell. */
export function describeArea(scale: Scale, statistics: AreaStatistics) {
  const { listedCompanies, judgedCompanies } = statistics;
  return {
    listed_companies: listedCompanies,
    judged_companies: judgedCompanies,
    ...describeBands(scale, statistics, listedCompanies === 0 ? "no_companies" : "not_judged"),
  };
}

/** The members of a sector wherever it stands. */
export function describeSectorFigures(snapshot: Snapshot, sector: SectorRecord) {
  const { slug, label, alsoNamedBy } = sector;
  return joinMembers(
    { slug, label, also_named_by: alsoNamedBy },
    describeArea(snapshot.manifest.dataset.scale, sector),
  );
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
export function nameCountry({
  iso2,
  iso3,
  slug,
  name,
}: Pick<CountryRecord, "iso2" | "iso3" | "slug" | "name">): CountryJson {
  return { slug, iso2, iso3, name };
}

/** Names the country of a company or a product. Throws if the release does not list it. */
export function countryOf({ snapshot }: Sources, iso2: string): CountryJson {
  const country = snapshot.countryByIso2(iso2);
  if (country === undefined) throw new Error(`release ${snapshot.manifest.id} does not list country ${iso2}`);
  return nameCountry(country);
}

/** Names the country of a company; null, with its reason, if it is filed in none. */
export function companyCountry(sources: Sources, iso2: string | null) {
  const country = iso2 === null ? null : countryOf(sources, iso2);
  return withReasons({ country }, { country: "filed_in_no_country" });
}

/** Names the sector of a company or a product. Throws if the release does not list it. */
export function sectorOf({ snapshot }: Sources, slug: string): SectorJson {
  const sector = snapshot.sectorBySlug(slug);
  if (sector === undefined) throw new Error(`release ${snapshot.manifest.id} does not list sector ${slug}`);
  return { slug, label: sector.label };
}

/** Names the sectors that a company names apart from the one in which it is counted. */
export function otherSectorsOf(sources: Sources, { otherSectors }: Pick<CompanySummary, "otherSectors">): SectorJson[] {
  return otherSectors.map((slug) => sectorOf(sources, slug));
}

/**
 * The slugs of the countries that a name may mean, as in "`north-korea` or `south-korea`"; null if
 * it is not ambiguous.
 */
export function slugsSharing(meaning: ReturnType<Atlas["resolveCountry"]>): string | null {
  return meaning.kind === "ambiguous" ? meaning.candidates.map(({ slug }) => `\`${slug}\``).join(" or ") : null;
}

/** The members a company has in every answer. */
export function describeCompanyFigures(sources: Sources, company: CompanySummary) {
  const { scale } = sources.snapshot.manifest.dataset;
  return joinMembers(
    { id: company.id, slug: company.slug, name: company.name },
    companyCountry(sources, company.country),
    { sector: sectorOf(sources, company.sector), other_sectors: otherSectorsOf(sources, company) },
    { judgement_count: company.judgementCount },
    describeBands(scale, company),
    withReasons({ reply_status: company.replyStatus }, { reply_status: "not_asked" }),
  );
}

export function provenanceOfCompany({ manifest }: Snapshot, { judgements }: CompanyDetail): Provenance {
  return provenanceOf(judgements, dayOf(Date.parse(manifest.publishedAt)));
}

/** Counts the pillars in which a company is judged, and finds the date of the newest judgement. */
export function judgementsOf(company: CompanyDetail) {
  return {
    pillars: company.pillars.filter(({ median }) => median !== null).length,
    newest: newestOf(company.judgements),
  };
}
