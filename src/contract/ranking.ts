import type { CountryRecord, Snapshot } from "../snapshot/snapshot.ts";
import type { Distribution } from "../trust/scale.ts";
import { type RankedEntry, rankByMedian } from "../trust/ranking.ts";

/** A country as it stands in a ranking. */
export interface RankedCountry {
  readonly code: string;
  readonly name: string;
  /** What it is ranked by. */
  readonly distribution: Distribution;
  readonly country: CountryRecord;
}

const rankings = new WeakMap<Snapshot, Map<string, readonly RankedEntry<RankedCountry>[]>>();

/** How many rankings of one release are kept, one for each minimum and pillar asked for. */
const RANKINGS_KEPT = 8;

/**
 * Ranks the judged countries of a release; those with fewer judged companies than `minimumCompanies` come last, without a rank.
 *
 * With a `pillar` (its place in the dataset's) the figures are those of the pillar, and countries not judged in it are left out.
 */
export function rankCountriesOf(
  snapshot: Snapshot,
  minimumCompanies: number,
  pillar: number | null = null,
): readonly RankedEntry<RankedCountry>[] {
  const kept = rankings.get(snapshot) ?? new Map<string, readonly RankedEntry<RankedCountry>[]>();
  rankings.set(snapshot, kept);
  const key = `${minimumCompanies}/${pillar ?? ""}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const entries = snapshot.countries.flatMap((country) => {
    const { judgedCompanies, distribution } = pillar === null ? country : country.pillars[pillar]!;
    return judgedCompanies > 0 ? [{ code: country.iso3, name: country.name, distribution, country }] : [];
  });
  const ranking = rankByMedian(entries, minimumCompanies);
  if (kept.size < RANKINGS_KEPT) kept.set(key, ranking);
  return ranking;
}

/** The members that say where an entry stands; null with the reason when it has no rank. */
export function describePlace(entry: RankedEntry<RankedCountry> | undefined) {
  return {
    rank: entry?.rank ?? null,
    rank_reason: entry === undefined ? ("not_judged" as const) : entry.rankReason,
    tied_with: entry?.tiedWith ?? null,
    rank_best: entry?.rankBest ?? null,
    rank_worst: entry?.rankWorst ?? null,
  };
}
