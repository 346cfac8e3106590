import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import { ByteWriter } from "hyparquet-writer";
import { writeRleBitPackedHybrid } from "hyparquet-writer/src/encoding.js";
import { RunWriter } from "../../src/release/run-writer.ts";

/** Numbers of so many bits, in runs of every length. */
const numbers = fc.integer({ min: 0, max: 24 }).chain((bits) => {
  const run = fc.tuple(
    fc.integer({ min: 0, max: 2 ** bits - 1 }),
    fc.oneof(fc.constant(1), fc.integer({ max: 300, min: 1 })),
  );
  return fc.record({ bits: fc.constant(bits), runs: fc.array(run, { maxLength: 60 }) });
});

describe("numbers as runs and groups", () => {
  test("are the bytes that the library writes, whatever was written before", () => {
    const writer = new RunWriter();
    fc.assert(
      fc.property(numbers, ({ bits, runs }) => {
        const all = Int32Array.from(runs.flatMap(([number, count]) => Array<number>(count).fill(number)));
        const expected = new ByteWriter();
        writeRleBitPackedHybrid(expected, all, bits);
        writer.add(Int32Array.of(...all, 1, 2, 3), all.length, bits);
        assert.deepEqual([...writer.take()], [...expected.getBytes()]);
      }),
      { numRuns: 300 },
    );
  });

  test("are the same as a run that is given as one", () => {
    for (const [number, count, bits] of [
      [1, 8, 1],
      [0, 100_000, 1],
      [70_000, 9, 17],
    ] as const) {
      const [one, other] = [new RunWriter(), new RunWriter()];
      one.addRun(number, count, bits);
      other.add(new Int32Array(count).fill(number), count, bits);
      assert.deepEqual(one.take(), other.take());
    }
  });
});
