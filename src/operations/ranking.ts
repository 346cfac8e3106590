import type { CountryRecord, Snapshot } from "../snapshot/snapshot.ts";
import type { Distribution } from "../trust/scale.ts";
import { type RankedEntry, rankByMedian } from "../trust/ranking.ts";

/** A country as it stands in a ranking. */
export interface RankedCountry {
  readonly code: string;
  readonly name: string;
  readonly distribution: Distribution;
  readonly country: CountryRecord;
}

const rankings = new WeakMap<Snapshot, Map<number, readonly RankedEntry<RankedCountry>[]>>();

/** How many rankings of one release are kept, one for each minimum asked for. */
const RANKINGS_KEPT = 8;

/** Ranks the judged countries of a release; those with fewer judged companies than `minimumCompanies` come last, without a rank. */
export function rankCountriesOf(snapshot: Snapshot, minimumCompanies: number): readonly RankedEntry<RankedCountry>[] {
  const kept = rankings.get(snapshot) ?? new Map<number, readonly RankedEntry<RankedCountry>[]>();
  rankings.set(snapshot, kept);
  const known = kept.get(minimumCompanies);
  if (known !== undefined) return known;
  const judged = snapshot.countries.filter((country) => country.judgedCompanies > 0);
  const ranking = rankByMedian(
    judged.map((country) => ({ code: country.iso3, name: country.name, distribution: country.distribution, country })),
    minimumCompanies,
  );
  if (kept.size < RANKINGS_KEPT) kept.set(minimumCompanies, ranking);
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
