import { readFormalName } from "./formal-forms.ts";
import { nameKey } from "./name-key.ts";
import { buildEnglishNames, buildForeignNames, type NameMeaning } from "./name-tables.ts";
import { buildNearTerritoryFinder, type NearTerritoryFinder } from "./near-names.ts";
import { MISSING_MARKERS } from "./not-countries.ts";
import type { Territory } from "./territories.ts";

/** What a value of a country column means. Nothing is ever a guess. */
export type CountryResolution =
  | NameMeaning
  | { readonly kind: "missing" }
  /** `expected` says what to write instead, with the territory `near` if it has a similar name. */
  | { readonly kind: "unknown"; readonly expected: string; readonly near?: Territory };

/** Reads countries by code and by name. */
interface CountryReader {
  /**
   * Reads alpha-2 and alpha-3 codes in any case, and numeric codes as "4", "004" or "4.0";
   * otherwise undefined.
   */
  byCode(text: string): Territory | undefined;
  /** Reads an English name or alias, then a name in another language; otherwise undefined. */
  byName(text: string): NameMeaning | undefined;
  /** Reads a value of a publisher's country column. Never throws. */
  resolveCountry(value: string | null): CountryResolution;
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
const FOOTNOTE_MARKS = /\[(?:\d{1,3}|[a-z]|note \d+|citation needed)\]|[\s*†‡§¶]+$/giu;

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
  };
  return { byCode: names.byCode, byName: names.byName, resolveCountry: (value) => resolveCountry(names, value) };
}

interface CountryNames extends Pick<CountryReader, "byCode" | "byName"> {
  near(text: string): Territory | undefined;
}

function resolveCountry(names: CountryNames, value: string | null): CountryResolution {
  if (value === null) return { kind: "missing" };
  const text = value.length > RAW_LENGTH_MAX ? undefined : cleanValue(value);
  if (text === undefined || text.length > TEXT_LENGTH_MAX) return { kind: "unknown", expected: EXPECTED };
  if (isMissing(text)) return { kind: "missing" };
  const whole = readWhole(names, text);
  if (whole !== undefined) return whole;
  const untagged = text.replace(TAG_PREFIX, "$1");
  return (
    (untagged === text ? undefined : readWhole(names, untagged)) ??
    readCountryInBrackets(names, untagged) ??
    readWithForm(names, untagged) ??
    readList(names, untagged) ?? { kind: "unknown", ...expectedInsteadOf(names, untagged) }
  );
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
 * Reads "Location (Country)" as the country: "Georgia (United States)" is not Georgia. A territory
 * followed by its state is read as the territory: "British Virgin Islands (United Kingdom)".
 *
 * A code in brackets only confirms the name before it, because it may be a state of the US:
 * "Atlanta (GA)" is not in Gabon. Of the two-letter codes only US and UK count as countries.
 * "(formerly …)" confirms as well. For the same reason "Atlanta (Georgia)" is ambiguous.
 */
function readCountryInBrackets(names: CountryNames, text: string): NameMeaning | undefined {
  const [, location, bracket] = LOCATION_AND_BRACKET.exec(text) ?? [];
  if (location === undefined || bracket === undefined) return undefined;
  const outer = readWhole(names, location);
  if (ARTICLE.test(bracket)) return outer;
  const inner = readWhole(names, bracket.replace(FORMERLY, ""));
  const states = candidatesOf(inner);
  const own = candidatesOf(outer).filter((each) => states.some((state) => each === state || isFiledUnder(each, state)));
  if (own.length > 0) return meaningOf(own);
  if (inner?.kind === "ambiguous") return inner;
  if (inner?.kind !== "country") return undefined;
  if (inner.territory.iso2 === "GE") return meaningOf([inner.territory, ...candidatesOf(readWhole(names, "US"))]);
  return bracket.length > 2 || /^u[ks]$/i.test(bracket) ? names.byName(bracket) : undefined;
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

function expectedInsteadOf(names: CountryNames, text: string): { expected: string; near?: Territory } {
  const parts = [...splitList(text, LIST_SEPARATOR), ...(LOCATION_AND_BRACKET.exec(text)?.slice(1) ?? [])];
  const near = names.near(text);
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

/** Whether lists write the name of `state` after that of `territory`. */
function isFiledUnder(territory: Territory, state: Territory): boolean {
  return STATE_BY_TERRITORY.get(territory.iso2) === state.iso2;
}
