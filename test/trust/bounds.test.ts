import { boundsOf } from "../../src/trust/statistics.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import { distributionsOf, slowMedian } from "./distributions.ts";

test("the bounds of every distribution with n ≤ 5 and K ≤ 4 are what trying every band of up to three unjudged finds", () => {
  for (let bandCount = 2; bandCount <= 4; bandCount++) {
    for (let judged = 0; judged <= 5; judged++) {
      for (const distribution of distributionsOf(bandCount, judged)) {
        for (let unjudged = 0; unjudged <= 3; unjudged++) {
          const medians = distributionsOf(bandCount, unjudged).map((others) =>
            slowMedian(distribution.map((count, index) => count + others[index]!)),
          );
          const found = medians.filter((median) => median !== null);
          const expected = found.length === 0 ? null : { lowest: Math.min(...found), highest: Math.max(...found) };
          assert.deepEqual(boundsOf(distribution, judged + unjudged), expected, `${distribution.join()} + ${unjudged}`);
        }
      }
    }
  }
});

test("worked example: three unjudged companies beside 2, 3 and 7", () => {
  // 12 judged: the 6th is in the third band. With three more the 8th counts: below are 5 and 3 new
  // ones, or 5 and none.
  assert.deepEqual(boundsOf([2, 3, 7], 15), { lowest: 2, highest: 3 });
  assert.deepEqual(boundsOf([2, 3, 7], 12), { lowest: 3, highest: 3 });
});
