import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import {
  COUNTRY_NOUN,
  SECTOR_NOUN,
  describeAreaInHeadline,
  describeMovesInHeadline,
  describePairInHeadline,
  describeRankingInHeadline,
} from "../../src/topics/ranking/words-of-headlines.ts";
import { LADDER, numbersIn } from "./sentences.ts";

type Standings = Readonly<Record<string, number | null>>;

const say = (standings: Standings, noun = COUNTRY_NOUN, pillar: string | null = null): string =>
  describeRankingInHeadline(
    LADDER,
    Object.entries(standings).map(([name, level]) => ({ name, level })),
    noun,
    pillar,
  );

/** The words of a sentence, whichever stand first. */
const wordsOf = (sentence: string): string[] =>
  sentence
    .toLowerCase()
    .split(/[\s,;]+/u)
    .toSorted();

describe("a ranking in a headline", () => {
  test("says who stands at the top, and who next", () => {
    const many = Object.fromEntries("a b c d e f g".split(" ").map((name) => [name, 4]));
    assert.equal(
      say({ "South Korea": 5, ...many, x: 1 }),
      "South Korea stands alone at Very high; seven countries share High",
    );
    assert.equal(say({ "the Netherlands": 4, Kenya: 2 }), "The Netherlands stands alone at High; Kenya follows at Low");
    assert.equal(
      say({ Italy: 4, India: 4, Fiji: 1, Mali: 1 }),
      "Italy and India share High; Fiji and Mali share Very low",
    );
    assert.equal(say({ ...many, x: 3 }, SECTOR_NOUN), "Seven sectors share High; x follows at Moderate");
  });

  test("of one band, of one country, of none, and in one pillar", () => {
    assert.equal(say({ a: 3, b: 3, c: 3 }), "All three countries share Moderate");
    assert.equal(say({ Kenya: 2 }), "Kenya stands alone at Low");
    assert.equal(say({}), "No country has enough judged companies to be ranked");
    assert.equal(
      say({ Kenya: null }, COUNTRY_NOUN, "Privacy"),
      "In Privacy, no country has enough judged companies to be ranked",
    );
    assert.equal(say({ Kenya: 2 }, COUNTRY_NOUN, "Privacy"), "In Privacy, Kenya stands alone at Low");
  });

  test("names only the two best bands, names or counts all that have them, in any order", () => {
    const levels = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(levels, fc.nat(), (all, turn) => {
        const names = all.map((_, index) => `N${String.fromCodePoint(97 + index)}x`);
        const standings = Object.fromEntries(names.map((name, index) => [name, all[index] ?? 1]));
        const sentence = say(standings);
        const turned = Object.entries(standings);
        const other = say(
          Object.fromEntries([...turned.slice(turn % all.length), ...turned.slice(0, turn % all.length)]),
        );
        assert.deepEqual(wordsOf(other), wordsOf(sentence));
        const best = [...new Set(all)].toSorted((a, b) => b - a).slice(0, 2);
        const expected = LADDER.bands.filter((_, index) => best.includes(index + 1)).map(({ label }) => label);
        const named = LADDER.bands
          .map(({ label }) => label)
          .filter((label) => sentence.split(/[;.]/u).some((part) => part.endsWith(` ${label}`)));
        assert.deepEqual(named, expected, sentence);
        for (const level of best) {
          const own = names.filter((name) => standings[name] === level);
          if (own.length > 2) assert.ok(numbersIn(sentence).includes(own.length), sentence);
          else for (const name of own) assert.ok(sentence.includes(name), sentence);
        }
        for (const name of names)
          if (!best.includes(standings[name] ?? 0)) assert.ok(!sentence.includes(name), sentence);
      }),
      { numRuns: 500 },
    );
  });
});

describe("a country or a sector in a headline", () => {
  const area = {
    kind: "country",
    name: "France",
    level: 2,
    listedCompanies: 95,
    judgedCompanies: 94,
    unrankedReason: null,
    flipsToLower: 36,
    flipsToHigher: 5,
  } as const;

  for (const [changes, sentence] of [
    [{}, "France’s companies stand at Low"],
    [{ flipsToHigher: 1 }, "France’s companies stand at Low, by one company"],
    [{ kind: "sector", name: "Health care" }, "Health care stands at Low"],
    [{ level: null, judgedCompanies: 0 }, "No company in France has been judged yet"],
    [{ level: null, judgedCompanies: 0, listedCompanies: 1 }, "No company in France has been judged"],
    [{ judgedCompanies: 2, unrankedReason: "too_few_companies" }, "Two judged companies say too little to rank France"],
    [{ judgedCompanies: 1, unrankedReason: "too_few_companies" }, "One judged company says too little to rank France"],
  ] as const) {
    test(sentence, () => assert.equal(describeAreaInHeadline(LADDER, { ...area, ...changes }), sentence));
  }
});

describe("two countries in a headline", () => {
  const at = (name: string, level: number | null) => ({ name, level });
  const different = "different_median_bands";

  test("names the higher one first, whichever was asked for first", () => {
    assert.equal(
      describePairInHeadline(LADDER, at("Denmark", 4), at("Poland", 3), different, null),
      "Denmark stands above Poland",
    );
    assert.equal(
      describePairInHeadline(LADDER, at("Kenya", 1), at("the Netherlands", 2), different, null),
      "The Netherlands stands above Kenya",
    );
  });

  test("calls a tie a tie, and says what is too little", () => {
    assert.equal(
      describePairInHeadline(LADDER, at("France", 2), at("Spain", 2), "same_median_band", "Privacy"),
      "In Privacy, France and Spain share Low; neither stands above the other",
    );
    assert.equal(
      describePairInHeadline(LADDER, at("Fiji", 4), at("France", 2), "too_few_companies", null),
      "Too few companies are judged to tell Fiji and France apart",
    );
    assert.equal(
      describePairInHeadline(LADDER, at("France", 2), at("Chad", null), "not_judged", null),
      "France and Chad cannot be compared: no company of Chad has been judged",
    );
    assert.equal(
      describePairInHeadline(LADDER, at("Mali", null), at("Chad", null), "not_judged", null),
      "Mali and Chad cannot be compared: no company of either has been judged",
    );
  });
});

describe("moves in a headline", () => {
  test("names who rose and who fell, counts many, and says when nobody did", () => {
    const tell = (rose: string[], fell: string[], judgedOnce = 0) =>
      describeMovesInHeadline({ rose, fell, byList: 0, tooFew: 0, judgedOnce });
    assert.equal(tell(["France"], ["Italy", "Japan"]), "France rose; Italy and Japan fell");
    assert.equal(tell(["a", "b", "c"], []), "Three countries rose");
    assert.equal(tell([], ["the Netherlands"], 2), "The Netherlands fell");
    assert.equal(tell([], [], 1), "One country is judged in one of the releases alone");
    assert.equal(tell([], []), "No country’s median band moved");
  });
});
