import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import { CellBytes } from "../../src/release/cell-bytes.ts";

const SPARE_BYTES = 16;
const text = fc.oneof(fc.string({ unit: "binary", maxLength: 40 }), fc.string({ unit: "grapheme", maxLength: 3000 }));

describe("the bytes of cells", () => {
  test("are copied as they are, after others before them as well, one behind the other", () => {
    const cells = new CellBytes();
    const joined = new CellBytes();
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 20 }), fc.nat(100), (texts, shift) => {
        cells.clear();
        joined.clear();
        for (const [cell, each] of texts.entries()) cells.set(shift + cell, each);
        for (const cell of texts.keys()) joined.setJoined(cell, cells, shift + cell, cells, shift);
        const expected = Buffer.from(texts.join("") + texts.map((each) => each + texts[0]!).join(""));
        const bytes = Buffer.alloc(expected.length + SPARE_BYTES);
        const target = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
        let at = 0;
        for (const cell of texts.keys()) at = cells.copy(shift + cell, target, at);
        for (const cell of texts.keys()) at = joined.copy(cell, target, at);
        assert.equal(at, expected.length);
        assert.deepEqual(bytes.subarray(0, at), expected);
      }),
    );
  });

  test("say which were set", () => {
    const cells = new CellBytes();
    cells.set(300, "a");
    assert.deepEqual(
      [300, 299, 5000].map((cell) => cells.has(cell)),
      [true, false, false],
    );
  });
});
