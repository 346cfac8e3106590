/**
 * Writes `src/atlas/country-names.json`: what territories are called in other languages, from
 * `i18n-iso-countries` (MIT) and from the CLDR that Node carries (Unicode-3.0).
 *
 * Run it after a change of that package, of Node, of the English tables or of `nameKey`: `npm run
 * generate country-names`. The same input gives the same bytes, and
 * `test/atlas/country-names.test.ts` compares them with the committed file.
 */
import type { GeneratedFile } from "./generated-file.ts";
import countries from "i18n-iso-countries";
import packageFacts from "i18n-iso-countries/package.json" with { type: "json" };
import { buildEnglishNames } from "../src/atlas/name-tables.ts";
import { nameKey } from "../src/atlas/name-key.ts";
import { TERRITORIES } from "../src/atlas/territories.ts";

/**
 * Languages of business data: all their names are taken. Those with a region or a script are in
 * CLDR only.
 */
const WIDE_LANGUAGES = `
  ar bg ca cs da de el es es-MX et fi fr fr-CA he hr hu id is it ja ko lt lv nb nl nn pl pt pt-PT ro ru sk sl sv th tr uk vi
  zh zh-Hant
`;

/**
 * Other languages, with the territories where they are spoken: only the names of these are taken.
 */
const NATIVE_LANGUAGES: Readonly<Record<string, string>> = {
  af: "NA ZA",
  am: "ET",
  az: "AZ",
  be: "BY",
  bn: "BD IN",
  bs: "BA",
  cy: "GB",
  fa: "AF IR",
  ga: "IE",
  hi: "IN",
  hy: "AM",
  ka: "GE",
  kk: "KZ",
  km: "KH",
  ky: "KG",
  lo: "LA",
  mk: "MK",
  ml: "IN",
  mn: "MN",
  mr: "IN",
  ms: "BN MY SG",
  mt: "MT",
  my: "MM",
  ne: "NP",
  ps: "AF",
  si: "LK",
  so: "DJ SO",
  sq: "AL XK",
  sr: "BA ME RS XK",
  "sr-Latn": "BA ME RS XK",
  sw: "KE TZ UG",
  ta: "IN LK SG",
  tg: "TJ",
  tk: "TM",
  ur: "IN PK",
  uz: "UZ",
};

/**
 * Names the package files under the wrong territory (it has been told by comparing with CLDR):
 * language, territory, name.
 */
const WRONG_NAMES: ReadonlySet<string> = new Set([
  "pt CD República Popular do Congo",
  "pt CG República Democrática do Congo",
]);

/** Accents would tell countries apart: "Áo" is Austria in Vietnamese, AO is Angola. */
const LOOKS_LIKE_A_CODE = /^[a-z]{0,3}$/;

/** Returns the text of `country-names.json`. */
export function buildCountryNames(): string {
  const english = buildEnglishNames();
  const bearers = new Map<string, Set<string>>();
  for (const [iso2, name] of foreignNames()) {
    const key = nameKey(name);
    if (LOOKS_LIKE_A_CODE.test(key) || english.has(key)) continue;
    bearers.set(key, (bearers.get(key) ?? new Set()).add(iso2));
  }
  const names: Record<string, string[]> = {};
  const shared: Record<string, string> = {};
  for (const [key, iso2s] of [...bearers].sort(([left], [right]) => (left < right ? -1 : 1))) {
    const [iso2, ...others] = [...iso2s].sort();
    if (others.length > 0) shared[key] = [iso2, ...others].join(" ");
    else (names[iso2!] ??= []).push(key);
  }
  const named = TERRITORIES.filter(({ iso2 }) => names[iso2] !== undefined);
  const lines = Object.fromEntries(named.map(({ iso2 }) => [iso2, names[iso2]!.join("|")]));
  const table = { about: about(), names: lines, shared };
  return `${JSON.stringify(table, undefined, 2)}\n`;
}

/** Yields the names that the sources give to the territories in the languages of the two tables. */
function* foreignNames(): Generator<[iso2: string, name: string]> {
  const everywhere = TERRITORIES.map(({ iso2 }) => iso2);
  const wide = WIDE_LANGUAGES.trim()
    .split(/\s+/)
    .map((language) => [language, everywhere] as const);
  const native = Object.entries(NATIVE_LANGUAGES).map(([language, iso2s]) => [language, iso2s.split(" ")] as const);
  for (const [language, iso2s] of [...wide, ...native]) {
    const packageNames = countries.getNames(language, { select: "all" });
    const cldrNames = (["long", "short"] as const).map(
      (style) => new Intl.DisplayNames(language, { type: "region", fallback: "none", style }),
    );
    for (const iso2 of iso2s) {
      for (const name of [...(packageNames[iso2] ?? []), ...cldrNames.map((names) => names.of(iso2))]) {
        if (name !== undefined && !WRONG_NAMES.has(`${language} ${iso2} ${name}`)) yield [iso2, name];
      }
    }
  }
}

function about(): string {
  const { name, version } = packageFacts;
  const sources = `${name} ${version} (MIT) and CLDR ${process.versions["cldr"]} (Unicode-3.0)`;
  return `Keys of country names in other languages, from ${sources}; made by scripts/build-country-names.ts`;
}

export function generate(): readonly GeneratedFile[] {
  return [{ path: "src/atlas/country-names.json", content: buildCountryNames() }];
}
