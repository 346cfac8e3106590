import { readFormalName } from "./formal-forms.ts";
import { nameKey } from "./name-key.ts";
import { buildEnglishNames, buildForeignNames, type NameMeaning } from "./name-tables.ts";
import { buildNearTerritoryFinder, buildWordFinder, type NearTerritoryFinder } from "./near-names.ts";
import { MISSING_MARKERS } from "./not-countries.ts";
import { findPart } from "./parts.ts";
import type { Territory } from "./territories.ts";

/** The meaning of a value of a country column. Nothing is ever a guess. */
export type CountryResolution =
  | NameMeaning
  | { readonly kind: "missing" }
  /** `expected` says what to write instead, with the territory `near` if it has a similar name. */
  | { readonly kind: "unknown"; readonly expected: string; readonly near?: Territory };

/** Reads countries by code and by name. */
interface CountryReader {
  /** Reads a value of a publisher's country column. Never throws. */
  resolveCountry(value: string | null): CountryResolution;
  /** The territory that a value means; undefined for what else it may be. Never throws. */
  findTerritory(value: string): Territory | undefined;
}

/** Longer values are not countries, and reading them would take quadratic time. */
const RAW_LENGTH_MAX = 2000;
const TEXT_LENGTH_MAX = 200;
const EXPECTED = "an ISO 3166-1 code (such as FR, FRA or 250) or the name of a country";
const ALPHA_CODE = /^[A-Za-z]{2,3}$/;
const NUMERIC_CODE = /^\d{1,3}(?:\.0+)?$/;
const LOCATION_AND_BRACKET = /^(.+?)\s*\(([^()]+)\)$/;
/** The prefix of the canonical tags of Open Food Facts: "en:germany", "en:de". */
const TAG_PREFIX = /(^|[,;|/+]\s*)en:\s*/gi;
const LIST_SEPARATOR = /[,;:|/+]|\s[-–—]\s/;
const STATE_SEPARATOR = /,|\s[-–—]\s/;
/** Articles that the United Nations append to names in French and Spanish: "Afganistán (el)". */
const ARTICLE = /^(?:el|la|los|las|le|les|l['’])$/;
const FORMERLY = /^(?:formerly|former|ex)[\s-]+/i;
const NO_WORD = /^[^\p{L}\p{N}]*$/u;
const OUTER_MARKS = /^[\s"'([{<]+|[\s"')\]}>]+$/g;

const PLAIN_ASCII = /^[ -~]*$/;
const INVISIBLE = /\p{Cf}/gu;
const WHITE_SPACE = /[\s\p{Cc}]+/gu;
const RAISED_DIGITS_AT_END = /[⁰¹²³⁴-⁹]+\s*$/u;
const FOOTNOTE_MARKS = /\[(?:\d{1,3}|[a-z]|note \d+|citation needed)\]|(?<![\s*†‡§¶])[\s*†‡§¶]+$/giu;

/** Builds a reader of these territories. Tables of names are built when first needed. */
export function buildCountryReader(territories: readonly Territory[]): CountryReader {
  const codes = new Map<string, Territory>();
  for (const territory of territories) {
    for (const code of [territory.iso2, territory.iso3, territory.numeric]) {
      if (code !== null) codes.set(code, territory);
    }
  }
  let english: Map<string, NameMeaning> | undefined;
  let foreign: Map<string, NameMeaning> | undefined;
  let findNear: NearTerritoryFinder | undefined;
  let findByWord: ReturnType<typeof buildWordFinder> | undefined;

  const names: CountryNames = {
    byCode: (text) => {
      if (ALPHA_CODE.test(text)) return codes.get(text.toUpperCase());
      return NUMERIC_CODE.test(text) ? codes.get(text.replace(/\..*/, "").padStart(3, "0")) : undefined;
    },
    byName: (text) => {
      const key = nameKey(text);
      return (english ??= buildEnglishNames()).get(key) ?? (foreign ??= buildForeignNames()).get(key);
    },
    near: (text) => (findNear ??= buildNearTerritoryFinder(territories))(text),
    byWord: (text, states) => {
      const own = territories.filter((territory) => states.some((state) => isFiledUnder(territory, state)));
      return (findByWord ??= buildWordFinder())(text, own);
    },
  };
  return {
    resolveCountry: (value) => resolveCountry(names, value),
    findTerritory: (value) => {
      const meaning = readValue(names, value);
      return meaning?.kind === "country" ? meaning.territory : undefined;
    },
  };
}

interface CountryNames {
  /**
   * Reads alpha-2 and alpha-3 codes in any case, and numeric codes as "4", "004" or "4.0";
   * otherwise undefined.
   */
  byCode(text: string): Territory | undefined;
  /** Reads an English name or alias, then a name in another language; otherwise undefined. */
  byName(text: string): NameMeaning | undefined;
  /** The territory with a similar name. */
  near(text: string): Territory | undefined;
  /** The territory of one of these states that has a word of its name in common with a text. */
  byWord(text: string, states: readonly Territory[]): Territory | undefined;
}

function resolveCountry(names: CountryNames, value: string | null): CountryResolution {
  if (value === null) return { kind: "missing" };
  const meaning = readValue(names, value);
  if (meaning !== undefined) return meaning;
  return { kind: "unknown", ...expectedInsteadOf(names, cleanValue(value.slice(0, RAW_LENGTH_MAX))) };
}

/** Reads a value; returns undefined where its meaning is unknown. */
function readValue(names: CountryNames, value: string): NameMeaning | { readonly kind: "missing" } | undefined {
  const text = value.length > RAW_LENGTH_MAX ? undefined : cleanValue(value);
  if (text === undefined || text.length > TEXT_LENGTH_MAX) return undefined;
  if (isMissing(text)) return { kind: "missing" };
  const whole = readWhole(names, text);
  if (whole !== undefined) return whole;
  const untagged = withoutTag(text);
  return (
    (untagged === text ? undefined : readWhole(names, untagged)) ??
    readBrackets(names, untagged) ??
    readWithForm(names, untagged) ??
    readList(names, untagged)
  );
}

function withoutTag(text: string): string {
  return text.replace(TAG_PREFIX, "$1");
}

/**
 * Removes noise from a value: compatibility forms (NFKC), invisible and repeated white space,
 * footnote marks at the end.
 *
 * Case, accents and punctuation stay, because codes and markers of missing values depend on them.
 */
export function cleanValue(value: string): string {
  const plain = PLAIN_ASCII.test(value)
    ? value
    : value.replace(INVISIBLE, "").replace(RAISED_DIGITS_AT_END, "").normalize("NFKC");
  return plain.replace(WHITE_SPACE, " ").replace(FOOTNOTE_MARKS, "").trim();
}

/**
 * "NA" is not a marker of a missing value: it is the code of Namibia, which is often lost that way.
 * A publisher whose "NA" means missing says so in the mapping, as `nullif(country, 'NA')`.
 */
function isMissing(text: string): boolean {
  if (NO_WORD.test(text)) return true;
  const marker = text.toLowerCase().replaceAll(" ", "");
  return MISSING_MARKERS.has(marker) || MISSING_MARKERS.has(marker.replace(OUTER_MARKS, ""));
}

function readWhole(names: CountryNames, text: string): NameMeaning | undefined {
  const territory = names.byCode(text);
  return territory === undefined ? names.byName(text) : { kind: "country", territory };
}

/**
 * Reads a country with brackets behind it. What stands before them decides, and they may confirm
 * it: "France (FR)", "British Virgin Islands (United Kingdom)", "Korea (KR)", "Bavaria (Germany)".
 *
 * "Paris (France)" is unknown, as "Paris, France" is: it may as well be a territory that is
 * misspelt or not listed, such as "Gibralter (UK)", which is in no other country. Two countries are
 * ambiguous: "Georgia (United States)". A code in brackets can be one of a state of the US, and
 * only confirms: "Atlanta (GA)" is not in Gabon. "(formerly …)" confirms as well.
 */
function readBrackets(names: CountryNames, text: string): NameMeaning | undefined {
  const [, location, bracket] = LOCATION_AND_BRACKET.exec(text) ?? [];
  if (location === undefined || bracket === undefined) return undefined;
  const outer = readWhole(names, location);
  if (ARTICLE.test(bracket)) return outer;
  const inner = bracket.replace(FORMERLY, "");
  const confirming = candidatesOf(readWhole(names, inner));
  const before = candidatesOf(outer);
  const own = before.filter((each) => confirming.some((state) => each === state || isFiledUnder(each, state)));
  if (own.length > 0) return meaningOf(own);
  const whole = outer === undefined ? findPart(location)?.whole : undefined;
  if (whole !== undefined) return confirming.includes(whole) ? meaningOf([whole]) : undefined;
  const within = candidatesOf(names.byName(inner));
  if (before.length === 0 || within.length === 0) return undefined;
  const territories = within.filter((each) => before.some((state) => isFiledUnder(each, state)));
  return meaningOf(territories.length > 0 ? territories : [...new Set([...before, ...within])]);
}

/** Reads "Iran (Islamische Republik)": a name, and a form of state in another language. */
function readWithForm(names: CountryNames, text: string): NameMeaning | undefined {
  const formal = readFormalName(text);
  const named = formal && readWhole(names, formal.name);
  return named?.kind === "country" && formal?.iso2s.has(named.territory.iso2) === true ? named : undefined;
}

/** Reads "Taiwan, China" as the territory, and several countries in one value as ambiguous. */
function readList(names: CountryNames, text: string): NameMeaning | undefined {
  const meanings = splitList(text, LIST_SEPARATOR).map((part) => readWhole(names, part));
  if (meanings.length === 0) return undefined;
  const candidates = meanings.map(candidatesOf);
  if (candidates.some((each) => each.length === 0)) return undefined;
  const [territories, states] = candidates;
  if (candidates.length === 2 && splitList(text, STATE_SEPARATOR).length === 2) {
    const own = territories!.filter((each) => states!.some((state) => isFiledUnder(each, state)));
    if (own.length > 0) return meaningOf(own);
  }
  return meaningOf([...new Set(candidates.flat())]);
}

function expectedInsteadOf(names: CountryNames, value: string): { expected: string; near?: Territory } {
  if (value.length > TEXT_LENGTH_MAX) return { expected: EXPECTED };
  const text = withoutTag(value);
  const parts = LOCATION_AND_BRACKET.exec(text)?.slice(1) ?? splitList(text, LIST_SEPARATOR);
  const meanings = parts.map((part) => readWhole(names, part));
  const states = meanings.flatMap(candidatesOf);
  const unread = parts.filter((_, index) => meanings[index] === undefined);
  const [near] = [
    ...[text, ...unread].map((part) => names.near(part)),
    ...unread.map((part) => names.byWord(part, states)),
  ].filter((found) => found !== undefined);
  if (near !== undefined)
    return { expected: `${EXPECTED}; the nearest is ${near.name} (${near.iso2}, ${near.iso3})`, near };
  const named = parts.map((part) => names.byName(part)).find((meaning) => meaning?.kind === "country");
  if (named?.kind !== "country") return { expected: EXPECTED };
  return {
    expected: `${EXPECTED}, alone: one country without a place or a remark, such as "${named.territory.name}"`,
  };
}

function splitList(text: string, separator: RegExp): string[] {
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

function candidatesOf(meaning: NameMeaning | undefined): readonly Territory[] {
  if (meaning?.kind === "country") return [meaning.territory];
  return meaning?.kind === "ambiguous" ? meaning.candidates : [];
}

function meaningOf(territories: readonly Territory[]): NameMeaning | undefined {
  const [territory, ...others] = [...territories].sort((left, right) => (left.iso2 < right.iso2 ? -1 : 1));
  if (territory === undefined) return undefined;
  return others.length === 0
    ? { kind: "country", territory }
    : { kind: "ambiguous", candidates: [territory, ...others] };
}

/**
 * States and the territories that lists write in front of them, as in "British Virgin Islands
 * (United Kingdom)" or "Taiwan, China". The table only serves to read such values as the territory;
 * it makes no statement about sovereignty.
 */
const TERRITORIES_BY_STATE = `
AU: CC CX HM NF
CN: HK MO TW
DK: FO GL
FI: AX
FR: BL GF GP MF MQ NC PF PM RE TF WF YT
GB: AI BM FK GG GI GS IM IO JE KY MS PN SH TC VG
IL: PS
MA: EH
NL: AW BQ CW SX
NO: BV SJ
NZ: CK NU TK
RS: XK
US: AS GU MP PR UM VI
`;

const STATE_BY_TERRITORY: ReadonlyMap<string, string> = new Map(
  TERRITORIES_BY_STATE.trim()
    .split("\n")
    .flatMap((line) =>
      line
        .slice(4)
        .split(" ")
        .map((iso2) => [iso2, line.slice(0, 2)] as const),
    ),
);

/** Returns true if lists write the name of `state` after that of `territory`. */
function isFiledUnder(territory: Territory, state: Territory): boolean {
  return STATE_BY_TERRITORY.get(territory.iso2) === state.iso2;
}
