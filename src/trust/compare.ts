import type { Rankable, RankedEntry, UnrankedReason } from "./ranking.ts";
import type { Distribution } from "./scale.ts";
import { countOf, flipsToAtLeast, flipsToAtMost, flipsToReach } from "./statistics.ts";

/** The answer to a comparison of one entry with another, and its reason. */
export type Comparison =
  | { readonly answer: "higher" | "lower"; readonly reason: "different_median_bands" }
  | { readonly answer: "cannot_be_told_apart"; readonly reason: "same_median_band" | UnrankedReason };

/**
 * Compares two entries of one ranking by their median bands alone.
 *
 * The order inside a tie says nothing here, and an entry without a rank is told apart from no
 * other. When the two have different reasons, `not_judged` is given before `too_few_companies`.
 */
export function compareRanked<T extends Rankable>(first: RankedEntry<T>, second: RankedEntry<T>): Comparison {
  const unranked = [first.rankReason, second.rankReason];
  if (first.median === null || second.median === null) {
    return { answer: "cannot_be_told_apart", reason: "not_judged" };
  }
  if (unranked.includes("too_few_companies")) return { answer: "cannot_be_told_apart", reason: "too_few_companies" };
  if (first.median === second.median) return { answer: "cannot_be_told_apart", reason: "same_median_band" };
  return { answer: first.median > second.median ? "higher" : "lower", reason: "different_median_bands" };
}

/** Numbers of pairs of one thing from each of two distributions, by the order of the two. */
export interface PairCounts {
  readonly higher: number;
  readonly same: number;
  readonly lower: number;
  readonly pairs: number;
}

/** Counts the pairs of one thing from each distribution. Both are on the same scale. */
export function countPairs(first: Distribution, second: Distribution): PairCounts {
  let higher = 0;
  let same = 0;
  let below = 0;
  for (const [index, count] of first.entries()) {
    const others = second[index] ?? 0;
    higher += count * below;
    same += count * others;
    below += others;
  }
  const pairs = countOf(first) * below;
  return { higher, same, lower: pairs - higher - same, pairs };
}

/** Returns true if two distributions have the same share at every band. */
export function isSpreadAlike(first: Distribution, second: Distribution): boolean {
  const [count, others] = [countOf(first), countOf(second)];
  return first.every((there, index) => there * others === (second[index] ?? 0) * count);
}

/** The distribution that lies higher at every band; null when one of them counts nothing. */
export type Dominance = "first" | "second" | "neither" | null;

/**
 * Finds first-order stochastic dominance (J. Hadar and W. Russell, "Rules for ordering uncertain
 * prospects", American Economic Review 59, 1969): one distribution has at every band at least as
 * large a share at or above it, and at some band a larger one.
 *
 * Every reading of the scale that keeps its order then agrees which one is higher. Equal shares are
 * `neither`.
 */
export function dominanceOf(first: Distribution, second: Distribution): Dominance {
  const firstCount = countOf(first);
  const secondCount = countOf(second);
  if (firstCount === 0 || secondCount === 0) return null;
  let firstLeads = false;
  let secondLeads = false;
  for (const index of first.keys()) {
    const atOrAbove = countOf(first.slice(index)) * secondCount;
    const othersAtOrAbove = countOf(second.slice(index)) * firstCount;
    if (atOrAbove > othersAtOrAbove) firstLeads = true;
    if (atOrAbove < othersAtOrAbove) secondLeads = true;
  }
  if (firstLeads === secondLeads) return "neither";
  return firstLeads ? "first" : "second";
}

/**
 * Returns the minimum number of re-ratings, in either distribution, until both medians are in the
 * same band; 0 where they are, null when one of them counts nothing.
 */
export function flipsToTie(first: Distribution, second: Distribution): number | null {
  return fewest(first, (level) => sumOf(flipsToReach(first, level), flipsToReach(second, level)));
}

/**
 * Returns the minimum number of re-ratings, in either distribution, until the first median is above
 * the second; 0 where it is, null when one of them counts nothing.
 */
export function flipsToAbove(first: Distribution, second: Distribution): number | null {
  return fewest(first, (level) => {
    // There is no level above the best band.
    if (level === first.length) return null;
    return sumOf(flipsToAtLeast(first, level + 1), flipsToAtMost(second, level));
  });
}

/** Finds the smallest number over all levels of a scale; null where no level has one. */
function fewest(scaled: Distribution, flipsAt: (level: number) => number | null): number | null {
  const flips = scaled.map((_, index) => flipsAt(index + 1)).filter((count) => count !== null);
  return flips.length === 0 ? null : Math.min(...flips);
}

function sumOf(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a + b;
}
