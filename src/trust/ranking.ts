import { type MedianCounts, countAroundMedian, firmnessOf } from "./statistics.ts";
import type { Distribution } from "./scale.ts";
import { compareNames, compareText } from "./text-order.ts";

/** The name of the order inside a tie, as every ranking declares it. */
export const TIE_ORDER = "usual_judgment";

/**
 * Something that can be ranked: `code` is unique, `distribution` counts its companies by their
 * median band.
 */
export interface Rankable {
  readonly code: string;
  readonly name: string;
  readonly distribution: Distribution;
}

/** The reason why something has no rank. */
export type UnrankedReason = "too_few_companies" | "not_judged";

/**
 * One line of a ranking. `rank`, `tieFirst`, `tieLast`, `tiedWith` and `rankRange` are null where
 * `rankReason` is set.
 */
export interface RankedEntry<T extends Rankable> {
  readonly entry: T;
  /** Level of the lower median band, or null when nothing was judged. */
  readonly median: number | null;
  /** Standard competition rank (1, 1, 3 …) by the median band alone, 1 for the best. */
  readonly rank: number | null;
  readonly rankReason: UnrankedReason | null;
  /** First position of the group with the same median, its tie; the same number as `rank`. */
  readonly tieFirst: number | null;
  /** Last position of that group. */
  readonly tieLast: number | null;
  /** Number of others in that group. */
  readonly tiedWith: number | null;
  /** The range of its rank if few of its companies change; it says nothing about the tie. */
  readonly rankRange: RankRange | null;
  /**
   * Share of the judged companies above the median band, 0 to 1, or null when nothing was judged.
   */
  readonly shareAbove: number | null;
  /**
   * Share of the judged companies below the median band, 0 to 1, or null when nothing was judged.
   */
  readonly shareBelow: number | null;
}

/**
 * The ranks that are possible if up to `reRated` of the companies were re-rated by one band each,
 * and all others stayed.
 */
export interface RankRange {
  readonly best: number;
  readonly worst: number;
  /** A tenth of the judged companies, rounded down, and at least one. */
  readonly reRated: number;
}

/**
 * Ranks by the median band, best first; entries with fewer than `minimumCompanies` judged companies
 * get no rank.
 *
 * Entries of the same median share their rank and are listed in the usual-judgment order (A. Fabre,
 * "Tie-breaking the highest median", Social Choice and Welfare 56, 2021), then by name, then by
 * code. Those without a rank follow the ranked ones in the same order, those not judged at all
 * last. The result does not depend on the order of `entries`.
 */
export function rankByMedian<T extends Rankable>(entries: readonly T[], minimumCompanies: number): RankedEntry<T>[] {
  const candidates = entries
    .map((entry) => {
      const counts = countAroundMedian(entry.distribution);
      return { entry, counts, reason: unrankedReason(counts, minimumCompanies) };
    })
    .sort(compareCandidates);
  const sizes = new Map<number, number>();
  for (const { counts, reason } of candidates) {
    if (reason === null && counts !== null) sizes.set(counts.median, (sizes.get(counts.median) ?? 0) + 1);
  }
  const rankAt = (own: number, level: number): number => {
    let better = 0;
    for (const [median, size] of sizes) if (median > level) better += median === own ? size - 1 : size;
    return better + 1;
  };
  let first = 1;
  let last = 0;
  let groupMedian: number | null = null;
  return candidates.map(({ entry, counts, reason }) => {
    const statistics = {
      entry,
      median: counts?.median ?? null,
      shareAbove: counts === null ? null : counts.above / counts.count,
      shareBelow: counts === null ? null : counts.below / counts.count,
    };
    if (reason !== null || counts === null) {
      const unranked = { rank: null, tieFirst: null, tieLast: null, tiedWith: null, rankRange: null };
      return { ...statistics, ...unranked, rankReason: reason };
    }
    if (counts.median !== groupMedian) {
      groupMedian = counts.median;
      first = last + 1;
      last += sizes.get(counts.median) ?? 0;
    }
    const { lowest, highest, reRated } = medianRange(entry.distribution, counts);
    return {
      ...statistics,
      rank: first,
      rankReason: null,
      tieFirst: first,
      tieLast: last,
      tiedWith: last - first,
      rankRange: { best: rankAt(counts.median, highest), worst: rankAt(counts.median, lowest), reRated },
    };
  });
}

/** Ranks one thing alone, if it is in no ranking or its ranking does not matter. */
export function rankAlone(distribution: Distribution, minimumCompanies = 1, code = ""): RankedEntry<Rankable> {
  const [own] = rankByMedian([{ code, name: code, distribution }], minimumCompanies);
  if (own === undefined) throw new RangeError("a ranking has the entry it is of");
  return own;
}

/** One company in this number is re-rated for a `RankRange`. */
const RE_RATED_OF = 10;

/**
 * Returns the medians that are possible if a tenth were re-rated by one band. Steps of one band
 * take the median to the next band at most: those beyond it stay where they are counted.
 */
function medianRange(distribution: Distribution, { median, count }: MedianCounts) {
  const reRated = Math.max(1, Math.floor(count / RE_RATED_OF));
  const firmness = firmnessOf(distribution);
  return {
    lowest: (firmness?.flipsToLower ?? Infinity) <= reRated ? median - 1 : median,
    highest: (firmness?.flipsToHigher ?? Infinity) <= reRated ? median + 1 : median,
    reRated,
  };
}

interface Candidate {
  readonly entry: Rankable;
  readonly counts: MedianCounts | null;
  readonly reason: UnrankedReason | null;
}

function unrankedReason(counts: MedianCounts | null, minimumCompanies: number): UnrankedReason | null {
  if (counts === null) return "not_judged";
  return counts.count < minimumCompanies ? "too_few_companies" : null;
}

function compareCandidates(a: Candidate, b: Candidate): number {
  return (
    Number(a.reason !== null) - Number(b.reason !== null) ||
    compareMedians(a.counts, b.counts) ||
    compareNames(a.entry.name, b.entry.name) ||
    compareText(a.entry.code, b.entry.code)
  );
}

function compareMedians(a: MedianCounts | null, b: MedianCounts | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return b.median - a.median || compareUsualJudgment(a, b);
}

/**
 * Puts the larger (p − q) / (1 − p − q) first, p being the share above the median, q the one below.
 *
 * With counts that is (above − below) / at, and two such fractions are compared by
 * cross-multiplying whole numbers, so equal ones are equal whatever the counts.
 */
function compareUsualJudgment(a: MedianCounts, b: MedianCounts): number {
  const left = BigInt(a.above - a.below) * BigInt(b.at);
  const right = BigInt(b.above - b.below) * BigInt(a.at);
  return Number(left < right) - Number(left > right);
}
