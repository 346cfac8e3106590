import {
  type BandClaim,
  type ChangeClaim,
  checkAbove,
  checkBand,
  checkChange,
  checkCount,
  checkCountAtLeast,
  checkMost,
  checkPairs,
  checkRank,
  checkShare,
  type ClaimResult,
  doesNotHold,
  holdsUntil,
  isExactEnd,
  type MostClaim,
  type PairClaim,
  type RankClaim,
  refuseAverage,
  type StatementReason,
  untold,
} from "./claims.ts";
import { compareRanked, countPairs } from "./compare.ts";
import { type Rankable, type RankedEntry, rankByMedian } from "./ranking.ts";
import type { Distribution } from "./scale.ts";
import { countOf, emptyDistribution, lowerMedian } from "./statistics.ts";

/*
 * A sentence about figures is a statement before it is words. `examine` decides what becomes of it:
 * whatever prints a comparison, a rank, a share or a movement asks it.
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
 * re-ratings undo. `opposite_pairs`: the other one is higher in more pairs. `composition`:
 * companies came or went between the two releases. `common_pillars`: only some of the pillars are
 * compared.
 */
export type Companion = (typeof COMPANIONS)[number];

/** What becomes of a statement. */
export interface Examination extends ClaimResult {
  /** Facts without which the sentence is not printed. */
  readonly companions: readonly Companion[];
  /** A statement that holds, or null where the statement itself holds or nothing is known. */
  readonly instead: Statement | null;
}

/** What is said of a subject. `level` is a level of the scale, from 1. */
export type Statement =
  | { readonly claim: BandClaim | MostClaim; readonly level: number }
  | { readonly claim: "share"; readonly level: number; readonly percent: string }
  | { readonly claim: "count" | "count_at_least"; readonly level: number; readonly count: number }
  | { readonly claim: "no_higher_than"; readonly level: number }
  | { readonly claim: "average" | "unranked" }
  | RankStatement
  | { readonly claim: TwoClaim }
  | { readonly claim: ChangeClaim | "caused" };

/** Claims about two; those of `companies_…` are about all companies, judged or not. */
type TwoClaim = "above" | "below" | PairClaim | "companies_better" | "companies_worse";

type RankStatement =
  | { readonly claim: "best" | "worst" }
  | { readonly claim: "rank" | "rank_alone" | "shares_rank"; readonly rank: number };

/** What a statement is held against. */
export interface StatementFigures {
  /**
   * The subject in its ranking; a sector or a company in a ranking of its own. Of all in a ranking
   * together, see `allRanked`.
   */
  readonly own: RankedEntry<Rankable>;
  /** The ranking it is placed in; null for what is not ranked. */
  readonly ranking: readonly RankedEntry<Rankable>[] | null;
  /** How many companies it lists; null for a company. */
  readonly listed: number | null;
  /** With fewer judged companies figures are thin: the minimum of the release, not a caller's. */
  readonly thinBelow: number;
  /** Whether the statement names a part of it, or of `than`, of which nothing is known. */
  readonly isOfPart?: boolean;
  /** The other one of a comparison. */
  readonly than?: RankedEntry<Rankable>;
  /** In how many pillars both are judged, of those in which one is; null where all are compared. */
  readonly commonPillars?: { readonly common: number; readonly all: number } | null;
  /** The subject in the earlier release; undefined where it does not list it. */
  readonly before?: RankedEntry<Rankable>;
  /** Why the two releases cannot be compared; null where they can. */
  readonly incomparable?: "other_dataset" | "method_change" | null;
  /** What became of the companies between them; null of a company itself. */
  readonly matched?: Matched | null;
}

/** The companies of an area that are judged in both of two releases, and how many others are. */
export interface Matched {
  readonly before: Distribution;
  readonly after: Distribution;
  /** Judged there in the earlier release alone, and in the later one alone. */
  readonly left: number;
  readonly joined: number;
  /** Of those in both, how many are in a better band, and in a worse one. */
  readonly raised: number;
  readonly lowered: number;
}

/** Decides what becomes of a statement. Nothing is said of a subject with too few companies. */
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
      return {
        ...checkBand(distribution, claim, statement.level),
        companions: thinOf(figures),
        instead: bandOf(own, claim, statement.level),
      };
    case "count":
      return withCoverage(checkCount(distribution, statement.level, statement.count), statement, figures);
    case "count_at_least":
      return withCoverage(checkCountAtLeast(distribution, statement.level, statement.count), statement, figures);
    case "no_higher_than":
      return examineHighest(statement.level, figures);
    case "most":
    case "most_at_least":
    case "most_at_most":
      return withCoverage(checkMost(distribution, claim, statement.level), statement, figures);
    case "share":
      return withCoverage(checkShare(distribution, statement.level, statement.percent), statement, figures);
    case "average":
      return { ...refuseAverage(), companions: [], instead: medianOf(own) };
    case "companies_better":
    case "companies_worse":
      return cannotBeTold("no_sample");
    case "above":
    case "below":
      return examineOrder(claim, figures);
    case "pairs_higher":
    case "pairs_lower":
    case "pairs_alike":
    case "spread_alike":
      return examinePairs(claim, figures);
    case "rank":
    case "rank_alone":
    case "shares_rank":
    case "best":
    case "worst":
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
  "pairs_higher",
  "pairs_lower",
  "pairs_alike",
  "spread_alike",
  "companies_better",
  "companies_worse",
];

function isOfTwo(claim: Statement["claim"]): boolean {
  return CLAIMS_OF_TWO.includes(claim);
}

/**
 * The figures of all in a ranking together: a distribution that counts those with a rank by their
 * median bands, of a scale with so many bands.
 */
export function allRanked(ranking: readonly RankedEntry<Rankable>[], bandCount: number): StatementFigures {
  const distribution = emptyDistribution(bandCount);
  for (const { rank, median } of ranking) {
    if (rank !== null && median !== null) distribution[median - 1] = (distribution[median - 1] ?? 0) + 1;
  }
  const [own] = rankByMedian([{ code: "", name: "", distribution }], 1);
  if (own === undefined) throw new Error("a ranking of one has no entry");
  // Countries are counted here, and not the companies of one.
  return { own, ranking: null, listed: ranking.length, thinBelow: 0 };
}

/** Companies are few; judgements of one company are not counted like them. */
function thinOf({ own, than, before, listed, thinBelow }: StatementFigures): Companion[] {
  if (listed === null) return [];
  const counts = [own, than, before].flatMap((one) => (one === undefined ? [] : countOf(one.entry.distribution)));
  return counts.some((count) => count < thinBelow) ? ["thin"] : [];
}

function examineUnranked(own: RankedEntry<Rankable>): Examination {
  if (own.rankReason !== null) return { ...holdsUntil(null), companions: [], instead: null };
  return { ...doesNotHold("other_rank", null), companions: [], instead: medianOf(own) };
}

function examineHighest(level: number, figures: StatementFigures): Examination {
  const { distribution } = figures.own.entry;
  const highest = distribution.findLastIndex((count) => count > 0) + 1;
  const companions = coverageOf(figures);
  if (highest <= level) return { ...holdsUntil(level === distribution.length ? null : 1), companions, instead: null };
  const instead: Statement = { claim: "no_higher_than", level: highest };
  return { ...doesNotHold("other_median_band", countOf(distribution.slice(level))), companions, instead };
}

/** The median band as a statement. */
function medianOf({ median }: RankedEntry<Rankable>): Statement | null {
  return median === null ? null : { claim: "band", level: median };
}

function bandOf(own: RankedEntry<Rankable>, claim: BandClaim, level: number): Statement | null {
  return checkBand(own.entry.distribution, claim, level).verdict === "holds" ? null : medianOf(own);
}

/** Shares are of those judged; that others are listed belongs into the sentence. */
function withCoverage(
  result: ClaimResult,
  { level }: { readonly level: number },
  figures: StatementFigures,
): Examination {
  const { distribution } = figures.own.entry;
  const companions = coverageOf(figures);
  if (result.verdict === "holds") return { ...result, companions, instead: null };
  return { ...result, companions, instead: exactShare(distribution, level) };
}

function coverageOf({ own, listed }: StatementFigures): Companion[] {
  const count = countOf(own.entry.distribution);
  return (listed ?? count) > count ? ["coverage"] : [];
}

/** The share in a band as whole percent; null where rounding would say none or all of it. */
function exactShare(distribution: Distribution, level: number): Statement | null {
  const there = distribution[level - 1] ?? 0;
  const percent = String(Math.round((100 * there) / countOf(distribution)));
  return isExactEnd(there, countOf(distribution), percent) ? { claim: "share", level, percent } : null;
}

/** How large a part of the smaller side may undo a lead that is called narrow, in percent. */
const NARROW_PERCENT = 2;

function examineOrder(claim: "above" | "below", figures: StatementFigures): Examination {
  const { own, than, companions, refused } = openComparison(claim, figures);
  if (refused !== null) return refused;
  const result = claim === "above" ? checkAbove(own, than) : checkAbove(than, own);
  if (result.verdict !== "holds") {
    const opposite = claim === "above" ? "below" : "above";
    const instead: Statement | null = own.median === than.median ? medianOf(own) : { claim: opposite };
    return { ...result, companions, instead };
  }
  const counts = [own.entry.distribution, than.entry.distribution] as const;
  const few = Math.max(1, Math.floor((Math.min(...counts.map(countOf)) * NARROW_PERCENT) / 100));
  const isNarrow = result.flipsToChange !== null && result.flipsToChange <= few;
  const isOpposed = checkPairs(...counts, claim === "above" ? "pairs_lower" : "pairs_higher").verdict === "holds";
  return {
    ...result,
    companions: [
      ...companions,
      ...(isNarrow ? (["narrow"] as const) : []),
      ...(isOpposed ? (["opposite_pairs"] as const) : []),
    ],
    instead: null,
  };
}

function examinePairs(claim: PairClaim, figures: StatementFigures): Examination {
  const { own, than, companions, refused } = openComparison(claim, figures);
  if (refused !== null) return refused;
  const [first, second] = [own.entry.distribution, than.entry.distribution];
  const result = checkPairs(first, second, claim);
  const { higher, lower } = countPairs(first, second);
  const actual = higher === lower ? "pairs_alike" : higher > lower ? "pairs_higher" : "pairs_lower";
  return { ...result, companions, instead: result.verdict === "holds" ? null : { claim: actual } };
}

/** The two of a comparison, with what keeps it from being told, if anything does. */
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
  const actual: Statement | null =
    own.rank === null ? null : { claim: isTied ? "shares_rank" : "rank", rank: own.rank };
  if (result.verdict !== "holds") return { ...result, companions, instead: actual };
  if (statement.claim === "shares_rank" && !isTied)
    return { ...doesNotHold("not_shared", null), companions, instead: actual };
  // Without its tie in the same sentence, a shared rank reads as one that was won.
  if (statement.claim === "rank" && isTied)
    return { ...result, verdict: "misleading", reason: "shared_rank", companions, instead: actual };
  return { ...result, companions, instead: null };
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
  if (matched != null && matched.left + matched.joined > 0) companions.push("composition");
  const moved = Math.sign((own.median ?? 0) - (before.median ?? 0));
  const actual: Statement = {
    claim: moved === 0 ? "unchanged" : isMovedAlike(matched, moved) ? (moved > 0 ? "risen" : "fallen") : "moved",
  };
  if (result.verdict !== "holds") return { ...result, companions, instead: actual };
  if ((claim === "risen" || claim === "fallen") && !isMovedAlike(matched, moved))
    return { ...result, verdict: "misleading", reason: "composition", companions, instead: actual };
  return { ...result, companions, instead: null };
}

/**
 * Whether the median of those judged in both releases moved the same way: up for a positive number
 * of levels, down for a negative one. Nothing that is counted is compared where `matched` is null.
 */
function isMovedAlike(matched: Matched | null | undefined, levels: number): boolean {
  return matched == null || directionOf(matched) === Math.sign(levels);
}

/** 1 where the median of those judged in both releases rose, -1 where it fell, else 0. */
export function directionOf({ before, after }: Matched): number {
  return Math.sign((lowerMedian(after) ?? 0) - (lowerMedian(before) ?? 0));
}

/**
 * What becomes of the opposite of a statement. What misleads, misleads denied as well, and what
 * cannot be told cannot be denied.
 */
export function deny(examination: Examination): Examination {
  const { verdict } = examination;
  if (verdict === "holds") return { ...examination, verdict: "does_not_hold", reason: "opposite_holds" };
  if (verdict === "does_not_hold") return { ...examination, verdict: "holds", reason: null, instead: null };
  return examination;
}

/** The statement cannot be told, for this reason. */
export function cannotBeTold(reason: StatementReason): Examination {
  return { ...untold(reason), companions: [], instead: null };
}
