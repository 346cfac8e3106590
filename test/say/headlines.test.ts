import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import { countInWords } from "../../src/ask/grammar.ts";
import { COUNTRY_NOUN, SECTOR_NOUN, describeRankingInHeadline } from "../../src/say/headlines.ts";
import {
  describeMovesInHeadline,
  describeOtherBands,
  describeUndoing,
  type MovedInHeadline,
} from "../../src/say/moved-headlines.ts";
import { standing } from "../../src/say/standing.ts";
import type { TrendReason } from "../../src/trust/movement.ts";
import { countOf } from "../../src/trust/statistics.ts";
import { distributionOf, slowMedian } from "../trust/distributions.ts";
import { checkSaid, type RawCompany } from "./said-again.ts";
import { LADDER, numbersIn } from "./sentences.ts";

/** Areas by their counts, worst band first; each lists as many companies as are judged. */
function areasOf(kind: "country" | "sector", counts: Readonly<Record<string, readonly number[]>>) {
  return Object.entries(counts).map(([name, distribution]) => ({
    subject: `${kind}:${name}` as const,
    name,
    listedCompanies: distribution.reduce((sum, count) => sum + count, 0),
    distribution,
  }));
}

/** So many companies, all in one band. */
const rated = (level: number, count = 9): readonly number[] =>
  [1, 2, 3, 4, 5].map((own) => (own === level ? count : 0));

const PRIVACY = { id: "privacy", label: "Privacy" };

const say = (counts: Readonly<Record<string, readonly number[]>>, pillar: typeof PRIVACY | null = null): string =>
  describeRankingInHeadline(LADDER, areasOf("country", counts), {
    noun: COUNTRY_NOUN,
    pillar,
    minimumCompanies: 3,
  });

describe("a ranking in a headline", () => {
  const many = Object.fromEntries("abcdefg".split("").map((name, index) => [name, rated(5, 9 + index)]));
  const fewer = Object.fromEntries("hijk".split("").map((name) => [name, rated(4)]));
  const alike = Object.fromEntries("abcd".split("").map((name) => [name, rated(3)]));
  for (const [counts, sentence] of [
    [{ "South Korea": rated(5), ...fewer }, "Of five countries, only South Korea is rated Very high"],
    [
      { Italy: rated(5), India: rated(5), Fiji: rated(1) },
      "Of three countries, only India and Italy are rated Very high",
    ],
    [
      { Italy: rated(5), Fiji: rated(1), Mali: rated(1, 2), Chad: rated(1, 0) },
      "Of two ranked countries, only Italy is rated Very high; two more are not ranked",
    ],
    [{ ...many, Mali: rated(1) }, "Seven of eight countries, g among them, are rated Very high"],
    [{ "South Korea": rated(4), Kenya: rated(2) }, "South Korea leads at High, the fourth of five bands"],
    [
      { ...alike, Germany: rated(3, 80), Kenya: rated(2), Mali: rated(1, 2) },
      "No country gets beyond Moderate, the third of five bands; one of seven is not ranked",
    ],
    [{ ...alike, e: rated(3) }, "All five countries are rated Moderate, the third of five bands"],
    [{ a: rated(3), b: rated(3) }, "A and b are rated Moderate, the third of five bands"],
    [
      { a: rated(1), b: rated(1), c: rated(1), d: rated(1), e: rated(5, 2) },
      "All four ranked countries are rated Very low, the lowest band; one more is not ranked",
    ],
    [{ Kenya: rated(2) }, "Kenya is rated Low, the second of five bands"],
    [{ Kenya: rated(2), Mali: rated(2, 1) }, "Of two countries, only Kenya has enough companies: it is rated Low"],
    [
      { "the Democratic Republic of the Congo": rated(2), Mali: rated(2, 1) },
      "Only the Democratic Republic of the Congo of two countries is ranked: Low",
    ],
    [{ Kenya: rated(2, 1) }, "No country has enough judged companies to be ranked"],
    [{}, "No country has enough judged companies to be ranked"],
  ] as const) {
    test(sentence, () => assert.equal(say(counts), sentence));
  }

  test("has quotation marks around all sectors or none", () => {
    const areas = areasOf("sector", { "“Oil, gas”": rated(4), Food: rated(4), Mining: rated(1) });
    const by = { noun: SECTOR_NOUN, pillar: null, minimumCompanies: 3 };
    assert.equal(
      describeRankingInHeadline(LADDER, areas, by),
      "“Food” and “Oil, gas” lead at High, the fourth of five bands",
    );
  });

  test("names a country also where the day of an older release stands in front", () => {
    const areas = areasOf("country", { "South Korea": rated(5), ...fewer, Mali: rated(1, 2), Chad: rated(1, 0) });
    const by = { noun: COUNTRY_NOUN, pillar: null, minimumCompanies: 3 };
    assert.equal(
      describeRankingInHeadline({ ...LADDER, asOf: "2026-07-23" }, areas, by),
      "In the release of 23 July 2026, of five ranked countries, only South Korea was rated Very high; two more were not ranked",
    );
  });

  test("in one pillar names it", () => {
    assert.equal(say({ Kenya: rated(2) }, PRIVACY), "In Privacy, Kenya is rated Low, the second of five bands");
  });
});

/** A label of twelve characters, as long as headlines reckon with. */
const label = (index: number): string => `Band ${index} ${"x".repeat(5)}`;

const anyAreas = fc.record({
  bandCount: fc.integer({ min: 2, max: 9 }),
  minimumCompanies: fc.integer({ min: 1, max: 8 }),
  pillar: fc.constantFrom(null, { id: "p", label: "Pillar xxxxx" }),
  kind: fc.constantFrom("country" as const, "sector" as const),
  /** Of each area how many companies it has, and where they are. */
  areas: fc.array(
    fc.record({
      name: fc.constantFrom("Chad", "Saint Vincent and the Grenadines", "the Democratic Republic of the Congo"),
      levels: fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 12 }),
    }),
    { maxLength: 40 },
  ),
});

/** Companies of areas, of which each is judged at a level once, or not where it is 0. */
function companiesOf({ bandCount, kind, areas, pillar }: typeof anyAreas extends fc.Arbitrary<infer T> ? T : never) {
  return areas.flatMap(({ levels }, area) =>
    levels.map((level, index): RawCompany => ({
      id: `${area}-${index}`,
      country: kind === "country" ? String(area) : null,
      sector: String(area),
      judgements: level === 0 ? [] : [{ pillar: pillar?.id ?? "p", level: Math.min(level, bandCount) }],
    })),
  );
}

describe("any headline", () => {
  test("of a ranking names the best band, and those alone who are in it, in at most 90 characters", () => {
    fc.assert(
      fc.property(anyAreas, (given) => {
        const { bandCount, minimumCompanies, pillar, kind } = given;
        const areas = given.areas.filter(({ levels }) => levels.length > 0);
        const bands = Array.from({ length: bandCount }, (_, index) => ({
          id: `b${index}`,
          label: label(index + 1),
          description: null,
        }));
        const figures = areas.map(({ name, levels }, index) => ({
          subject: `${kind}:${index}` as const,
          name,
          listedCompanies: levels.length,
          distribution: distributionOf(
            levels.filter((level) => level > 0).map((level) => Math.min(level, bandCount)),
            bandCount,
          ),
        }));
        const noun = kind === "country" ? COUNTRY_NOUN : SECTOR_NOUN;
        const text = describeRankingInHeadline({ id: "s", bands }, figures, { noun, pillar, minimumCompanies });
        assert.ok(text.length <= 90, `${text.length}: ${text}`);
        const ranked = figures.flatMap(({ name, distribution }) =>
          countOf(distribution) < minimumCompanies ? [] : [{ name, median: slowMedian(distribution) ?? 0 }],
        );
        const best = Math.max(0, ...ranked.map(({ median }) => median));
        const leading = ranked.filter(({ median }) => median === best);
        assert.equal(text.includes(label(best)), best > 0, text);
        for (const { name } of figures)
          if (text.includes(name))
            assert.ok(
              leading.some((one) => one.name === name),
              `${name}: ${text}`,
            );
        const left = areas.length - ranked.length;
        const counts = [leading.length, leading.length - 1, ranked.length, areas.length, left, best, bandCount, 1];
        for (const number of numbersIn(text.replaceAll(/Band \d+/gu, "")))
          assert.ok(counts.includes(number), `${number}: ${text}`);
      }),
      { numRuns: 500 },
    );
  });

  test("of an area states what the companies uphold, with its companions", () => {
    fc.assert(
      fc.property(anyAreas, (given) => {
        const areas = given.areas.filter(({ levels }) => levels.length > 0).slice(0, 1);
        const [first] = areas;
        if (first === undefined) return;
        const { bandCount, minimumCompanies, kind } = { ...given, bandCount: 5 };
        const said = standing(
          LADDER,
          {
            subject: `${kind}:0`,
            name: first.name,
            listedCompanies: first.levels.length,
            distribution: distributionOf(
              first.levels.filter((level) => level > 0).map((level) => Math.min(level, bandCount)),
              bandCount,
            ),
            minimumCompanies,
          },
          "headline",
        );
        checkSaid(said, { companies: companiesOf({ ...given, bandCount, areas }), bandCount, minimumCompanies });
      }),
      { numRuns: 300 },
    );
  });
});

const WORDS_OF_COUNTS = Array.from({ length: 40 }, (_, count) => countInWords(count));

const levelsOf = (distribution: readonly number[]): readonly number[] =>
  distribution.flatMap((count, index) => Array<number>(count).fill(index + 1));

describe("a country, a sector or a company in a headline", () => {
  for (const [area, sentence] of [
    [{ distribution: [11, 40, 30, 13, 0] }, "France is rated Low"],
    [{ distribution: [11, 36, 34, 13, 0] }, "France is rated Low, one upgrade short of Moderate"],
    [{ distribution: [26, 51, 68, 3, 0] }, "France is rated Low, four upgrades short of Moderate"],
    [{ distribution: [70, 46, 31, 1, 0] }, "France is rated Low, four downgrades away from Very low"],
    [{ distribution: [0, 70, 7, 71, 0] }, "France is rated Moderate; four companies could change that"],
    [{ distribution: [49, 1, 50, 0, 0] }, "France is rated Low; one company could change that"],
    [{ distribution: [62, 51, 35, 0, 0] }, "France is rated Low"],
    [{ distribution: [0, 4, 0, 0, 0] }, "France is rated Low"],
    [
      { subject: "list", name: "the list", distribution: [0, 2, 0, 0, 0] },
      "The list is rated Low, from two judged companies",
    ],
    [{ distribution: [0, 0, 0, 0, 0] }, "None of the nine companies listed in France is judged"],
    [{ distribution: [0, 0, 0, 0, 0], listedCompanies: 2 }, "Neither of the two companies listed in France is judged"],
    [{ distribution: [0, 0, 0, 0, 0], listedCompanies: 1 }, "The one company listed in France is not judged"],
    [{ distribution: [0, 2, 0, 0, 0] }, "France has two judged companies, too few to be ranked"],
    [
      { subject: "sector:retail", name: "the sector Retail", distribution: [0, 1, 0, 0, 0] },
      "The sector Retail has one judged company, too few to be rated",
    ],
    [
      { subject: "sector:x", name: "the sector X", distribution: [0, 0, 0, 0, 0], listedCompanies: 0 },
      "No company is counted in the sector X",
    ],
    [
      { subject: "company:x", name: "Acme", listedCompanies: null, distribution: [1, 0, 0, 0, 0] },
      "Acme is rated Very low",
    ],
    [
      { subject: "company:x", name: "Acme", listedCompanies: null, distribution: [0, 0, 0, 0, 0] },
      "Acme is listed and not judged",
    ],
  ] as const) {
    test(sentence, () =>
      assert.equal(
        standing(
          LADDER,
          {
            subject: "country:FR",
            name: "France",
            listedCompanies: 9,
            thinBelow: 3,
            minimumCompanies: "subject" in area && /^(?:list$|company:)/u.test(area.subject) ? 1 : 3,
            ...area,
          },
          "headline",
        ).text,
        sentence,
      ),
    );
  }

  test("is as many re-ratings away from a band as it says, and no fewer", () => {
    let said = 0;
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 5, maxLength: 5 }), (distribution) => {
        const named = { subject: "country:FR", name: "France", listedCompanies: 300 } as const;
        const area = { ...named, distribution, minimumCompanies: 3 };
        const found = /, (\S+) (upgrade|downgrade)s? (?:short of|away from) (.+)$/u.exec(
          standing(LADDER, area, "headline").text,
        );
        if (found === null) return;
        said += 1;
        const [, count = "", kind, near] = found;
        const many = WORDS_OF_COUNTS.indexOf(count);
        const reached = LADDER.bands.findIndex((band) => band.label === near) + 1;
        const levels = levelsOf(distribution);
        const medianAfter = (moves: number): number => {
          const moved = kind === "upgrade" ? [...levels].reverse() : [...levels];
          const first = moved.findIndex((level) => (kind === "upgrade" ? level < reached : level > reached));
          const after = moved.map((level, at) => (at >= first && at < first + moves ? reached : level));
          return after.toSorted((a, b) => a - b)[Math.ceil(after.length / 2) - 1]!;
        };
        assert.equal(medianAfter(many), reached);
        assert.notEqual(medianAfter(many - 1), reached);
      }),
      { numRuns: 400 },
    );
    assert.ok(said > 5, `${said} headlines say it`);
  });
});

describe("moves in a headline", () => {
  test("names who rose and who fell, counts many, and says when nobody did", () => {
    const named = (
      names: readonly string[],
      trend: "higher" | "lower" | null,
      trendReason: TrendReason | null = null,
    ) =>
      names.map((name) => {
        const hasOtherList = name.endsWith("*");
        return {
          name: name.replace("*", ""),
          trend,
          trendReason,
          hasOtherList,
          judged: 9,
          bands: trend === "lower" ? (["C", "B"] as const) : (["B", "C"] as const),
          undoneBy: null,
        };
      });
    const tell = (rose: string[], fell: string[], ...others: readonly (readonly [TrendReason, ...string[]])[]) =>
      describeMovesInHeadline([
        ...others.flatMap(([reason, ...names]) => named(names, null, reason)),
        ...named(rose, "higher"),
        ...named(fell, "lower"),
      ]);
    assert.equal(tell(["France*"], []), "France rose from B to C; its list of companies changed, too; none fell");
    assert.equal(
      tell(["France*"], ["Italy", "Japan"]),
      "France rose; Italy and Japan fell; one list of companies changed, too",
    );
    assert.equal(
      tell(["France*"], ["Italy*"]),
      "France rose from B to C; Italy fell from C to B; their lists of companies changed, too",
    );
    assert.equal(tell(["France"], ["Italy", "Japan"]), "France rose from B to C; Italy and Japan fell from C to B");
    assert.equal(tell(["a", "b", "c", "d"], []), "Four countries, a among them, rose from B to C; none fell");
    assert.equal(
      tell([], ["the Netherlands"], ["not_judged", "Fiji", "Iceland"]),
      "The Netherlands fell from C to B; Fiji and Iceland are judged in one release alone",
    );
    assert.equal(tell([], [], ["not_judged", "Fiji"]), "Fiji is judged in one release alone");
    assert.equal(
      tell([], [], ["too_few_companies", "a", "b", "c", "d"], ["composition", "Italy", "Spain"]),
      "Italy and Spain changed band, but not by re-ratings; four countries have too few companies for a trend",
    );
    assert.equal(tell([], []), "No country’s median band moved");
  });

  test("with their bands: from which to which, who is the largest, and that none moved the other way", () => {
    const one = (name: string, [before, after]: readonly [string, string], judged = 9): MovedInHeadline => ({
      name,
      trend: before < after ? "higher" : "lower",
      trendReason: null,
      hasOtherList: false,
      judged,
      bands: [before, after],
      undoneBy: null,
    });
    const rose = (...names: string[]) => names.map((name, index) => one(name, ["B", "C"], 10 + index));
    assert.equal(describeMovesInHeadline(rose("France")), "France rose from B to C; none fell");
    assert.equal(
      describeMovesInHeadline(rose("a", "b", "c", "South Korea")),
      "Four countries, South Korea among them, rose from B to C; none fell",
    );
    assert.equal(
      describeMovesInHeadline([...rose("France"), one("Italy", ["D", "B"])]),
      "France rose from B to C; Italy fell from D to B",
    );
    assert.equal(
      describeMovesInHeadline([one("France", ["A", "B"]), one("Italy", ["B", "C"])]),
      "France and Italy rose; none fell",
    );
    assert.equal(
      describeMovesInHeadline(rose("France"), { lost: ["Malta"] }),
      "France rose from B to C; Malta has too few companies now to be ranked; none fell",
    );
    const composed = { ...one("Malta", ["C", "B"]), trend: null, trendReason: "composition" } as const;
    assert.equal(
      describeMovesInHeadline([...rose("France"), composed]),
      "France rose from B to C; Malta changed band, but not by re-ratings",
    );
    assert.equal(
      describeMovesInHeadline([], { lost: ["Malta", "Fiji"] }),
      "Malta and Fiji have too few companies now to be ranked",
    );
    assert.equal(describeMovesInHeadline([], { noun: SECTOR_NOUN }), "No sector’s median band moved");
  });

  test("how many re-ratings would undo them", () => {
    const rises = (...undoneBy: number[]) =>
      describeUndoing(undoneBy.map((count) => ({ trend: "higher", undoneBy: count })));
    assert.equal(rises(1, 2, 1, 3, 2, 1), "In three of the six, one rating would undo the rise");
    assert.equal(rises(4), "Four ratings would undo the rise");
    assert.equal(rises(2, 2), "In both, two ratings would undo the rise");
    assert.equal(
      describeUndoing([
        { trend: "higher", undoneBy: 5 },
        { trend: "lower", undoneBy: 3 },
      ]),
      "In one of the two, three ratings would undo the move",
    );
    assert.equal(describeOtherBands(161, 36), "161 companies have a higher band, 36 a lower one");
    assert.equal(describeOtherBands(0, 1), "1 company has a lower band, none a higher one");
    assert.equal(describeOtherBands(0, 0), "No company rose or fell");
  });
});
