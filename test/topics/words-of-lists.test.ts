import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import { describeListInWords, type ListInWords } from "../../src/topics/portfolio/portfolio.ts";
import { countOf } from "../../src/trust/statistics.ts";
import { LADDER, numbersIn } from "../say/sentences.ts";

const list = (matched: number, ambiguous: number, unmatched: number, companies: number, ...distribution: number[]) =>
  describeListInWords(LADDER, {
    rows: matched + ambiguous + unmatched,
    matched,
    ambiguous,
    unmatched,
    companies,
    distribution,
    thinBelow: 6,
  }).text;

describe("a list in words", () => {
  for (const [expected, actual] of [
    [
      "Of 40 rows, 28 are matched with 26 companies, each counted once; 4 are ambiguous and 8 are unmatched. The list is rated High, like 14 of its 25 judged companies; 6 are rated higher and 5 lower, and one more is not judged.",
      list(28, 4, 8, 26, 0, 0, 5, 14, 6),
    ],
    [
      "Of 3 rows, 3 are matched with 3 companies. The list is rated Low, like 1 of only 3 judged companies; 1 is rated higher and 1 lower.",
      list(3, 0, 0, 3, 1, 1, 1, 0, 0),
    ],
    [
      "Of 2 rows, 2 are matched with 2 companies. Neither of the two companies on the list is judged.",
      list(2, 0, 0, 2, 0, 0, 0, 0, 0),
    ],
    [
      "Of 1 row, 1 is matched with 1 company. The one company on the list is not judged.",
      list(1, 0, 0, 1, 0, 0, 0, 0, 0),
    ],
    [
      "Of 5 rows, 0 are matched; 1 is ambiguous and 4 are unmatched. So the list is not rated.",
      list(0, 1, 4, 0, 0, 0, 0, 0, 0),
    ],
  ] as const) {
    test(expected, () => assert.equal(actual, expected));
  }

  test("has no number that is not among its figures", () => {
    const anyList: fc.Arbitrary<ListInWords> = fc
      .record({
        distribution: fc.array(fc.nat(9), { minLength: 5, maxLength: 5 }),
        unjudged: fc.nat(4),
        twice: fc.nat(4),
        ambiguous: fc.nat(4),
        unmatched: fc.nat(4),
      })
      .map(({ distribution, unjudged, twice, ambiguous, unmatched }) => {
        const companies = countOf(distribution) + unjudged;
        const matched = companies === 0 ? 0 : companies + twice;
        return {
          rows: matched + ambiguous + unmatched,
          matched,
          ambiguous,
          unmatched,
          companies,
          distribution,
          thinBelow: 6,
        };
      });
    fc.assert(
      fc.property(anyList, (own) => {
        const judged = countOf(own.distribution);
        const median = own.distribution.findIndex((_, at) => 2 * countOf(own.distribution.slice(0, at + 1)) >= judged);
        const known = [
          own.rows,
          own.matched,
          own.ambiguous,
          own.unmatched,
          own.companies,
          own.companies - judged,
          judged,
          countOf(own.distribution.slice(0, median)),
          own.distribution[median],
          countOf(own.distribution.slice(median + 1)),
        ];
        for (const number of numbersIn(describeListInWords(LADDER, own).text))
          assert.ok(known.includes(number), `${number}`);
      }),
      { numRuns: 1000 },
    );
  });
});
