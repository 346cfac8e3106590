import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { compareRanked } from "../../src/trust/compare.ts";
import { rankByMedian } from "../../src/trust/ranking.ts";
import { anyDistribution } from "./distributions.ts";

/** Compares two countries by their distributions, with at least three companies for a rank. */
function compare(first: readonly number[], second: readonly number[]): string {
  const lines = rankByMedian(
    [
      { code: "A", name: "First", distribution: first },
      { code: "B", name: "Second", distribution: second },
    ],
    3,
  );
  const lineOf = (code: string) => lines.find(({ entry }) => entry.code === code)!;
  const { answer, reason } = compareRanked(lineOf("A"), lineOf("B"));
  return `${answer}: ${reason}`;
}

test("a better median band is higher, a worse one lower", () => {
  assert.equal(compare([0, 0, 3], [3, 0, 0]), "higher: different_median_bands");
  assert.equal(compare([3, 0, 0], [0, 0, 3]), "lower: different_median_bands");
});

test("the same median band cannot be told apart, whatever the order inside the tie", () => {
  assert.equal(compare([0, 2, 1], [1, 2, 0]), "cannot_be_told_apart: same_median_band");
  assert.equal(compare([0, 3, 0], [0, 3, 0]), "cannot_be_told_apart: same_median_band");
});

test("too few companies on either side cannot be told apart, even with different medians", () => {
  assert.equal(compare([0, 0, 2], [3, 0, 0]), "cannot_be_told_apart: too_few_companies");
  assert.equal(compare([3, 0, 0], [0, 0, 2]), "cannot_be_told_apart: too_few_companies");
});

test("not judged goes before too few companies", () => {
  assert.equal(compare([0, 0, 0], [3, 0, 0]), "cannot_be_told_apart: not_judged");
  assert.equal(compare([0, 1, 0], [0, 0, 0]), "cannot_be_told_apart: not_judged");
  assert.equal(compare([0, 0, 0], [0, 0, 0]), "cannot_be_told_apart: not_judged");
});

test("the comparison the other way round is its mirror", () => {
  const mirrored = (text: string) =>
    text.replace(/^(higher|lower)/, (answer) => (answer === "higher" ? "lower" : "higher"));
  fc.assert(
    fc.property(anyDistribution(3, 2), anyDistribution(3, 2), (first, second) => {
      assert.equal(compare(second, first), mirrored(compare(first, second)));
    }),
  );
});
