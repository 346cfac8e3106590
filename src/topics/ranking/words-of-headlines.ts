import type { Scale } from "../../trust/scale.ts";
import { capitalized, counted, countInWords, inARow, possessive } from "../../ask/grammar.ts";
import { labelOf } from "../../ask/words.ts";

/**
 * The headlines of pages: findings, made from the figures of the answer that the page shows. They
 * name bands by the publisher's labels and call a tie a tie.
 */

/** Where something stands: a median band by its level, null where nothing was judged. */
export interface StandingInWords {
  /** As it stands within a sentence, with its article: `the Netherlands`. */
  readonly name: string;
  readonly level: number | null;
}

/** How the things of a list are called. */
interface Noun {
  readonly one: string;
  readonly many: string;
}

export const COUNTRY_NOUN: Noun = { one: "country", many: "countries" };
export const SECTOR_NOUN: Noun = { one: "sector", many: "sectors" };

/** At most so many are named; more are counted. */
const NAMED_MAX = 2;

/**
 * What a ranking shows: who stands at the top, and who next. `standings` are those that have a
 * rank, in any order.
 */
export function describeRankingInHeadline(
  scale: Scale,
  standings: readonly StandingInWords[],
  noun: Noun,
  pillar: string | null,
): string {
  const where = (text: string): string => (pillar === null ? capitalized(text) : `In ${pillar}, ${text}`);
  const judged = standings.filter(({ level }) => level !== null);
  const levels = [...new Set(judged.map(({ level }) => level ?? 0))].toSorted((a, b) => b - a);
  const [top, next] = levels.map((level) => ({
    label: labelOf(scale, level),
    names: judged.filter((standing) => standing.level === level).map(({ name }) => name),
  }));
  if (top === undefined) return where(`no ${noun.one} has enough judged companies to be ranked`);
  const first = standAt(top, noun, next === undefined && judged.length > 1);
  if (next === undefined) return where(first);
  return where(`${first}; ${follow(next, noun)}`);
}

interface Group {
  readonly label: string;
  readonly names: readonly string[];
}

function standAt({ label, names }: Group, { many }: Noun, areAll: boolean): string {
  const [name = ""] = names;
  if (names.length === 1) return `${name} stands alone at ${label}`;
  if (areAll && names.length > NAMED_MAX) return `all ${countInWords(names.length)} ${many} share ${label}`;
  return `${names.length > NAMED_MAX ? `${countInWords(names.length)} ${many}` : inARow(names)} share ${label}`;
}

function follow({ label, names }: Group, { many }: Noun): string {
  const [name = ""] = names;
  if (names.length === 1) return `${name} follows at ${label}`;
  return names.length > NAMED_MAX
    ? `${countInWords(names.length)} ${many} share ${label}`
    : `${inARow(names)} share ${label}`;
}

/** What the page of a country or a sector shows. */
export interface AreaInHeadline extends StandingInWords {
  readonly kind: "country" | "sector";
  readonly listedCompanies: number;
  readonly judgedCompanies: number;
  /** Why a country has no rank; null where it has one, and of sectors. */
  readonly unrankedReason: "too_few_companies" | "not_judged" | null;
  /** How many companies would have to be re-rated before its band changes; null for never. */
  readonly flipsToLower: number | null;
  readonly flipsToHigher: number | null;
}

/** Where a country or a sector stands, and whether one company decides it. */
export function describeAreaInHeadline(scale: Scale, area: AreaInHeadline): string {
  const { kind, name, level, listedCompanies, judgedCompanies, unrankedReason } = area;
  const whole = kind === "country" ? name : `the sector ${name}`;
  if (level === null) return capitalized(`no company in ${whole} has been judged${listedCompanies > 1 ? " yet" : ""}`);
  if (unrankedReason === "too_few_companies")
    return capitalized(
      `${counted(judgedCompanies, "judged company says", "judged companies say")} too little to rank ${whole}`,
    );
  const isFragile = area.flipsToLower === 1 || area.flipsToHigher === 1;
  const subject = kind === "country" ? `${possessive(name)} companies stand` : `${name} stands`;
  return capitalized(`${subject} at ${labelOf(scale, level)}${isFragile ? ", by one company" : ""}`);
}

/** How two countries stand to each other; `reason` is the one that their comparison gives. */
export function describePairInHeadline(
  scale: Scale,
  first: StandingInWords,
  second: StandingInWords,
  reason: "different_median_bands" | "same_median_band" | "too_few_companies" | "not_judged",
  pillar: string | null,
): string {
  const where = (text: string): string => (pillar === null ? capitalized(text) : `In ${pillar}, ${text}`);
  const both = inARow([first.name, second.name]);
  if (reason === "not_judged" || first.level === null || second.level === null)
    return where(
      `${both} cannot be compared: no company of ${first.level !== null ? second.name : second.level !== null ? first.name : "either"} has been judged`,
    );
  if (reason === "too_few_companies") return where(`too few companies are judged to tell ${both} apart`);
  if (first.level === second.level)
    return where(`${both} share ${labelOf(scale, first.level)}; neither stands above the other`);
  const [higher, lower] = first.level > second.level ? [first, second] : [second, first];
  return where(`${higher.name} stands above ${lower.name}`);
}

/** Which countries changed their median band between two releases. */
export interface MovesInHeadline {
  /** Their names as they stand within a sentence. */
  readonly rose: readonly string[];
  readonly fell: readonly string[];
  /** How many have another band because their list of companies changed, and for nothing else. */
  readonly byList: number;
  /** How many have too few judged companies for a rise or a fall. */
  readonly tooFew: number;
  /** How many are judged in one of the releases alone. */
  readonly judgedOnce: number;
}

/** Who rose and who fell; the others only where nobody did. */
export function describeMovesInHeadline({ rose, fell, byList, tooFew, judgedOnce }: MovesInHeadline): string {
  const name = (names: readonly string[]): string =>
    names.length > NAMED_MAX ? `${countInWords(names.length)} countries` : inARow(names);
  const moved = [
    ...(rose.length > 0 ? [`${name(rose)} rose`] : []),
    ...(fell.length > 0 ? [`${name(fell)} fell`] : []),
  ];
  if (moved.length > 0) return capitalized(moved.join("; "));
  const kinds: readonly (readonly [number, one: string, many: string])[] = [
    [byList, "country changed band with its list alone", "countries changed band with their lists alone"],
    [tooFew, "country has too few companies to say", "countries have too few companies to say"],
    [judgedOnce, "country is judged in one of the releases alone", "countries are judged in one of the releases alone"],
  ];
  const others = kinds.flatMap(([count, one, many]) => (count > 0 ? [counted(count, one, many)] : []));
  return others.length === 0 ? "No country’s median band moved" : capitalized(inARow(others));
}
