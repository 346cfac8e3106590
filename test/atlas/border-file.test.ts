import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, describe, test } from "node:test";
import { openAtlas } from "../../src/atlas/atlas.ts";
import { writeBorderFile } from "../../scripts/borders/write-border-file.ts";
import { BorderFileError, UNITS_PER_DEGREE, readBorderFile } from "../../src/atlas/borders/border-file.ts";
import { BORDERS_PATH, openBorders } from "../../src/atlas/borders/open-borders.ts";

const folder = mkdtempSync(path.join(tmpdir(), "country-trust-borders-"));
after(() => rmSync(folder, { recursive: true }));

const whole = readFileSync(BORDERS_PATH);

function refusalOf(bytes: Buffer): string {
  const file = path.join(folder, "borders.bin");
  writeFileSync(file, bytes);
  try {
    openBorders(file);
  } catch (error) {
    assert.ok(error instanceof BorderFileError, String(error));
    assert.ok(error.message.startsWith(file));
    return error.message.slice(file.length + 1);
  }
  return assert.fail("it was opened");
}

function changed(at: number, change: (byte: number) => number): Buffer {
  const bytes = Buffer.from(whole);
  bytes[at] = change(bytes[at]!);
  return bytes;
}

describe("an invalid file is refused with the reason", () => {
  test("another kind of file, an empty one, a text", () => {
    for (const bytes of [
      Buffer.alloc(0),
      Buffer.from("hello"),
      Buffer.alloc(100),
      Buffer.from("PK\u0003\u0004".repeat(50)),
    ])
      assert.match(refusalOf(bytes), /^is not a border index/u);
  });

  test("another format", () =>
    assert.match(refusalOf(changed(8, () => 9)), /^has format 9; this program reads format 4/u));

  test("a truncated file, or one with extra bytes", () => {
    for (const bytes of [
      whole.subarray(0, 64),
      whole.subarray(0, whole.length - 1),
      Buffer.concat([whole, Buffer.alloc(8)]),
    ])
      assert.match(refusalOf(bytes), /^is \d+ bytes long instead of \d+/u);
  });

  test("one flipped bit anywhere", () => {
    for (const [at, bit] of [
      [17, 1],
      [21, 0x80],
      [64, 1],
      [1_000_000, 0x80],
      [whole.length - 1, 1],
    ] as const)
      assert.match(refusalOf(changed(at, (byte) => byte ^ bit)), /^is damaged: its checksum/u);
  });

  test("a missing file", () => {
    assert.throws(() => openBorders(path.join(folder, "absent.bin")), BorderFileError);
    // An atlas without borders goes on answering for everything else.
    const atlas = openAtlas(path.join(folder, "absent.bin"));
    assert.equal(atlas.byIso2("NA")?.slug, "namibia");
    assert.throws(() => atlas.borders(), BorderFileError);
  });
});

describe("the file", () => {
  test("reads what was written", () => {
    const parts = readBorderFile(whole, BORDERS_PATH);
    assert.ok(writeBorderFile(parts).equals(whole));
    const shifted = Buffer.concat([Buffer.alloc(3), whole]).subarray(3);
    assert.deepEqual(readBorderFile(shifted, BORDERS_PATH).facts, parts.facts);
  });

  test("is small, and has its metadata", () => {
    assert.ok(whole.length <= 17_000_000, String(whole.length));
    const { facts, roots } = readBorderFile(whole, BORDERS_PATH);
    assert.equal(roots.length, 360 * 180);
    assert.equal(UNITS_PER_DEGREE, 2 ** 23);
    assert.equal(facts.license, "ODbL-1.0");
    assert.match(facts.attribution, /OpenStreetMap contributors/u);
    assert.match(facts.policy, /^\d{4}-\d{2}-\d{2}$/u);
  });
});
