import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import countries from "i18n-iso-countries";
import { buildCountryNames } from "../../scripts/build-country-names.ts";
import { openAtlas } from "../../src/atlas/atlas.ts";
import { buildEnglishNames, listEnglishNames } from "../../src/atlas/name-tables.ts";
import { buildForeignNames } from "../../src/atlas/name-tables.ts";
import { nameKey } from "../../src/atlas/name-key.ts";

const atlas = openAtlas();
const english = buildEnglishNames();
const foreign = buildForeignNames();

/**
 * Two or three plain letters are read as a code: "Nga" is Russia in Vietnamese, and the code of
 * Nigeria.
 */
function looksLikeACode(name: string): boolean {
  return /^[A-Z]{2,3}$/i.test(name);
}

test("country-names.json is what its script generates from i18n-iso-countries and CLDR", (context) => {
  const committed = readFileSync(new URL("../../src/atlas/country-names.json", import.meta.url), "utf8");
  const cldr = process.versions["cldr"];
  if (!committed.includes(` CLDR ${cldr} `)) return context.skip(`made with another CLDR than this Node's ${cldr}`);
  return assert.equal(committed, buildCountryNames(), "run: npm run generate country-names");
});

test("no key of the foreign table is an English one, and none means two territories without being declared shared", () => {
  const table: unknown = JSON.parse(buildCountryNames());
  assert.ok(typeof table === "object" && table !== null && "names" in table && "shared" in table);
  const bearers = new Map<string, string>();
  for (const [iso2, keys] of Object.entries(table.names as Record<string, string>)) {
    for (const key of keys.split("|")) {
      assert.equal(bearers.get(key), undefined, key);
      assert.equal(english.get(key), undefined, key);
      assert.match(key, /^(?![a-z]{0,3}$)\S(?:.*\S)?$/u, "neither empty nor like a code");
      bearers.set(key, iso2);
    }
  }
  for (const key of Object.keys(table.shared as object)) assert.equal(bearers.get(key), undefined, key);
  assert.ok(bearers.size > 4000);
});

test("every name in the English tables resolves to its territory, and no alias repeats what the key already covers", () => {
  const first = new Map<string, string>();
  for (const [name, territory] of listEnglishNames()) {
    const found = atlas.resolveCountry(name);
    assert.deepEqual(found, { kind: "country", territory }, name);
    const key = nameKey(name);
    assert.equal(first.get(key), undefined, `"${name}" is covered`);
    first.set(key, name);
  }
});

test("no English name that looks like a code is the code of another territory", () => {
  const codes = new Map(
    atlas.territories.flatMap((each) => [each.iso2, each.iso3].map((code) => [code, each] as const)),
  );
  for (const [name, territory] of listEnglishNames()) {
    const bearer = codes.get(nameKey(name).toUpperCase());
    assert.ok(bearer === undefined || bearer === territory, name);
  }
});

test("every key of the foreign table resolves, also in upper case", () => {
  for (const [key, meaning] of foreign) {
    assert.deepEqual(atlas.resolveCountry(key), meaning, key);
    assert.deepEqual(atlas.resolveCountry(key.toUpperCase()), meaning, key);
  }
});

test("no name in any language of i18n-iso-countries resolves to another territory", () => {
  const mistakesOfThePackage = new Set([
    "pt CD República Popular do Congo",
    "pt CG República Democrática do Congo",
    "hi PF फ्रैंच गुआना",
    "tk IQ Eýran",
  ]);
  for (const language of countries.getSupportedLanguages()) {
    for (const [iso2, names] of Object.entries(countries.getNames(language, { select: "all" }))) {
      for (const name of names) {
        if (looksLikeACode(name) || mistakesOfThePackage.has(`${language} ${iso2} ${name}`)) continue;
        const found = atlas.resolveCountry(name);
        if (found.kind === "country") assert.equal(found.territory.iso2, iso2, `${language} ${name}`);
      }
    }
  }
});

test("no name of CLDR in any language resolves to another territory, and all English ones to theirs", () => {
  const languages = [
    ...countries.getSupportedLanguages(),
    "es-MX",
    "fr-CA",
    "gu",
    "lo",
    "my",
    "ne",
    "pt-PT",
    "si",
    "zh-Hant",
  ];
  for (const language of Intl.DisplayNames.supportedLocalesOf(languages)) {
    for (const style of ["long", "short"] as const) {
      const names = new Intl.DisplayNames(language, { type: "region", fallback: "none", style });
      for (const territory of atlas.territories) {
        const name = names.of(territory.iso2);
        if (name === undefined || (looksLikeACode(name) && language !== "en")) continue;
        const found = atlas.resolveCountry(name);
        if (language === "en") assert.deepEqual(found, { kind: "country", territory }, name);
        else if (found.kind === "country") assert.equal(found.territory, territory, `${language} ${name}`);
      }
    }
  }
});

const NATIVE_NAMES: Readonly<Record<string, string>> = {
  AF: "افغانستان",
  AL: "Shqipëria",
  AT: "Österreich",
  BD: "বাংলাদেশ",
  BE: "België; Belgique; Belgien",
  BG: "България",
  BR: "Brasil",
  BY: "Беларусь",
  CH: "Schweiz; Suisse; Svizzera",
  CN: "中国; 中國",
  CZ: "Česko",
  DE: "Deutschland; DEUTSCHLAND; deutschland",
  DK: "Danmark",
  EE: "Eesti",
  EG: "مصر",
  ES: "España; Espana; ESPAÑA",
  FI: "Suomi",
  GE: "საქართველო",
  GR: "Ελλάδα; ΕΛΛΑΔΑ",
  HR: "Hrvatska",
  HU: "Magyarország",
  IE: "Éire",
  IL: "ישראל",
  IN: "भारत",
  IR: "ایران",
  IS: "Ísland",
  IT: "Italia",
  JP: "日本",
  KH: "កម្ពុជា",
  KR: "대한민국; 한국",
  KZ: "Қазақстан",
  LT: "Lietuva",
  LV: "Latvija",
  MX: "México",
  NL: "Nederland",
  NO: "Norge; Noreg",
  PK: "پاکستان",
  PL: "Polska",
  RO: "România",
  RS: "Srbija",
  RU: "Россия; РОССИЯ",
  SA: "السعودية; المملكة العربية السعودية",
  SE: "Sverige",
  SI: "Slovenija",
  SK: "Slovensko",
  TH: "ไทย; ประเทศไทย",
  TR: "Türkiye; TÜRKİYE; Turkiye",
  TW: "台灣; 臺灣; 台湾",
  UA: "Україна",
  US: "États-Unis; Estados Unidos; Vereinigte Staaten; 美国; アメリカ; США",
  VN: "Việt Nam",
};

test("native names resolve", () => {
  for (const [iso2, names] of Object.entries(NATIVE_NAMES)) {
    for (const name of names.split("; ")) {
      assert.deepEqual(atlas.resolveCountry(name), { kind: "country", territory: atlas.byIso2(iso2) }, name);
    }
  }
});
