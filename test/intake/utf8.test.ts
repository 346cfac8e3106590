import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import { gzipSync, zstdCompressSync } from "node:zlib";
import * as fc from "fast-check";
import { type Compression, firstInvalidUtf8, openAsUtf8 } from "../../src/intake/sources/utf8.ts";
import { makeFolder } from "./open-folder.ts";

async function opened(bytes: Uint8Array, compression: Compression = null) {
  const folder = makeFolder();
  const file = path.join(folder, "file");
  writeFileSync(file, bytes);
  return await openAsUtf8({ path: file, compression, copyPath: path.join(folder, "copy") }, null);
}

/** The first byte that is neither UTF-8 nor UTF-16; null where all are. */
async function firstWrong(bytes: Uint8Array, compression: Compression = null): Promise<number | null> {
  const text = await opened(bytes, compression);
  return (text.kind === "text" ? text.decoded?.notUtf8 : text)?.byteOffset ?? null;
}

/** What a reader of the checked file gets. */
async function textOf(bytes: Uint8Array): Promise<string> {
  const text = await opened(bytes);
  assert.ok(text.kind === "text");
  return readFileSync(text.path, "utf8");
}

function utf16(text: string, bigEndian: boolean): Buffer {
  const bytes = Buffer.from(`\uFEFF${text}`, "utf16le");
  return bigEndian ? bytes.swap16() : bytes;
}

/** The slow, obvious twin: the first byte after the longest prefix that a decoder takes. */
function firstInvalidSlowly(bytes: Buffer): number {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  for (let length = bytes.length; length >= 0; length--) {
    try {
      decoder.decode(bytes.subarray(0, length));
      return length;
    } catch {
      // A shorter prefix may be whole.
    }
  }
  return 0;
}

const MIB = 1 << 20;

describe("openAsUtf8", () => {
  it("takes UTF-8 with and without a byte order mark as it is", async () => {
    assert.equal(await textOf(Buffer.from("id,name\n1,Ünal 銀行 🏦\n")), "id,name\n1,Ünal 銀行 🏦\n");
    assert.equal(await textOf(Buffer.from("\uFEFFid\n")), "\uFEFFid\n");
    assert.equal(await textOf(Buffer.alloc(0)), "");
  });

  it("transcodes UTF-16 of either order with a byte order mark, across pieces of any size", async () => {
    for (const text of ["id,name\n1,Ünal 銀行 🏦\n", "🏦".repeat(MIB / 4 + 3), `a${"🏦".repeat(MIB / 4 + 3)}`]) {
      assert.equal(await textOf(utf16(text, false)), text);
      assert.equal(await textOf(utf16(text, true)), text);
    }
  });

  it("names the first byte that is not UTF-8, counted in the whole file", async () => {
    for (const [before, bad] of [
      ["abc", [0xe9, 0x2c]],
      ["é".repeat(MIB / 2), [0xff]],
      [`a${"é".repeat(MIB / 2)}`, [0xc3, 0x28]],
      ["語", [0xe8, 0xaa]],
      ["", [0x80]],
    ] as const) {
      const start = Buffer.from(before);
      assert.equal(await firstWrong(Buffer.concat([start, Buffer.from(bad)])), start.length);
    }
  });

  it("refuses zero bytes, half characters and half pairs", async () => {
    for (const [bytes, offset] of [
      [Buffer.from("ab\0"), 2],
      [Buffer.from("id\n", "utf16le"), 1],
      [Buffer.concat([utf16("id", false), Buffer.of(0x41)]), 6],
      [Buffer.concat([utf16("id", false), Buffer.of(0x00, 0xd8), Buffer.from("x", "utf16le")]), 2],
      [Buffer.of(0xff, 0xfe, 0, 0, 0x41, 0, 0, 0), 2],
    ] as const) {
      assert.equal(await firstWrong(bytes), offset);
      assert.equal((await opened(bytes)).kind, "not_text");
    }
  });

  it("looks into compressed files and counts the bytes inside", async () => {
    const bad = Buffer.concat([Buffer.from("x".repeat(3 * MIB)), Buffer.of(0xe9)]);
    for (const [packed, compression] of [
      [gzipSync(bad), "gzip"],
      [zstdCompressSync(bad), "zstd"],
    ] as const) {
      assert.equal(await firstWrong(packed, compression), 3 * MIB);
    }
    await assert.rejects(opened(gzipSync(bad).subarray(0, 500), "gzip"));
    await assert.rejects(opened(bad, "zstd"));
  });
});

describe("firstInvalidUtf8", () => {
  it("agrees with a decoder that tries every prefix", () => {
    const piece = fc.oneof(
      fc.constantFrom("a", "é", "語", "🏦").map((text) => Buffer.from(text)),
      fc.uint8Array({ minLength: 1, maxLength: 3 }).map((bytes) => Buffer.from(bytes)),
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 8 }).map((pieces) => Buffer.concat(pieces)),
        (bytes) => {
          const expected = firstInvalidSlowly(bytes);
          if (expected < bytes.length) assert.equal(firstInvalidUtf8(bytes), expected);
        },
      ),
      { numRuns: 2000 },
    );
  });
});
