import type { CountryCounts } from "../../release/changes/count-changed.ts";
import type { MovementCounts } from "../../trust/movement.ts";
import type { Rankable, RankedEntry } from "../../trust/ranking.ts";
import type { Scale } from "../../trust/scale.ts";
import { directionOf, type Matched, type StatementFigures } from "../../trust/statements.ts";
import { countOf } from "../../trust/statistics.ts";
import { capitalized, counted, countInWords, digits, inARow } from "../../ask/grammar.ts";
import { type About, type FullStatement, type Said, state } from "../../ask/said.ts";
import { labelOf, sentences } from "../../ask/words.ts";
import { startWithin } from "../comparison/words.ts";

/** The sentences about one thing in two releases. */

/** A country, a sector or a company in two releases. */
export interface MoveInWords {
  readonly about: About;
  /** As it stands within a sentence. */
  readonly name: string;
  /** What the figures count. */
  readonly things: "companies" | "judgements";
  /** The scale of each release. */
  readonly scales: { readonly before: Scale; readonly after: Scale };
  readonly before: RankedEntry<Rankable>;
  readonly after: RankedEntry<Rankable>;
  /** How many companies both releases need to judge. */
  readonly minimumCompanies: number;
  readonly incomparable: NonNullable<StatementFigures["incomparable"]> | null;
  /** Null for a company. */
  readonly matched: Matched | null;
  /** Which companies came and went, each kind with its number. */
  readonly cameAndWent: readonly string[];
  /** The earlier release by its id, where the text stands alone. */
  readonly earlier?: string;
  /** What narrows the figures: `in Privacy`, or nothing. */
  readonly scope?: string;
}

/** What became of a median band, as a title of one sentence, and in one or two with the counts. */
export function describeMove(move: MoveInWords): { readonly title: Said; readonly whole: Said } {
  const { before, after, about, scope = "" } = move;
  const say = (text: string, statements: Said["statements"] = []): Said => ({
    text: startWithin(scope, text),
    statements,
  });
  if (move.earlier === undefined && (before.median === null || after.median === null)) {
    const said = firstOrLast(move);
    return { title: said, whole: said };
  }
  const unknown = unknownInWords(move);
  if (unknown !== null) return { title: say(unknown), whole: say(unknown) };
  const figures = figuresOf(move);
  for (const claim of ["risen", "fallen", "unchanged", "moved"] as const) {
    const stated = state(about, { claim }, figures);
    if (stated === null) continue;
    const said = `${claimInWords(move, claim)}${thinInWords(move, stated)}`;
    const list = stated.companions.includes("composition") ? "; the list of its companies changed" : "";
    const whole = say(`${said}${companiesInWords(move, claim)}.`, [stated]);
    return {
      title: say(`${said}${list}.`, [stated]),
      whole: { ...whole, text: sentences(whole.text, firmnessInWords(move, stated)) },
    };
  }
  throw new RangeError(`nothing can be said of ${before.entry.code} and ${after.entry.code}`);
}

/** What statements about the two releases are held against. */
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

/** How few companies it rests on, where they are few. */
function thinInWords({ before, after }: MoveInWords, { claim, companions }: FullStatement): string {
  // What became of all its companies says how many they are.
  const isCounted = claim !== "unchanged" && !companions.includes("composition");
  if (!companions.includes("thin") || isCounted) return "";
  const [then, now] = [before, after].map(({ entry }) => countOf(entry.distribution));
  return `, from ${counted(now ?? 0, "judged company", "judged companies")} (${countInWords(then ?? 0)} before)`;
}

/** Why nothing can be said of rise or fall; null where something can. */
function unknownInWords({ name, things, earlier, incomparable, ...move }: MoveInWords): string | null {
  const { before, after, minimumCompanies } = move;
  const unsaid = `so it cannot be said whether ${name} rose or fell.`;
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

/** Which companies came and went, and what became of the others; empty where it is no cause. */
function companiesInWords({ matched, cameAndWent }: MoveInWords, claim: Claim): string {
  if (matched === null) return "";
  const isWhole = matched.left + matched.joined === 0;
  if (isWhole && claim === "unchanged") return "";
  const rated = ratedInWords(matched, isWhole);
  const both = countOf(matched.after);
  const isRated = both > 1 && matched.raised + matched.lowered > 0;
  return `: ${inARow(cameAndWent)}${isWhole ? "" : "; "}${rated}${isRated && !isWhole ? medianInWords(matched, claim) : ""}`;
}

/** `of the 14 judged in both releases none was re-rated`. */
function ratedInWords({ after, raised, lowered }: Matched, isWhole: boolean): string {
  const both = countOf(after);
  if (both === 0) return "none is judged in both releases";
  const direction = raised > 0 ? "higher" : "lower";
  if (both === 1)
    return `the one judged in both releases was ${raised + lowered === 0 ? "not re-rated" : `re-rated ${direction}`}`;
  const of = isWhole ? `of its ${digits(both)} companies` : `of the ${digits(both)} judged in both releases`;
  if (raised + lowered === 0) return `${of} none was re-rated`;
  const some = raised > 0 ? raised : lowered;
  const others = raised > 0 && lowered > 0 ? ` and ${countInWords(lowered)} lower` : "";
  return `${of} ${countInWords(some)} ${some === 1 ? "was" : "were"} re-rated ${direction}${others}`;
}

function medianInWords(matched: Matched, claim: Claim): string {
  const moved = directionOf(matched);
  if (moved === 0) return ", and their median did not change";
  const also = claim === "risen" || claim === "fallen" ? ", too" : "";
  return `, and their median ${moved > 0 ? "rose" : "fell"}${also}`;
}

/** How little would undo a rise or a fall; empty of others. */
function firmnessInWords({ things }: MoveInWords, { claim, flipsToChange: flips }: FullStatement): string {
  if ((claim !== "risen" && claim !== "fallen") || flips === null) return "";
  const one = things === "companies" ? "changed rating" : "changed judgement";
  return `${capitalized(counted(flips, one, `${one}s`))} would undo the ${claim === "risen" ? "rise" : "fall"}.`;
}

/** A country or a sector that has judged companies in one of two releases alone. */
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

/** What happened to the companies of a country, in a sentence; empty where nothing did. */
export function companyChangesInWords(counts: Omit<CountryCounts, "replyChanged">): string {
  const kinds: readonly CountedKind[] = [
    ...comingsOf(counts),
    [counts.reRated, "was re-rated", "were re-rated"],
    [counts.pillarMoved, "was re-rated in a pillar alone", "were re-rated in a pillar alone"],
    [counts.renamed, "was renamed", "were renamed"],
  ];
  const changes = countKinds(kinds);
  return changes.length === 0 ? "" : `${capitalized(inARow(changes))}.`;
}

/** How many companies there are of a kind, and what is said of one and of several. */
type CountedKind = readonly [count: number, one: string, many: string];

/** Which companies came, went or were judged for the first or the last time. */
export function comingsInWords(counts: MovementCounts): readonly string[] {
  return countKinds(comingsOf(counts));
}

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

/** Each kind of change with its number; the first one names the companies. */
export function countKinds(kinds: readonly CountedKind[]): string[] {
  return kinds
    .filter(([count]) => count > 0)
    .map(([count, one, many], index) =>
      index === 0 ? counted(count, `company ${one}`, `companies ${many}`) : counted(count, one, many),
    );
}
