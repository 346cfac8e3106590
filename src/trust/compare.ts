import type { Rankable, RankedEntry, UnrankedReason } from "./ranking.ts";

/** What can be said about the first of two entries against the second, and why. */
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
