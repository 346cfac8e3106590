import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test, type TestContext } from "node:test";
import { openAtlas, type CountryResolution } from "../../src/atlas/atlas.ts";
import { readCsvObjects } from "../fixtures/csv.ts";

const atlas = openAtlas();
const REAL_DATA = new URL("../../../shared/data/", import.meta.url);

/** The text of a real file, or undefined when it is not there: the test says that it skips then. */
function readReal(context: TestContext, path: string): string | undefined {
  const url = new URL(path, REAL_DATA);
  if (existsSync(url)) return readFileSync(url, "utf8").replace(/^\ufeff/, "");
  context.skip(`the real file ${path} is not beside the project`);
  return undefined;
}

function iso2Of(resolution: CountryResolution): string | undefined {
  return resolution.kind === "country" ? resolution.territory.iso2 : undefined;
}

/** Every distinct value with its resolution: an alpha-2 code, or what else it is. */
function resolveAll(values: Iterable<string>): Record<string, string> {
  const resolutions = [...new Set(values)].map((value) => [value, atlas.resolveCountry(value)] as const);
  return Object.fromEntries(resolutions.map(([value, found]) => [value, iso2Of(found) ?? found.kind]));
}

function notCountries(found: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(found).filter(([, resolution]) => !/^[A-Z]{2}$/.test(resolution)));
}

const ENGLISH_COLUMNS = [
  "ISO3166-1-Alpha-2",
  "ISO3166-1-Alpha-3",
  "ISO3166-1-numeric",
  "M49",
  "CLDR display name",
  "official_name_en",
  "UNTERM English Short",
  "UNTERM English Formal",
  "ISO4217-currency_country_name",
];
const LANGUAGES = { fr: "French", es: "Spanish", ru: "Russian", ar: "Arabic", cn: "Chinese" };

test("country-codes: every code and English name resolves to its territory", (context) => {
  const text = readReal(context, "lists/country-codes.csv");
  if (text === undefined) return;
  // "Congo" alone is the name of ISO and the United Nations for CG, but people write it for CD too:
  // it is ambiguous here.
  const exceptions = new Set(["Congo", "Congo (the)", "CONGO"]);
  const rows = readCsvObjects(text);
  assert.equal(rows.length, 249);
  for (const row of rows) {
    for (const column of ENGLISH_COLUMNS) {
      const value = row[column]!;
      if (value.trim() === "" || exceptions.has(value)) continue;
      assert.equal(iso2Of(atlas.resolveCountry(value)), row["ISO3166-1-Alpha-2"], `${column}: ${value}`);
    }
  }
});

test("country-codes: no name in another language resolves to another territory, and most short ones resolve", (context) => {
  const text = readReal(context, "lists/country-codes.csv");
  if (text === undefined) return;
  const rows = readCsvObjects(text);
  for (const [code, language] of Object.entries(LANGUAGES)) {
    const short = [`official_name_${code}`, `UNTERM ${language} Short`];
    for (const column of [...short, `UNTERM ${language} Formal`]) {
      const named = rows.filter((row) => row[column]!.trim() !== "");
      const found = named.map((row) => iso2Of(atlas.resolveCountry(row[column]!)));
      for (const [index, row] of named.entries()) {
        assert.ok(
          [undefined, row["ISO3166-1-Alpha-2"]].includes(found[index]),
          `${column}: ${row[column]} → ${found[index]}`,
        );
      }
      const resolved = found.filter((iso2) => iso2 !== undefined).length;
      if (short.includes(column))
        assert.ok(resolved / named.length > 0.75, `${column}: ${resolved} of ${named.length}`);
    }
  }
});

test("World Benchmarking Alliance: every country resolves, the World Bank's forms among them", (context) => {
  const text = readReal(context, "wba-gender-2024/genderassessment.csv");
  if (text === undefined) return;
  const found = resolveAll(readCsvObjects(text).map((row) => row["country"]!));
  assert.equal(Object.keys(found).length, 87);
  assert.deepEqual(notCountries(found), {});
  const some = [
    "Korea, Rep.",
    "Taiwan, China",
    "Congo, Dem. Rep.",
    "Congo, Rep.",
    "West Bank and Gaza",
    "Côte d’Ivoire",
  ];
  assert.deepEqual(some.map((value) => found[value]), ["KR", "TW", "CD", "CG", "PS", "CI"]); // prettier-ignore
});

test("Ranking Digital Rights: every country resolves but GER, a code of sports", (context) => {
  const texts = [2020, 2022].map((year) => readReal(context, `rdr-index/csv/${year}-company-specs.csv`));
  const values = texts.flatMap((text) => readCsvObjects(text ?? "").map((row) => row["country"]!));
  if (values.length === 0) return;
  const found = resolveAll(values);
  assert.deepEqual(notCountries(found), { GER: "unknown" });
  assert.deepEqual([found["UK"], found["UAE"], found["USA"]], ["GB", "AE", "US"]);
});

test("FashionChecker: every country of an answer and every name beside a code resolves", (context) => {
  const files = ["brand_answers.json", "country_codes.json", "wikirate_countries.json", "country_list.json"];
  const [answers, codes, wikirate, list] = files.map((file) => readReal(context, `fashionchecker/${file}`));
  if (answers === undefined || codes === undefined || wikirate === undefined || list === undefined) return;
  const country = 6_126_450;
  const given = Object.values((JSON.parse(answers) as { answers: Record<string, Answer> }).answers);
  const found = resolveAll(given.filter(({ metric }) => metric === country).map(({ value }) => value));
  assert.equal(Object.keys(found).length, 30);
  assert.deepEqual(notCountries(found), {});
  assert.equal(found["British Virgin Islands (United Kingdom)"], "VG");
  assert.deepEqual(notCountries(resolveAll((JSON.parse(list) as { content: string[] }).content)), {});
  for (const entry of JSON.parse(codes) as Record<string, string>[]) {
    if (entry["name"] === "Congo") continue; // ambiguous here, see above
    for (const field of ["name", "alpha-2", "country-code"]) {
      assert.equal(iso2Of(atlas.resolveCountry(entry[field]!)), entry["alpha-2"], entry[field]);
    }
  }
  for (const { name, code } of JSON.parse(wikirate) as { name: string; code: string }[]) {
    if (name !== "Congo") assert.equal(iso2Of(atlas.resolveCountry(name)), code, name);
  }
});

interface Answer {
  readonly metric: number;
  readonly value: string;
}

test("Open Food Facts: one country resolves in any spelling, several are ambiguous", (context) => {
  const text = readReal(context, "lists/openfoodfacts-1000.tsv");
  if (text === undefined) return;
  const rows = readCsvObjects(text, { delimiter: "\t", quotes: false });
  assert.equal(rows.length, 1000);
  // Its names in English say what the tags and the spellings of the contributors must resolve to.
  for (const row of rows) {
    const english = row["countries_en"]!.split(",");
    const values = [row["countries"]!, row["countries_tags"]!, row["countries_en"]!];
    for (const value of values.filter((each) => each !== "ફ્રાન્સ")) {
      // Gujarati is not among the languages of the table.
      const found = atlas.resolveCountry(value);
      if (english[0] === "") assert.equal(found.kind, "missing", value);
      else if (english.includes("World")) assert.equal(found.kind, "unknown", value);
      else if (english.length > 1) assert.equal(found.kind, "ambiguous", value);
      else assert.deepEqual(found, atlas.resolveCountry(english[0]!), value);
      if (found.kind === "ambiguous") assert.equal(found.candidates.length, english.length, value);
    }
    if (english[0] !== "") assert.ok(english.every((name) => name === "World" || iso2Of(atlas.resolveCountry(name))));
  }
});
