import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { compareNames, compareText } from "../../src/trust/text-order.ts";

test("texts are ordered as their UTF-8 bytes", () => {
  const anyText = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom("", "a", "ab", "\uE000", "\u{10000}", "a\u{1F600}"),
  );
  fc.assert(
    fc.property(anyText, anyText, (a, b) => {
      assert.equal(Math.sign(compareText(a, b)), Buffer.compare(Buffer.from(a), Buffer.from(b)));
    }),
    { numRuns: 500 },
  );
});

test("a text that goes on comes after the one that ends", () => {
  assert.ok(compareText("a", "ab") < 0);
  assert.ok(compareText("", "a") < 0);
  assert.equal(compareText("a", "a"), 0);
});

test("a character outside the basic plane comes after every one inside", () => {
  assert.ok(compareText("\uFFFD", "\u{1F600}") < 0);
});

test("names are ordered without case and accents first", () => {
  const names = ["Zimbabwe", "Åland Islands", "eswatini", "Albania", "Estonia", "Côte d’Ivoire", "Croatia", "Congo"];
  assert.deepEqual(names.sort(compareNames), [
    "Åland Islands",
    "Albania",
    "Congo",
    "Côte d’Ivoire",
    "Croatia",
    "Estonia",
    "eswatini",
    "Zimbabwe",
  ]);
});

test("names that differ only in accents still have one order", () => {
  assert.ok(compareNames("Cote", "Côte") < 0);
  assert.ok(compareNames("Côte", "Cote") > 0);
});
