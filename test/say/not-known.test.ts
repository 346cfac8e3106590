import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import { describeUnknownsInWords, type UnknownsInWords } from "../../src/say/not-known.ts";
import type { Distribution } from "../../src/trust/scale.ts";
import { countOf } from "../../src/trust/statistics.ts";
import { distributionsOf, slowMedian } from "../trust/distributions.ts";
import { LADDER } from "./sentences.ts";

const MINIMUM = 3;
const YOUNG = { dated: 0, oldest: null, middle: null, newest: null, olderThanTwoYears: 0 };

const ITALY: UnknownsInWords = {
  subject: "country:IT",
  name: "Italy",
  listedCompanies: 12,
  distribution: [1, 1, 2, 7, 1],
  minimumCompanies: MINIMUM,
  eachPillarOnce: 4,
  provenance: { judgements: 40, dates: YOUNG },
};

const say = (changes: Partial<UnknownsInWords>): string =>
  describeUnknownsInWords(LADDER, { ...ITALY, ...changes }).join(" ");

describe("what is not known, in words", () => {
  for (const [changes, sentence] of [
    [{}, ""],
    [
      { listedCompanies: 15 },
      "Even if all three unjudged companies were Very low or Very high, Italy would stay High.",
    ],
    [{ listedCompanies: 13 }, "Even if the one unjudged company were Very low or Very high, Italy would stay High."],
    [
      { listedCompanies: 17 },
      "If all five unjudged companies were Very low, Italy would be Moderate; if Very high, it would stay High.",
    ],
    [
      { listedCompanies: 40 },
      "If all 28 unjudged companies were Very low, Italy would be Very low; if Very high, it would be Very high.",
    ],
    [
      { distribution: [8, 0, 0, 0, 0], listedCompanies: 10, eachPillarOnce: null },
      "Even if both unjudged companies were Very high, Italy would stay Very low.",
    ],
    [
      { distribution: [0, 0, 0, 4, 5], listedCompanies: 10, eachPillarOnce: 5 },
      "If the one unjudged company were Very low, Italy would be High. If 1 of its 9 judged companies fell by one band, Italy would drop to High.",
    ],
    [{ eachPillarOnce: 3 }, "If each pillar counted once, however many criteria it has, Italy would be Moderate."],
    [
      { provenance: { judgements: 40, dates: { ...YOUNG, dated: 35, olderThanTwoYears: 21 } } },
      "21 of the 40 judgements in Italy are older than two years; 5 more have no date.",
    ],
    [{ provenance: { judgements: 40, dates: { ...YOUNG, dated: 40, olderThanTwoYears: 20 } } }, ""],
    [
      { provenance: { judgements: 3, dates: { ...YOUNG, dated: 3, olderThanTwoYears: 3 } } },
      "All 3 judgements in Italy are older than two years.",
    ],
    // Of too few companies nothing is said of the band.
    [{ distribution: [0, 0, 0, 2, 0], listedCompanies: 9, eachPillarOnce: 1 }, ""],
    [{ distribution: [0, 0, 0, 0, 0], eachPillarOnce: null }, ""],
    [
      { distribution: [0, 0, 10, 11, 1], listedCompanies: 22 },
      "If 1 of its 22 judged companies fell by one band, Italy would drop to Moderate.",
    ],
    [{ distribution: [0, 0, 28, 40, 10], listedCompanies: 78, eachPillarOnce: null }, ""],
    [
      { distribution: [0, 0, 33, 35, 10], listedCompanies: 78, eachPillarOnce: null },
      "If 6 of its 78 judged companies fell by one band each, Italy would drop to Moderate.",
    ],
    [
      { distribution: [0, 0, 10, 40, 36], listedCompanies: 86, eachPillarOnce: null },
      "If 8 of its 86 judged companies rose by one band each, Italy would rise to Very high.",
    ],
  ] as const) {
    test(sentence === "" ? `nothing of ${JSON.stringify(changes).slice(0, 60)}` : sentence, () =>
      assert.equal(say(changes), sentence),
    );
  }

  /** The words alone say how many fall or rise, and to which band that leads. */
  function checkNearby(text: string, distribution: Distribution): void {
    const [, few, all, verb, label] =
      /^If (\d+) of its (\d+) judged companies (fell|rose) by one band(?: each)?, Italy would (?:drop|rise) to (.+)\.$/u.exec(
        text,
      ) ?? [];
    assert.equal(Number(all), countOf(distribution), text);
    const own = slowMedian(distribution)!;
    const step = verb === "fell" ? -1 : 1;
    const moved = (count: number): number =>
      slowMedian(
        distribution.map((there, index) => there + (index === own - 1 ? -count : index === own - 1 + step ? count : 0)),
      )!;
    assert.equal(LADDER.bands[moved(Number(few)) - 1]?.label, label, text);
    assert.equal(moved(Number(few) - 1), own, text);
  }

  test("names the bands that trying every one finds", () => {
    const counts = fc.array(fc.nat({ max: 5 }), { minLength: 5, maxLength: 5 });
    fc.assert(
      fc.property(counts, fc.nat({ max: 4 }), (distribution, unjudged) => {
        const own = slowMedian(distribution);
        const said = describeUnknownsInWords(LADDER, {
          ...ITALY,
          distribution,
          listedCompanies: countOf(distribution) + unjudged,
          eachPillarOnce: own,
        });
        const isRated = countOf(distribution) >= MINIMUM;
        const nearby = said.filter((text) => /by one band/u.test(text));
        const extremes = said.filter((each) => !nearby.includes(each));
        assert.equal(extremes.length, isRated && unjudged > 0 ? 1 : 0);
        for (const each of nearby) checkNearby(each, distribution);
        for (const each of extremes) {
          const found = distributionsOf(5, unjudged).map((others) =>
            slowMedian(distribution.map((count, index) => count + others[index]!)),
          );
          const named = LADDER.bands.flatMap(({ label }, index) =>
            new RegExp(`would (?:be|stay) ${label}[;.]`, "u").test(each) ? [index + 1] : [],
          );
          // The ends of what is possible, but for the band itself where the scale ends there.
          const ends = [Math.min(...found.map(Number)), Math.max(...found.map(Number))];
          const expected = new Set(
            ends.every((end) => end === own) ? ends : ends.filter((end, side) => end !== own || own !== [1, 5][side]),
          );
          assert.deepEqual(new Set(named), expected, each);
        }
      }),
    );
  });
});
