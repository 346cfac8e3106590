import { matchRatings, type Ratings } from "./matched-ratings.ts";
import { type JudgedStatistics, judgedStatistics, emptyDistribution, lowerMedian } from "./statistics.ts";
import { rankAlone } from "./ranking.ts";
import { examine, type MatchedDistributions } from "./statements.ts";
import type { MethodChange } from "./method-change.ts";
import type { Distribution } from "./scale.ts";

/** Causes of a median that is not the one of the release before; listed in this order. */
export const MOVEMENT_CAUSES = [
  "re_judged",
  "company_added",
  "company_removed",
  "reclassified",
  "method_change",
] as const;
export type MovementCause = (typeof MOVEMENT_CAUSES)[number];

/** A country, a sector, or a sector within a country; null stands for every one. */
export interface Area {
  readonly country: string | null;
  readonly sector: string | null;
}

/**
 * The country and sector of a company in a release, and the level of its median band, or null when
 * not judged.
 */
export interface Standing {
  /** Null where it is filed in no country. */
  readonly country: string | null;
  readonly sector: string;
  readonly median: number | null;
  /** Its judgements, where they are compared one by one. */
  readonly ratings?: Ratings;
}

/** One company in two releases; null where the release does not list it at all. */
export interface CompanyPair<Company extends Standing = Standing> {
  readonly before: Company | null;
  readonly after: Company | null;
}

/**
 * The statistics of some companies, or of an area, in two releases. A distribution is on the scale
 * of its release.
 */
export interface BeforeAndAfter {
  readonly before: JudgedStatistics;
  readonly after: JudgedStatistics;
}

/** Numbers of companies of an area by their change between releases; each is counted once. */
export interface MovementCounts {
  /** Judged there in both releases. */
  readonly judgedInBoth: number;
  /** Those of them with another median band. */
  readonly reRated: number;
  /** Listed there in both, judged in the later one alone, or in the earlier one alone. */
  readonly firstJudged: number;
  readonly noLongerJudged: number;
  /** Judged there in one release, and not listed at all in the other. */
  readonly added: number;
  readonly removed: number;
  /** Judged there in one release, and filed in another area in the other. */
  readonly filedHere: number;
  readonly filedElsewhere: number;
}

/**
 * The reason why neither rise nor fall can be claimed of a median that differs. `composition`: the
 * list of companies alone moved it, for the median of those judged in both releases did not move
 * that way. `too_few_companies`: one release judges fewer than its minimum. `taken_back`: its
 * publisher went back from one of the releases.
 */
export type TrendReason = (typeof TREND_REASONS)[number] | "taken_back";
const TREND_REASONS = ["not_judged", "method_change", "too_few_companies", "composition"] as const;

/**
 * A median that differs between two releases. Each distribution of the area is the sum of its two
 * parts.
 */
export interface Movement extends BeforeAndAfter {
  /** Null when nothing can be claimed, for `trendReason`. */
  readonly trend: "higher" | "lower" | null;
  readonly trendReason: TrendReason | null;
  /** At least one. */
  readonly causes: readonly MovementCause[];
  /** The companies filed in the area in both releases. */
  readonly inBoth: BeforeAndAfter;
  /** Of those, the ones judged in both releases, by the judgements that both have. */
  readonly matched: MatchedDistributions;
  /** The companies filed there in one release only: added, removed or reclassified. */
  readonly rest: BeforeAndAfter;
  readonly counts: MovementCounts;
}

const NOTHING_COUNTED: MovementCounts = {
  judgedInBoth: 0,
  reRated: 0,
  firstJudged: 0,
  noLongerJudged: 0,
  added: 0,
  removed: 0,
  filedHere: 0,
  filedElsewhere: 0,
};

/** Two releases of one area. */
export interface MovementInput {
  readonly area: Area;
  /** At least every company filed in the area in either release; others are ignored. Read once. */
  readonly companies: Iterable<CompanyPair>;
  /** K of each release's scale. */
  readonly bandCounts: { readonly before: number; readonly after: number };
  /** Minimum number of judged companies that a country needs for a rank in each release. */
  readonly minimumCompanies: { readonly before: number; readonly after: number };
  readonly methodChange: MethodChange;
}

/**
 * Explains why the median of an area moved between two releases, or returns null when it did not.
 *
 * Only what changes the distribution is a cause: an unjudged company that comes or goes is none. A
 * company that moves into the area and comes with another band than it had is `reclassified` and
 * `re_judged`. Across a method change no trend is claimed, and another band of a company is not
 * called `re_judged`, for the method may have caused it; when the scale changed, every judged area
 * has moved. Throws a RangeError when a median is not on its release's scale.
 */
export function explainMovement(input: MovementInput): Movement | null {
  const { area, companies, bandCounts, methodChange } = input;
  const sameMethod = !methodChange.scale && !methodChange.pillars && !methodChange.rule;
  const inBoth = emptyCounts(bandCounts);
  const matched = emptyCounts(bandCounts);
  const rest = emptyCounts(bandCounts);
  const found = new Set<MovementCause>(sameMethod ? [] : ["method_change"]);
  const counts = { ...NOTHING_COUNTED };
  let [reJudged, raised, lowered] = [0, 0, 0];
  for (const pair of companies) {
    const before = within(area, pair.before);
    const after = within(area, pair.after);
    const bands = before !== null && after !== null ? inBoth : rest;
    countStanding(bands.before, before);
    countStanding(bands.after, after);
    if (before?.median != null && after?.median != null) {
      counts.judgedInBoth += 1;
      const { earlier, later } = alikeIn(before, after, sameMethod, bandCounts.after);
      if (earlier !== before.median || later !== after.median) reJudged += 1;
      countStanding(matched.before, { ...before, median: earlier });
      countStanding(matched.after, { ...after, median: later });
      if ((later ?? 0) > (earlier ?? 0)) raised += 1;
      if ((later ?? 0) < (earlier ?? 0)) lowered += 1;
    }
    // Most companies stay as they are.
    if (before !== null && after !== null && before.median === after.median) continue;
    for (const cause of causesOf(pair, before, after, sameMethod)) found.add(cause);
    const change = changeOf(pair, before, after);
    if (change !== null) counts[change] += 1;
  }
  const before = judgedStatistics(sumOf(inBoth.before, rest.before));
  const after = judgedStatistics(sumOf(inBoth.after, rest.after));
  const judged = before.median !== null || after.median !== null;
  if (before.median === after.median && !(methodChange.scale && judged)) return null;
  const { judgedInBoth } = counts;
  const [left, joined] = [before.judgedCompanies - judgedInBoth, after.judgedCompanies - judgedInBoth];
  const ofMatched = { ...matched, left, joined, reJudged, raised, lowered };
  return {
    before,
    after,
    ...trendOf({ before, after }, ofMatched, input.minimumCompanies, sameMethod),
    causes: MOVEMENT_CAUSES.filter((cause) => found.has(cause)),
    inBoth: { before: judgedStatistics(inBoth.before), after: judgedStatistics(inBoth.after) },
    matched: ofMatched,
    rest: { before: judgedStatistics(rest.before), after: judgedStatistics(rest.after) },
    counts,
  };
}

/**
 * Returns the change of a company's judgement in the area, from its different standings there; null
 * where it was judged there in neither release.
 */
function changeOf(pair: CompanyPair, before: Standing | null, after: Standing | null): keyof MovementCounts | null {
  const wasJudged = before !== null && before.median !== null;
  const isJudged = after !== null && after.median !== null;
  if (wasJudged && isJudged) return "reRated";
  if (isJudged) {
    if (before !== null) return "firstJudged";
    return pair.before === null ? "added" : "filedHere";
  }
  if (!wasJudged) return null;
  if (after !== null) return "noLongerJudged";
  return pair.after === null ? "removed" : "filedElsewhere";
}

/** Returns a company's medians in both releases, over the judgements of both; null for none. */
function alikeIn(before: Standing, after: Standing, sameMethod: boolean, bandCount: number) {
  if (!sameMethod || before.ratings === undefined || after.ratings === undefined)
    return { earlier: before.median, later: after.median };
  const matched = matchRatings(before.ratings, after.ratings, bandCount);
  return { earlier: lowerMedian(matched.before), later: lowerMedian(matched.after) };
}

/**
 * Joins the companies of two releases by their id: first those of `before`, then the added ones.
 *
 * Throws a RangeError when a release names an id twice.
 */
export function pairCompanies<Company extends Standing & { readonly id: string }>(
  before: Iterable<Company>,
  after: Iterable<Company>,
): CompanyPair<Company>[] {
  const pairs: { before: Company | null; after: Company | null }[] = [];
  const earlier = new Map<string, { after: Company | null }>();
  for (const company of before) {
    if (earlier.has(company.id)) throw new RangeError(`The earlier release names the company ${company.id} twice.`);
    const pair = { before: company, after: null };
    earlier.set(company.id, pair);
    pairs.push(pair);
  }
  const added = new Set<string>();
  for (const company of after) {
    const pair = earlier.get(company.id);
    if (added.has(company.id) || pair?.after != null) {
      throw new RangeError(`The later release names the company ${company.id} twice.`);
    }
    if (pair !== undefined) pair.after = company;
    else {
      added.add(company.id);
      pairs.push({ before: null, after: company });
    }
  }
  return pairs;
}

/** Returns a company if it is filed in the area, and null if it is not. */
export function within<Company extends Standing>(area: Area, standing: Company | null): Company | null {
  if (standing === null) return null;
  if (area.country !== null && area.country !== standing.country) return null;
  if (area.sector !== null && area.sector !== standing.sector) return null;
  return standing;
}

/** Lists the causes; `before` and `after` are its standings in the area, null outside of it. */
function causesOf(
  pair: CompanyPair,
  before: Standing | null,
  after: Standing | null,
  sameMethod: boolean,
): MovementCause[] {
  const causes: MovementCause[] = [];
  const countedBefore = before !== null && before.median !== null;
  const countedAfter = after !== null && after.median !== null;
  if (before === null && countedAfter) causes.push(pair.before === null ? "company_added" : "reclassified");
  if (after === null && countedBefore) causes.push(pair.after === null ? "company_removed" : "reclassified");
  if (sameMethod && pair.before !== null && after !== null && pair.before.median !== after.median) {
    if (before !== null || countedAfter) causes.push("re_judged");
  }
  return causes;
}

function trendOf(
  { before, after }: BeforeAndAfter,
  matched: MatchedDistributions,
  minimumCompanies: MovementInput["minimumCompanies"],
  sameMethod: boolean,
): Pick<Movement, "trend" | "trendReason"> {
  const none = (trendReason: TrendReason) => ({ trend: null, trendReason });
  if (before.median === null || after.median === null) return none("not_judged");
  const own = rankAlone(after.distribution, minimumCompanies.after);
  const earlier = rankAlone(before.distribution, minimumCompanies.before);
  const isHigher = after.median > before.median;
  const two = { own, before: earlier, ranking: null, listed: null, thinBelow: minimumCompanies.after, matched };
  const incomparable = sameMethod ? null : "method_change";
  const { verdict, reason } = examine({ claim: isHigher ? "risen" : "fallen" }, { ...two, incomparable });
  if (verdict === "holds") return { trend: isHigher ? "higher" : "lower", trendReason: null };
  return none(TREND_REASONS.find((each) => each === reason) ?? "composition");
}

function emptyCounts(bandCounts: MovementInput["bandCounts"]): { before: number[]; after: number[] } {
  return { before: emptyDistribution(bandCounts.before), after: emptyDistribution(bandCounts.after) };
}

function countStanding(counts: number[], standing: Standing | null): void {
  if (standing === null || standing.median === null) return;
  const count = counts[standing.median - 1];
  if (count === undefined) {
    throw new RangeError(`The median ${standing.median} is not on a scale of ${counts.length} bands.`);
  }
  counts[standing.median - 1] = count + 1;
}

function sumOf(a: Distribution, b: Distribution): Distribution {
  return a.map((count, i) => count + b[i]!);
}
