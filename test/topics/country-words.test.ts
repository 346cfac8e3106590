import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { openAtlas } from "../../src/atlas/atlas.ts";
import { findCountryWords } from "../../src/topics/country/country-words.ts";
import { ask } from "./asking.ts";

const atlas = openAtlas();

describe("the words of a query that name a country", () => {
  const CASES: readonly (readonly [query: string, words: string | null, country?: string])[] = [
    ["nestle switzerland", "switzerland", "CH"],
    ["Nestlé, Schweiz", "Schweiz", "CH"],
    ["switzerland nestle", "switzerland", "CH"],
    ["samsung south korea ", "south korea", "KR"],
    ["lucid united states of america", "united states of america", "US"],
    ["toyota usa", "usa", "US"],
    ["volvo uk", "uk", "GB"],
    ["sap de", "de", "DE"],
    ["SAP DE", "DE", "DE"],
    ["haggis scotland", "scotland", "GB"],
    ["siemens bavaria", "bavaria", "DE"],
    ["texas instruments", null],
    ["de beers", null],
    ["switzerland", null],
    ["de", null],
    ["cola can", null],
    ["procter and", null],
    ["samsung korea", null],
    ["nestle", null],
    ["", null],
  ];
  for (const [query, text, country] of CASES) {
    test(`"${query}": ${text ?? "none"}`, () => {
      assert.deepEqual(findCountryWords(atlas, query), text === null ? undefined : { text, country });
    });
  }
});

test("a search prefers companies of the country that it names, and is never empty for that", () => {
  const names = (q: string): string[] => ask("search", { q }).items.map(({ name }) => name);
  assert.equal(names("aster france")[0], "Áster Énergie");
  assert.equal(names("aster fr")[0], "Áster Énergie");
  assert.equal(names("eins germany")[0], "Eins");
  assert.equal(names("eins france")[0], "Eins");
});
