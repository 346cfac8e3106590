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

/**
 * The position of the middle one of some things in a line, from 1; of two middle ones the first.
 */
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
  /** How many companies `distribution` counts. */
  readonly judgedCompanies: number;
}

/** Gives counts of companies their number and their median. The distribution is a copy. */
export function judgedStatistics(distribution: Distribution): JudgedStatistics {
  return { judgedCompanies: countOf(distribution), distribution: [...distribution], median: lowerMedian(distribution) };
}

/**
 * How many of the counted things would have to be re-rated before the median moves; null at that
 * end of the scale.
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
 * How many of the counted things would have to be re-rated at least before the lower median is in
 * the band of this level or a better one; 0 where it is already, null when nothing is counted.
 */
export function flipsToAtLeast(distribution: Distribution, level: number): number | null {
  const count = countOf(distribution);
  if (count === 0) return null;
  const below = countOf(distribution.slice(0, level - 1));
  return Math.max(0, below - middleOf(count) + 1);
}

/** The same for the band of this level or a worse one. */
export function flipsToAtMost(distribution: Distribution, level: number): number | null {
  const count = countOf(distribution);
  if (count === 0) return null;
  const atOrBelow = countOf(distribution.slice(0, level));
  return Math.max(0, middleOf(count) - atOrBelow);
}

/**
 * How many of the counted things would have to be re-rated at least before the lower median is in
 * the band of this level; 0 where it is already, null when nothing is counted.
 */
export function flipsToReach(distribution: Distribution, level: number): number | null {
  const up = flipsToAtLeast(distribution, level);
  const down = flipsToAtMost(distribution, level);
  // At most one of them is not 0: the median cannot be on both sides of the band.
  return up === null || down === null ? null : up + down;
}

/** The distribution of nothing, for a scale of `bandCount` bands. */
export function emptyDistribution(bandCount: number): number[] {
  const distribution: number[] = [];
  for (let i = 0; i < bandCount; i++) distribution.push(0);
  return distribution;
}

/** How many things a distribution counts. */
export function countOf(distribution: Distribution): number {
  let count = 0;
  for (const n of distribution) count += n;
  return count;
}
