import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readPng } from "../../src/branding/png-logo.ts";
import { PNG_SIGNATURE, makePng, pngChunk, pngHeader } from "../fixtures/branding.ts";

const END = pngChunk("IEND", Buffer.alloc(0));
const DATA = pngChunk("IDAT", Buffer.from([1]));
const HEADER = pngHeader(40, 40);

/** The header with one of its bytes changed; its checksum is right. */
function headerWith(at: number, value: number): Buffer {
  const data = Buffer.from(HEADER.subarray(8, 21));
  data[at] = value;
  return pngChunk("IHDR", data);
}

describe("a PNG logo", () => {
  test("has the size of its header", () => {
    assert.deepEqual(readPng(makePng(64, 32)), { width: 64, height: 32 });
    assert.deepEqual(readPng(makePng(2000, 2000)), { width: 2000, height: 2000 });
  });

  const whole = makePng(40, 40);
  for (const [name, bytes, found] of [
    ["nothing", Buffer.alloc(0), "no PNG file"],
    ["a JPEG file", Buffer.from([0xff, 0xd8, 0xff, 0xe0]), "no PNG file"],
    ["the signature alone", PNG_SIGNATURE, "a PNG file without its header or its end"],
    ["the beginning of one", whole.subarray(0, whole.length - 20), "a PNG file that is cut off"],
    ["one without its end", whole.subarray(0, whole.length - 12), "a PNG file without its header or its end"],
    ["a flipped bit", whole.map((byte, at) => (at === 45 ? byte ^ 1 : byte)), "a PNG file that is damaged"],
    ["a page behind it", Buffer.concat([whole, Buffer.from("<script>alert(1)</script>")]), "more than a PNG file"],
    [
      "an animation",
      Buffer.concat([PNG_SIGNATURE, HEADER, pngChunk("acTL", Buffer.alloc(8)), DATA, END]),
      "an animation",
    ],
    ["no picture", Buffer.concat([PNG_SIGNATURE, HEADER, END]), "a PNG file without a picture"],
    [
      "the header in second place",
      Buffer.concat([PNG_SIGNATURE, DATA, HEADER, END]),
      "a PNG file without its header or its end",
    ],
    [
      "a header too short",
      Buffer.concat([PNG_SIGNATURE, pngChunk("IHDR", Buffer.alloc(4)), DATA, END]),
      "a PNG file without its header or its end",
    ],
    ["three bits a pixel", Buffer.concat([PNG_SIGNATURE, headerWith(8, 3), DATA, END]), "a PNG file of no known kind"],
    [
      "an unknown interlacing",
      Buffer.concat([PNG_SIGNATURE, headerWith(12, 2), DATA, END]),
      "a PNG file of no known kind",
    ],
    ["too few pixels", makePng(31, 40), "31 × 40 pixels"],
    ["too many pixels", makePng(2001, 40), "2001 × 40 pixels"],
    [
      "a chunk that says it is huge",
      Buffer.concat([PNG_SIGNATURE, Buffer.from("ffffffff49484452", "hex"), Buffer.alloc(20)]),
      "a PNG file that is cut off",
    ],
  ] as const)
    test(`is refused: ${name}`, () => {
      const read = readPng(bytes);
      assert.equal("found" in read ? read.found : "taken", found);
    });
});
