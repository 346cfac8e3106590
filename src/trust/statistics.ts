import type { Distribution } from "./scale.ts";

/** The name of the median rule, as every answer declares it. */
export const MEDIAN_RULE = "lower";

/**
 * Finds the lower median: the band at which the count from the worst band up first reaches half of
 * all, rounded up.
 *
 * Returns its level, from 1 (worst) to K, or null when the distribution counts nothing
 * (`not_judged`). Always a band that was given at least once; with an even count the worse of the
 * two middle ones.
 */
export function lowerMedian(distribution: Distribution): number | null {
  const count = countOf(distribution);
  if (count === 0) return null;
  const middle = middleOf(count);
  let reached = 0;
  let level = 0;
  while (reached < middle) reached += distribution[level++] ?? 0;
  return level;
}

/** Returns the position, from 1, of the middle one of a line; of two middle ones, the first. */
export function middleOf(count: number): number {
  return Math.ceil(count / 2);
}

/**
 * The lower median and how many of the counted things are below, at and above it; `at` is never 0.
 */
export interface MedianCounts {
  readonly median: number;
  readonly below: number;
  readonly at: number;
  readonly above: number;
  readonly count: number;
}

/**
 * Finds the lower median together with the counts around it, or null when the distribution counts
 * nothing.
 */
export function countAroundMedian(distribution: Distribution): MedianCounts | null {
  const median = lowerMedian(distribution);
  if (median === null) return null;
  const below = countOf(distribution.slice(0, median - 1));
  const at = distribution[median - 1] ?? 0;
  const above = countOf(distribution.slice(median));
  return { median, below, at, above, count: below + at + above };
}

/**
 * A distribution and its lower median (a level from 1, or null when it counts nothing). They always
 * belong together.
 */
export interface Statistics {
  readonly distribution: Distribution;
  readonly median: number | null;
}

/** The companies that count somewhere, each once, by their median band. */
export interface JudgedStatistics extends Statistics {
  /** The number of companies that `distribution` counts. */
  readonly judgedCompanies: number;
}

/** Gives counts of companies their number and their median. The distribution is a copy. */
export function judgedStatistics(distribution: Distribution): JudgedStatistics {
  return { judgedCompanies: countOf(distribution), distribution: [...distribution], median: lowerMedian(distribution) };
}

/**
 * Minimum numbers of re-ratings of counted things until the median moves; null at that end of the
 * scale.
 */
export interface Firmness {
  /**
   * Re-rated below the median band until the median drops; null (`scale_end`) when it is the worst
   * band.
   */
  readonly flipsToLower: number | null;
  /**
   * Re-rated above the median band until the median rises; null (`scale_end`) when it is the best
   * band.
   */
  readonly flipsToHigher: number | null;
}

/**
 * Says how far the lower median of a distribution is from moving.
 *
 * This is exact and assumes no sample and no model: it says nothing about companies that were not
 * judged. Returns null when the distribution counts nothing (`not_judged`).
 */
export function firmnessOf(distribution: Distribution): Firmness | null {
  const counts = countAroundMedian(distribution);
  if (counts === null) return null;
  const half = middleOf(counts.count);
  const atOrBelow = counts.below + counts.at;
  return {
    flipsToLower: counts.median === 1 ? null : half - counts.below,
    flipsToHigher: counts.median === distribution.length ? null : atOrBelow - half + 1,
  };
}

/**
 * Returns the minimum number of re-ratings until the lower median is in the band of this level or a
 * better one; 0 where it is already, null when nothing is counted.
 */
export function flipsToAtLeast(distribution: Distribution, level: number): number | null {
  const count = countOf(distribution);
  if (count === 0) return null;
  const below = countOf(distribution.slice(0, level - 1));
  return Math.max(0, below - middleOf(count) + 1);
}

/** Returns that number for the band of this level or a worse one. */
export function flipsToAtMost(distribution: Distribution, level: number): number | null {
  const count = countOf(distribution);
  if (count === 0) return null;
  const atOrBelow = countOf(distribution.slice(0, level));
  return Math.max(0, middleOf(count) - atOrBelow);
}

/**
 * Returns the minimum number of re-ratings until the lower median is in the band of this level; 0
 * where it is already, null when nothing is counted.
 */
export function flipsToReach(distribution: Distribution, level: number): number | null {
  const up = flipsToAtLeast(distribution, level);
  const down = flipsToAtMost(distribution, level);
  // At most one of them is not 0: the median cannot be on both sides of the band.
  return up === null || down === null ? null : up + down;
}

/** Returns the distribution of nothing, for a scale of `bandCount` bands. */
export function emptyDistribution(bandCount: number): number[] {
  const distribution: number[] = [];
  for (let i = 0; i < bandCount; i++) distribution.push(0);
  return distribution;
}

/** Returns the number of things that a distribution counts. */
export function countOf(distribution: Distribution): number {
  let count = 0;
  for (const n of distribution) count += n;
  return count;
}

/** The bands between which a median lies, whatever the bands of those not judged yet. */
export interface MedianBounds {
  /** The level of the median if all that are not judged were in the worst band. */
  readonly lowest: number;
  /** The level of the median if they were in the best band. */
  readonly highest: number;
}

/**
 * Returns the bounds of the median of `listed` companies, those of `distribution` among them. They
 * are exact and assume no model. Null where nothing is listed.
 */
export function boundsOf(distribution: Distribution, listed: number): MedianBounds | null {
  const unjudged = listed - countOf(distribution);
  const medianWith = (band: number): number | null =>
    lowerMedian(distribution.map((count, index) => (index === band ? count + unjudged : count)));
  const lowest = medianWith(0);
  const highest = medianWith(distribution.length - 1);
  return lowest === null || highest === null ? null : { lowest, highest };
}
