import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import {
  type CompaniesInHeadline,
  describeCompaniesInHeadline,
  describeMatrixInHeadline,
  describeNoNamesake,
  describeSearchInHeadline,
} from "../../src/say/list-headlines.ts";
import { distributionOf } from "../trust/distributions.ts";
import { LADDER, numbersIn } from "./sentences.ts";

/** A list by its counts, worst band first, and what narrows it. */
function listOf(counts: readonly number[], rest: Partial<CompaniesInHeadline> = {}): CompaniesInHeadline {
  const judged = counts.reduce((sum, count) => sum + count, 0);
  const byLevel = new Map(counts.map((count, index) => [index + 1, count]));
  return { countries: [], sectors: [], pillars: [], levels: [], counts: byLevel, listed: judged, judged, ...rest };
}

describe("a list of companies in a headline", () => {
  const france = { countries: ["France"] };
  for (const [list, sentence] of [
    [listOf([11, 40, 30, 13, 0]), "Of 94 judged companies, 40 are rated Low"],
    [listOf([0, 1200, 0, 0, 0], france), "All 1,200 judged companies in France are rated Low"],
    [listOf([0, 1, 0, 0, 0], france), "The one judged company in France is rated Low"],
    [listOf([0, 4, 0, 4, 2], france), "Of 10 judged companies in France, 4 are rated Low and 4 High"],
    [
      listOf([1, 1, 1, 0, 0], { countries: ["the Netherlands", "Fiji"] }),
      "Of 3 judged companies in the Netherlands and Fiji, no two are rated alike",
    ],
    [listOf([0, 2, 0, 0, 0], france), "Both judged companies in France are rated Low"],
    [listOf([2, 2, 0, 2, 0], france), "Of 6 judged companies in France, no more than 2 are rated alike"],
    [
      listOf([2, 1, 0, 0, 0], { sectors: ["Energy"], pillars: ["Privacy"], ...france }),
      "Of 3 judged companies of the sector Energy in France, 2 are rated Very low in Privacy",
    ],
    [listOf([2, 1, 0, 0, 0], { levels: [2] }), "Of 3 judged companies, 1 is rated Low"],
    [listOf([2, 1, 0, 0, 0], { listed: 5 }), "Of 3 judged companies, 2 are rated Very low; 2 more are not judged"],
    [listOf([2, 1, 5, 0, 0], { levels: [1, 2] }), "Of 8 judged companies, 3 are rated Very low or Low"],
    [listOf([2, 1, 0, 0, 0], { levels: [5], ...france }), "No judged company in France is rated Very high"],
    [
      listOf([0, 0, 0, 0, 0], { listed: 3, sectors: ["Energy", "Retail"] }),
      "No company of the sectors Energy and Retail is judged",
    ],
    [listOf([0, 0, 0, 0, 0], { pillars: ["Privacy"] }), "No company is judged in Privacy"],
    [listOf([0, 0, 0, 0, 0], france), "No company in France is listed"],
  ] as const) {
    test(sentence, () => assert.equal(describeCompaniesInHeadline(LADDER, list), sentence));
  }

  test("says only numbers of its figures", () => {
    const all = fc.array(fc.nat({ max: 20 }), { minLength: 5, maxLength: 5 });
    fc.assert(
      fc.property(all, fc.subarray([1, 2, 3, 4, 5]), (counts, levels) => {
        const list = listOf(counts, { levels });
        const sentence = describeCompaniesInHeadline(LADDER, list);
        const chosen = levels.reduce((sum, level) => sum + (counts[level - 1] ?? 0), 0);
        const most = Math.max(...counts);
        const allowed = new Set([list.judged, chosen, most, 1]);
        for (const number of numbersIn(sentence)) assert.ok(allowed.has(number), `${number}: ${sentence}`);
      }),
      { numRuns: 500 },
    );
  });
});

describe("a matrix in a headline", () => {
  const say = (rows: Readonly<Record<string, readonly number[]>>, pillar: string | null = null): string =>
    describeMatrixInHeadline(
      LADDER,
      Object.entries(rows).map(([name, levels]) => ({
        name,
        cells: [...levels.map((level) => distributionOf([level, level], 5)), [0, 0, 0, 0, 1]],
      })),
      { pillar: pillar === null ? null : { id: "p", label: pillar }, minimumCompanies: 2 },
    );

  for (const [rows, sentence] of [
    [{ Italy: [5, 1, 5], India: [5, 4] }, "Two countries reach Very high, Italy in 2 of 3 rated sectors"],
    // Who has more sectors is not ahead by their number.
    [
      { a: [4, 4, 4, 1, 1, 1], "the United Kingdom": [4, 4, 1] },
      "Two countries reach High, the United Kingdom in 2 of 3 rated sectors",
    ],
    // Those without a rated sector are not behind, and the lowest band is not reached.
    [
      { Italy: [4, 4], India: [3], Fiji: [] },
      "Of two countries with a rated sector, only Italy reaches High, in both rated sectors",
    ],
    [
      { "the United Kingdom": [4, 4, 4, 1], India: [3], Fiji: [] },
      "Of two countries with a rated sector, only the United Kingdom reaches High",
    ],
    [{ Italy: [4, 4], Fiji: [] }, "Italy, the only country with a rated sector, reaches High in both rated sectors"],
    [{ Italy: [1, 1], India: [1] }, "No rated sector of a country gets beyond Very low, the lowest of five bands"],
    [{ a: [4], b: [4], c: [4] }, "Three countries reach High in a sector"],
    [{ Italy: [4, 4, 4], "the Netherlands": [5] }, "Only the Netherlands reaches Very high, in its only rated sector"],
    [
      { Italy: [4, 4], India: [4, 4], Fiji: [4] },
      "Three countries reach High, Italy and India each in both rated sectors",
    ],
    [{ Italy: [4], India: [4], Fiji: [2] }, "Italy and India each reach High in their only rated sector"],
    [{ a: [4, 4, 1], b: [4, 4, 1], c: [4, 4, 1], d: [4, 1] }, "Four countries reach High in a sector"],
    [{ Italy: [], India: [] }, "No sector of any country has enough judged companies"],
    [{}, "No sector of any country has enough judged companies"],
  ] as const) {
    test(sentence, () => assert.equal(say(rows), sentence));
  }

  test("in one pillar", () => {
    const said = "In Privacy, only Italy reaches High, in its only rated sector";
    assert.equal(say({ Italy: [4], India: [3] }, "Privacy"), said);
  });

  test("of one country says no more than that", () => {
    assert.equal(say({ Italy: [4] }, null), "Italy reaches High in its only rated sector");
  });
});

describe("what a search found, in a headline", () => {
  const found = { query: "fra", places: [], companies: 0, products: 0, areMore: false, isSimilar: false };
  for (const [search, sentence] of [
    [found, "Nothing matches “fra”"],
    [{ ...found, companies: 1 }, "One company matches “fra”"],
    [{ ...found, companies: undefined, products: 2 }, "Two products match “fra”"],
    [{ ...found, products: 124, isSimilar: true }, "Nothing is called “fra”; 124 products have similar names"],
    [{ ...found, companies: 1, isSimilar: true }, "Nothing is called “fra”; one company has a similar name"],
    [{ ...found, places: ["the Netherlands"] }, "The Netherlands matches “fra”"],
    [{ ...found, places: ["France"], companies: 64, products: 1 }, "France, 64 companies and one product match “fra”"],
    [{ ...found, places: ["a", "b", "c"] }, "Three countries and sectors match “fra”"],
    [
      { ...found, companies: 10000, products: 3, areMore: true },
      "At least 10,000 companies and at least three products match “fra”",
    ],
  ] as const) {
    test(sentence, () => assert.equal(describeSearchInHeadline(search), sentence));
  }
});

describe("what a search found without a namesake", () => {
  for (const [query, likenesses, sentence] of [
    ["Apple", ["words", "part"], "No company is called “Apple”. What follows has it in its name."],
    ["Apple Inc", ["words"], "No company is called “Apple Inc”. What follows has these words in its name."],
    ["Appel", ["similar", "similar"], "No company is called “Appel”. What follows is spelt alike."],
    ["Apple", ["name", "words"], ""],
    ["appl", ["part", "similar"], ""],
    ["Apple", [], ""],
  ] as const)
    test(`${query}: ${likenesses.join(", ")}`, () =>
      assert.equal(
        describeNoNamesake(
          query,
          likenesses.map((likeness) => ({ likeness })),
        ),
        sentence,
      ));
});
