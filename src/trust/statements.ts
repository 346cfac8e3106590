import {
  type BandClaim,
  type ChangeClaim,
  checkAbove,
  checkBand,
  checkChange,
  checkMost,
  checkRank,
  checkShare,
  type ClaimResult,
  doesNotHold,
  isExactEnd,
  type RankClaim,
  refuseAverage,
  type StatementReason,
  untold,
} from "./claims.ts";
import type { Rankable, RankedEntry } from "./ranking.ts";
import type { Distribution } from "./scale.ts";
import { countOf, lowerMedian } from "./statistics.ts";

/*
 * A sentence about figures is a statement before it is words. `examine` decides what becomes of it:
 * whatever prints a comparison, a rank, a share or a movement asks it.
 */

/**
 * Facts that must stand in the same sentence. `tie`: others share the rank. `coverage`: some are
 * listed and not judged, or judged and not ranked. `narrow`: a lead that few re-ratings undo.
 * `composition`: companies came or went between the two releases. `common_pillars`: only some of
 * the pillars are compared.
 */
export type Companion = "tie" | "coverage" | "narrow" | "composition" | "common_pillars";

/** What becomes of a statement. */
export interface Examination extends ClaimResult {
  /** Facts without which the sentence is not printed. */
  readonly companions: readonly Companion[];
  /** A statement that holds, or null where the statement itself holds or nothing is known. */
  readonly instead: Statement | null;
}

/** What is said of a subject. `level` is a level of the scale, from 1. */
export type Statement =
  | { readonly claim: BandClaim | "most_at_least"; readonly level: number }
  | { readonly claim: "share"; readonly level: number; readonly percent: string }
  | { readonly claim: "average" }
  | RankStatement
  | { readonly claim: "above" | "below" | "companies_better" | "companies_worse" }
  | { readonly claim: ChangeClaim | "caused" };

type RankStatement =
  | { readonly claim: "best" | "worst" }
  | { readonly claim: "rank" | "rank_alone" | "shares_rank"; readonly rank: number };

/** What a statement is held against. */
export interface StatementFigures {
  /** The subject in its ranking; a sector or a company in a ranking of its own. */
  readonly own: RankedEntry<Rankable>;
  /** The ranking it is placed in; null for what is not ranked. */
  readonly ranking: readonly RankedEntry<Rankable>[] | null;
  /** How many companies it lists; null for a company. */
  readonly listed: number | null;
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
  const isOfTwo = claim === "above" || claim === "below" || claim === "companies_better" || claim === "companies_worse";
  if (own.rankReason !== null && !isOfTwo) return cannotBeTold(own.rankReason);
  switch (claim) {
    case "band":
    case "at_least":
    case "at_most":
      return {
        ...checkBand(distribution, claim, statement.level),
        companions: [],
        instead: bandOf(own, claim, statement.level),
      };
    case "most_at_least":
      return withCoverage(checkMost(distribution, statement.level), statement, figures);
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
    case "rank":
    case "rank_alone":
    case "shares_rank":
    case "best":
    case "worst":
      return examineRank(statement, ranking ?? [own], own);
    case "risen":
    case "fallen":
    case "unchanged":
    case "moved":
    case "caused":
    default:
      return examineChange(claim, figures);
  }
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
  const count = countOf(distribution);
  const companions: readonly Companion[] = (figures.listed ?? count) > count ? ["coverage"] : [];
  if (result.verdict === "holds") return { ...result, companions, instead: null };
  return { ...result, companions, instead: exactShare(distribution, level) };
}

/** The share in a band as whole percent; null where rounding would say none or all of it. */
function exactShare(distribution: Distribution, level: number): Statement | null {
  const there = distribution[level - 1] ?? 0;
  const percent = String(Math.round((100 * there) / countOf(distribution)));
  return isExactEnd(there, countOf(distribution), percent) ? { claim: "share", level, percent } : null;
}

/** How large a part of the smaller side may undo a lead that is called narrow, in percent. */
const NARROW_PERCENT = 2;

function examineOrder(claim: "above" | "below", { own, than, commonPillars }: StatementFigures): Examination {
  if (than === undefined) throw new RangeError(`the statement ${claim} needs another subject`);
  const areJudged = own.median !== null && than.median !== null;
  if (areJudged && commonPillars?.common === 0) return cannotBeTold("different_pillars");
  const result = claim === "above" ? checkAbove(own, than) : checkAbove(than, own);
  if (result.verdict === "cannot_be_told") return cannotBeTold(result.reason ?? "not_judged");
  const companions: Companion[] =
    commonPillars != null && commonPillars.common < commonPillars.all ? ["common_pillars"] : [];
  if (result.verdict === "holds") {
    const smallerSide = Math.min(countOf(own.entry.distribution), countOf(than.entry.distribution));
    const few = Math.max(1, Math.floor((smallerSide * NARROW_PERCENT) / 100));
    if (result.flipsToChange !== null && result.flipsToChange <= few) companions.push("narrow");
    return { ...result, companions, instead: null };
  }
  const opposite = claim === "above" ? "below" : "above";
  const instead: Statement | null = own.median === than.median ? medianOf(own) : { claim: opposite };
  return { ...result, companions, instead };
}

function examineRank(
  statement: RankStatement,
  ranking: readonly RankedEntry<Rankable>[],
  own: RankedEntry<Rankable>,
): Examination {
  const place = placeOf(statement);
  const result = checkRank(ranking, own, place);
  const isTied = (own.tiedWith ?? 0) > 0;
  const companions: Companion[] = isTied ? ["tie"] : [];
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
  const { own, before, incomparable, matched } = figures;
  if (incomparable != null) return cannotBeTold(incomparable);
  if (before === undefined) return cannotBeTold("not_judged");
  if (before.rankReason !== null) return cannotBeTold(before.rankReason);
  if (claim === "caused") return cannotBeTold("no_cause");
  const two = { before: before.entry.distribution, after: own.entry.distribution, methodChanged: false };
  const result = checkChange(two, claim);
  const companions: readonly Companion[] = matched != null && matched.left + matched.joined > 0 ? ["composition"] : [];
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
export function isMovedAlike(matched: Pick<Matched, "before" | "after"> | null | undefined, levels: number): boolean {
  if (matched == null) return true;
  const moved = (lowerMedian(matched.after) ?? 0) - (lowerMedian(matched.before) ?? 0);
  return Math.sign(moved) === Math.sign(levels);
}

/** The statement cannot be told, for this reason. */
export function cannotBeTold(reason: StatementReason): Examination {
  return { ...untold(reason), companions: [], instead: null };
}
