import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ByteSheet } from "../../src/contract/byte-sheet.ts";
import { NumberedPieces } from "../../src/contract/numbered-pieces.ts";

const sheet = new ByteSheet();

function pieceOf(pieces: NumberedPieces, number: number, bytesLeft?: number): string {
  sheet.clear();
  pieces.writeOn(sheet, number, bytesLeft);
  return sheet.written().toString("latin1");
}

/** A piece of any length up to some hundred bytes. */
function write(number: number): string {
  return `[${number}]`.padEnd(number % 300, "\u00e5");
}

describe("pieces that are kept by number", () => {
  it("are those of their number, however large it is", () => {
    const pieces = new NumberedPieces(write);
    const numbers = [0, 5, 255, 256, 65_536 * 256 - 1, 65_536 * 256, 2 ** 31 + 5, 2 ** 32, 2 ** 32 + 5, 2 ** 40 + 5];
    for (const number of [...numbers, ...numbers]) {
      assert.equal(pieceOf(pieces, number), write(number));
      assert.equal(pieceOf(pieces, number, 1), write(number).slice(1));
    }
  });

  it("are written once", () => {
    const written: number[] = [];
    const pieces = new NumberedPieces((number) => {
      written.push(number);
      return write(number);
    });
    const numbers = [3, 70_000, 2 ** 33];
    for (const number of [...numbers, ...numbers]) pieceOf(pieces, number);
    assert.deepEqual(written, numbers);
  });

  it("stay right when there are too many to keep them all", () => {
    const pieces = new NumberedPieces(write);
    for (let number = 0; number < 50_000; number += 1) pieceOf(pieces, number);
    for (const number of [0, 1, 19_999, 20_000, 49_999]) assert.equal(pieceOf(pieces, number), write(number));
  });
});
