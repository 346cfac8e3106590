import assert from "node:assert/strict";
import { test } from "node:test";
import { type Firmness, firmnessOf } from "../../src/trust/statistics.ts";
import type { Distribution } from "../../src/trust/scale.ts";
import { distributionsOf, slowMedian } from "./distributions.ts";
import { reRated } from "./re-rating.ts";

/** Tries every outcome of re-judging and keeps the cheapest that moves the median down, and up. */
function firmnessByTrying(distribution: Distribution, outcomes: readonly Distribution[]): Firmness | null {
  const median = slowMedian(distribution);
  if (median === null) return null;
  let flipsToLower: number | null = null;
  let flipsToHigher: number | null = null;
  for (const outcome of outcomes) {
    const moved = slowMedian(outcome)!;
    const cost = reRated(distribution, outcome);
    if (moved < median) flipsToLower = Math.min(flipsToLower ?? Infinity, cost);
    if (moved > median) flipsToHigher = Math.min(flipsToHigher ?? Infinity, cost);
  }
  return { flipsToLower, flipsToHigher };
}

test("the firmness of every distribution with n ≤ 8 and K ≤ 5 is what trying every re-judging finds", () => {
  for (let bandCount = 2; bandCount <= 5; bandCount++) {
    for (let count = 0; count <= 8; count++) {
      const outcomes = distributionsOf(bandCount, count);
      for (const distribution of outcomes) {
        const expected = firmnessByTrying(distribution, outcomes);
        assert.deepEqual(firmnessOf(distribution), expected, JSON.stringify(distribution));
      }
    }
  }
});

test("worked example: 1, 2, 2, 4, 5 with the median 2", () => {
  // Down: h = 3, one stands below, so two more must. Up: three stand at or below and two may, so
  // one must leave.
  assert.deepEqual(firmnessOf([1, 2, 0, 1, 1]), { flipsToLower: 2, flipsToHigher: 1 });
});

test("worked example: a hundred of the same band are as firm as can be", () => {
  assert.deepEqual(firmnessOf([0, 100, 0]), { flipsToLower: 50, flipsToHigher: 51 });
});

test("one judged company moves the median alone, in every direction the scale leaves", () => {
  assert.deepEqual(firmnessOf([1, 0, 0]), { flipsToLower: null, flipsToHigher: 1 });
  assert.deepEqual(firmnessOf([0, 1, 0]), { flipsToLower: 1, flipsToHigher: 1 });
  assert.deepEqual(firmnessOf([0, 0, 1]), { flipsToLower: 1, flipsToHigher: null });
});

test("the end of the scale has nothing beyond it, whatever stands on the other side", () => {
  assert.equal(firmnessOf([4, 1, 1])?.flipsToLower, null);
  assert.equal(firmnessOf([1, 1, 4])?.flipsToHigher, null);
});

test("nothing counted has no firmness", () => {
  assert.equal(firmnessOf([0, 0]), null);
});
