import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import { blockOf, middleLineText } from "../../src/cli/check.ts";
import { lowerMedian } from "../../src/trust/statistics.ts";

describe("the bar with the middle line in a terminal", () => {
  test("the block before the line is the median band, and blocks only rise", () => {
    const counts = fc.integer({ min: 2, max: 8 }).chain((bands) => {
      return fc.array(fc.nat(50), { minLength: bands, maxLength: bands });
    });
    fc.assert(
      fc.property(counts, (distribution) => {
        const median = lowerMedian(distribution);
        const bar = middleLineText(distribution, false);
        assert.equal(bar.length, 31);
        if (median === null) return assert.equal(bar.trim(), "");
        assert.deepEqual([bar[14], bar[15]], [blockOf(median, distribution.length), "│"]);
        const blocks = Array.from(bar.replace("│", ""));
        assert.deepEqual(blocks, blocks.toSorted());
      }),
      { numRuns: 300 },
    );
  });

  test("the upper one of two in the middle stands behind the line", () => {
    assert.equal(middleLineText([1, 0, 0, 0, 1], false), `${"▁".repeat(15)}│${"█".repeat(15)}`);
  });

  test("has no line where there are too few, and nothing where nothing is judged", () => {
    assert.equal(middleLineText([0, 1, 0], true), `${"▅".repeat(15)} ${"▅".repeat(15)}`);
    assert.equal(middleLineText([0, 0, 0], true).trim(), "");
  });

  test("every level of up to eight has a block of its own", () => {
    for (let count = 2; count <= 8; count++)
      assert.equal(new Set(Array.from({ length: count }, (_, index) => blockOf(index + 1, count))).size, count);
  });
});
