import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { viewOf } from "../../src/contract/copy-bytes.ts";
import { ByteSheet, giveBack, takeSheet } from "../../src/contract/byte-sheet.ts";

test("numbers are written as JSON.stringify writes them", () => {
  const sheet = new ByteSheet();
  /** As people give them: with some decimals, also where their last digit is a nought. */
  const decimal = fc
    .tuple(fc.integer({ min: -2_000_000_000, max: 2_000_000_000 }), fc.integer({ min: 0, max: 12 }))
    .map(([whole, decimals]) => whole / 10 ** decimals);
  const examples = [0, -0, 1e-6, 9.9e-7, -1e-7, 0.1 + 0.2, 214.7483647, -214.7483648, 180, 100, 90.5, 1e21, 5e-324];
  fc.assert(
    fc.property(fc.oneof(decimal, fc.double({ noNaN: true, noDefaultInfinity: true })), (value) => {
      sheet.clear();
      sheet.number(value);
      assert.equal(sheet.written().toString("latin1"), JSON.stringify(value));
    }),
    { numRuns: 20_000, seed: 20_261_121, examples: examples.map((each) => [each]) },
  );
});

test("a sheet has as much room as is written", () => {
  const sheet = new ByteSheet();
  const parts: string[] = [];
  for (let at = 0; at < 3000; at += 1) {
    const part = "\u00e5".repeat(at % 500);
    parts.push(part, JSON.stringify(at / 8));
    sheet.write(part);
    sheet.number(at / 8);
  }
  assert.deepEqual(sheet.written(), Buffer.from(parts.join(""), "latin1"));
  sheet.clear();
  assert.equal(sheet.written().length, 0);
});

test("what stood on a sheet before it began can be repeated, and is no part of what is written", () => {
  const sheet = new ByteSheet();
  sheet.write("before");
  sheet.begin();
  sheet.write("[");
  sheet.repeat(2, 6);
  sheet.append(viewOf(Buffer.from("a,b]")), 1, 4);
  assert.equal(sheet.written().toString(), "[fore,b]");
  assert.equal(sheet.length, 8);
});

test("a head stands in front of what is written, however long it is", () => {
  const sheet = new ByteSheet();
  for (const length of [0, 1, 1000, 2048, 2049, 100_000]) {
    sheet.clear();
    sheet.write("body");
    const head = "\u00e5".repeat(length);
    assert.equal(sheet.writtenUnder(head).toString("latin1"), `${head}body`);
    assert.equal(sheet.written().toString(), "body");
  }
});

test("a sheet that was given back is taken clear, a long one by who writes much", () => {
  const short = takeSheet();
  short.write("short");
  const long = takeSheet(1_000_000);
  long.write("long".repeat(100_000));
  giveBack(short);
  giveBack(long);
  assert.equal(takeSheet(1_000_000), long);
  assert.equal(takeSheet(), short);
  assert.equal(short.length + long.length, 0);
});
