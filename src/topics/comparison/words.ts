import { countPairs } from "../../trust/compare.ts";
import type { Scale } from "../../trust/scale.ts";
import type { Rankable, RankedEntry } from "../../trust/ranking.ts";
import { type Statement, type StatementFigures } from "../../trust/statements.ts";
import { countOf } from "../../trust/statistics.ts";
import { capitalized, counted, countInWords, inARow, labelInWords, percent, possessive } from "../../ask/grammar.ts";
import { type About, type FullStatement, type Said, state, type SubjectName } from "../../ask/said.ts";
import { labelOf, sentences } from "../../ask/words.ts";

/** The sentences about two countries, sectors or companies. */

/** One side of a comparison. */
export interface SideInWords {
  readonly subject: SubjectName;
  /** As it stands within a sentence. */
  readonly name: string;
  readonly ranked: RankedEntry<Rankable>;
  /** Null for a company. */
  readonly listedCompanies: number | null;
}

/** What two sides are compared by. */
export interface ComparisonInWords extends Pick<StatementFigures, "commonPillars">, Pick<About, "pillar" | "sector"> {
  /** What a rank needs: judged companies of a country. */
  readonly minimumCompanies: number;
  /** What narrows the figures, in words; see `scopeInWords`. */
  readonly scope?: string;
}

/**
 * `in Privacy`, `in the sectors Energy and Mining`, or both; empty where nothing narrows the
 * figures.
 */
export function scopeInWords(sectors: readonly string[], pillar: string | null): string {
  const own = `in the ${sectors.length === 1 ? "sector" : "sectors"} ${inARow(sectors.map(labelInWords))}`;
  const parts = [sectors.length === 0 ? "" : own, pillar === null ? "" : `in ${labelInWords(pillar)}`];
  return parts.filter((part) => part !== "").join(" and ");
}

/** A beginning with what narrows its figures in front of it, as the start of a sentence. */
export function startWithin(scope: string, text: string): string {
  return capitalized(scope === "" ? text : `${scope}, ${text}`);
}

/** How two countries, sectors or companies compare, in one to three sentences. */
export function compareInWords(scale: Scale, one: SideInWords, other: SideInWords, by: ComparisonInWords): Said {
  const unknown = unknownInWords([one, other], by);
  if (unknown !== null) return { text: `${unknown}.`, statements: [] };
  const { order, spread, statements } = findLead(one, other, by);
  const bands = order === null ? sameBand(scale, one, other) : orderInWords(order, scale);
  const first = startWithin(by.scope ?? "", bands);
  const detail = spreadInWords(spread, "with shares");
  if (order === null && spread.claim === "spread_alike") return { text: `${first}, and ${detail}.`, statements };
  const isOpposed = order?.companions.includes("opposite_pairs") ?? false;
  const text = isOpposed ? `${first}, but ${detail}.` : `${first}. ${capitalized(detail)}.`;
  return { text: sentences(text, order === null ? "" : tieInWords(order)), statements };
}

/** The same in few words, without a full stop. */
export function compareInHeadline(scale: Scale, one: SideInWords, other: SideInWords, by: ComparisonInWords): Said {
  const unknown = unknownInWords([one, other], by);
  if (unknown !== null) return { text: unknown, statements: [] };
  const { order, spread, statements } = findLead(one, other, by);
  const inShort = spreadInWords(spread, "in short");
  const isOpposed = order?.companions.includes("opposite_pairs") ?? false;
  const text =
    order === null
      ? `${sameBand(scale, one, other)}; ${inShort}`
      : `${orderInWords(order, null)}${isOpposed ? `, but ${inShort}` : ""}`;
  return { text: startWithin(by.scope ?? "", text), statements };
}

/** A statement about two, the first of which it is about. */
interface StatedPair extends Pick<FullStatement, "claim" | "companions" | "flipsToChange"> {
  readonly first: SideInWords;
  readonly second: SideInWords;
}

/** Which of two is above the other by its median band, if one is, and which by all pairs. */
function findLead(one: SideInWords, other: SideInWords, by: ComparisonInWords) {
  const statements: FullStatement[] = [];
  const find = (claims: readonly ("above" | "spread_alike" | "pairs_alike" | "pairs_higher")[]): StatedPair | null => {
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
  const spread = find(["spread_alike", "pairs_alike", "pairs_higher"]);
  if (spread === null) throw new RangeError("two that are compared have no pairs");
  const bands = [one, other].flatMap(
    (side) => stateOf({ claim: "band", level: side.ranked.median ?? 0 }, side, by) ?? [],
  );
  return { order, spread, statements: [...statements, ...bands] };
}

function stateOf(
  statement: Statement,
  { subject, ranked: own, listedCompanies: listed }: SideInWords,
  { pillar, sector, minimumCompanies, commonPillars = null }: ComparisonInWords,
  than?: SideInWords,
): FullStatement | null {
  const about = { subject, pillar, ...(sector === undefined ? {} : { sector }) };
  const figures = { own, ranking: null, listed, thinBelow: minimumCompanies };
  if (than === undefined) return state(about, statement, figures);
  return state({ ...about, than: than.subject }, statement, { ...figures, than: than.ranked, commonPillars });
}

/** `Denmark is rated above Poland`, with the bands of a scale in parentheses. */
function orderInWords({ first, second, companions }: StatedPair, scale: Scale | null): string {
  const isRated = companions.includes("narrow") ? "is narrowly rated" : "is rated";
  const bands = scale === null ? [] : [first, second].map(({ ranked }) => labelOf(scale, ranked.median ?? 0));
  const inParentheses = bands.length === 0 ? "" : ` (${bands.join(" against ")})`;
  return `${first.name} ${isRated} above ${second.name}${inParentheses}`;
}

function sameBand(scale: Scale, one: SideInWords, other: SideInWords): string {
  return `${inARow([one.name, other.name])} are both rated ${labelOf(scale, one.ranked.median ?? 0)}`;
}

/** Whose companies are rated higher, as a clause; with the shares of pairs, or in short. */
function spreadInWords({ claim, first, second }: StatedPair, length: "with shares" | "in short"): string {
  const isOfCompanies = first.listedCompanies === null;
  const [things, rate] = isOfCompanies ? ["judgements", "are"] : ["companies", "rate"];
  if (claim === "spread_alike") return `their ${things} are spread alike`;
  const { higher, lower, pairs } = countPairs(first.ranked.entry.distribution, second.ranked.entry.distribution);
  const [more, less] = [percent(higher, pairs), percent(lower, pairs)];
  const shares = claim === "pairs_alike" ? ` (${more} of pairs each)` : ` (${more} of pairs against ${less})`;
  const own = claim === "pairs_alike" ? "their" : possessive(first.name);
  return `${own} ${things} ${rate} higher${claim === "pairs_alike" ? " equally often" : ""}${length === "in short" ? "" : shares}`;
}

function tieInWords({ first, flipsToChange }: StatedPair): string {
  const [one, many] =
    first.listedCompanies === null
      ? ["changed judgement", "changed judgements"]
      : ["changed rating", "changed ratings"];
  return `${capitalized(counted(flipsToChange ?? 0, one, many))} would make it a tie.`;
}

/** Why two cannot be compared, without a full stop; null where they can. */
function unknownInWords(
  sides: readonly [SideInWords, SideInWords],
  { minimumCompanies, commonPillars, scope = "" }: ComparisonInWords,
): string | null {
  const countIn = ({ ranked }: SideInWords): number => countOf(ranked.entry.distribution);
  const unjudged = sides.filter((side) => countIn(side) === 0);
  if (unjudged.length > 0) return startWithin(scope, notJudged(unjudged));
  const names = inARow(sides.map(({ name }) => name));
  if (commonPillars?.common === 0)
    return capitalized(`${names} are judged in no pillar in common, so they cannot be compared`);
  const few = sides.filter(({ ranked }) => ranked.rankReason === "too_few_companies");
  if (few.length === 0) return null;
  return startWithin(
    scope,
    `${fewInWords(few, countIn)}; a comparison needs at least ${countInWords(minimumCompanies)}`,
  );
}

/** `Fiji has one judged company and Kenya two`, or that both have as many. */
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
  return `none of ${possessive(only.name)} companies has been judged, so it cannot be compared`;
}
