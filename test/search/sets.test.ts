import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { BitSet } from "../../src/search/sets.ts";

const SIZE = 5000;
const numbers = fc.uniqueArray(fc.nat(SIZE - 1), { maxLength: 200 });

function listOf(set: BitSet): number[] {
  const list: number[] = [];
  set.each((number) => list.push(number) > 0);
  return list;
}

function ascending(given: Iterable<number>): number[] {
  return [...given].sort((a, b) => a - b);
}

test("BitSet visits its numbers in order, and clear removes them", () => {
  const set = new BitSet(SIZE);
  fc.assert(
    fc.property(numbers, (added) => {
      for (const number of added) set.add(number);
      assert.deepEqual(listOf(set), ascending(added));
      assert.ok(added.every((number) => set.has(number)));
      set.clear();
      assert.deepEqual(listOf(set), []);
    }),
    { numRuns: 500, seed: 20_261_121 },
  );
});

test("moveInto keeps the numbers that both sets have", () => {
  const from = new BitSet(SIZE);
  const into = new BitSet(SIZE);
  fc.assert(
    fc.property(numbers, numbers, (some, others) => {
      for (const number of some) from.add(number);
      for (const number of others) into.add(number);
      const both = some.filter((number) => others.includes(number));
      assert.equal(from.moveInto(into), both.length);
      assert.deepEqual(listOf(from), ascending(both));
      assert.deepEqual(listOf(into), ascending(new Set([...some, ...others])));
      from.clear();
      into.clear();
    }),
    { numRuns: 500, seed: 20_261_121 },
  );
});
