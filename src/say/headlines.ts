import { type Rankable, type RankedEntry, rankByMedian } from "../trust/ranking.ts";
import type { Scale } from "../trust/scale.ts";
import { countOf } from "../trust/statistics.ts";
import { capitalized, countInWords, inARow, labelInWords, ordinal, placeOnScale } from "../ask/grammar.ts";
import { labelOf, type RegionInWords, whereInWords } from "../ask/words.ts";
import { startWithin } from "./comparison.ts";
import { allOf, shortEnough } from "./counts.ts";
import { labelsInARow } from "./not-known.ts";
import { type Listed, NAMED_MAX } from "./standing.ts";
import { speakAsOf, type Tense, tenseOf, type ToldScale } from "./tense.ts";

/**
 * The headlines of pages and pictures: the strongest statement that holds, from a fixed order. They
 * name bands by the publisher's labels, and a country where one can be named.
 */

/** The words for the things of a list. */
export interface Noun {
  readonly one: string;
  readonly many: string;
  /** The word for those with enough companies: sectors have no rank. */
  readonly placed: "ranked" | "rated";
}

export const COUNTRY_NOUN: Noun = { one: "country", many: "countries", placed: "ranked" };
export const SECTOR_NOUN: Noun = { one: "sector", many: "sectors", placed: "rated" };

type RankedArea = RankedEntry<Rankable & Listed>;

interface RankingInWords {
  readonly noun: Noun;
  readonly pillar: { readonly id: string; readonly label: string } | null;
  /** The region that the areas lie in; null for the whole world. */
  readonly region?: RegionInWords | null;
  readonly minimumCompanies: number;
  /** Names the largest below the best band, too, where that is a story. */
  readonly isStory?: boolean;
}

/** Describes the top of a ranking: who is there, of how many, and in which band. */
export function describeRankingInHeadline(scale: ToldScale, areas: readonly Listed[], by: RankingInWords): string {
  const { noun, pillar, region = null, minimumCompanies, isStory = false } = by;
  const ranking = rankByMedian(
    areas.map((area) => ({ ...area, code: area.subject })),
    minimumCompanies,
  );
  const where = `${pillar === null ? "" : ` in ${labelInWords(pillar.label)}`}${whereInWords(region)}`.trimStart();
  const { tense, scope } = speakAsOf(scale, where);
  const within = (text: string): string => startWithin(scope, text);
  const ranked = ranking.filter(({ rank }) => rank !== null);
  const level = ranked[0]?.median ?? null;
  if (level === null) return within(`no ${noun.one} ${tense("has")} enough judged companies to be ${noun.placed}`);
  const best = ranked
    .filter(({ median }) => median === level)
    .toSorted((a, b) => (b.entry.listedCompanies ?? 0) - (a.entry.listedCompanies ?? 0));
  const top = { scale, noun, tense, level, best, ranked: ranked.length, all: ranking.length };
  const below = ranked.filter(({ median }) => median !== level);
  const wordings = [...(isStory ? wordStory(top, below) : []), ...wordTop(top)].map(within);
  return shortEnough(wordings, scope.length - where.length);
}

/** Says how many ranked countries are below the band of the first ones. */
export function describeBelowInHeadline(scale: ToldScale, top: number, below: number, ranked: number): string {
  const are = tenseOf(scale)(below === 1 ? "is" : "are");
  return capitalized(
    `${countInWords(below)} of the ${countInWords(ranked)} ranked countries ${are} below ${labelOf(scale, top)}`,
  );
}

/** The top of a ranking. */
interface Top {
  readonly scale: Scale;
  readonly noun: Noun;
  readonly tense: Tense;
  readonly level: number;
  /** The areas of the best band that one reaches, the largest first. */
  readonly best: readonly RankedArea[];
  /** Number of areas with a rank, and of all areas. */
  readonly ranked: number;
  readonly all: number;
}

/** Words the best band that one reaches, and the bands of the two largest, or one, below it. */
function wordStory({ scale, noun, tense, level, best }: Top, below: readonly RankedArea[]): readonly string[] {
  const label = ({ median }: RankedArea): string => labelOf(scale, median ?? level);
  const [first, second] = below.toSorted((a, b) => countOf(b.entry.distribution) - countOf(a.entry.distribution));
  if (first === undefined || (best.length > 1 && level === scale.bands.length)) return [];
  const reached = labelOf(scale, level);
  const top =
    best.length === 1
      ? `only ${nameAll(best)} ${tense("is")} ${reached}`
      : `no ${noun.one} ${tense("gets")} past ${reached}`;
  const alone = `${top}; ${first.entry.name} ${tense("is")} ${label(first)}`;
  if (second === undefined) return [alone];
  const other = second.entry.name;
  const both = `${top}; ${first.entry.name} ${tense("is")} ${label(first)}, ${other} ${label(second)}`;
  const alike = `${top}; ${first.entry.name} and ${other} ${tense("are")} ${label(first)}`;
  return [first.median === second.median ? alike : both, alone];
}

/** Returns the wordings of a headline, the best first; the last one is the shortest. */
function wordTop(top: Top): readonly string[] {
  const { scale, level, best, ranked } = top;
  if (ranked === 1) return wordOnly(top);
  if (best.length === ranked) return wordTie(top);
  return level === scale.bands.length ? wordHighest(top) : wordLeaders(top);
}

/** Says who shares a place of a ranking, `four countries tie for 3rd`; where all tie, no rank. */
export function placeInRanking(rank: number, count: number, areAll: boolean): string {
  if (areAll) return count === 1 ? "the only ranked country" : `${allOf(count)} ranked countries`;
  return count === 1 ? ordinal(rank) : `${countInWords(count)} countries tie for ${ordinal(rank)}`;
}

/** Says the same of the first place in a sentence, and where on the scale all are that tie. */
export function describeFirstPlace(
  scale: Parameters<typeof labelOf>[0],
  { rank, level, count }: Readonly<Record<"rank" | "level" | "count", number>>,
  areAll: boolean,
): string {
  if (!areAll) return `${capitalized(placeInRanking(rank, count, areAll))}.`;
  return `All of those are rated ${labelOf(scale, level)}, ${placeOnScale(level, scale.bands.length)}.`;
}

/** Words a ranking in which only one has a rank. */
function wordOnly({ scale, noun, tense, level, best, ranked, all }: Top): readonly string[] {
  const label = labelOf(scale, level);
  const set = `of ${countInWords(all)} ${noun.many}, only ${nameAll(best)} ${tense("has")} enough companies:`;
  const own =
    ranked === all ? `${nameAll(best)} ${tense("is")} rated ${label}` : `${set} it ${tense("is")} rated ${label}`;
  const placed = `of ${countInWords(all)} ${noun.many} ${tense("is")} ${noun.placed}: ${label}`;
  const whole = `${own}, ${placeOnScale(level, scale.bands.length)}`;
  return [whole, own, `only ${nameAll(best)} ${placed}`, `only one ${placed}`];
}

/** Words a ranking in which all with a rank share one band. */
function wordTie(top: Top): readonly string[] {
  const { scale, tense, level, best, ranked } = top;
  const label = labelOf(scale, level);
  const place = placeOnScale(level, scale.bands.length);
  const end = level === 1 ? ", the lowest band" : level === scale.bands.length ? ", the highest band" : "";
  const named = `${nameAll(best)} ${tense("are")} rated ${label}, ${place}${restOf(top)}`;
  const all = `${allOf(ranked)} ${rankedOnes(top)} ${tense("are")} rated`;
  return [
    ...(best.length > NAMED_MAX ? [] : [named]),
    `${all} ${label}, ${place}${leftOut(top, " more")}`,
    `${all} ${label}${end}${leftOut(top, " more")}`,
    `${all} ${label}${leftOut(top, "")}`,
  ];
}

/** Words a ranking in which some, but not all, reach the highest band of the scale. */
function wordHighest(top: Top): readonly string[] {
  const { scale, noun, tense, level, best } = top;
  const count = countInWords(best.length);
  const rated = `${tense(best.length === 1 ? "is" : "are")} rated ${labelOf(scale, level)}`;
  const naming: readonly string[] =
    best.length > NAMED_MAX
      ? [`${count} of ${setOf(top)}, ${nameAll(best.slice(0, 1))} among them, ${rated}${leftOut(top, " more")}`]
      : [
          `of ${setOf(top)}, only ${nameAll(best)} ${rated}${leftOut(top, " more")}`,
          `only ${nameAll(best)} ${rated}${restOf(top)}`,
        ];
  return [
    ...naming,
    `${count} of ${setOf(top)} ${rated}${leftOut(top, " more")}`,
    `${count} ${best.length === 1 ? noun.one : noun.many} ${rated}${restOf(top)}`,
  ];
}

/** Words a ranking without the highest band of the scale in which some are better than others. */
function wordLeaders(top: Top): readonly string[] {
  const { scale, noun, tense, level, best } = top;
  const label = labelOf(scale, level);
  const where = `${label}, ${placeOnScale(level, scale.bands.length)}${restOf(top)}`;
  const lead = `${tense(best.length === 1 ? "leads" : "lead")} at ${where}`;
  return [
    best.length > NAMED_MAX
      ? `${countInWords(best.length)} ${noun.many}, ${nameAll(best.slice(0, 1))} among them, ${lead}`
      : `${nameAll(best)} ${lead}`,
    `no ${noun.one} ${tense("gets")} beyond ${where}`,
    `no ${noun.one} ${tense("gets")} beyond ${label}${restOf(top)}`,
  ];
}

/** Returns `21 countries` or, if others have no rank, `56 ranked countries`. */
function setOf(top: Top): string {
  return `${countInWords(top.ranked)} ${rankedOnes(top)}`;
}

function rankedOnes({ noun, ranked, all }: Top): string {
  return ranked === all ? noun.many : `${noun.placed} ${noun.many}`;
}

/** Says that the others are left out: `; two more are not ranked`. */
function leftOut({ noun, tense, ranked, all }: Top, after: string): string {
  const others = all - ranked;
  return others === 0
    ? ""
    : `; ${countInWords(others)}${after} ${tense(others === 1 ? "is" : "are")} not ${noun.placed}`;
}

/** Says the same if no set is named: `; two of 23 are not ranked`. */
function restOf(top: Top): string {
  return leftOut(top, ` of ${countInWords(top.all)}`);
}

function nameAll(areas: readonly RankedArea[]): string {
  const names = areas.map(({ entry: { name } }) => name);
  return areas[0]?.entry.subject.startsWith("sector:") ? labelsInARow(names) : inARow(names);
}
