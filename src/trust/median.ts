import { type Distribution, countOf } from "./scale.ts";

/** The name of the median rule, as every answer declares it. */
export const MEDIAN_RULE = "lower";

/**
 * Finds the lower median: the band at which the count from the worst band up first reaches half of all, rounded up.
 *
 * Returns its rank, from 1 (worst) to K, or null when the distribution counts nothing (`not_judged`). Always a band that
 * was given at least once; with an even count the worse of the two middle ones.
 */
export function lowerMedian(distribution: Distribution): number | null {
  const count = countOf(distribution);
  if (count === 0) return null;
  const half = Math.ceil(count / 2);
  let reached = 0;
  let rank = 0;
  while (reached < half) reached += distribution[rank++]!;
  return rank;
}

/** The lower median and how many of the counted things stand below, at and above it; `at` is never 0. */
export interface MedianPlace {
  readonly median: number;
  readonly below: number;
  readonly at: number;
  readonly above: number;
  readonly count: number;
}

/** Finds the lower median together with the counts around it, or null when the distribution counts nothing. */
export function placeMedian(distribution: Distribution): MedianPlace | null {
  const median = lowerMedian(distribution);
  if (median === null) return null;
  const below = countOf(distribution.slice(0, median - 1));
  const at = distribution[median - 1]!;
  const above = countOf(distribution.slice(median));
  return { median, below, at, above, count: below + at + above };
}
