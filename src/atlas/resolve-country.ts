import { buildEnglishNames, type NameMeaning } from "./english-names.ts";
import { isFiledUnder } from "./filed-under.ts";
import { buildForeignNames } from "./foreign-names.ts";
import { nameKey, tidyCell } from "./name-key.ts";
import { buildNearTerritoryFinder, type NearTerritoryFinder } from "./near-names.ts";
import { MISSING_MARKERS } from "./not-countries.ts";
import type { Territory } from "./territories.ts";

/** What a cell of a country column says. Only `country` names one; nothing else is ever a guess. */
export type CountryResolution =
  | NameMeaning
  | { readonly kind: "missing" }
  /** `expected` says what to write instead, with the nearest country where there is one near. */
  | { readonly kind: "unknown"; readonly expected: string };

/** Reads countries by code and by name. */
export interface CountryReader {
  /** Reads alpha-2 and alpha-3 in any case, and numeric codes as "4", "004" or "4.0"; undefined for all else. */
  byCode(text: string): Territory | undefined;
  /** Reads an English name or alias, then one in another language; undefined for a text that is no name. */
  byName(text: string): NameMeaning | undefined;
  /** Reads a cell of a publisher's country column; total, it never throws. */
  resolveCountry(cell: string | null): CountryResolution;
}

/** Longer cells are no country whatever they hold, and reading on would cost time that grows with their square. */
const RAW_LENGTH_MAX = 2000;
const TEXT_LENGTH_MAX = 200;
const EXPECTED = "an ISO 3166-1 code (such as FR, FRA or 250) or the name of a country";
const ALPHA_CODE = /^[A-Za-z]{2,3}$/;
const NUMERIC_CODE = /^\d{1,3}(?:\.0+)?$/;
const PLACE_AND_BRACKET = /^(.+?)\s*\(([^()]+)\)$/;
/** The prefix of the canonical tags of Open Food Facts: "en:germany", "en:de". */
const TAG_PREFIX = /(^|[,;|/+]\s*)en:\s*/gi;
const LIST_SEPARATOR = /[,;:|/+]|\s[-–—]\s/;
const PLACE_SEPARATOR = /,|\s[-–—]\s/;
/** Articles that the United Nations put behind names in French and Spanish: "Afganistán (el)". */
const ARTICLE = /^(?:el|la|los|las|le|les|l['’])$/;
const FORMERLY = /^(?:formerly|former|ex)[\s-]+/i;
const NO_WORD = /^[^\p{L}\p{N}]*$/u;
const OUTER_MARKS = /^[\s"'([{<]+|[\s"')\]}>]+$/g;

/** Builds a reader over these territories; names in other languages are set out on the first name that is not English. */
export function buildCountryReader(territories: readonly Territory[]): CountryReader {
  const codes = new Map<string, Territory>();
  for (const territory of territories) {
    for (const code of [territory.iso2, territory.iso3, territory.numeric]) {
      if (code !== null) codes.set(code, territory);
    }
  }
  const english = buildEnglishNames();
  let foreign: Map<string, NameMeaning> | undefined;
  let findNear: NearTerritoryFinder | undefined;

  const names: CountryNames = {
    byCode: (text) => {
      if (ALPHA_CODE.test(text)) return codes.get(text.toUpperCase());
      return NUMERIC_CODE.test(text) ? codes.get(text.replace(/\..*/, "").padStart(3, "0")) : undefined;
    },
    byName: (text) => {
      const key = nameKey(text);
      return english.get(key) ?? (foreign ??= buildForeignNames()).get(key);
    },
    near: (text) => (findNear ??= buildNearTerritoryFinder(territories))(text),
  };
  return { byCode: names.byCode, byName: names.byName, resolveCountry: (cell) => resolveCountry(names, cell) };
}

interface CountryNames extends Pick<CountryReader, "byCode" | "byName"> {
  near(text: string): Territory | undefined;
}

function resolveCountry(names: CountryNames, cell: string | null): CountryResolution {
  if (cell === null) return { kind: "missing" };
  const text = cell.length > RAW_LENGTH_MAX ? undefined : tidyCell(cell);
  if (text === undefined || text.length > TEXT_LENGTH_MAX) return { kind: "unknown", expected: EXPECTED };
  if (saysMissing(text)) return { kind: "missing" };
  const whole = readWhole(names, text);
  if (whole !== undefined) return whole;
  const untagged = text.replace(TAG_PREFIX, "$1");
  return (
    (untagged === text ? undefined : readWhole(names, untagged)) ??
    readPlaceInBrackets(names, untagged) ??
    readList(names, untagged) ?? { kind: "unknown", expected: expectedInsteadOf(names, untagged) }
  );
}

/**
 * "NA" is not among the markers: it is the code of Namibia, and reading it as missing is the classic way to lose that country.
 * A publisher whose "NA" means missing says so in the mapping, as `nullif(country, 'NA')`.
 */
function saysMissing(text: string): boolean {
  if (NO_WORD.test(text)) return true;
  const marker = text.toLowerCase().replaceAll(" ", "");
  return MISSING_MARKERS.has(marker) || MISSING_MARKERS.has(marker.replace(OUTER_MARKS, ""));
}

function readWhole(names: CountryNames, text: string): NameMeaning | undefined {
  const territory = names.byCode(text);
  return territory === undefined ? names.byName(text) : { kind: "country", territory };
}

/**
 * Reads "Place (Country)" as the country, since places bear the names of countries: "Georgia (United States)" is not Georgia. A
 * territory that lists write with its state behind it is read as itself: "British Virgin Islands (United Kingdom)".
 *
 * A code in the brackets only confirms the name before it, because it may be a state: "Atlanta (GA)" is not in Gabon. Of two
 * letters only US and UK stand for more than that. "(formerly …)" confirms too. For the same reason "Atlanta (Georgia)" is ambiguous.
 */
function readPlaceInBrackets(names: CountryNames, text: string): NameMeaning | undefined {
  const [, place, bracket] = PLACE_AND_BRACKET.exec(text) ?? [];
  if (place === undefined || bracket === undefined) return undefined;
  const outer = readWhole(names, place);
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

/** Reads "Taiwan, China" as the territory, and several countries in one cell as a choice that is not ours. */
function readList(names: CountryNames, text: string): NameMeaning | undefined {
  const meanings = splitList(text, LIST_SEPARATOR).map((part) => readWhole(names, part));
  if (meanings.length === 0) return undefined;
  const candidates = meanings.map(candidatesOf);
  if (candidates.some((each) => each.length === 0)) return undefined;
  const [places, states] = candidates;
  if (candidates.length === 2 && splitList(text, PLACE_SEPARATOR).length === 2) {
    const own = places!.filter((place) => states!.some((state) => isFiledUnder(place, state)));
    if (own.length > 0) return meaningOf(own);
  }
  return meaningOf([...new Set(candidates.flat())]);
}

function expectedInsteadOf(names: CountryNames, text: string): string {
  const parts = [...splitList(text, LIST_SEPARATOR), ...(PLACE_AND_BRACKET.exec(text)?.slice(1) ?? [])];
  const near = names.near(text);
  if (near !== undefined) return `${EXPECTED}; did you mean ${near.name} (${near.iso2}, ${near.iso3})?`;
  const named = parts.map((part) => names.byName(part)).find((meaning) => meaning?.kind === "country");
  if (named?.kind !== "country") return EXPECTED;
  return `${EXPECTED}, alone: one country without a place or a remark, such as "${named.territory.name}"`;
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
