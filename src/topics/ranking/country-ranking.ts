import type { CountryRecord, Snapshot } from "../../release/snapshot.ts";
import { type RankedEntry, rankByMedian } from "../../trust/ranking.ts";
import type { Distribution } from "../../trust/scale.ts";
import { liesIn } from "../../ask/regions.ts";
import type { Region } from "../../atlas/regions.ts";
import type { Atlas } from "../../atlas/atlas.ts";
import { describeArea, nameCountry } from "../../ask/describe.ts";
import { joinMembers, withReasons } from "../../ask/json-shape.ts";
import type { Sources } from "../../ask/sources.ts";
import { ifAsked } from "../../ask/lists.ts";
import { urlsOf } from "../../ask/urls.ts";
import { ratedCountry, standing } from "../../say/standing.ts";

/** Ranks the countries of a release, and describes a country as every answer shows it. */

/** A country with the statistics it is ranked by: over all pillars, or in one. */
interface RankedCountry {
  readonly code: string;
  readonly name: string;
  readonly listedCompanies: number;
  readonly judgedCompanies: number;
  readonly median: number | null;
  readonly distribution: Distribution;
  readonly country: CountryRecord;
}

export interface Ranking {
  /** Judged companies a country needs to get a rank. */
  readonly minimumCompanies: number;
  /** Index of the pillar it is in; null over all pillars. */
  readonly pillar: number | null;
  /** The region whose countries alone are ranked; null for the whole world. */
  readonly region: Region | null;
  /** The number of countries with a rank. */
  readonly rankedCountries: number;
  /** Every listed country, best first; those without a rank come last. */
  readonly entries: readonly RankedEntry<RankedCountry>[];
  /** The entries by ISO 3166-1 alpha-3. */
  readonly byCode: ReadonlyMap<string, RankedEntry<RankedCountry>>;
}

/**
 * Ranks the listed countries of a release over all pillars, or in the one at the index `pillar`:
 * all of them, or those of a region.
 */
export function buildRanking(
  { countries: all }: Snapshot,
  minimumCompanies: number,
  pillar: number | null = null,
  within?: { readonly atlas: Atlas; readonly region: Region | null },
): Ranking {
  const region = within?.region ?? null;
  const among = within === undefined ? all : all.filter(({ iso2 }) => liesIn(within.atlas, region, iso2));
  const countries = among.map((country) => {
    const { judgedCompanies, median, distribution } = pillar === null ? country : country.pillars[pillar]!;
    const { iso3: code, name, listedCompanies } = country;
    return { code, name, listedCompanies, judgedCompanies, median, distribution, country };
  });
  const entries = rankByMedian(countries, minimumCompanies);
  const rankedCountries = entries.filter(({ rank }) => rank !== null).length;
  const byCode = new Map(entries.map((ranked) => [ranked.entry.code, ranked]));
  return { minimumCompanies, pillar, region, rankedCountries, entries, byCode };
}

const published = new WeakMap<Snapshot, Ranking>();

/** Returns the ranking over all pillars with the publisher's own minimum, cached by release. */
export function publishedRanking(snapshot: Snapshot): Ranking {
  let ranking = published.get(snapshot);
  if (ranking === undefined) {
    ranking = buildRanking(snapshot, snapshot.manifest.dataset.minimumCompanies);
    published.set(snapshot, ranking);
  }
  return ranking;
}

/** Returns the ranking in a pillar or a region, or with another minimum of companies. */
export function rankingIn(
  { snapshot, atlas }: { readonly snapshot: Snapshot; readonly atlas: Atlas },
  {
    pillar,
    region,
    minimumCompanies,
  }: Pick<Ranking, "pillar" | "region"> & { readonly minimumCompanies?: number | undefined },
): Ranking {
  if (pillar === null && region === null && minimumCompanies === undefined) return publishedRanking(snapshot);
  const minimum = minimumCompanies ?? snapshot.manifest.dataset.minimumCompanies;
  return buildRanking(snapshot, minimum, pillar, { atlas, region });
}

/** Returns the entry of a country in a ranking of its release. Throws if there is none. */
export function placeOf({ byCode }: Ranking, { iso3 }: CountryRecord): RankedEntry<RankedCountry> {
  const ranked = byCode.get(iso3);
  if (ranked === undefined) throw new Error(`${iso3} is not in the ranking`);
  return ranked;
}

/** Returns the members that a country has in every answer; see `rankedCountryMembers`. */
function describeRankedCountry({ snapshot }: Sources, ranked: RankedEntry<RankedCountry>) {
  return joinMembers(
    nameCountry(ranked.entry.country),
    describeArea(snapshot.manifest.dataset.scale, ranked.entry),
    describeRank(ranked),
  );
}

/** Describes a ranked country with the sentence that details have. */
export function describeCountryInFull(sources: Sources, ranking: Ranking, ranked: RankedEntry<RankedCountry>) {
  const summary = summarizeRanked(sources.snapshot, ranking, ranked);
  return joinMembers(describeRankedCountry(sources, ranked), summary);
}

/** Describes a ranked country as an item of a list; `fields` may ask for the sentence. */
export function describeCountryEntry(
  sources: Sources,
  ranking: Ranking,
  ranked: RankedEntry<RankedCountry>,
  fields?: readonly string[],
) {
  return joinMembers(
    describeRankedCountry(sources, ranked),
    ifAsked(fields, () => summarizeRanked(sources.snapshot, ranking, ranked)),
    urlsOf(sources.site, "country", ranked.entry.country.slug),
  );
}

function summarizeRanked(
  { manifest: { dataset } }: Snapshot,
  { minimumCompanies, pillar: index, region, entries: ranking }: Ranking,
  own: RankedEntry<RankedCountry>,
) {
  const { country, distribution } = own.entry;
  const pillar = index === null ? undefined : dataset.pillars[index];
  const rated = {
    ...ratedCountry({ ...country, distribution }, minimumCompanies),
    thinBelow: dataset.minimumCompanies,
    place: { own, ranking, region },
    ...(pillar === undefined ? {} : { pillar }),
  };
  return { summary: standing(dataset.scale, rated, "summary").text };
}

function describeRank(ranked: RankedEntry<RankedCountry>) {
  const members = {
    rank: ranked.rank,
    tied_with: ranked.tiedWith,
    tie_first: ranked.tieFirst,
    tie_last: ranked.tieLast,
    share_above: ranked.shareAbove,
    share_below: ranked.shareBelow,
  };
  const why = ranked.rankReason;
  return withReasons(members, {
    rank: why,
    tied_with: why,
    tie_first: why,
    tie_last: why,
    share_above: "not_judged",
    share_below: "not_judged",
  });
}
