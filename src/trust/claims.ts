import { compareRanked, countPairs, dominanceOf, flipsToAbove, flipsToTie, isSpreadAlike } from "./compare.ts";
import type { Rankable, RankedEntry } from "./ranking.ts";
import type { Distribution } from "./scale.ts";
import { countOf, firmnessOf, flipsToAtLeast, flipsToAtMost, flipsToReach, lowerMedian } from "./statistics.ts";

/* What figures alone say of a claim; `examine` in statements.ts decides what may be printed. */

/**
 * The decision on printing a sentence. `misleading` is true as arithmetic, and false as readers
 * take it.
 */
export type Verdict = "holds" | "misleading" | "does_not_hold" | "cannot_be_told";

/** The reasons why a statement is misleading, does not hold or cannot be told. */
export const STATEMENT_REASONS = [
  "not_judged",
  "too_few_companies",
  "method_change",
  "other_dataset",
  "taken_back",
  "different_pillars",
  "part_of",
  "composition",
  "rounded",
  "other_median_band",
  "same_median_band",
  "other_rank",
  "shared_rank",
  "not_shared",
  "only_ranked",
  "other_share",
  "no_average",
  "no_sample",
  "no_cause",
  "opposite_holds",
] as const;

export type StatementReason = (typeof STATEMENT_REASONS)[number];

export interface ClaimResult {
  readonly verdict: Verdict;
  /** Null where the claim holds. */
  readonly reason: StatementReason | null;
  /**
   * Minimum number of re-ratings until a claim that holds does not, or the other way round; null
   * where it cannot be told, where no re-rating changes it, and for pairs.
   */
  readonly flipsToChange: number | null;
}

/** Claims about one median band. `level` is a level of the scale, from 1. */
export type BandClaim = "band" | "at_least" | "at_most";

/** Checks that a median is in a band, in it or a better one, or in it or a worse one. */
export function checkBand(distribution: Distribution, claim: BandClaim, level: number): ClaimResult {
  const median = lowerMedian(distribution);
  if (median === null) return untold("not_judged");
  const holds = { band: median === level, at_least: median >= level, at_most: median <= level }[claim];
  if (!holds) return doesNotHold("other_median_band", flipsToReach(distribution, level));
  const down = level === 1 ? null : flipsToAtMost(distribution, level - 1);
  const up = level === distribution.length ? null : flipsToAtLeast(distribution, level + 1);
  if (claim === "at_least") return holdsUntil(down);
  if (claim === "at_most") return holdsUntil(up);
  return holdsUntil(smaller(down, up));
}

/** Claims about a share: in a band, in it or a better one, or in it or a worse one. */
export type ShareClaim = "share" | "share_at_least" | "share_at_most";

/** Returns the counts in the bands that a claim about a share names. */
export function bandsNamed(distribution: Distribution, claim: ShareClaim, level: number): Distribution {
  if (claim.endsWith("_at_least")) return distribution.slice(level - 1);
  return distribution.slice(claim.endsWith("_at_most") ? 0 : level - 1, level);
}

/**
 * The forms of a share: a percentage, which means what rounds to it; a fraction such as `2/3`,
 * which is exact; a count such as `36_of_103`, or `36_of_all` of however many; each as a bound,
 * such as `>80` or `<=1/4`; or all but some, such as `all_but_1`.
 */
export const SHARE =
  /^(?:([<>]=?)?(?:(100(?:\.0{1,2})?|\d{1,2}(?:\.\d{1,2})?)|([1-9])\/([1-9]\d?)|(\d{1,6})_of_(all|[1-9]\d{0,5}))|all_but_([1-9]\d{0,5}))$/u;

/** The number of all that a share names, as in `36_of_103`; null where it names none. */
export function wholeOf(share: string): number | null {
  const [, whole] = /_of_(\d+)$/u.exec(share) ?? [];
  return whole === undefined ? null : Number(whole);
}

/** Checks that the counted things in the bands of a claim are its share, in a form of `SHARE`. */
export function checkShare(
  distribution: Distribution,
  { claim, level, percent }: { readonly claim: ShareClaim; readonly level: number; readonly percent: string },
): ClaimResult {
  const count = countOf(distribution);
  if (count === 0) return untold("not_judged");
  const bands = bandsNamed(distribution, claim, level);
  const there = countOf(bands);
  const isTrue = isShare(there, count, percent);
  const unsaid = isTrue ? endUnsaid(there, count, percent) : null;
  if (unsaid !== null) return { verdict: "misleading", reason: unsaid, flipsToChange: null };
  // Every re-rating moves one thing into the bands or out of them; none leads out of all.
  const turning = Array.from({ length: count + 1 }, (_, some) => some).filter(
    (some) => isShare(some, count, percent) !== isTrue && bands.length < distribution.length,
  );
  const flips = turning.map((some) => Math.abs(some - there)).reduce(smaller, null);
  return isTrue ? holdsUntil(flips) : doesNotHold("other_share", flips);
}

/** Returns the reason why a true share misleads: it is read as some, or as none, or as all. */
function endUnsaid(some: number, count: number, share: string): StatementReason | null {
  if (/[<>]|but/u.test(share)) return some === 0 ? "other_share" : null;
  const end = { 0: 0, 100: count }[Number(share)] ?? some;
  return some === end ? null : "rounded";
}

/** Returns true if `some` of `count` are the share. */
function isShare(some: number, count: number, share: string): boolean {
  const [, bound, percent, part, whole, counted, all = "all", others] = SHARE.exec(share) ?? [];
  if (others !== undefined) return count - some === Number(others);
  if (all !== "all" && Number(all) !== count) return false;
  const [claimed, of] =
    percent !== undefined
      ? [Math.round(Number(percent) * 100), 1e4]
      : [Number(part ?? counted), whole === undefined ? count : Number(whole)];
  const more = some * of - claimed * count;
  if (more === 0) return bound === undefined || bound.endsWith("=");
  if (bound !== undefined) return more > 0 === bound.startsWith(">");
  // This is |some / count − claimed| ≤ half a unit of the last decimal, in whole numbers.
  return Math.abs(more) * 2 <= (percent === undefined ? 0 : (100 * count) / 10 ** (percent.split(".")[1]?.length ?? 0));
}

/** Checks how many of the counted things are in the band of this level. */
export function checkCount(distribution: Distribution, level: number, count: number): ClaimResult {
  if (countOf(distribution) === 0) return untold("not_judged");
  const there = distribution[level - 1] ?? 0;
  return there === count ? holdsUntil(1) : doesNotHold("other_share", Math.abs(there - count));
}

/** Checks how many of the counted things are in the band of this level or a better one. */
export function checkCountAtLeast(distribution: Distribution, level: number, count: number): ClaimResult {
  return checkCount([countOf(distribution.slice(0, level - 1)), countOf(distribution.slice(level - 1))], 2, count);
}

/** Refuses every average: only the order of bands has meaning. */
export function refuseAverage(): ClaimResult {
  return doesNotHold("no_average", null);
}

/**
 * Checks that the first of two entries of one ranking stands above the second. A tie is not above.
 */
export function checkAbove<T extends Rankable>(first: RankedEntry<T>, second: RankedEntry<T>): ClaimResult {
  const { answer, reason } = compareRanked(first, second);
  const { distribution } = first.entry;
  const others = second.entry.distribution;
  if (answer === "higher") return holdsUntil(flipsToTie(distribution, others));
  if (reason === "too_few_companies" || reason === "not_judged") return untold(reason);
  return doesNotHold(answer === "lower" ? "other_median_band" : "same_median_band", flipsToAbove(distribution, others));
}

/** Checks that two medians are in one band; re-ratings are those of either. */
export function checkAlike<T extends Rankable>(first: RankedEntry<T>, second: RankedEntry<T>): ClaimResult {
  const [own, others] = [first.entry.distribution, second.entry.distribution];
  if (first.median !== second.median) return doesNotHold("other_median_band", flipsToTie(own, others));
  const firmness = [own, others].map((distribution) => firmnessOf(distribution));
  const flips = firmness.flatMap((each) => [each?.flipsToLower ?? null, each?.flipsToHigher ?? null]);
  return holdsUntil(flips.reduce(smaller, null));
}

/** Claims about all pairs of one counted thing from each of two distributions. */
export type PairClaim = "pairs_higher" | "pairs_more" | "pairs_alike" | "spread_alike";

/** Minimum lead, in percent of all pairs, that is called a lead. */
const LEAD_PERCENT = 10;

/**
 * Checks that the first of two leads in clearly more pairs, at every band (`pairs_higher`) or not
 * at every one (`pairs_more`); that none leads clearly; or that all shares are equal.
 */
export function checkPairs(first: Distribution, second: Distribution, claim: PairClaim): ClaimResult {
  const { higher, lower, pairs } = countPairs(first, second);
  if (pairs === 0) return untold("not_judged");
  const isClear = (lead: number): boolean => 100 * lead >= LEAD_PERCENT * pairs;
  const isAhead = dominanceOf(first, second) === "first";
  const holds = {
    pairs_higher: isClear(higher - lower) && isAhead,
    pairs_more: isClear(higher - lower) && !isAhead,
    pairs_alike: !isClear(Math.abs(higher - lower)),
    spread_alike: isSpreadAlike(first, second),
  }[claim];
  return holds ? holdsUntil(null) : doesNotHold("other_share", null);
}

/**
 * Claims about a place in a ranking: the place of a number, that place alone, the first alone, the
 * last alone, or the first or the last with others.
 */
export type RankClaim = number | { readonly alone: number } | "best" | "worst" | "none_above" | "none_below";

/**
 * Checks the place of an entry in its ranking. `flipsToChange` counts re-ratings of its own
 * companies alone: the other entries stay as they are.
 */
export function checkRank<T extends Rankable>(
  ranking: readonly RankedEntry<T>[],
  subject: RankedEntry<T>,
  claim: RankClaim,
): ClaimResult {
  if (subject.rankReason !== null || subject.median === null) return untold(subject.rankReason ?? "not_judged");
  const others = ranking.flatMap(({ rank, median, entry }) =>
    rank === null || median === null || entry === subject.entry ? [] : [median],
  );
  const reason = rankFault(others, subject.median, claim);
  const { distribution } = subject.entry;
  const flips = distribution.map((_, index) => {
    const changes = (rankFault(others, index + 1, claim) === null) !== (reason === null);
    return changes ? flipsToReach(distribution, index + 1) : null;
  });
  const fewest = flips.reduce(smaller, null);
  return reason === null ? holdsUntil(fewest) : doesNotHold(reason, fewest);
}

/** Returns the reason why an entry with this median does not have the place; null if it has. */
function rankFault(others: readonly number[], median: number, claim: RankClaim): StatementReason | null {
  const above = others.filter((other) => other > median).length;
  const tied = others.filter((other) => other === median).length;
  if (typeof claim === "number") return above + 1 === claim ? null : "other_rank";
  if (claim === "none_above") return above === 0 ? null : "other_rank";
  if (claim === "none_below") return above + tied === others.length ? null : "other_rank";
  const isThere = isAtPlace(claim, above, above + tied === others.length);
  if (!isThere) return "other_rank";
  return tied === 0 ? null : "shared_rank";
}

function isAtPlace(claim: { readonly alone: number } | "best" | "worst", above: number, isLast: boolean): boolean {
  if (typeof claim === "object") return above + 1 === claim.alone;
  return claim === "best" ? above === 0 : isLast;
}

/** Claims about two releases of the same thing. */
export type ChangeClaim = "risen" | "fallen" | "unchanged" | "moved";

/** The distributions of a thing in two releases, each on the scale of its release. */
export interface TwoReleases {
  readonly before: Distribution;
  readonly after: Distribution;
}

/** Checks how a median moved between two releases; re-ratings are those of the later one. */
export function checkChange({ before, after }: TwoReleases, claim: ChangeClaim): ClaimResult {
  const earlier = lowerMedian(before);
  const later = lowerMedian(after);
  if (earlier === null || later === null) return untold("not_judged");
  const same = checkBand(after, "band", earlier);
  if (claim === "unchanged") return same;
  if (claim === "moved")
    return earlier === later ? doesNotHold("same_median_band", same.flipsToChange) : holdsUntil(same.flipsToChange);
  const best = after.length;
  const unheard = earlier === later ? "same_median_band" : "other_median_band";
  if (claim === "risen") {
    if (later > earlier) return holdsUntil(flipsToAtMost(after, earlier));
    return doesNotHold(unheard, earlier === best ? null : flipsToAtLeast(after, earlier + 1));
  }
  if (later < earlier) return holdsUntil(flipsToAtLeast(after, earlier));
  return doesNotHold(unheard, earlier === 1 ? null : flipsToAtMost(after, earlier - 1));
}

export function holdsUntil(flipsToChange: number | null): ClaimResult {
  return { verdict: "holds", reason: null, flipsToChange };
}

export function doesNotHold(reason: StatementReason, flipsToChange: number | null): ClaimResult {
  return { verdict: "does_not_hold", reason, flipsToChange };
}

export function untold(reason: StatementReason): ClaimResult {
  return { verdict: "cannot_be_told", reason, flipsToChange: null };
}

/** Returns the smaller of two numbers, where null is no number. */
function smaller(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return Math.min(a, b);
}
