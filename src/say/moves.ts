import type { MovementCounts } from "../trust/movement.ts";
import type { Rankable, RankedEntry } from "../trust/ranking.ts";
import type { Scale } from "../trust/scale.ts";
import { directionOf, isOtherList, type MatchedDistributions, type StatementFigures } from "../trust/statements.ts";
import { countOf } from "../trust/statistics.ts";
import { capitalized, counted, countInWords, digits, inARow } from "../ask/grammar.ts";
import { type About, type FullStatement, type Said, state } from "../ask/said.ts";
import { labelOf, sentences } from "../ask/words.ts";
import { startWithin } from "./comparison.ts";
import { agree } from "./counts.ts";

/** The sentences about one thing in two releases. */

/** A country, a sector or a company in two releases. */
export interface MoveInWords {
  readonly about: About;
  /** Its name within a sentence. */
  readonly name: string;
  /** The things that the figures count. */
  readonly things: "companies" | "judgements";
  /** The scale of each release. */
  readonly scales: { readonly before: Scale; readonly after: Scale };
  readonly before: RankedEntry<Rankable>;
  readonly after: RankedEntry<Rankable>;
  /** Minimum number of companies that each release has to judge. */
  readonly minimumCompanies: number;
  readonly incomparable: NonNullable<StatementFigures["incomparable"]> | null;
  /** Null where it is not known. */
  readonly matched: MatchedDistributions | null;
  /** The kinds of companies that came and went, each with its number. */
  readonly cameAndWent: readonly CountedKind[];
  /** The earlier release by its id, where the text stands alone. */
  readonly earlier?: string;
  /** The filter of the figures: `in Privacy`, or nothing. */
  readonly scope?: string;
}

/** Describes the change of a median band in one or two sentences; `first` is a title, too. */
export function describeMove(move: MoveInWords): Said & { readonly first: string } {
  const { before, after, about, scope = "" } = move;
  const say = ({ text, statements }: Said, firmness = "") => {
    const first = startWithin(scope, text, move.things === "judgements" ? move.name : null);
    return { first, text: sentences(first, firmness), statements };
  };
  if (move.earlier === undefined && (before.median === null || after.median === null)) return say(firstOrLast(move));
  const unknown = unknownInWords(move);
  if (unknown !== null) return say({ text: unknown, statements: [] });
  const figures = figuresOf(move);
  for (const claim of ["risen", "fallen", "unchanged", "moved"] as const) {
    const stated = state(about, { claim }, figures);
    if (stated === null) continue;
    const counts = move.things === "judgements" ? judgementsInWords(move) : companiesInWords(move, claim);
    const text = `${claimInWords(move, claim)}${thinInWords(move, stated)}${counts}.`;
    return say({ text, statements: [stated] }, firmnessInWords(move, stated));
  }
  throw new RangeError(`nothing can be said of ${before.entry.code} and ${after.entry.code}`);
}

/** Returns the figures by which statements about the two releases are examined. */
function figuresOf({ things, before, after, incomparable, matched, minimumCompanies }: MoveInWords): StatementFigures {
  const listed = things === "companies" ? countOf(after.entry.distribution) : null;
  return { own: after, before, ranking: null, listed, thinBelow: minimumCompanies, incomparable, matched };
}

type Claim = "risen" | "fallen" | "unchanged" | "moved";

function claimInWords({ name, scales, before, after, earlier }: MoveInWords, claim: Claim): string {
  const [from, to] = [labelOf(scales.before, before.median ?? 0), labelOf(scales.after, after.median ?? 0)];
  const then = earlier === undefined ? "" : ` in release ${earlier}`;
  if (claim === "unchanged") return `${name} is ${to}, as${then === "" ? " before" : then}`;
  if (claim === "moved") return `${name} is now ${to} (${from}${then === "" ? " before" : then})`;
  return `${name} ${claim === "risen" ? "rose" : "fell"} from ${from}${then} to ${to}`;
}

/** Gives the number of companies it rests on, if they are few. */
function thinInWords({ before, after }: MoveInWords, { claim, companions }: FullStatement): string {
  // The sentence about all its companies says already how many there are.
  const isCounted = claim !== "unchanged" && !companions.includes("composition");
  if (!companions.includes("thin") || isCounted) return "";
  const [then, now] = [before, after].map(({ entry }) => countOf(entry.distribution));
  return `, from ${counted(now ?? 0, "judged company", "judged companies")} (${countInWords(then ?? 0)} before)`;
}

/** Says why neither rise nor fall can be told; null where one can. */
function unknownInWords(move: MoveInWords): string | null {
  const { name, things, earlier, incomparable, before, after, minimumCompanies } = move;
  if (incomparable === "taken_back") return takenBackInWords(move);
  const unsaid = unsaidOf(name);
  const release = earlier === undefined ? "before" : `in release ${earlier}`;
  if (incomparable === "other_dataset") return `release ${earlier ?? ""} belongs to another dataset, ${unsaid}`;
  if (incomparable === "method_change")
    return `the method changed ${earlier === undefined ? "between these releases" : `since release ${earlier}`}, ${unsaid}`;
  if (before.rankReason === null && after.rankReason === null) return null;
  const [then, now] = [countOf(before.entry.distribution), countOf(after.entry.distribution)];
  const [one, many] = things === "companies" ? ["judged company", "judged companies"] : ["judgement", "judgements"];
  const counts = `${name} has ${counted(now, one, many)} (${then === 0 ? "none" : countInWords(then)} ${release})`;
  if (then === 0 || now === 0) return `${counts}, ${unsaid}`;
  return `${counts}; at least ${countInWords(minimumCompanies)} in both are needed to say whether it rose or fell.`;
}

/** Ends a sentence about two releases that cannot be compared. */
export function unsaidOf(name: string): string {
  return `so it cannot be said whether ${name} rose or fell.`;
}

/** Says that one of the releases was taken back, and gives the bands of both. */
function takenBackInWords({ name, about, scales, before, after, minimumCompanies }: MoveInWords): string {
  const release = `release ${about.since ?? ""}`;
  const isRated = [before, after].every(({ entry }) => countOf(entry.distribution) >= minimumCompanies);
  if (!isRated || before.median === null || after.median === null)
    return `one of the two releases was taken back, ${unsaidOf(name)}`;
  const [from, to] = [labelOf(scales.before, before.median), labelOf(scales.after, after.median)];
  return `${name} is ${to} (${from} in ${release}); one of the two releases was taken back, so nothing rose or fell.`;
}

/** Says which companies came and went, and how the others changed; empty if it is no cause. */
function companiesInWords({ matched, cameAndWent }: MoveInWords, claim: Claim): string {
  if (matched === null) return "";
  const isWhole = !isOtherList(matched);
  if (isWhole && claim === "unchanged") return "";
  const kinds = countKinds([...cameAndWent, [matched.reJudged, "has judgements that came or went"]]);
  const rated = ratedInWords(matched, isWhole);
  const isRated = countOf(matched.after) > 1 && matched.raised + matched.lowered > 0;
  return `: ${inARow(kinds)}${isWhole ? "" : "; "}${rated}${isRated && !isWhole ? medianInWords(matched, claim) : ""}`;
}

/** Says which judgements of a company came and went; empty where none did. */
function judgementsInWords({ matched }: MoveInWords): string {
  if (matched === null || !isOtherList(matched)) return "";
  const kinds = [
    ...(matched.left > 0 ? [counted(matched.left, "judgement is gone", "judgements are gone")] : []),
    ...(matched.joined > 0 ? [counted(matched.joined, "is new", "are new")] : []),
  ];
  const both = countOf(matched.after);
  const text = matched.left > 0 ? inARow(kinds) : counted(matched.joined, "judgement is new", "judgements are new");
  if (both === 0) return `: ${text}; none is in both releases`;
  const moved = directionOf(matched);
  return `: ${text}; by the ${digits(both)} in both releases it ${moved === 0 ? "did not move" : moved > 0 ? "rose" : "fell"}`;
}

/** Says `of the 14 judged in both releases none was re-rated`. */
function ratedInWords({ after, reJudged, raised, lowered }: MatchedDistributions, isWhole: boolean): string {
  const both = countOf(after);
  if (both === 0) return reJudged > 0 ? "no judgement is in both releases" : "none is judged in both releases";
  const direction = raised > 0 ? "higher" : "lower";
  if (both === 1)
    return `the one judged in both releases was ${raised + lowered === 0 ? "not re-rated" : `re-rated ${direction}`}`;
  const of = isWhole ? `of its ${digits(both)} companies` : `of the ${digits(both)} judged in both releases`;
  if (raised + lowered === 0) return `${of} none was re-rated`;
  const some = raised > 0 ? raised : lowered;
  const [two, which] = isWhole ? ["both", "of its companies"] : ["the two", "judged in both releases"];
  if (some === both) return `${both === 2 ? two : `all ${digits(both)}`} ${which} were re-rated ${direction}`;
  const others = raised > 0 && lowered > 0 ? ` and ${countInWords(lowered)} lower` : "";
  return `${of} ${countInWords(some)} ${some === 1 ? "was" : "were"} re-rated ${direction}${others}`;
}

function medianInWords(matched: MatchedDistributions, claim: Claim): string {
  const moved = directionOf(matched);
  if (moved === 0) return ", and their median did not change";
  const also = claim === "risen" || claim === "fallen" ? ", too" : "";
  return `, and their median ${moved > 0 ? "rose" : "fell"}${also}`;
}

/** Says how few re-ratings would undo a rise or a fall; empty for other claims. */
function firmnessInWords({ things }: MoveInWords, { claim, flipsToChange: flips }: FullStatement): string {
  if ((claim !== "risen" && claim !== "fallen") || flips === null) return "";
  const one = things === "companies" ? "changed rating" : "changed judgement";
  return `${capitalized(counted(flips, one, `${one}s`))} would undo the ${claim === "risen" ? "rise" : "fall"}.`;
}

/** Describes a country or a sector that has judged companies in only one of two releases. */
function firstOrLast(move: MoveInWords): Said {
  const { name, about, scales, before, after } = move;
  const [then, now] = [before, after].map(({ entry }) => countOf(entry.distribution));
  const own = (count: number | undefined): string => counted(count ?? 0, "judged company", "judged companies");
  if (after.median === null)
    return {
      text: `${capitalized(name)} has no judged company any more (${digits(then ?? 0)} before).`,
      statements: [],
    };
  const stated = state(about, { claim: "band", level: after.median }, { ...figuresOf(move), incomparable: null });
  if (stated === null)
    return { text: `${capitalized(name)} has ${own(now)} for the first time, too few to rate it.`, statements: [] };
  const text = `${capitalized(name)} is rated for the first time of the two releases: ${labelOf(scales.after, after.median)}, from ${own(now)}.`;
  return { text, statements: [stated] };
}

/** The number of companies of a kind, and what is said of one of them. */
type CountedKind = readonly [count: number, phrase: string];

/** Counts the companies that came, went or were judged for the first or the last time. */
export function comingsOf(counts: Omit<MovementCounts, "judgedInBoth" | "reRated">): readonly CountedKind[] {
  return [
    [counts.added, "was added"],
    [counts.removed, "was removed"],
    [counts.filedHere, "was reclassified into it"],
    [counts.filedElsewhere, "was reclassified out of it"],
    [counts.firstJudged, "was judged for the first time"],
    [counts.noLongerJudged, "is no longer judged"],
  ];
}

/** Says each kind of change with its number; the first one names the companies. */
export function countKinds(kinds: readonly CountedKind[]): string[] {
  return kinds
    .filter(([count]) => count > 0)
    .map(([count, phrase], index) => {
      const who = index === 0 ? counted(count, "company", "companies") : countInWords(count);
      return `${who} ${agree(count, phrase)}`;
    });
}
