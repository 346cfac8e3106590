import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import { hashOf, isWellFormed, makeApiKey, makeKeyId, prefixOf } from "../../src/access/api-key.ts";

/** CRC-32 bit by bit, as ISO 3309 defines it. */
function slowCrc32(text: string): number {
  let crc = 0xffffffff;
  for (const byte of Buffer.from(text, "latin1")) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const readBase62 = (text: string) =>
  text.split("").reduce((sum, digit) => sum * 62n + BigInt(DIGITS.indexOf(digit)), 0n);

describe("an API key", () => {
  test("is 48 characters whose last six are the CRC-32 of the others", () => {
    for (let round = 0; round < 200; round += 1) {
      const key = makeApiKey();
      assert.match(key, /^ctds_live_[0-9A-Za-z]{38}$/);
      assert.equal(readBase62(key.slice(-6)), BigInt(slowCrc32(key.slice(0, -6))));
      assert.ok(isWellFormed(key));
    }
  });

  test("does not come twice, and uses every character", () => {
    const keys = Array.from({ length: 2000 }, makeApiKey);
    assert.equal(new Set(keys).size, keys.length);
    assert.equal(new Set(keys.flatMap((key) => key.slice(10, 42).split(""))).size, 62);
    assert.equal(new Set(Array.from({ length: 2000 }, makeKeyId).flatMap((id) => id.split(""))).size, 58);
    assert.match(makeKeyId(), /^[1-9A-HJ-NP-Za-km-z]{12}$/);
  });

  test("with one character changed is refused by its checksum", () => {
    const place = fc.integer({ min: 0, max: 47 });
    fc.assert(
      fc.property(place, fc.constantFrom(...DIGITS.split(""), "_", "é"), (at, character) => {
        const key = makeApiKey();
        const changed = key.slice(0, at) + character + key.slice(at + 1);
        assert.equal(isWellFormed(changed), changed === key);
      }),
    );
  });

  test("of another form is refused", () => {
    const key = makeApiKey();
    for (const wrong of ["", "ctds_live_", key + "0", key.slice(1), ` ${key}`, `${key}\n`, key.toUpperCase()])
      assert.equal(isWellFormed(wrong), false, wrong);
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => assert.equal(isWellFormed(text), false)));
  });

  test("is stored as its SHA-256 and shown by 16 characters", () => {
    const key = makeApiKey();
    assert.deepEqual(Buffer.from(hashOf(key)), createHash("sha256").update(key).digest());
    assert.equal(prefixOf(key), key.slice(0, 16));
  });
});
