import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { keepNumbered } from "../../src/operations/written-json.ts";

describe("pieces that are kept by number", () => {
  it("are those of their number, however large it is", () => {
    const numbers = [0, 5, 255, 256, 65_536 * 256 - 1, 65_536 * 256, 2 ** 31 + 5, 2 ** 32, 2 ** 32 + 5, 2 ** 40 + 5];
    const pieceOf = keepNumbered(String);
    for (const number of [...numbers, ...numbers]) assert.equal(pieceOf(number), String(number));
  });

  it("are written once", () => {
    const written: number[] = [];
    const pieceOf = keepNumbered((number) => {
      written.push(number);
      return `[${number}]`;
    });
    const numbers = [3, 70_000, 2 ** 33];
    for (const number of [...numbers, ...numbers]) pieceOf(number);
    assert.deepEqual(written, numbers);
  });

  it("stay right when there are too many to keep them all", () => {
    const pieceOf = keepNumbered(String);
    for (let number = 0; number < 50_000; number += 1) pieceOf(number);
    for (const number of [0, 1, 19_999, 20_000, 49_999]) assert.equal(pieceOf(number), String(number));
  });
});
