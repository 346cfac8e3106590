import type { CountryCounts } from "../../release/changes/count-changed.ts";
import { countPairs, flipsToTie } from "../../trust/compare.ts";
import type { Distribution, Scale } from "../../trust/scale.ts";
import type { UnrankedReason } from "../../trust/ranking.ts";
import { countOf } from "../../trust/statistics.ts";
import type { Movement, MovementCounts } from "../../trust/movement.ts";
import { capitalized, counted, countInWords, digits, inARow, percent, possessive } from "../../ask/grammar.ts";
import { labelOf, sentences, THIN_BELOW } from "../../ask/words.ts";

/** The sentences about two things: two countries, or one in two releases. */

/** One side of a comparison. */
export interface SideInWords {
  /** As it stands within a sentence. */
  readonly name: string;
  readonly distribution: Distribution;
  /** Level of its median band; null where nothing is judged. */
  readonly median: number | null;
  /** Why it has no rank, if it has none. */
  readonly rankReason: UnrankedReason | null;
  /** Null for a company. */
  readonly listedCompanies: number | null;
}

/** What two sides are compared by. */
export interface ComparisonInWords {
  /** What a rank needs: judged companies of a country. */
  readonly minimumCompanies: number;
  /** What the distributions count; companies by default. */
  readonly counted?: "judgements";
  /** What narrows the figures, in words; see `scopeInWords`. */
  readonly scope?: string;
}

/**
 * `in Privacy`, `in the sectors Energy and Mining`, or both; empty where nothing narrows the
 * figures.
 */
export function scopeInWords(sectors: readonly string[], pillar: string | null): string {
  const own = `in the ${sectors.length === 1 ? "sector" : "sectors"} ${inARow(sectors)}`;
  const parts = [sectors.length === 0 ? "" : own, pillar === null ? "" : `in ${pillar}`];
  return parts.filter((part) => part !== "").join(" and ");
}

/** A beginning with what narrows its figures in front of it, as the start of a sentence. */
export function startWithin(scope: string, text: string): string {
  return capitalized(scope === "" ? text : `${scope}, ${text}`);
}

/** How two countries, sectors or companies compare, in two or three sentences. */
export function compareInWords(
  scale: Scale,
  first: SideInWords,
  second: SideInWords,
  { minimumCompanies, counted: things, scope = "" }: ComparisonInWords,
): string {
  const unjudged = [first, second].filter(({ distribution }) => countOf(distribution) === 0);
  if (unjudged.length > 0) return startWithin(scope, notJudged(unjudged));
  const few = [first, second].filter(({ rankReason }) => rankReason === "too_few_companies");
  if (few.length > 0) return startWithin(scope, tooFew(few, minimumCompanies));
  const one = things === undefined ? "company" : "judgement";
  const { median: a } = first;
  const { median: b } = second;
  if (a === null || b === null) throw new RangeError("a side that is judged has no median");
  if (a === b) return startWithin(scope, tied(labelOf(scale, a), a, [first, second], things ?? "companies"));
  const [higher, lower] = a > b ? [first, second] : [second, first];
  const flips = flipsToTie(first.distribution, second.distribution) ?? 0;
  return sentences(
    `${startWithin(scope, aboveInWords(scale, higher, lower))}.`,
    pairsInWords(higher, lower, one),
    `${capitalized(counted(flips, `re-rated ${one}`, `re-rated ${things ?? "companies"}`))} would be enough to make it a tie.`,
  );
}

/** `Denmark stands above Poland (High against Moderate)`, without its end. */
export function aboveInWords(scale: Scale, higher: SideInWords, lower: SideInWords): string {
  const bands = [higher, lower].map(({ median }) => (median === null ? "" : labelOf(scale, median)));
  return `${higher.name} stands above ${lower.name} (${bands.join(" against ")})`;
}

function pairsInWords(first: SideInWords, second: SideInWords, one: string): string {
  const { higher, same, lower, pairs } = countPairs(first.distribution, second.distribution);
  const [more, equal, less] = [higher, same, lower].map((count) => percent(count, pairs));
  return (
    `Of all pairs of one ${one} from each, ${possessive(first.name)} stands higher in ${more}, ` +
    `in the same band in ${equal}, lower in ${less}.`
  );
}

function notJudged(sides: readonly SideInWords[]): string {
  const [only] = sides;
  if (sides.length > 1 || only === undefined) {
    return sides.some(({ listedCompanies }) => listedCompanies === null)
      ? "neither company has been judged, so they cannot be compared."
      : "no company of either has been judged, so they cannot be compared.";
  }
  if (only.listedCompanies === null) return `${only.name} has not been judged, so it cannot be compared.`;
  if (only.listedCompanies === 0) return `${only.name} has no listed company, so it cannot be compared.`;
  return `none of ${possessive(only.name)} companies has been judged, so it cannot be compared.`;
}

function tooFew(sides: readonly SideInWords[], minimum: number): string {
  const counts = sides.map(
    ({ name, distribution }) => `${name} has ${counted(countOf(distribution), "judged company", "judged companies")}`,
  );
  return `${inARow(counts)}. A country needs at least ${countInWords(minimum)} to be told apart from another.`;
}

function tied(label: string, level: number, sides: readonly [SideInWords, SideInWords], things: string): string {
  const [first, second] = sides;
  const share = `${inARow([first.name, second.name])} share the band ${label}.`;
  const difference = differenceInWords(label, level, first, second);
  if (difference === null)
    return `${share} Their ${things} are spread alike around it, so neither stands above the other.`;
  return `${share} Their ${things} differ (${difference}), but not in the median, so neither stands above the other.`;
}

/** What differs around the band that two sides share, as shares; null where nothing does. */
function differenceInWords(label: string, level: number, first: SideInWords, second: SideInWords): string | null {
  const a = sharesAround(first.distribution, level);
  const b = sharesAround(second.distribution, level);
  if (a.above !== b.above) {
    const { name } = a.above > b.above ? first : second;
    return `a larger share of ${possessive(name)} stands above ${label}`;
  }
  if (a.below === b.below) return null;
  return `a larger share of ${possessive((a.below > b.below ? first : second).name)} stands below ${label}`;
}

/** The shares of what a distribution counts that stand above and below a level. */
function sharesAround(distribution: Distribution, level: number): { above: number; below: number } {
  const count = countOf(distribution);
  return {
    above: countOf(distribution.slice(level)) / count,
    below: countOf(distribution.slice(0, level - 1)) / count,
  };
}

/** One country or sector in two releases. */
export interface MoveInWords {
  /** As it stands within a sentence. */
  readonly name: string;
  /** The scale of each release. */
  readonly scales: { readonly before: Scale; readonly after: Scale };
  readonly movement: Movement;
}

/** Why a median moved, in one to three sentences. */
export function describeMoveInWords({ name, scales, movement }: MoveInWords): string {
  const { before, after, trendReason } = movement;
  if (before.median === null || after.median === null) return firstOrLast(name, scales, movement);
  if (trendReason === "method_change") {
    return `The method changed between these releases, so it cannot be said whether ${name} rose or fell.`;
  }
  if (trendReason === "too_few_companies") {
    const now = counted(after.judgedCompanies, "judged company", "judged companies");
    return `${capitalized(name)} has ${now} (${digits(before.judgedCompanies)} before), too few to say whether it rose or fell.`;
  }
  const from = labelOf(scales.before, before.median);
  const to = labelOf(scales.after, after.median);
  const moved =
    trendReason === "composition"
      ? `${capitalized(name)} is ${to} now (${from} before) because the list of its companies changed`
      : `${capitalized(name)} moved from ${from} to ${to}`;
  return sentences(`${moved}: ${causesInWords(movement)}.`, commonInWords(movement), thinInWords(movement));
}

/** The same as a title, of a median that is known in both releases and is another one. */
export function titleMove({ name, scales, movement }: MoveInWords): string {
  const { before, after, trend, trendReason } = movement;
  if (trend === null && trendReason !== "composition") return describeMoveInWords({ name, scales, movement });
  const from = labelOf(scales.before, before.median ?? 0);
  const to = labelOf(scales.after, after.median ?? 0);
  return trend === null
    ? `${capitalized(name)} is ${to} now, ${from} before: its list of companies changed.`
    : `${capitalized(name)} moved from ${from} to ${to}.`;
}

function firstOrLast(name: string, scales: MoveInWords["scales"], { before, after }: Movement): string {
  if (after.median !== null) {
    return `${capitalized(name)} has a band for the first time of the two releases: ${labelOf(scales.after, after.median)}.`;
  }
  if (before.median === null) return `${capitalized(name)} has no band in either release.`;
  return `${capitalized(name)} has no band any more: none of its companies is judged now. It stood at ${labelOf(scales.before, before.median)}.`;
}

/** What happened to the companies, each kind of change with its number. */
function causesInWords({ counts }: Movement): string {
  return inARow(
    counts.reRated > 0
      ? [reRatingInWords(counts), ...countKinds(comingsOf(counts), "named")]
      : countKinds(comingsOf(counts), "to name"),
  );
}

/** What happened to the companies of a country, in a sentence; empty where nothing did. */
export function companyChangesInWords(counts: Omit<CountryCounts, "replyChanged">): string {
  const kinds: readonly CountedKind[] = [
    ...comingsOf(counts),
    [counts.reRated, "was re-rated", "were re-rated"],
    [counts.pillarMoved, "was re-rated in a pillar alone", "were re-rated in a pillar alone"],
    [counts.renamed, "was renamed", "were renamed"],
  ];
  const changes = countKinds(kinds, "to name");
  return changes.length === 0 ? "" : `${capitalized(inARow(changes))}.`;
}

/** How many companies there are of a kind, and what is said of one and of several. */
type CountedKind = readonly [count: number, one: string, many: string];

/** Which companies came, went or were judged for the first or the last time. */
function comingsOf(counts: Omit<MovementCounts, "judgedInBoth" | "reRated">): readonly CountedKind[] {
  return [
    [counts.added, "was added", "were added"],
    [counts.removed, "was removed", "were removed"],
    [counts.filedHere, "was reclassified into it", "were reclassified into it"],
    [counts.filedElsewhere, "was reclassified out of it", "were reclassified out of it"],
    [counts.firstJudged, "was judged for the first time", "were judged for the first time"],
    [counts.noLongerJudged, "is no longer judged", "are no longer judged"],
  ];
}

/** Each kind of change with its number; the first one names the companies, unless they are. */
function countKinds(kinds: readonly CountedKind[], companies: "named" | "to name"): string[] {
  return kinds
    .filter(([count]) => count > 0)
    .map(([count, one, many], index) =>
      index === 0 && companies === "to name"
        ? counted(count, `company ${one}`, `companies ${many}`)
        : counted(count, one, many),
    );
}

/** `2 of its 9 companies judged in both releases were re-rated`. */
function reRatingInWords({ reRated, judgedInBoth }: Movement["counts"]): string {
  const judged = "judged in both releases";
  if (judgedInBoth === 1) return `the one company ${judged} was re-rated`;
  if (reRated === judgedInBoth) return `all ${countInWords(judgedInBoth)} companies ${judged} were re-rated`;
  return `${digits(reRated)} of its ${digits(judgedInBoth)} companies ${judged} ${reRated === 1 ? "was" : "were"} re-rated`;
}

/** That a move says little, where one release has few judged companies. */
function thinInWords({ before, after }: Movement): string {
  const judged = (count: number): string => counted(count, "judged company", "judged companies");
  if (after.judgedCompanies < THIN_BELOW) return `From ${judged(after.judgedCompanies)}, that says little.`;
  if (before.judgedCompanies >= THIN_BELOW) return "";
  return `There ${before.judgedCompanies === 1 ? "was" : "were"} only ${judged(before.judgedCompanies)} before, so that says little.`;
}

/** What became of the companies that both releases judge, where others came or went. */
function commonInWords({ matched, before, after, trend }: Movement): string {
  const both = countOf(matched.after.distribution);
  if (both === 0 || (both === before.judgedCompanies && both === after.judgedCompanies)) return "";
  const [then, now] = [matched.before.median ?? 0, matched.after.median ?? 0];
  const common = "Among the companies judged in both releases the median";
  if (then === now) return `${common} did not change.`;
  const direction = now > then ? "higher" : "lower";
  return `${common} ${direction === "higher" ? "rose" : "fell"}${direction === trend ? ", too" : " instead"}.`;
}
