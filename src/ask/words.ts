import type { UnrankedReason } from "../trust/ranking.ts";
import type { Distribution, Scale } from "../trust/scale.ts";
import { countAroundMedian, countOf, firmnessOf, type MedianCounts } from "../trust/statistics.ts";
import { capitalized, counted, countInWords, digits, monthInWords, possessive, stand } from "./grammar.ts";

/**
 * The sentences that stand beside figures. Each is made from the figures of its answer alone, says
 * nothing more than they do, and names a band by the publisher's own label.
 */

/** Below six things no interval around a median has 95 % confidence: the data are thin. */
export const THIN_BELOW = 6;

/** Whether a distribution counts so little that its median says little. */
export function isThin(distribution: Distribution): boolean {
  return countOf(distribution) < THIN_BELOW;
}

/** A country, a sector or somebody's list of companies, and its figures. */
export interface AreaInWords {
  readonly kind: "country" | "sector" | "list";
  /** As it stands within a sentence, with its article: `the Netherlands`, `the list`. */
  readonly name: string;
  /** The pillar the figures are of, by its label; all pillars without it. */
  readonly pillar?: string;
  readonly listedCompanies: number;
  readonly distribution: Distribution;
  /** Of countries: where it stands in its ranking. */
  readonly place?: PlaceInWords;
}

interface PlaceInWords {
  readonly rank: number | null;
  readonly rankReason: UnrankedReason | null;
  readonly tiedWith: number | null;
  /** How many judged companies a rank needs. */
  readonly minimumCompanies: number;
}

/** What is known of a country, a sector or a list, in one to four sentences. */
export function describeAreaInWords(scale: Scale, area: AreaInWords): string {
  const counts = countAroundMedian(area.distribution);
  if (counts === null) return notJudged(area);
  const label = labelOf(scale, counts.median);
  const unlisted = unjudgedInWords(area, counts.count);
  if (area.place?.rankReason === "too_few_companies") {
    return sentences(tooFew(area, label, counts), unlisted, tooFewForRank(area, area.place.minimumCompanies));
  }
  const statement = isThin(area.distribution) ? thin(area, label, counts) : firm(scale, area, label, counts);
  return sentences(statement, unlisted, placeInWords(area.place));
}

/** `Namibia’s median band`; with a pillar, `In Privacy, Namibia’s median band`. */
function medianBandOf({ kind, name, pillar }: AreaInWords): string {
  const owner = kind === "sector" ? `the sector ${name}` : name;
  const median = kind === "country" ? `${possessive(name)} median band` : `the median band of ${owner}`;
  return capitalized(pillar === undefined ? median : `in ${pillar}, ${median}`);
}

function notJudged({ kind, name, pillar, listedCompanies: listed }: AreaInWords): string {
  if (kind === "sector" && listed === 0) return `No company is counted in the sector ${name}, so it has no band.`;
  const where = pillar === undefined ? "" : ` in ${pillar}`;
  const result = kind === "country" ? "it has no band" : `the ${kind} has no band`;
  const own = (number: string, noun: string): string => {
    if (kind === "country") return `${possessive(name)} ${number}listed ${noun}`;
    return kind === "sector" ? `the ${number}listed ${noun} of the sector ${name}` : `the ${number}${noun} of ${name}`;
  };
  const none = listed === 2 ? "Neither" : "None";
  const subject =
    listed === 1 ? capitalized(own("one ", "company")) : `${none} of ${own(`${countInWords(listed)} `, "companies")}`;
  return `${subject} ${listed === 1 ? "has not" : "has"} been judged${where}, so ${result}.`;
}

/** From six judged companies on: how firm the median is. */
function firm(scale: Scale, area: AreaInWords, label: string, counts: MedianCounts): string {
  const { flipsToLower, flipsToHigher } = firmnessOf(area.distribution) ?? NO_FLIPS;
  const { below, at, above, count } = counts;
  const band = `${medianBandOf(area)} is ${label}`;
  const own = `its ${digits(count)} judged companies`;
  if (flipsToLower === 1 && flipsToHigher === 1) {
    return `${band}, by one company either way: of ${own}, ${digits(below)} ${stand(below)} below, ${digits(at)} there and ${digits(above)} above.`;
  }
  if (flipsToLower === 1) {
    return `${band}, by one company: ${digits(below)} of ${own} ${stand(below)} below. If one more did, the median would ${neighbour(scale, area.distribution, counts.median, -1)}.`;
  }
  if (flipsToHigher === 1) {
    return `${band}, by one company: ${digits(above)} of ${own} ${stand(above)} above. If one more did, the median would ${neighbour(scale, area.distribution, counts.median, 1)}.`;
  }
  const there =
    at === count ? `All ${digits(at)} of its judged companies stand` : `${digits(at)} of ${own} ${stand(at)}`;
  return `${band}. ${there} there, and ${firmnessInWords(flipsToLower, flipsToHigher)}.`;
}

const NO_FLIPS = { flipsToLower: null, flipsToHigher: null };

/**
 * What one more company on that side would do. The band is named only if it is certain: where a
 * company stands in the neighbouring band already.
 */
function neighbour(scale: Scale, distribution: Distribution, median: number, step: 1 | -1): string {
  const level = median + step;
  if ((distribution[level - 1] ?? 0) > 0) return `be ${labelOf(scale, level)}`;
  return step < 0 ? "drop" : "rise";
}

function firmnessInWords(flipsToLower: number | null, flipsToHigher: number | null): string {
  const lower = flipsToLower ?? Infinity;
  const higher = flipsToHigher ?? Infinity;
  const fewest = Math.min(lower, higher);
  const moves = lower === higher ? "lower or as many higher before the median moves" : null;
  const drops = lower < higher ? "lower before the median drops" : "higher before it rises";
  return `${countInWords(fewest)} would have to be re-rated ${moves ?? drops}`;
}

function thin(area: AreaInWords, label: string, { count }: MedianCounts): string {
  const { flipsToLower, flipsToHigher } = firmnessOf(area.distribution) ?? NO_FLIPS;
  const fewest = Math.min(flipsToLower ?? Infinity, flipsToHigher ?? Infinity);
  const source = counted(count, "judged company", "judged companies");
  const change = counted(fewest, "re-rated company", "re-rated companies");
  return `${medianBandOf(area)} is ${label}, from ${source}. That says little about a ${area.kind}: ${change} would be enough to change it.`;
}

function tooFew({ name, pillar }: AreaInWords, label: string, { count }: MedianCounts): string {
  const where = pillar === undefined ? "" : ` in ${pillar}`;
  const median = count === 1 ? `which stands at ${label}` : `whose median band is ${label}`;
  return `${capitalized(name)} has ${counted(count, "judged company", "judged companies")}${where}, ${median}.`;
}

function tooFewForRank({ kind, pillar }: AreaInWords, minimum: number): string {
  const where = pillar === undefined ? "" : ` in ${pillar}`;
  return `With fewer than ${countInWords(minimum)} the ${kind} is not ranked${where}.`;
}

/** How many of the listed companies the figures leave out; nothing where they count all. */
function unjudgedInWords({ kind, pillar, listedCompanies }: AreaInWords, judged: number): string {
  const unjudged = listedCompanies - judged;
  if (unjudged === 0) return "";
  const where = pillar === undefined ? "" : ` in ${pillar}`;
  const more = kind === "list" ? "more" : "more listed";
  return `${capitalized(counted(unjudged, `${more} company has`, `${more} companies have`))} not been judged${where}.`;
}

function placeInWords(place: PlaceInWords | undefined): string {
  if (place === undefined || place.rank === null || place.tiedWith === null) return "";
  if (place.tiedWith === 0) return `It stands alone at rank ${place.rank}.`;
  const others = counted(place.tiedWith, "other country", "other countries");
  return `It shares rank ${place.rank} with ${others}; the data do not order them.`;
}

/** A company and its figures. */
export interface CompanyInWords {
  readonly name: string;
  /** The pillar the figures are of, by its label; all pillars without it. */
  readonly pillar?: string;
  /** Its judgements. */
  readonly distribution: Distribution;
  /** Where the answer has them: how many pillars the judgements belong to, and the newest date. */
  readonly pillars?: number;
  readonly newest?: string | null;
}

/** What is known of a company, in one or two sentences. */
export function describeCompanyInWords(scale: Scale, company: CompanyInWords): string {
  const counts = countAroundMedian(company.distribution);
  const where = company.pillar === undefined ? "" : ` in ${company.pillar}`;
  if (counts === null) return `${company.name} is listed and has not been judged${where}, so it has no band.`;
  const label = labelOf(scale, counts.median);
  const { count } = counts;
  const newest = company.newest == null ? "" : monthInWords(company.newest);
  if (count === 1) {
    return `${company.name} stands at ${label}${where}, by one judgement${newest === "" ? "" : ` of ${newest}`}.`;
  }
  const pillars = company.pillars === undefined ? "" : ` in ${counted(company.pillars, "pillar", "pillars")}`;
  const date = newest === "" ? "" : `, the newest of ${newest}`;
  return sentences(
    `${company.name} stands at ${label}${where}: the median of ${countInWords(count)} judgements${pillars}${date}.`,
    fragileJudgements(company.distribution),
  );
}

function fragileJudgements(distribution: Distribution): string {
  const { flipsToLower, flipsToHigher } = firmnessOf(distribution) ?? NO_FLIPS;
  const ways = [flipsToLower === 1 ? "lower" : "", flipsToHigher === 1 ? "higher" : ""].filter((way) => way !== "");
  return ways.length === 0 ? "" : `One judgement re-rated ${ways.join(" or ")} would be enough to change it.`;
}

/** The label of a level of the scale. */
export function labelOf(scale: Scale, level: number): string {
  const band = scale.bands[level - 1];
  if (band === undefined) throw new RangeError(`level ${level} is not on a scale of ${scale.bands.length} bands`);
  return band.label;
}

/** Sentences that belong together; empty ones are left out. */
export function sentences(...texts: readonly string[]): string {
  return texts.filter((text) => text !== "").join(" ");
}

/** A text with the publisher's notice behind it, which stays with it wherever it is copied. */
export function withNotice(text: string, notice: string | null): string {
  return notice === null ? text : sentences(text, notice);
}
