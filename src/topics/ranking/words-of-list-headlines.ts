import type { Likeness } from "../../search/name-key.ts";
import type { Scale } from "../../trust/scale.ts";
import { capitalized, countInWords, counted, digits, inARow } from "../../ask/grammar.ts";
import { labelOf } from "../../ask/words.ts";

/** The headlines of pages that list things: findings, made from counts of what they list. */

/** A list of companies: what narrows it, and how many companies it has by band. */
export interface CompaniesInHeadline {
  /** What the list is narrowed to, as it stands within a sentence; empty for no filter. */
  readonly countries: readonly string[];
  readonly sectors: readonly string[];
  readonly pillars: readonly string[];
  /** The levels of the bands it is narrowed to. */
  readonly levels: readonly number[];
  /** How many companies the other filters leave in each band, by its level. */
  readonly counts: ReadonlyMap<number, number>;
  /** How many companies they leave, and how many of those are judged. */
  readonly listed: number;
  readonly judged: number;
}

/** Where most of the companies of a list stand, or how many stand in the bands asked for. */
export function describeCompaniesInHeadline(scale: Scale, list: CompaniesInHeadline): string {
  const { levels, counts, listed, judged, pillars } = list;
  const where = whereInWords(list);
  const within = pillars.length === 0 ? "" : ` in ${inARow(pillars, "or")}`;
  const label = (level: number): string => labelOf(scale, level);
  if (listed === 0 && pillars.length === 0) return `No company${where} is listed`;
  if (judged === 0) return `No company${where} has been judged${within}`;
  const subject = judged === 1 ? "the one judged company" : `${digits(judged)} judged companies`;
  const has = (level: number): number => counts.get(level) ?? 0;
  if (levels.length > 0) {
    const count = levels.reduce((sum, level) => sum + has(level), 0);
    const bands = inARow(levels.map(label), "or");
    if (count === 0) return `No judged company${where} stands at ${bands}${within}`;
    return capitalized(`${shareInWords(count, judged, `${subject}${where}`)} at ${bands}${within}`);
  }
  const most = Math.max(...counts.values());
  const modes = scale.bands.flatMap((_, index) => (has(index + 1) === most ? [label(index + 1)] : []));
  const [first = "", second = ""] = modes;
  if (modes.length === 1) {
    const share = shareInWords(most, judged, `${subject}${where}`);
    return capitalized(`${share} at ${first}${within}${most < judged ? ", more than at any other band" : ""}`);
  }
  const rest = modes.length === 2 ? `${digits(most)} stand at ${first} and ${digits(most)} at ${second}` : null;
  const even = `no more than ${digits(most)} ${most === 1 ? "stands" : "stand"} at any one band`;
  return `Of ${subject}${where}, ${rest ?? even}${within}`;
}

function shareInWords(count: number, all: number, subject: string): string {
  if (all === 1) return `${subject} stands`;
  if (count === all) return `all ${subject} stand`;
  return `of ${subject}, ${digits(count)} ${count === 1 ? "stands" : "stand"}`;
}

function whereInWords({ countries, sectors }: CompaniesInHeadline): string {
  const ofSectors = ` of the ${sectors.length === 1 ? "sector" : "sectors"} ${inARow(sectors)}`;
  const inCountries = ` in ${inARow(countries)}`;
  return `${sectors.length === 0 ? "" : ofSectors}${countries.length === 0 ? "" : inCountries}`;
}

/** A country in a matrix: the median levels of its sectors with enough judged companies. */
export interface MatrixRowInWords {
  /** As it stands within a sentence, with its article: `the Netherlands`. */
  readonly name: string;
  readonly levels: readonly number[];
}

/** At most so many countries are named; more are counted. */
const NAMED_MAX = 2;

/** Which country reaches the best band that there is in the most sectors. */
export function describeMatrixInHeadline(
  scale: Scale,
  rows: readonly MatrixRowInWords[],
  pillar: string | null,
): string {
  const where = (text: string): string => (pillar === null ? capitalized(text) : `In ${pillar}, ${text}`);
  const best = Math.max(0, ...rows.flatMap(({ levels }) => levels));
  if (best === 0) return where("no sector of any country has enough judged companies");
  const label = labelOf(scale, best);
  const countOf = ({ levels }: MatrixRowInWords): number => levels.filter((level) => level === best).length;
  const reaching = rows.filter((row) => countOf(row) > 0);
  const most = Math.max(...reaching.map(countOf));
  const names = reaching.filter((row) => countOf(row) === most).map(({ name }) => name);
  const sectors = counted(most, "sector", "sectors");
  if (reaching.length === 1) return where(`only ${inARow(names)} reaches ${label}, in ${sectors}`);
  if (names.length === 1) return where(`${inARow(names)} reaches ${label} in ${sectors}, more than any other country`);
  const none = names.length < reaching.length ? ", more than any other country" : ", and no other country does";
  if (names.length <= NAMED_MAX) return where(`${inARow(names)} each reach ${label} in ${sectors}${none}`);
  return where(`${countInWords(names.length)} countries reach ${label} in ${sectors} each${none}`);
}

/** What a search found. */
export interface SearchInWords {
  /** As it was sent. */
  readonly query: string;
  /** The countries and sectors it names, as they stand within a sentence. */
  readonly places: readonly string[];
  /** How many companies and products there are; undefined for those that were not looked for. */
  readonly companies: number | undefined;
  readonly products: number | undefined;
  /** There may be more of them. */
  readonly areMore: boolean;
}

/** What matches a query: by name if it is few, counted if it is many. */
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
  return capitalized(`${inARow(found)} ${isOne ? "matches" : "match"} “${query}”`);
}

/**
 * That no company has the name that was sought, before those that only have its words or are
 * similar; empty if one has it, or if the query may be the beginning of a name.
 */
export function describeNoNamesake(query: string, companies: readonly { readonly likeness: Likeness }[]): string {
  const has = (likeness: Likeness): boolean => companies.some((company) => company.likeness === likeness);
  const isBeginning = has("part") && !has("words");
  if (companies.length === 0 || has("name") || isBeginning) return "";
  const none = `No company is called “${query}”`;
  if (!has("words")) return `${none}. What follows is spelt alike.`;
  return `${none}. What follows has ${/\s/u.test(query) ? "these words" : "this word"} in its name.`;
}

/** Where somebody's own list stands, from how many judged companies. */
export function describeOwnListInHeadline(
  scale: Scale,
  list: { readonly companies: number; readonly judged: number; readonly level: number | null },
): string {
  const { companies, judged, level } = list;
  if (companies === 0) return "No row of the list is matched for certain";
  if (level === null) return "No company of the list has been judged";
  const from = counted(judged, "judged company", "judged companies");
  return `The list stands at ${labelOf(scale, level)}, from ${from}`;
}
