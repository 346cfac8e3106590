import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { lowerMedian, countAroundMedian, countOf, emptyDistribution } from "../../src/trust/statistics.ts";
import { anyDistribution, distributionsOf, slowMedian, writtenOut } from "./distributions.ts";

test("the lower median of every distribution with n ≤ 8 and K ≤ 5 is the middle one of all written out", () => {
  let checked = 0;
  for (let bandCount = 2; bandCount <= 5; bandCount++) {
    for (let count = 0; count <= 8; count++) {
      for (const distribution of distributionsOf(bandCount, count)) {
        assert.equal(lowerMedian(distribution), slowMedian(distribution), JSON.stringify(distribution));
        checked++;
      }
    }
  }
  // n things in K bands: (n + K − 1 choose K − 1) distributions, summed over n ≤ 8 that is (8 + K
  // choose K).
  assert.equal(checked, 45 + 165 + 495 + 1287);
});

test("worked example: 1, 2, 2, 4, 5 has the median 2 on its third place", () => {
  assert.equal(lowerMedian([1, 2, 0, 1, 1]), 2);
});

test("worked example: 1, 2, 4, 5 has two middle ones, 2 and 4, and takes the worse", () => {
  assert.equal(lowerMedian([1, 1, 0, 1, 1]), 2);
});

test("the median of one thing is its band, at either end of the scale too", () => {
  assert.equal(lowerMedian([1, 0, 0]), 1);
  assert.equal(lowerMedian([0, 1, 0]), 2);
  assert.equal(lowerMedian([0, 0, 1]), 3);
});

test("nothing counted has no median: not judged is no band, not even the worst", () => {
  assert.equal(lowerMedian([0, 0, 0]), null);
  assert.equal(countAroundMedian([0, 0, 0]), null);
});

test("half and half over two bands takes the worse, one more tips it", () => {
  assert.equal(lowerMedian([500_000, 500_000]), 1);
  assert.equal(lowerMedian([500_000, 500_001]), 2);
});

test("below, at and above count what is written out around the median", () => {
  fc.assert(
    fc.property(anyDistribution(5, 6), (distribution) => {
      const place = countAroundMedian(distribution);
      if (place === null) return assert.equal(countOf(distribution), 0);
      const ranks = writtenOut(distribution);
      assert.deepEqual(place, {
        median: slowMedian(distribution),
        below: ranks.filter((rank) => rank < place.median).length,
        at: ranks.filter((rank) => rank === place.median).length,
        above: ranks.filter((rank) => rank > place.median).length,
        count: ranks.length,
      });
      assert.ok(place.at > 0);
    }),
  );
});

test("the distribution of nothing has every band, with 0", () => {
  assert.deepEqual(emptyDistribution(3), [0, 0, 0]);
  assert.equal(countOf(emptyDistribution(3)), 0);
});
