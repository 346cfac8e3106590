import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { copyBytes, viewOf } from "../../src/contract/copy-bytes.ts";

test("bytes are copied as they are and nothing beside them, from any place to any other", () => {
  const source = Buffer.from(Array.from({ length: 2000 }, (_, at) => (at * 31 + (at >>> 3)) & 255));
  // Neither memory begins where its buffer does.
  const from = source.subarray(3);
  const place = fc.nat({ max: 600 });
  fc.assert(
    fc.property(place, fc.oneof(fc.nat({ max: 40 }), fc.nat({ max: 1300 })), place, (start, length, at) => {
      const whole = Buffer.alloc(2000, 7);
      const to = whole.subarray(5);
      const expected = Buffer.from(whole);
      from.copy(expected, 5 + at, start, start + length);
      copyBytes(viewOf(from), start, start + length, viewOf(to), at);
      assert.deepEqual(whole, expected);
    }),
    { numRuns: 2000, seed: 20_261_121 },
  );
});

test("bytes are copied behind themselves", () => {
  const bytes = Buffer.from("abcdefghijkl............");
  copyBytes(viewOf(bytes), 1, 12, viewOf(bytes), 12);
  assert.equal(bytes.toString(), "abcdefghijklbcdefghijkl.");
});
