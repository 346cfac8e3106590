import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { compareRanked, countPairs, dominanceOf, flipsToAbove, flipsToTie } from "../../src/trust/compare.ts";
import { rankByMedian } from "../../src/trust/ranking.ts";
import type { Distribution } from "../../src/trust/scale.ts";
import { anyDistribution, distributionsOf, slowMedian, writtenOut } from "./distributions.ts";
import { fewestOfBoth } from "./re-rating.ts";

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

/** Every pair of small distributions over the same scale. */
function* smallPairs(countMin: number): Generator<readonly [Distribution, Distribution]> {
  for (let bandCount = 2; bandCount <= 4; bandCount++) {
    for (const first of distributionsOf(bandCount, 4)) {
      for (let count = countMin; count <= 3; count++) {
        for (const second of distributionsOf(bandCount, count)) yield [first, second];
      }
    }
  }
}

test("pairs are counted as writing all of them out counts them", () => {
  for (const [first, second] of smallPairs(0)) {
    const pairs = writtenOut(first).flatMap((one) => writtenOut(second).map((other) => Math.sign(one - other)));
    const expected = {
      higher: pairs.filter((sign) => sign > 0).length,
      same: pairs.filter((sign) => sign === 0).length,
      lower: pairs.filter((sign) => sign < 0).length,
      pairs: pairs.length,
    };
    assert.deepEqual(countPairs(first, second), expected);
  }
});

/** Whether every reading of the scale that keeps its order gives `first` the larger mean. */
function agreesInEveryReading(first: Distribution, second: Distribution): boolean {
  // The readings that call a band and all better ones good, one for each band, span all others.
  const shares = (of: Distribution, level: number): number => {
    const all = writtenOut(of);
    return all.filter((one) => one >= level).length / all.length;
  };
  const differences = first.map((_, index) => shares(first, index + 1) - shares(second, index + 1));
  return differences.every((d) => d > -1e-9) && differences.some((d) => d > 1e-9);
}

test("one dominates where every reading of the scale agrees, and equal shares are neither", () => {
  for (const [first, second] of smallPairs(1)) {
    const expected = agreesInEveryReading(first, second)
      ? "first"
      : agreesInEveryReading(second, first)
        ? "second"
        : "neither";
    assert.equal(dominanceOf(first, second), expected, JSON.stringify([first, second]));
  }
  assert.equal(dominanceOf([1, 1], [3, 3]), "neither");
  assert.equal(dominanceOf([0, 0], [1, 0]), null);
});

test("the fewest re-ratings until two medians tie are those that trying all finds", () => {
  for (const [first, second] of smallPairs(1)) {
    const expected = fewestOfBoth(first, second, (a, b) => slowMedian(a) === slowMedian(b));
    assert.equal(flipsToTie(first, second), expected, JSON.stringify([first, second]));
  }
  assert.equal(flipsToTie([0, 0], [1, 0]), null);
});

test("the fewest re-ratings until one median is above the other are those that trying all finds", () => {
  for (const [first, second] of smallPairs(1)) {
    const expected = fewestOfBoth(first, second, (a, b) => slowMedian(a)! > slowMedian(b)!);
    assert.equal(flipsToAbove(first, second), expected, JSON.stringify([first, second]));
  }
  assert.equal(flipsToAbove([1, 0], [0, 0]), null);
});
