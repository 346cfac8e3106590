import { rankAlone } from "../trust/ranking.ts";
import type { Distribution } from "../trust/scale.ts";
import { capitalized, countInWords, counted, digits, inARow, labelInWords, placeOnScale } from "../ask/grammar.ts";
import { labelOf, type RegionInWords, whereInWords as inRegionWords } from "../ask/words.ts";
import { startWithin } from "./comparison.ts";
import { allOf, shortEnough } from "./counts.ts";
import { speakAsOf, type Tense, type ToldScale } from "./tense.ts";

/** The headlines of pages that list things: findings, made from counts of what they list. */

/** A list of companies: its filters, and the number of its companies by band. */
export interface CompaniesInHeadline {
  /** The filters of the list, as named within a sentence; empty for no filter. */
  readonly countries: readonly string[];
  readonly sectors: readonly string[];
  readonly pillars: readonly string[];
  /** The levels of the bands it is narrowed to. */
  readonly levels: readonly number[];
  /** The number of companies that the other filters leave in each band, by its level. */
  readonly counts: ReadonlyMap<number, number>;
  /** The number of companies that they leave, and of the judged ones among those. */
  readonly listed: number;
  readonly judged: number;
}

/** Says how most companies of a list are rated, or how many are in the bands asked for. */
export function describeCompaniesInHeadline(scale: ToldScale, list: CompaniesInHeadline): string {
  const { levels, counts, listed, judged, pillars } = list;
  const { tense, scope } = speakAsOf(scale, "");
  const where = whereInWords(list);
  const within = pillars.length === 0 ? "" : ` in ${inARow(pillars, "or")}`;
  const label = (level: number): string => labelOf(scale, level);
  if (listed === 0 && pillars.length === 0) return startWithin(scope, `no company${where} ${tense("is")} listed`);
  if (judged === 0) return startWithin(scope, `no company${where} ${tense("is")} judged${within}`);
  const unjudged = listed - judged;
  const more = unjudged === 0 ? "" : `; ${digits(unjudged)} more ${tense(unjudged === 1 ? "is" : "are")} not judged`;
  const has = (level: number): number => counts.get(level) ?? 0;
  const say = (text: string): string => `${startWithin(scope, text)}${within}${more}`;
  if (levels.length > 0) {
    const count = levels.reduce((sum, level) => sum + has(level), 0);
    const bands = inARow(levels.map(label), "or");
    if (count === 0) return say(`no judged company${where} ${tense("is")} rated ${bands}`);
    return say(`${ratedInWords(tense, count, judged, where)} ${bands}`);
  }
  const most = Math.max(...counts.values());
  const modes = scale.bands.flatMap((_, index) => (has(index + 1) === most ? [index + 1] : []));
  const [first = "", second = ""] = modes.map(label);
  if (modes.length === 1) return say(`${ratedInWords(tense, most, judged, where)} ${first}`);
  const two = `${digits(most)} ${tense("are")} rated ${first} and ${digits(most)} ${second}`;
  const even = `no ${most === 1 ? "two" : `more than ${digits(most)}`} ${tense("are")} rated alike`;
  return say(`of ${digits(judged)} judged companies${where}, ${modes.length === 2 && most > 1 ? two : even}`);
}

function ratedInWords(tense: Tense, count: number, all: number, where: string): string {
  if (all === 1) return `the one judged company${where} ${tense("is")} rated`;
  const whose = `judged companies${where}`;
  if (count === all) return `${allOf(all, digits)} ${whose} ${tense("are")} rated`;
  return `of ${digits(all)} ${whose}, ${digits(count)} ${tense(count === 1 ? "is" : "are")} rated`;
}

function whereInWords({ countries, sectors }: CompaniesInHeadline): string {
  const ofSectors = ` of the ${sectors.length === 1 ? "sector" : "sectors"} ${inARow(sectors)}`;
  const inCountries = ` in ${inARow(countries)}`;
  return `${sectors.length === 0 ? "" : ofSectors}${countries.length === 0 ? "" : inCountries}`;
}

/** A country in a matrix. */
interface MatrixRowInWords {
  /** Its name within a sentence, with the article: `the Netherlands`. */
  readonly name: string;
  /** Its companies in each sector. */
  readonly cells: readonly Distribution[];
}

/** Maximum number of countries that are named; more are counted. */
const NAMED_MAX = 2;

/** The terms of a matrix. */
interface MatrixInWords {
  readonly pillar: { readonly id: string; readonly label: string } | null;
  /** The region whose countries are the rows; null for the whole world. */
  readonly region?: RegionInWords | null;
  readonly minimumCompanies: number;
}

/**
 * Names the country that reaches the best band of all in the largest share of its rated sectors: by
 * their number alone it would be the country with the most sectors.
 */
export function describeMatrixInHeadline(
  scale: ToldScale,
  rows: readonly MatrixRowInWords[],
  by: MatrixInWords,
): string {
  const { pillar, region = null, minimumCompanies } = by;
  const within = `${pillar === null ? "" : ` in ${labelInWords(pillar.label)}`}${inRegionWords(region)}`.trimStart();
  const { tense, scope } = speakAsOf(scale, within);
  const where = (text: string): string => startWithin(scope, text);
  const ranked = rows.map(({ name, cells }) => ({
    name,
    levels: cells.flatMap((distribution) => {
      const { rankReason, median } = rankAlone(distribution, minimumCompanies);
      return rankReason === null && median !== null ? [median] : [];
    }),
  }));
  const best = Math.max(0, ...ranked.flatMap(({ levels }) => levels));
  if (best === 0) return where(`no sector of any country ${tense("has")} enough judged companies`);
  const reaching = ranked
    .map(({ name, levels }) => ({
      name,
      rated: levels.length,
      count: levels.filter((level) => level === best).length,
    }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count * a.rated - a.count * b.rated || b.rated - a.rated);
  const [first] = reaching;
  const leading = reaching.filter(({ rated, count }) => rated === first?.rated && count === first.count);
  const wordings = wordMatrix({
    tense,
    isLowest: best === 1,
    band: [labelOf(scale, best), placeOnScale(best, scale.bands.length)],
    names: leading.map(({ name }) => name),
    reaching: reaching.length,
    rated: ranked.filter(({ levels }) => levels.length > 0).length,
    all: rows.length,
    sectors: sectorsInWords(first?.count ?? 0, first?.rated ?? 0, leading.length),
  }).map(where);
  return shortEnough(wordings, scope.length - within.length);
}

/** Those that reach the best band of a rated sector, and in how many sectors. */
interface Reaching extends Readonly<Record<"reaching" | "rated" | "all", number>> {
  readonly tense: Tense;
  readonly isLowest: boolean;
  readonly band: readonly [label: string, place: string];
  readonly names: readonly string[];
  readonly sectors: string;
}

/** Returns the wordings of that headline, the best first; the last one is the shortest. */
function wordMatrix({ tense, isLowest, band, names, reaching, rated, all, sectors }: Reaching): readonly string[] {
  const [who, many, [label, place]] = [inARow(names), counted(reaching, "country", "countries"), band];
  if (isLowest) {
    const none = `no rated sector of a country ${tense("gets")} beyond ${label}`;
    return [`${none}, ${place}`, none];
  }
  const reach = tense(names.length === 1 ? "reaches" : "reach");
  if (all === 1) return [`${who} ${reach} ${label} in ${sectors}`];
  if (rated === 1) return [`${who}, the only country with a rated sector, ${reach} ${label} in ${sectors}`];
  if (reaching === 1) {
    const set = `of ${countInWords(rated)} countries with a rated sector`;
    const only = rated === all ? "only" : `${set}, only`;
    return [
      `${only} ${who} ${reach} ${label}, in ${sectors}`,
      `${only} ${who} ${reach} ${label}`,
      `one ${set} ${reach} ${label}`,
    ];
  }
  const those = names.length === 1 ? who : `${who} each`;
  const whole =
    names.length === reaching ? `${those} ${reach} ${label} in` : `${many} ${tense("reach")} ${label}, ${those} in`;
  return [
    ...(names.length > NAMED_MAX ? [] : [`${whole} ${sectors}`]),
    `${many} ${tense("reach")} ${label} in a sector`,
  ];
}

/** Says `5 of 6 rated sectors`, or that it is all of them. */
function sectorsInWords(reached: number, rated: number, countries: number): string {
  if (rated === 1) return `${countries === 1 ? "its" : "their"} only rated sector`;
  if (reached < rated) return `${digits(reached)} of ${digits(rated)} rated sectors`;
  return `${allOf(rated)} rated sectors`;
}

/** The results of a search. */
export interface SearchInWords {
  /** The query as it was sent. */
  readonly query: string;
  /** The countries and sectors that it names, in the words of a sentence. */
  readonly places: readonly string[];
  /** The numbers of companies and products; undefined for those that were not looked for. */
  readonly companies: number | undefined;
  readonly products: number | undefined;
  /** True if there may be more of them. */
  readonly areMore: boolean;
  /** True if all of them are misspelled, or lack words of the query. */
  readonly isSimilar: boolean;
}

/** Says what matches a query: named if it is few, counted if it is many. */
export function describeSearchInHeadline(search: SearchInWords): string {
  const { query, places, companies = 0, products = 0, areMore } = search;
  const least = areMore ? "at least " : "";
  const counts = [
    ...(companies > 0 ? [least + counted(companies, "company", "companies")] : []),
    ...(products > 0 ? [least + counted(products, "product", "products")] : []),
  ];
  const named = places.length <= NAMED_MAX ? places : [`${countInWords(places.length)} countries and sectors`];
  const found = [...named, ...counts];
  if (found.length === 0) return `Nothing matches “${query}”`;
  const isOne = places.length + companies + products === 1;
  if (search.isSimilar)
    return `Nothing is called “${query}”; ${inARow(found)} ${isOne ? "has a similar name" : "have similar names"}`;
  return capitalized(`${inARow(found)} ${isOne ? "matches" : "match"} “${query}”`);
}

/**
 * Says that no company has the name that was sought, before those that only have its words or are
 * similar; empty if one has it, or if the query may be the beginning of a name.
 */
export function describeNoNamesake(query: string, companies: readonly { readonly likeness: string }[]): string {
  const has = (likeness: "name" | "words" | "part"): boolean =>
    companies.some((company) => company.likeness === likeness);
  const isBeginning = has("part") && !has("words");
  if (companies.length === 0 || has("name") || isBeginning) return "";
  const none = `No company is called “${query}”`;
  if (!has("words")) return `${none}. What follows is spelt alike.`;
  return `${none}. What follows has ${/\s/u.test(query) ? "these words" : "it"} in its name.`;
}
