import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { buildChance, shareOut } from "../../scripts/demo/chance.ts";

test("shareOut gives every count within its bounds and adds up", () => {
  const shares = fc.array(
    fc.record({ weight: fc.double({ min: 0.01, max: 9, noNaN: true }), cap: fc.integer({ min: 1, max: 9 }) }),
    {
      minLength: 1,
      maxLength: 12,
    },
  );
  fc.assert(
    fc.property(shares, fc.double({ min: 0, max: 1, noNaN: true }), (entries, part) => {
      const caps = entries.map(({ cap }) => cap);
      const most = caps.reduce((sum, cap) => sum + cap, 0);
      const total = entries.length + Math.floor(part * (most - entries.length));
      const counts = shareOut(
        total,
        entries.map(({ weight }) => weight),
        caps,
      );
      assert.equal(
        counts.reduce((sum, n) => sum + n, 0),
        total,
      );
      for (const [i, n] of counts.entries()) assert.ok(n >= 1 && n <= caps[i]!);
    }),
  );
  assert.throws(() => shareOut(5, [1, 1], [2, 2]), RangeError);
  assert.throws(() => shareOut(1, [1, 1], [2, 2]), RangeError);
});

test("chance repeats with its seed, differs with another, and is spread as promised", () => {
  const draw = (seed: number): number[] => {
    const chance = buildChance(seed);
    return Array.from({ length: 4000 }, () => chance.bell());
  };
  const first = draw(1);
  assert.deepEqual(first, draw(1));
  assert.notDeepEqual(first, draw(2));
  const mean = first.reduce((sum, x) => sum + x, 0) / first.length;
  const variance = first.reduce((sum, x) => sum + (x - mean) ** 2, 0) / first.length;
  assert.ok(Math.abs(mean) < 0.06 && Math.abs(variance - 1) < 0.1, `mean ${mean}, variance ${variance}`);
  const chance = buildChance(3);
  assert.deepEqual(
    new Set(Array.from({ length: 200 }, () => chance.pickWeighted(["a", "b", "c"], [1, 0, 2]))),
    new Set(["a", "c"]),
  );
});
