import { type MedianPlace, placeMedian } from "./median.ts";
import type { Distribution } from "./scale.ts";
import { compareNames, compareText } from "./text-order.ts";

/** The name of the order inside a tie, as every ranking declares it. */
export const TIE_ORDER = "usual_judgment";

/** Something that can be ranked: `code` is unique, `distribution` counts its companies by their median band. */
export interface Rankable {
  readonly code: string;
  readonly name: string;
  readonly distribution: Distribution;
}

/** Why something has no rank. */
export type UnrankedReason = "too_few_companies" | "not_judged";

/** One line of a ranking. The places (`rank`, `rankBest`, `rankWorst`, `tiedWith`) are null where `rankReason` is set. */
export interface RankedEntry<T extends Rankable> {
  readonly entry: T;
  /** Rank of the lower median band on the scale, or null when nothing was judged. */
  readonly median: number | null;
  /** Standard competition rank (1, 1, 3 …) by the median band alone, 1 for the best. */
  readonly rank: number | null;
  readonly rankReason: UnrankedReason | null;
  /** First place of the group with the same median; the same number as `rank`. */
  readonly rankBest: number | null;
  /** Last place of that group. */
  readonly rankWorst: number | null;
  /** How many others are in that group. */
  readonly tiedWith: number | null;
  /** Share of the judged companies above the median band, 0 to 1, or null when nothing was judged. */
  readonly shareAbove: number | null;
  /** Share of the judged companies below the median band, 0 to 1, or null when nothing was judged. */
  readonly shareBelow: number | null;
}

/**
 * Ranks by the median band, best first; entries with fewer than `minimumCompanies` judged companies get no rank.
 *
 * Entries of the same median share their rank and are listed in the usual-judgment order (A. Fabre, "Tie-breaking the
 * highest median", Social Choice and Welfare 56, 2021), then by name, then by code. Those without a rank follow the ranked
 * ones in the same order, those not judged at all last. The result does not depend on the order of `entries`.
 */
export function rankByMedian<T extends Rankable>(entries: readonly T[], minimumCompanies: number): RankedEntry<T>[] {
  const candidates = entries
    .map((entry) => {
      const place = placeMedian(entry.distribution);
      return { entry, place, reason: unrankedReason(place, minimumCompanies) };
    })
    .sort(compareCandidates);
  const sizes = new Map<number, number>();
  for (const { place, reason } of candidates) {
    if (reason === null && place !== null) sizes.set(place.median, (sizes.get(place.median) ?? 0) + 1);
  }
  let first = 1;
  let last = 0;
  let groupMedian: number | null = null;
  return candidates.map(({ entry, place, reason }) => {
    const statistics = {
      entry,
      median: place?.median ?? null,
      shareAbove: place === null ? null : place.above / place.count,
      shareBelow: place === null ? null : place.below / place.count,
    };
    if (reason !== null || place === null) {
      return { ...statistics, rank: null, rankReason: reason, rankBest: null, rankWorst: null, tiedWith: null };
    }
    if (place.median !== groupMedian) {
      groupMedian = place.median;
      first = last + 1;
      last += sizes.get(place.median) ?? 0;
    }
    return { ...statistics, rank: first, rankReason: null, rankBest: first, rankWorst: last, tiedWith: last - first };
  });
}

interface Candidate {
  readonly entry: Rankable;
  readonly place: MedianPlace | null;
  readonly reason: UnrankedReason | null;
}

function unrankedReason(place: MedianPlace | null, minimumCompanies: number): UnrankedReason | null {
  if (place === null) return "not_judged";
  return place.count < minimumCompanies ? "too_few_companies" : null;
}

function compareCandidates(a: Candidate, b: Candidate): number {
  return (
    Number(a.reason !== null) - Number(b.reason !== null) ||
    comparePlaces(a.place, b.place) ||
    compareNames(a.entry.name, b.entry.name) ||
    compareText(a.entry.code, b.entry.code)
  );
}

function comparePlaces(a: MedianPlace | null, b: MedianPlace | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return b.median - a.median || compareUsualJudgment(a, b);
}

/**
 * The larger (p − q) / (1 − p − q) first, with p the share above the median and q the share below.
 *
 * With counts that is (above − below) / at, and two such fractions are compared by cross-multiplying whole numbers, so
 * equal ones are equal whatever the counts.
 */
function compareUsualJudgment(a: MedianPlace, b: MedianPlace): number {
  const left = BigInt(a.above - a.below) * BigInt(b.at);
  const right = BigInt(b.above - b.below) * BigInt(a.at);
  return Number(left < right) - Number(left > right);
}
