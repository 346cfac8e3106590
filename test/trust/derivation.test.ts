import assert from "node:assert/strict";
import { test } from "node:test";
import { deriveMedian, type LineRange } from "../../src/trust/derivation.ts";
import { distributionsOf, slowMedian, writtenOut } from "./distributions.ts";

/** Every distribution of up to so many things over up to so many bands. */
function* small(countMax: number, bandCountMax: number) {
  for (let bandCount = 1; bandCount <= bandCountMax; bandCount += 1) {
    for (let count = 0; count <= countMax; count += 1) yield* distributionsOf(bandCount, count);
  }
}

/** The positions of a range, one by one. */
function positionsIn(range: LineRange | null): number[] {
  if (range === null) return [];
  return Array.from({ length: range.last - range.first + 1 }, (_, index) => range.first + index);
}

test("a derivation is what standing everything in a line and counting shows", () => {
  for (const distribution of small(9, 4)) {
    const derivation = deriveMedian(distribution);
    const line = writtenOut(distribution).map((level, index) => ({ level, position: index + 1 }));
    const text = JSON.stringify(distribution);
    if (derivation === null) {
      assert.equal(line.length, 0, text);
      continue;
    }
    const { median, middle, cumulative } = derivation;
    assert.equal(median, slowMedian(distribution), text);
    assert.equal(line[middle - 1]?.level, median, text);
    // As many stand before the middle as behind it, or one less.
    assert.ok([0, 1].includes(line.length - middle - (middle - 1)), text);
    const expected = distribution.map((_, index) => line.filter(({ level }) => level <= index + 1).length);
    assert.deepEqual(cumulative, expected, text);
    const positions = (isWanted: (level: number) => boolean): number[] =>
      line.filter(({ level }) => isWanted(level)).map(({ position }) => position);
    assert.deepEqual(positionsIn(derivation.below), positions((level) => level < median).slice(-5), text);
    assert.deepEqual(positionsIn(derivation.above), positions((level) => level > median).slice(0, 5), text);
    const around = positions((level) => level === median).filter((position) => Math.abs(position - middle) <= 2);
    assert.deepEqual(positionsIn(derivation.around), around, text);
  }
});

test("long lines are shown in part", () => {
  assert.deepEqual(deriveMedian([20, 30, 10]), {
    median: 2,
    middle: 30,
    cumulative: [20, 50, 60],
    below: { first: 16, last: 20 },
    around: { first: 28, last: 32 },
    above: { first: 51, last: 55 },
  });
});
