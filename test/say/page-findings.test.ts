import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  describeCasesInHeadline,
  describeEndInHeadline,
  describeNearInWords,
  describeNeighboursInHeadline,
  describePartsInHeadline,
  describeStandingInLine,
  describeStepInHeadline,
} from "../../src/say/page-findings.ts";

/** The headings of pages: each is the finding of its chart. */

const SCALE = {
  id: "five",
  bands: ["Very weak", "Weak", "Middling", "Good", "Strong"].map((label, index) => ({
    id: label,
    level: index + 1,
    label,
    description: null,
  })),
};
const FRANCE = { name: "France", level: 3 };
const parts = (levels: Readonly<Record<string, number>>) =>
  Object.entries(levels).map(([name, level]) => ({ name, level }));

describe("the sectors of a country", () => {
  for (const [levels, expected] of [
    [{ Banks: 3, Retail: 2, Food: 2 }, "In Retail and Food, France is only Weak"],
    [{ Banks: 4, Retail: 3 }, "In Banks, France reaches Good"],
    [{ Banks: 5, Retail: 4, Food: 2 }, "In Banks and Retail, France is rated higher; in Food, it is only Weak"],
    [{ A: 2, B: 2, C: 2, D: 2 }, "In all four rated sectors, France is only Weak"],
    [{ A: 2, B: 2, C: 2, D: 2, E: 3 }, "In four of five rated sectors, France is only Weak"],
    [
      { A: 4, B: 4, C: 4, D: 4, E: 2, F: 2, G: 2, H: 2 },
      "In four of eight rated sectors, France reaches Good; in four, it is only Weak",
    ],
    // Of several, none alone is in quotation marks.
    [{ "“Food, drink”": 2, Banks: 2 }, "In “Food, drink” and “Banks”, France is only Weak"],
    [
      { Banks: 4, "Health and well-being": 2, Retail: 2 },
      "In “Banks”, France reaches Good; in “Health and well-being” and “Retail”, it is only Weak",
    ],
    [{ Banks: 3, Retail: 3 }, "In both rated sectors, France is Middling"],
    [{ Banks: 3 }, "In Banks, too, France is Middling"],
  ] as const)
    test(expected, () => assert.equal(describePartsInHeadline(SCALE, FRANCE, parts(levels), "sector"), expected));
});

describe("the pillars of a country", () => {
  for (const [levels, expected] of [
    [{ Health: 4, Pay: 2, Power: 2 }, "In Health, France reaches Good; in Pay and Power, it is only Weak"],
    [{ Health: 3, Pay: 3 }, "In both rated pillars, France is Middling"],
    [{ Health: 3 }, "In Health, too, France is Middling"],
  ] as const)
    test(expected, () => assert.equal(describePartsInHeadline(SCALE, FRANCE, parts(levels), "pillar"), expected));
});

describe("neighbours", () => {
  for (const [level, levels, expected] of [
    [
      3,
      { Spain: 3, Switzerland: 2, Luxembourg: 2 },
      "No neighbour is rated higher than France; Switzerland and Luxembourg are lower",
    ],
    [3, { Spain: 4, Italy: 3 }, "Spain is rated higher than France; no neighbour is lower"],
    [3, { A: 2, B: 2, C: 2, D: 2 }, "No neighbour is rated higher than France; four are lower"],
    [3, { Spain: 4, A: 2, B: 2, C: 2, D: 2 }, "Spain is rated higher than France; four neighbours are lower"],
    [3, { Spain: 3 }, "Spain is rated Middling, like France"],
    [3, { A: 3, B: 3, C: 3, D: 3 }, "Four neighbours are rated Middling, like France"],
    [3, {}, "No neighbour of France is ranked"],
    [null, { Spain: 3 }, "France is not ranked; one neighbour is"],
    [null, {}, "France is not ranked, and no neighbour is"],
  ] as const)
    test(expected, () =>
      assert.equal(describeNeighboursInHeadline(SCALE, { name: "France", level }, parts(levels)), expected),
    );
});

describe("the last step of a history", () => {
  for (const [before, now, expected] of [
    [[3, 2, 9], [3, 7, 9], "France is still Middling, and firmer: seven downgrades from Weak, two before"],
    [[3, 9, 5], [3, 9, 3], "France is still Middling, and closer: three upgrades from Good, five before"],
    [[3, 7, 40], [3, 15, 40], "France is still Middling, and firmer: 15 downgrades from Weak, 7 before"],
    [[3, 2, 9], [3, 2, 8], "France is still Middling: two downgrades from Weak, as before"],
    [[5, null, null], [5, null, null], "France is still Strong"],
  ] as const)
    test(expected, () => {
      const [one, other] = [before, now].map(([level, toLower, toHigher]) => ({ level, toLower, toHigher }));
      assert.ok(one !== undefined && other !== undefined);
      assert.equal(describeStepInHeadline(SCALE, "France", one, other), expected);
    });
});

describe("without one of the pillars", () => {
  for (const [levels, expected] of [
    [{ A: 2, B: 2, C: 3 }, "Without one of its pillars, France would be Weak in two cases of three"],
    [{ A: 2, B: 4, C: 3 }, "Without one of its pillars, France would have another band in two cases of three"],
    [{ A: 2, B: 3 }, "Without A, France would be Weak"],
    [{ A: 2, B: 2 }, "Without any one of its pillars, France would be Weak"],
    [{ A: 2, B: 4 }, "Without any one of its pillars, France would have another band"],
    [{ A: 3, B: 3 }, "Without any one of its pillars, France would still be Middling"],
  ] as const)
    test(expected, () => assert.equal(describeCasesInHeadline(SCALE, FRANCE, parts(levels), 0), expected));

  test("nothing where too few are judged without another one", () =>
    assert.equal(describeCasesInHeadline(SCALE, FRANCE, parts({ A: 3, B: 3 }), 1), null));
});

describe("the companies near another band", () => {
  for (const [count, judged, expected] of [
    [26, 78, "26 of its 78 judged companies are one judgement away from an upgrade."],
    [7, 7, "All seven judged companies are one judgement away from an upgrade."],
    [1, 1, "Its only judged company is one judgement away from an upgrade."],
  ] as const)
    test(expected, () => assert.equal(describeNearInWords(SCALE, "upgrade", count, judged), expected));
});

describe("the companies at an end", () => {
  for (const [end, level, count, names, expected] of [
    ["best", 4, 1, ["eBay"], "eBay is rated best in France: Good"],
    ["worst", 1, 2, ["A", "B"], "A and B are rated worst in France: Very weak"],
    ["worst", 1, 17, ["A", "B"], "17 companies are rated worst in France: Very weak"],
  ] as const)
    test(expected, () => assert.equal(describeEndInHeadline(SCALE, "France", end, { level, count, names }), expected));
});

describe("the line below the headline", () => {
  const area = { listedCompanies: 78, distribution: [17, 15, 43, 3, 0] } as const;
  for (const [own, place, expected] of [
    [
      area,
      { rank: 1, tiedWith: 20, ranked: 44 },
      "43 of its 78 companies are Middling, 3 are higher and 32 lower. 21 of the 44 ranked countries tie at Middling; none is higher.",
    ],
    [
      { ...area, listedCompanies: 80, distribution: [0, 0, 78, 0, 0] },
      { rank: 3, tiedWith: 0, ranked: 44 },
      "All 78 judged companies are Middling; two more are listed and not judged. Alone of the 44 ranked countries it is Middling; 2 are higher.",
    ],
    [
      { ...area, listedCompanies: 8, distribution: [0, 2, 4, 0, 0] },
      { rank: 3, tiedWith: 1, ranked: 4 },
      "4 of its 6 judged companies are Middling, 2 are lower; 2 more are listed and not judged. 2 of the 4 ranked countries tie at Middling; 2 are higher.",
    ],
    [area, null, "43 of its 78 companies are Middling, 3 are higher and 32 lower."],
  ] as const)
    test(expected, () => {
      assert.equal(describeStandingInLine(SCALE, own, 6, place), expected);
    });

  test("nothing where too few are judged", () =>
    assert.equal(describeStandingInLine(SCALE, { ...area, distribution: [0, 0, 5, 0, 0] }, 6, null), ""));
});
