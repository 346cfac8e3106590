import {
  type BandClaim,
  type ChangeClaim,
  checkAbove,
  checkAlike,
  checkBand,
  checkChange,
  checkCount,
  checkCountAtLeast,
  checkPairs,
  checkRank,
  checkShare,
  type ClaimResult,
  doesNotHold,
  holdsUntil,
  type PairClaim,
  type RankClaim,
  refuseAverage,
  type ShareClaim,
  type StatementReason,
  untold,
} from "./claims.ts";
import { compareRanked } from "./compare.ts";
import { type Rankable, rankAlone, type RankedEntry } from "./ranking.ts";
import type { Distribution } from "./scale.ts";
import { countOf, emptyDistribution, lowerMedian } from "./statistics.ts";

/*
 * A sentence about figures is a statement before it is words. `examine` decides if it may be
 * printed: all code that prints a comparison, a rank, a share or a movement asks it.
 */

/** Facts that must stand in the same sentence. */
export const COMPANIONS = [
  "tie",
  "thin",
  "coverage",
  "narrow",
  "opposite_pairs",
  "composition",
  "common_pillars",
] as const;

/**
 * `tie`: others share the rank. `thin`: so few companies are counted that the median says little.
 * `coverage`: some are listed and not judged, or judged and not ranked. `narrow`: a lead that few
 * re-ratings undo. `opposite_pairs`: the other is higher in more pairs. `composition`: companies
 * or judgements came or went between the two releases. `common_pillars`: only some of the pillars
 * are compared.
 */
export type Companion = (typeof COMPANIONS)[number];

/** The decision on a statement. */
export interface Examination extends ClaimResult {
  /** Facts without which the sentence is not printed. */
  readonly companions: readonly Companion[];
}

/** A claim about a subject. `level` is a level of the scale, from 1. */
export type Statement =
  | { readonly claim: BandClaim; readonly level: number }
  | { readonly claim: ShareClaim; readonly level: number; readonly percent: string }
  | { readonly claim: "count" | "count_at_least"; readonly level: number; readonly count: number }
  | { readonly claim: "no_higher_than"; readonly level: number }
  | { readonly claim: "average" | "unranked" }
  | RankStatement
  | { readonly claim: TwoClaim }
  | { readonly claim: ChangeClaim | "caused" };

/** Claims about two; those of `companies_…` are about all companies, judged or not. */
type TwoClaim = "above" | "below" | "alike" | PairClaim | "companies_better" | "companies_worse";

type RankStatement =
  | { readonly claim: "best" | "worst" | "none_above" | "none_below" }
  | { readonly claim: "rank" | "rank_alone" | "shares_rank"; readonly rank: number };

/** The figures by which a statement is examined. */
export interface StatementFigures {
  /**
   * The subject in its ranking; a sector or a company in a ranking of its own. Of all in a ranking
   * together, see `allRanked`.
   */
  readonly own: RankedEntry<Rankable>;
  /** The ranking it is placed in; null if it is not ranked. */
  readonly ranking: readonly RankedEntry<Rankable>[] | null;
  /** Number of companies that it lists; null for a company. */
  readonly listed: number | null;
  /** With fewer judged companies figures are thin: the minimum of the release, not a caller's. */
  readonly thinBelow: number;
  /** True if the statement names a part of it, or of `than`, of which nothing is known. */
  readonly isOfPart?: boolean;
  /** The other side of a comparison. */
  readonly than?: RankedEntry<Rankable>;
  /** Numbers of pillars in which both, or one, are judged; null where all are compared. */
  readonly commonPillars?: { readonly common: number; readonly all: number } | null;
  /** The subject in the earlier release; undefined where it does not list it. */
  readonly before?: RankedEntry<Rankable>;
  /** The reason why the two releases cannot be compared; null where they can. */
  readonly incomparable?: "other_dataset" | "method_change" | "taken_back" | null;
  /** The changes of the companies between them; null where they are not compared. */
  readonly matched?: MatchedDistributions | null;
}

/**
 * The companies of an area that are judged in both of two releases, each by those of its judgements
 * alone that both have, and how many others there are. Of a company, its judgements.
 */
export interface MatchedDistributions {
  readonly before: Distribution;
  readonly after: Distribution;
  /** Judged there in the earlier release alone, and in the later one alone. */
  readonly left: number;
  readonly joined: number;
  /** In both, with another band because judgements came or went. */
  readonly reJudged: number;
  /** Of those in both, the numbers in a better band, and in a worse one. */
  readonly raised: number;
  readonly lowered: number;
}

/** Decides if a statement may be printed. None may be about a subject with too few companies. */
export function examine(statement: Statement, figures: StatementFigures): Examination {
  const { own, ranking } = figures;
  const { distribution } = own.entry;
  const { claim } = statement;
  if (figures.isOfPart === true) return cannotBeTold("part_of");
  if (figures.incomparable != null) return cannotBeTold(figures.incomparable);
  if (claim === "unranked") return examineUnranked(own);
  if (own.rankReason !== null && !isOfTwo(claim)) return cannotBeTold(own.rankReason);
  switch (claim) {
    case "band":
    case "at_least":
    case "at_most":
      return { ...checkBand(distribution, claim, statement.level), companions: thinOf(figures) };
    case "count":
      return { ...checkCount(distribution, statement.level, statement.count), companions: coverageOf(figures) };
    case "count_at_least":
      return { ...checkCountAtLeast(distribution, statement.level, statement.count), companions: coverageOf(figures) };
    case "no_higher_than":
      return examineHighest(statement.level, figures);
    case "share":
    case "share_at_least":
    case "share_at_most":
      return { ...checkShare(distribution, { ...statement, claim }), companions: coverageOf(figures) };
    case "alike":
      return examineAlike(figures);
    case "average":
      return { ...refuseAverage(), companions: [] };
    case "companies_better":
    case "companies_worse":
      return cannotBeTold("no_sample");
    case "above":
    case "below":
      return examineOrder(claim, figures);
    case "pairs_higher":
    case "pairs_more":
    case "pairs_alike":
    case "spread_alike":
      return examinePairs(claim, figures);
    case "rank":
    case "rank_alone":
    case "shares_rank":
    case "best":
    case "worst":
    case "none_above":
    case "none_below":
      return examineRank(statement, ranking ?? [own], figures);
    case "risen":
    case "fallen":
    case "unchanged":
    case "moved":
    case "caused":
    default:
      return examineChange(claim, figures);
  }
}

const CLAIMS_OF_TWO: readonly Statement["claim"][] = [
  "above",
  "below",
  "alike",
  "pairs_higher",
  "pairs_more",
  "pairs_alike",
  "spread_alike",
  "companies_better",
  "companies_worse",
];

function isOfTwo(claim: Statement["claim"]): boolean {
  return CLAIMS_OF_TWO.includes(claim);
}

/**
 * Returns the figures of all in a ranking together: a distribution that counts those with a rank by
 * their median bands, of a scale with so many bands.
 */
export function allRanked(ranking: readonly RankedEntry<Rankable>[], bandCount: number): StatementFigures {
  const distribution = emptyDistribution(bandCount);
  for (const { rank, median } of ranking) {
    if (rank !== null && median !== null) distribution[median - 1] = (distribution[median - 1] ?? 0) + 1;
  }
  // Countries are counted here, and not the companies of one.
  return { own: rankAlone(distribution), ranking: null, listed: ranking.length, thinBelow: 0 };
}

/** Returns `thin` if companies are few; judgements of a company are not counted like them. */
function thinOf({ own, than, before, listed, thinBelow }: StatementFigures): Companion[] {
  if (listed === null) return [];
  const counts = [own, than, before].flatMap((one) => (one === undefined ? [] : countOf(one.entry.distribution)));
  return counts.some((count) => count < thinBelow) ? ["thin"] : [];
}

function examineUnranked(own: RankedEntry<Rankable>): Examination {
  return { ...(own.rankReason === null ? doesNotHold("other_rank", null) : holdsUntil(null)), companions: [] };
}

function examineHighest(level: number, figures: StatementFigures): Examination {
  const { distribution } = figures.own.entry;
  const highest = distribution.findLastIndex((count) => count > 0) + 1;
  const companions = coverageOf(figures);
  if (highest <= level) return { ...holdsUntil(level === distribution.length ? null : 1), companions };
  return { ...doesNotHold("other_median_band", countOf(distribution.slice(level))), companions };
}

/** Returns `coverage` if listed companies are not judged: shares are of the judged ones. */
function coverageOf({ own, listed }: StatementFigures): Companion[] {
  const count = countOf(own.entry.distribution);
  return (listed ?? count) > count ? ["coverage"] : [];
}

/** Maximum percentage of the smaller side that undoes a lead that is called narrow. */
const NARROW_PERCENT = 2;

function examineOrder(claim: "above" | "below", figures: StatementFigures): Examination {
  const { own, than, companions, refused } = openComparison(claim, figures);
  if (refused !== null) return refused;
  const result = claim === "above" ? checkAbove(own, than) : checkAbove(than, own);
  if (result.verdict !== "holds") return { ...result, companions };
  const counts = [own.entry.distribution, than.entry.distribution] as const;
  const few = Math.max(1, Math.floor((Math.min(...counts.map(countOf)) * NARROW_PERCENT) / 100));
  const isNarrow = result.flipsToChange !== null && result.flipsToChange <= few;
  // The side with the lower median is at no band ahead of all, so that its lead is one of pairs.
  const [lower, upper] = claim === "above" ? counts.toReversed() : counts;
  const isOpposed = checkPairs(lower ?? [], upper ?? [], "pairs_more").verdict === "holds";
  return {
    ...result,
    companions: [
      ...companions,
      ...(isNarrow ? (["narrow"] as const) : []),
      ...(isOpposed ? (["opposite_pairs"] as const) : []),
    ],
  };
}

function examineAlike(figures: StatementFigures): Examination {
  const { own, than, companions, refused } = openComparison("alike", figures);
  return refused ?? { ...checkAlike(own, than), companions };
}

function examinePairs(claim: PairClaim, figures: StatementFigures): Examination {
  const { own, than, companions, refused } = openComparison(claim, figures);
  if (refused !== null) return refused;
  return { ...checkPairs(own.entry.distribution, than.entry.distribution, claim), companions };
}

/** Returns the two sides of a comparison, and the reason against telling it, if there is one. */
function openComparison(claim: TwoClaim, figures: StatementFigures) {
  const { own, than, commonPillars } = figures;
  if (than === undefined) throw new RangeError(`the statement ${claim} needs another subject`);
  const companions = thinOf(figures);
  if (commonPillars != null && commonPillars.common < commonPillars.all) companions.push("common_pillars");
  const { reason } = compareRanked(own, than);
  const why =
    reason === "not_judged"
      ? reason
      : commonPillars?.common === 0
        ? "different_pillars"
        : reason === "too_few_companies"
          ? reason
          : null;
  return { own, than, companions, refused: why === null ? null : cannotBeTold(why) };
}

function examineRank(
  statement: RankStatement,
  ranking: readonly RankedEntry<Rankable>[],
  figures: StatementFigures,
): Examination {
  const { own } = figures;
  const place = placeOf(statement);
  const result = checkRank(ranking, own, place);
  const isTied = (own.tiedWith ?? 0) > 0;
  const companions = thinOf(figures);
  if (isTied) companions.push("tie");
  if (ranking.some(({ rank }) => rank === null)) companions.push("coverage");
  if (result.verdict !== "holds") return { ...result, companions };
  if (statement.claim === "shares_rank" && !isTied) return { ...doesNotHold("not_shared", null), companions };
  // Without its tie in the same sentence, a shared rank reads as one that was won.
  if (statement.claim === "rank" && isTied)
    return { ...result, verdict: "misleading", reason: "shared_rank", companions };
  // The only ranked one is both the best and the worst.
  const isOnly = ranking.filter(({ rank }) => rank !== null).length === 1;
  if (!("rank" in statement) && isOnly) return { ...result, verdict: "misleading", reason: "only_ranked", companions };
  return { ...result, companions };
}

function placeOf(statement: RankStatement): RankClaim {
  if (!("rank" in statement)) return statement.claim;
  return statement.claim === "rank_alone" ? { alone: statement.rank } : statement.rank;
}

function examineChange(claim: ChangeClaim | "caused", figures: StatementFigures): Examination {
  const { own, before, matched } = figures;
  if (before === undefined) return cannotBeTold("not_judged");
  if (before.rankReason !== null) return cannotBeTold(before.rankReason);
  if (claim === "caused") return cannotBeTold("no_cause");
  const two = { before: before.entry.distribution, after: own.entry.distribution };
  const result = checkChange(two, claim);
  const companions = thinOf(figures);
  if (matched != null && isOtherList(matched)) companions.push("composition");
  const moved = Math.sign((own.median ?? 0) - (before.median ?? 0));
  if (result.verdict === "holds" && (claim === "risen" || claim === "fallen") && !isMovedAlike(matched, moved))
    return { ...result, verdict: "misleading", reason: "composition", companions };
  return { ...result, companions };
}

/**
 * Returns true if the median of those judged in both releases moved the same way: up for positive
 * `levels`, down for negative ones; also where `matched` is null.
 */
function isMovedAlike(matched: MatchedDistributions | null | undefined, levels: number): boolean {
  return matched == null || directionOf(matched) === Math.sign(levels);
}

/** Returns true if companies came or went, or judgements that decide the band of one. */
export function isOtherList({ left, joined, reJudged }: MatchedDistributions): boolean {
  return left + joined + reJudged > 0;
}

/** Returns 1 if the median of those judged in both releases rose, -1 if it fell, else 0. */
export function directionOf({ before, after }: MatchedDistributions): number {
  return Math.sign((lowerMedian(after) ?? 0) - (lowerMedian(before) ?? 0));
}

/**
 * Decides on the opposite of a statement. The opposite of a misleading statement misleads, too:
 * `not the worst` of one that shares the last place. If one cannot be told, neither can the other.
 */
export function deny(examination: Examination, claim: Statement["claim"]): Examination {
  const { verdict, reason } = examination;
  if (verdict === "holds") return { ...examination, verdict: "does_not_hold", reason: "opposite_holds" };
  if (verdict !== "does_not_hold") return examination;
  if (reason === "shared_rank" && claim !== "rank_alone") return { ...examination, verdict: "misleading" };
  return { ...examination, verdict: "holds", reason: null };
}

/** Returns that the statement cannot be told, for this reason. */
export function cannotBeTold(reason: StatementReason): Examination {
  return { ...untold(reason), companions: [] };
}
