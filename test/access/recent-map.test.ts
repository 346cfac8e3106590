import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import { openRecentMap } from "../../src/access/recent-map.ts";

describe("a map of what is recent", () => {
  test("says what a plain map says or nothing, and keeps the last half of what was asked for", () => {
    const step = fc.record({ key: fc.nat(20), isSet: fc.boolean() });
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 12 }), fc.array(step, { maxLength: 120 }), (max, steps) => {
        const map = openRecentMap<number, { readonly at: number }>(max);
        const plain = new Map<number, { readonly at: number }>();
        const recent: number[] = [];
        for (const [at, { key, isSet }] of steps.entries()) {
          const isKept = recent.slice(0, Math.ceil(max / 2)).includes(key);
          if (isSet) {
            plain.set(key, { at });
            map.set(key, plain.get(key)!);
          } else {
            const found = map.get(key);
            assert.ok(found === undefined ? !isKept : found === plain.get(key));
            if (found === undefined) continue;
          }
          if (recent.includes(key)) recent.splice(recent.indexOf(key), 1);
          recent.unshift(key);
        }
      }),
    );
  });

  test("does not grow, and forgets what it is told to", () => {
    const map = openRecentMap<number, { readonly key: number }>(100);
    for (let key = 0; key < 10_000; key += 1) map.set(key, { key });
    const kept = Array.from({ length: 10_000 }, (_, key) => map.get(key)).filter((value) => value !== undefined);
    assert.ok(kept.length >= 50 && kept.length <= 100, `${kept.length}`);
    map.deleteWhere(({ key }) => key % 2 === 0);
    for (const { key } of kept) if (key % 2 === 0) assert.equal(map.get(key), undefined);
  });
});
