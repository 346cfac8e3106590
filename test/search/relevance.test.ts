import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { IndexBuilder } from "../../src/search/build-index.ts";
import { openIndex } from "../../src/search/index-file.ts";
import type { CountryWords } from "../../src/search/query.ts";
import { searchNames } from "../../src/search/search-names.ts";
import { tokenize } from "../../src/search/tokenize.ts";

type Company = readonly [name: string, known: number, aliases?: string, country?: string];
type Product = readonly [name: string, brand: string];

/** A search over companies, with how well known they are in per cent, and products. */
function open(companies: readonly Company[], products: readonly Product[] = []) {
  const builder = new IndexBuilder();
  for (const [position, [name, known, aliases = "", country = "DE"]] of companies.entries()) {
    const given = aliases === "" ? [] : aliases.split("|");
    builder.add({ kind: "company", position, name, aliases: given, country, sector: "all", popularity: known / 100 });
  }
  for (const [position, [name, brand]] of products.entries())
    builder.add({ kind: "product", position, name, aliases: [brand], country: "DE", sector: "all", popularity: 0.5 });
  const reader = openIndex(builder.finish());
  const find = (text: string, countryWords?: CountryWords) =>
    searchNames(reader, { text, countryWords, offset: 0, limit: 100 });
  const names = (text: string, countryWords?: CountryWords) => find(text, countryWords).names.map(({ name }) => name);
  return { find, names };
}

describe("words for “and” are as optional as an ampersand", () => {
  const { names } = open([
    ["Walker & Grable Company", 60],
    ["Roth und Söhne GmbH", 30],
    ["Dupont et Fils S.A.", 30],
    ["Gómez y Hijos S.L.", 30],
    ["Rossi e Figli S.p.A.", 30],
    ["Walker Health", 90],
    ["Grable Brothers", 20],
    ["Joyson & Joyson", 80],
    ["J & J Foods", 20],
    ["Zeta and Kappa Holdings", 40],
    ["Q&Z Stores", 10],
  ]);
  const CASES: readonly (readonly [first: string, typed: string])[] = [
    ["Walker & Grable Company", "walker and grable|walker und grable|walker et grable|walker grable|walker + grable"],
    ["Roth und Söhne GmbH", "roth & söhne|roth and sohne|roth sohne"],
    ["Dupont et Fils S.A.", "dupont & fils|dupont fils"],
    ["Gómez y Hijos S.L.", "gomez & hijos|gomez and hijos|gomez hijos"],
    ["Rossi e Figli S.p.A.", "rossi & figli|rossi figli"],
    ["Zeta and Kappa Holdings", "zeta & kappa|zeta kappa holdings"],
    ["Q&Z Stores", "q and z stores|q & z|q und z"],
    ["Walker & Grable Company", "walker and g"],
    ["Joyson & Joyson", "j&j|j and j|J & J|joyson and"],
  ];
  for (const [first, typed] of CASES)
    for (const text of typed.split("|")) test(text, () => assert.equal(names(text)[0], first));

  test("alone, or in front, they are words like others", () => {
    assert.deepEqual(names("and kappa"), ["Zeta and Kappa Holdings"]);
    assert.deepEqual(
      tokenize("And und And").map(({ isMinor }) => isMinor),
      [false, true, false],
    );
  });
});

test("a product found by its brand alone comes after the companies with that name", () => {
  const bars = Array.from({ length: 30 }, (_, at): Product => [`Bar ${at}`, "Lumel"]);
  const { names } = open(
    [
      ["Lumel", 2],
      ["Chocolate Works of Lumel and Sprong AG", 0],
      ["Lumelia Foods", 0],
    ],
    [...bars, ["Lumel Dark", "Lumel"]],
  );
  assert.deepEqual(names("lumel").slice(0, 3), ["Lumel", "Lumelia Foods", "Chocolate Works of Lumel and Sprong AG"]);
  assert.equal(names("lumel").length, 34);
  assert.equal(names("lumel dark")[0], "Lumel Dark");
  assert.equal(names("lumel bar 7")[0], "Bar 7");
});

test("a ticker or former name of a well-known company beats an obscure company of that name", () => {
  const { names } = open([
    ["Meridian Platforms", 90, "MPX|Facegram"],
    ["MPX", 5],
    ["Facegram Ltd", 5],
    ["Obscure Holdings", 5, "Fivestar"],
    ["Fivestar", 60],
  ]);
  assert.deepEqual(names("MPX"), ["Meridian Platforms", "MPX"]);
  assert.deepEqual(names("facegram"), ["Meridian Platforms", "Facegram Ltd"]);
  assert.deepEqual(names("fivestar"), ["Fivestar", "Obscure Holdings"]);
});

test("beginnings come before misspellings", () => {
  const { names } = open([
    ["Ford", 100],
    ["Lord & Co", 90],
    ["Nordbank Unlimited Savings and Loans", 0],
    ["Nordex", 10],
    ["Store Nord", 1],
  ]);
  assert.deepEqual(names("nord").slice(3), ["Ford", "Lord & Co"]);
});

test("two letters may be wrong in words of eight letters or more, in seven if nothing else is found", () => {
  const { names } = open([
    ["Finance", 50],
    ["Fujikura", 50],
    ["Synthetics", 50],
  ]);
  assert.deepEqual(names("france"), []);
  assert.deepEqual(names("fjuikra"), ["Fujikura"]);
  assert.deepEqual(names("sinthetycs"), ["Synthetics"]);
});

describe("words that name a country", () => {
  const { find, names } = open(
    [
      ["Nessel S.A.", 70, "", "CH"],
      ["Nessel India Limited", 90, "", "IN"],
      ["Switzerland Tours", 20, "", "FR"],
      ["Air Gallia", 20, "", "BE"],
      ["Air Liquid", 90, "", "FR"],
      ["Gallia Nessel", 5, "", "FR"],
    ],
    [["Milk", "Nessel"]],
  );
  const swiss = (text: string) => names(text, { text: "switzerland", country: "CH" });
  test("prefer the companies of that country", () => {
    assert.deepEqual(swiss("nessel switzerland")[0], "Nessel S.A.");
    assert.deepEqual(swiss("switzerland nessel")[0], "Nessel S.A.");
    assert.deepEqual(names("nessel in", { text: "in", country: "IN" })[0], "Nessel India Limited");
    assert.deepEqual(swiss("nesel switzerland")[0], "Nessel S.A.", "misspelt");
  });
  test("do not come between a name and its words", () => {
    assert.deepEqual(names("air gallia", { text: "gallia", country: "FR" }), ["Air Gallia", "Air Liquid"]);
    assert.deepEqual(swiss("switzerland tours"), ["Switzerland Tours"]);
  });
  test("never empty the result", () => {
    assert.deepEqual(names("nessel peru", { text: "peru", country: "PE" }).slice(0, 2), [
      "Nessel S.A.",
      "Nessel India Limited",
    ]);
    assert.equal(find("peru", { text: "peru", country: "PE" }).total, 0);
  });
});

test("`total` counts words and beginnings, not words that merely contain the query", () => {
  const inside = Array.from({ length: 15 }, (_, at): Company => [`Microsoft ${at}`, 90]);
  const own = Array.from({ length: 12 }, (_, at): Company => [`Soft${at % 2 === 0 ? "ware" : ""} ${at}`, 10]);
  const { find } = open([...inside, ...own]);
  const { total, isExact } = find("soft");
  assert.deepEqual([total, isExact], [12, true]);
});

test("letters, digits and numbers are found however they are written", () => {
  const { names } = open([
    ["3M Company", 70],
    ...Array.from({ length: 12 }, (_, at): Company => [`3 Mills ${at}`, 10]),
    ["7-Eleven", 40],
    ["Seven Up", 5],
    ["11 Freunde", 5],
    ["Five Guys", 20],
  ]);
  for (const text of ["3 m", "3m", "3-M"]) assert.equal(names(text)[0], "3M Company", text);
  for (const text of ["7-11", "7 eleven", "seven eleven", "seven 11"]) assert.equal(names(text)[0], "7-Eleven", text);
  assert.equal(names("5 guys")[0], "Five Guys");
});

test("simplified and traditional Chinese characters are the same", () => {
  const { names } = open([
    ["台積電", 90],
    ["贵州茅台酒股份有限公司", 80],
    ["華為集團有限責任公司", 70],
  ]);
  for (const text of ["台积电", "台積電", "台積"]) assert.deepEqual(names(text), ["台積電"]);
  for (const text of ["貴州茅台", "贵州茅台"]) assert.deepEqual(names(text), ["贵州茅台酒股份有限公司"]);
  for (const text of ["华为", "華為"]) assert.deepEqual(names(text), ["華為集團有限責任公司"]);
});

test("up to three letters, not in capitals: well-known names come before tickers and initials", () => {
  const { names } = open([
    ["Micropeak", 95],
    ["Obscure Electronics", 20, "MIC"],
    ["Maison Industrielle Courbet", 20],
    ["Beverage Company of Atlanta", 90, "KO"],
    ["Kohinoor", 10],
  ]);
  assert.equal(names("mic")[0], "Micropeak");
  assert.notEqual(names("MIC")[0], "Micropeak");
  assert.notEqual(names("mic ")[0], "Micropeak");
  assert.equal(names("ko")[0], "Beverage Company of Atlanta", "unless the ticker's company is known better");
});

describe("a typing error in a word that is not finished", () => {
  const { names } = open([
    ["Poste Italiane SpA", 70],
    ["Aurora Mills Ltd", 60, "POET"],
    ["Journey Medical Corporation", 50, "DERM"],
    ["Dream Unlimited Corp.", 40],
  ]);
  test("is more likely one in a name than in a ticker", () => {
    assert.equal(names("poest")[0], "Poste Italiane SpA");
    assert.equal(names("drem")[0], "Dream Unlimited Corp.");
  });

  test("in capitals, it may be one in a ticker", () => {
    assert.equal(names("POEST")[0], "Aurora Mills Ltd");
  });
});

describe("a last word that is just begun", () => {
  const { names } = open([
    ["Milka Industries Inc.", 80],
    ["Milka Cornflakes", 0],
    ...Array.from({ length: 130 }, (_, at): Company => [`Milka Daim ${at}`, 50]),
  ]);
  test("is found although it is also a legal form", () => {
    assert.equal(names("milka co")[0], "Milka Cornflakes");
  });

  test("is a legal form once a space follows", () => {
    assert.notEqual(names("milka co ")[0], "Milka Cornflakes");
  });
});
