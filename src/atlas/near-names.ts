import { nameKey } from "./name-key.ts";
import { listEnglishNames } from "./name-tables.ts";
import { slugify } from "./slug.ts";
import type { Territory } from "./territories.ts";

/**
 * Codes of the International Olympic Committee and FIFA that are not ISO 3166-1, each with its
 * territory.
 */
const SPORTS_CODES = `
ALG DZ ANG AO ARU AW ASA AS BAH BS BAN BD BAR BB BER BM BHU BT BIZ BZ BOT BW BRU BN BUL BG CAM KH CAY KY CGO CG CHA TD CHI CL
CRC CR CRO HR DEN DK ENG GB ESA SV FIJ FJ GAM GM GBS GW GEQ GQ GER DE GRE GR GRN GD GUA GT GUI GN HAI HT HON HN INA ID IRI IR
ISV VI IVB VG KOS XK KUW KW LAT LV LBA LY LES LS LIB LB MAD MG MAS MY MAW MW MGL MN MON MC MRI MU MTN MR MYA MM NCA NI NED NL
NEP NP NGR NG NIG NE NIR GB OMA OM PAR PY PHI PH PLE PS POR PT PUR PR SAM WS SCO GB SEY SC SIN SG SKN KN SLO SI SOL SB SRI LK
SUD SD SUI CH TAN TZ TGA TO TOG TG TPE TW TRI TT URU UY VAN VU VIE VN VIN VC WAL GB ZAM ZM ZIM ZW
`;

const TEXT_LENGTH_MAX = 60;
const LETTER_BEFORE_A = 96;

/** Suggests the territory that a text probably means; undefined if none or several are near. */
export type NearTerritoryFinder = (text: string) => Territory | undefined;

/**
 * Builds a finder over the sports codes and the English names, allowing up to three typos depending
 * on length.
 */
export function buildNearTerritoryFinder(territories: readonly Territory[]): NearTerritoryFinder {
  const byIso2 = new Map(territories.map((territory) => [territory.iso2, territory]));
  const codes = new Map(
    [...SPORTS_CODES.matchAll(/([A-Z]{3}) ([A-Z]{2})\b/g)].map(([, code, iso2]) => [code!, byIso2.get(iso2!)]),
  );
  const names = listEnglishNames().map(([name, territory]) => {
    const slug = slugify(name);
    return { slug, letters: letterSet(slug), territory };
  });
  return (text) => {
    const code = codes.get(text.toUpperCase());
    if (code !== undefined) return code;
    return text.length > TEXT_LENGTH_MAX ? undefined : nearestName(slugify(text), names);
  };
}

interface NearName {
  readonly slug: string;
  readonly letters: number;
  readonly territory: Territory;
}

function nearestName(slug: string, names: readonly NearName[]): Territory | undefined {
  const letters = letterSet(slug);
  let best = typosAllowed(slug);
  const found = new Set<Territory>();
  for (const name of names) {
    // Every letter that only one side has is a typo. These bounds leave few names to compare.
    if (Math.abs(name.slug.length - slug.length) > best) continue;
    if (countBits(letters & ~name.letters) > best || countBits(name.letters & ~letters) > best) continue;
    const typos = countTypos(slug, name.slug, best);
    if (typos > best) continue;
    if (typos < best) found.clear();
    best = typos;
    found.add(name.territory);
  }
  return found.size === 1 ? [...found][0] : undefined;
}

/** Words that tell no territory from another one, as in the key of a name. */
const COMMON_WORDS: ReadonlySet<string> = new Set(
  "island territory saint republic state states united province region north south part".split(" "),
);

/**
 * Builds a finder of the one territory among some whose code, or a word of whose names, a text has:
 * "HK SAR", "Guam Island".
 */
export function buildWordFinder(): (text: string, among: readonly Territory[]) => Territory | undefined {
  const words = new Map<Territory, Set<string>>();
  for (const [name, territory] of listEnglishNames()) {
    const own = words.get(territory) ?? new Set([territory.iso2, territory.iso3].map((code) => code.toLowerCase()));
    for (const word of nameKey(name).split(" ")) if (!COMMON_WORDS.has(word)) own.add(word);
    words.set(territory, own);
  }
  return (text, among) => {
    const given = nameKey(text).split(" ");
    const [found, ...others] = among.filter((territory) => given.some((word) => words.get(territory)?.has(word)));
    return others.length === 0 ? found : undefined;
  };
}

/** One bit for each letter of a slug, and one for its digits and hyphens. */
function letterSet(slug: string): number {
  let bits = 0;
  for (let index = 0; index < slug.length; index++) bits |= 1 << Math.max(slug.charCodeAt(index) - LETTER_BEFORE_A, 0);
  return bits;
}

function countBits(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}

/** Returns the number of typos that leave little doubt in a name of that length. */
export function typosAllowed(slug: string): number {
  if (slug.length < 4) return 0;
  return slug.length < 7 ? 1 : slug.length < 12 ? 2 : 3;
}

/**
 * Counts the letters to replace, insert, delete or swap (optimal string alignment); stops above
 * `limit`.
 */
export function countTypos(left: string, right: string, limit = Infinity): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let row = 1; row <= left.length; row++) {
    const letter = left.charCodeAt(row - 1);
    const letterBefore = row > 1 ? left.charCodeAt(row - 2) : -1;
    const current = [row];
    let least = row;
    for (let column = 1; column <= right.length; column++) {
      const other = right.charCodeAt(column - 1);
      let typos = Math.min(last[column]! + 1, current[column - 1]! + 1, last[column - 1]! + (letter === other ? 0 : 1));
      const isSwapped = column > 1 && letterBefore === other && letter === right.charCodeAt(column - 2);
      if (isSwapped) typos = Math.min(typos, beforeLast[column - 2]! + 1);
      current.push(typos);
      if (typos < least) least = typos;
    }
    if (least > limit) return least;
    [beforeLast, last] = [last, current];
  }
  return last[right.length]!;
}
