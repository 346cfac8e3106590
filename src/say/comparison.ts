import type { PairClaim } from "../trust/claims.ts";
import { countPairs } from "../trust/compare.ts";
import type { Distribution, Scale } from "../trust/scale.ts";
import type { Rankable, RankedEntry } from "../trust/ranking.ts";
import { type Statement, type StatementFigures } from "../trust/statements.ts";
import { countOf } from "../trust/statistics.ts";
import { capitalized, counted, countInWords, digits, inARow, labelInWords, percent } from "../ask/grammar.ts";
import { type About, type FullStatement, type Said, state, type SubjectName } from "../ask/said.ts";
import { thingsOf } from "./standing.ts";
import { labelOf, sentences } from "../ask/words.ts";
import { PRESENT, speakAsOf, type ToldScale } from "./tense.ts";

/** The sentences about two countries, sectors or companies. */

/** One side of a comparison. */
export interface SideInWords {
  readonly subject: SubjectName;
  /** Its name within a sentence. */
  readonly name: string;
  readonly ranked: RankedEntry<Rankable>;
  /** Null for a company. */
  readonly listedCompanies: number | null;
}

/** The terms of a comparison of two sides. */
export interface ComparisonInWords extends Pick<StatementFigures, "commonPillars">, Pick<About, "pillar" | "sector"> {
  /** Minimum number of judged companies that a country needs for a rank. */
  readonly minimumCompanies: number;
  /** The filters of the figures in words; see `scopeInWords`. */
  readonly scope?: string;
  /** The labels of the pillars that each side is judged in, where they have none in common. */
  readonly apart?: readonly (readonly string[])[] | undefined;
}

/** The indexes of the pillars that have a judgement. */
export function judgedIn(pillars: readonly { readonly distribution: Distribution }[]): readonly number[] {
  return pillars.flatMap(({ distribution }, index) => (countOf(distribution) > 0 ? [index] : []));
}

/**
 * Returns the labels of the pillars that each of two sides is judged in if they have none in
 * common, else undefined. `own` and `others` are indexes of pillars.
 */
export function pillarsApart(
  pillars: readonly { readonly label: string }[],
  own: readonly number[],
  others: readonly number[],
): ComparisonInWords["apart"] {
  if (own.length === 0 || others.length === 0 || own.some((index) => others.includes(index))) return undefined;
  return [own, others].map((indexes) => indexes.map((index) => pillars[index]?.label ?? ""));
}

/**
 * Names the filters: `in Privacy`, `in the sectors Energy and Mining`, or both; empty if there are
 * none.
 */
export function scopeInWords(sectors: readonly string[], pillar: string | null): string {
  const own = `in the ${sectors.length === 1 ? "sector" : "sectors"} ${inARow(sectors.map((label) => labelInWords(label, sectors)))}`;
  const parts = [sectors.length === 0 ? "" : own, pillar === null ? "" : `in ${labelInWords(pillar)}`];
  return parts.filter((part) => part !== "").join(" and ");
}

/** Begins a sentence with the filters of its figures, if there are any. */
export function startWithin(scope: string, text: string, ...given: readonly (string | null)[]): string {
  return capitalized(scope === "" ? text : `${scope}, ${text}`, ...given);
}

/** Returns the names of companies, which are not capitalized at the start of a sentence. */
function givenNames(sides: readonly SideInWords[]): readonly (string | null)[] {
  return sides.map(({ name, listedCompanies }) => (listedCompanies === null ? name : null));
}

/** Compares two countries, sectors or companies in one to three sentences. */
export function compareInWords(scale: Scale, one: SideInWords, other: SideInWords, by: ComparisonInWords): Said {
  const unknown = unknownInWords([one, other], by);
  if (unknown !== null) return { text: `${unknown}.`, statements: [] };
  const { order, spread, statements } = findLead(one, other, by);
  const bands = order === null ? sameBand(scale, one, other) : orderInWords(order, scale);
  const first = startWithin(by.scope ?? "", bands, ...givenNames([one, other]));
  const detail = spreadInWords(spread, "with shares");
  if (order === null && spread.claim === "spread_alike") return { text: `${first}, and ${detail}.`, statements };
  const isOpposed = order?.companions.includes("opposite_pairs") ?? false;
  const text = isOpposed
    ? `${first}, but ${detail}.`
    : `${first}. ${capitalized(detail, ...givenNames([one, other]))}.`;
  return { text: sentences(text, order === null ? "" : tieInWords(order)), statements };
}

/** Compares them in few words, without a full stop. */
export function compareInHeadline(scale: ToldScale, one: SideInWords, other: SideInWords, by: ComparisonInWords): Said {
  const { tense, scope } = speakAsOf(scale, by.scope ?? "");
  const unknown = unknownInWords([one, other], { ...by, scope });
  if (unknown !== null) return { text: unknown, statements: [] };
  const { order, spread, statements } = findLead(one, other, by);
  const inShort = spreadInWords(spread, "in short", tense);
  const isOpposed = order?.companions.includes("opposite_pairs") ?? false;
  const text =
    order === null
      ? `${sameBand(scale, one, other, tense)}; ${inShort}`
      : `${orderInWords(order, null, tense)}${isOpposed ? `, but ${inShort}` : ""}`;
  return { text: startWithin(scope, text, ...givenNames([one, other])), statements };
}

/** Says in how many of all pairs of companies of two countries both are in the same band. */
export function pairsInHeadline(one: string, other: string, same: number, all: number): string {
  const pairs = `${digits(all)} pairs of a judged company of ${one} and one of ${other}`;
  return `Of all ${pairs}, ${percent(same, all)} are in the same band`;
}

type Share = Readonly<Record<"numerator" | "denominator", number>>;

/** Says beside each part of all pairs of two how large it is. */
export function partsOfPairs(...parts: readonly (readonly [what: string, Share])[]): readonly string[] {
  return parts.map(([what, { numerator, denominator }]) => `${what} ${percent(numerator, denominator)}`);
}

/** A statement about two sides; the first is its subject. */
interface StatedPair extends Pick<FullStatement, "claim" | "companions" | "flipsToChange"> {
  readonly first: SideInWords;
  readonly second: SideInWords;
}

/** Finds which of two leads by its median band, if one does, and which by all pairs. */
function findLead(one: SideInWords, other: SideInWords, by: ComparisonInWords) {
  const statements: FullStatement[] = [];
  const find = (claims: readonly ("above" | PairClaim)[]): StatedPair | null => {
    for (const claim of claims) {
      for (const [first, second] of [
        [one, other],
        [other, one],
      ] as const) {
        const stated = stateOf({ claim }, first, by, second);
        if (stated === null) continue;
        statements.push(stated);
        return { ...stated, first, second };
      }
    }
    return null;
  };
  const order = find(["above"]);
  const spread = find(["spread_alike", "pairs_alike", "pairs_higher", "pairs_more"]);
  if (spread === null) throw new RangeError("two that are compared have no pairs");
  return { order, spread, statements };
}

function stateOf(
  statement: Statement,
  { subject, ranked: own, listedCompanies: listed }: SideInWords,
  { pillar, sector, minimumCompanies, commonPillars = null }: ComparisonInWords,
  than: SideInWords,
): FullStatement | null {
  const about = { subject, than: than.subject, pillar, ...(sector === undefined ? {} : { sector }) };
  const figures = { own, than: than.ranked, ranking: null, listed, thinBelow: minimumCompanies, commonPillars };
  return state(about, statement, figures);
}

/** Says `Denmark is rated above Poland`, with the bands of a scale in parentheses. */
function orderInWords({ first, second, companions }: StatedPair, scale: Scale | null, tense = PRESENT): string {
  const rated = companions.includes("narrow") ? "narrowly rated" : "rated";
  const bands = scale === null ? [] : [first, second].map(({ ranked }) => labelOf(scale, ranked.median ?? 0));
  const inParentheses = bands.length === 0 ? "" : ` (${bands.join(" against ")})`;
  return `${first.name} ${tense("is")} ${rated} above ${second.name}${inParentheses}`;
}

function sameBand(scale: Scale, one: SideInWords, other: SideInWords, tense = PRESENT): string {
  return `${inARow([one.name, other.name])} ${tense("are")} both rated ${labelOf(scale, one.ranked.median ?? 0)}`;
}

/**
 * Says whose companies are rated higher, with the shares of pairs or in short. Only a side that is
 * ahead at every band is called higher without the pairs in which it is higher.
 */
function spreadInWords(
  { claim, first, second }: StatedPair,
  length: "with shares" | "in short",
  tense = PRESENT,
): string {
  const isOfCompanies = first.listedCompanies === null;
  const [things, rate] = isOfCompanies ? ["judgements", tense("are")] : ["companies", tense("rate")];
  if (claim === "spread_alike") return `their ${things} ${tense("are")} spread alike`;
  const { higher, same, lower, pairs } = countPairs(first.ranked.entry.distribution, second.ranked.entry.distribution);
  const [more, less] = [percent(higher, pairs), percent(lower, pairs)];
  const own = thingsOf(first.subject, first.name, things);
  if (claim === "pairs_alike") {
    if (2 * same > pairs) return `their ${things} ${rate} alike in ${percent(same, pairs)} of pairs`;
    if (length === "in short") return `neither ${tense("is")} clearly ahead`;
    const shares = more === less ? `${more} each` : `${more} against ${less}`;
    return `in pairs of their ${things} neither ${tense("is")} clearly ahead (${shares})`;
  }
  if (claim === "pairs_more") return `${own} ${rate} higher in ${more} of pairs, and lower in ${less}`;
  return `${own} ${rate} higher${length === "in short" ? "" : ` (${more} of pairs against ${less})`}`;
}

function tieInWords({ first, flipsToChange }: StatedPair): string {
  const [one, many] =
    first.listedCompanies === null
      ? ["changed judgement", "changed judgements"]
      : ["changed rating", "changed ratings"];
  return `${capitalized(counted(flipsToChange ?? 0, one, many))} would make it a tie.`;
}

/** Says why two cannot be compared, without a full stop; null where they can. */
function unknownInWords(
  sides: readonly [SideInWords, SideInWords],
  { minimumCompanies, commonPillars, scope = "", apart = [] }: ComparisonInWords,
): string | null {
  const countIn = ({ ranked }: SideInWords): number => countOf(ranked.entry.distribution);
  const unjudged = sides.filter((side) => countIn(side) === 0);
  if (unjudged.length > 0) return startWithin(scope, notJudged(unjudged), ...givenNames(sides));
  if (commonPillars?.common === 0) {
    const all = apart.flat();
    const where = sides.map(
      ({ name }, side) =>
        `${name} is judged in ${inARow((apart[side] ?? []).map((label) => labelInWords(label, all)))}`,
    );
    return capitalized(`${inARow(where)}; with no pillar in common they cannot be compared`, ...givenNames(sides));
  }
  const few = sides.filter(({ ranked }) => ranked.rankReason === "too_few_companies");
  if (few.length === 0) return null;
  return startWithin(
    scope,
    `${fewInWords(few, countIn)}; a comparison needs at least ${countInWords(minimumCompanies)}`,
  );
}

/** Says `Fiji has one judged company and Kenya two`, or that both have as many. */
function fewInWords([one, other]: readonly SideInWords[], countIn: (side: SideInWords) => number): string {
  if (one === undefined) return "";
  const companies = counted(countIn(one), "judged company", "judged companies");
  if (other === undefined) return `${one.name} has ${companies}`;
  if (countIn(one) === countIn(other)) return `${inARow([one.name, other.name])} have ${companies} each`;
  return `${one.name} has ${companies} and ${other.name} ${countInWords(countIn(other))}`;
}

function notJudged(sides: readonly SideInWords[]): string {
  const [only] = sides;
  if (sides.length > 1 || only === undefined) {
    return sides.some(({ listedCompanies }) => listedCompanies === null)
      ? "neither company has been judged, so they cannot be compared"
      : "no company of either has been judged, so they cannot be compared";
  }
  if (only.listedCompanies === null) return `${only.name} has not been judged, so it cannot be compared`;
  if (only.listedCompanies === 0) return `${only.name} has no listed company, so it cannot be compared`;
  return `none of ${thingsOf(only.subject, only.name, "companies")} has been judged, so it cannot be compared`;
}
