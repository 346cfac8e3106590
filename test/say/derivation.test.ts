import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { describeLeftOutInWords } from "../../src/say/not-known.ts";
import { distributionOf } from "../trust/distributions.ts";
import { LADDER } from "./sentences.ts";

const PILLARS = ["Safety", "Privacy", "Water"];

/** Companies of each pillar left out, all in one band; null for none. */
const say = (median: number, ...without: (number | null)[]): string => sayOf(PILLARS, median, ...without);

const sayOf = (pillars: readonly string[], median: number, ...without: (number | null)[]): string =>
  describeLeftOutInWords(
    LADDER,
    {
      name: "the Netherlands",
      distribution: distributionOf([median, median], 5),
      listedCompanies: 2,
      minimumCompanies: 2,
    },
    without.map((left, index) => ({
      pillar: pillars[index]!,
      distribution: distributionOf(left === null ? [] : left === 0 ? [3] : [left, left], 5),
    })),
  ) ?? "";

test("a median that depends on no pillar, on one, on several or on all", () => {
  assert.equal(
    say(4, 4, 4, 4),
    "No single pillar decides: without any one of them the Netherlands would still be High.",
  );
  assert.equal(
    say(4, 4, 3, 4),
    "Privacy holds the Netherlands up: without it the Netherlands would be Moderate. No other pillar changes the result.",
  );
  assert.equal(
    say(4, 5, 3, 3),
    "Safety holds the Netherlands down: without it the Netherlands would be Very high. Privacy and Water hold the Netherlands up: without either of them the Netherlands would be Moderate.",
  );
  assert.equal(
    say(4, 4, 0, 4),
    "Without Privacy too few companies would be judged to rate the Netherlands. No other pillar changes the result.",
  );
  assert.equal(say(4, 4, null, 4), "The Netherlands is judged in Privacy alone.");
  assert.equal(say(1, null), "The Netherlands is judged in Safety alone.");
});

test("pillars with an “and” of their own are told apart in a row by quotation marks", () => {
  const pillars = ["Health and safety", "Privacy", "Pay and hours"];
  assert.equal(
    sayOf(pillars, 4, 3, 3, 4),
    "“Health and safety” and “Privacy” hold the Netherlands up: without either of them the Netherlands would be Moderate. No other pillar changes the result.",
  );
  assert.match(sayOf(pillars, 4, 4, 4, 3), /^Pay and hours holds the Netherlands up/u);
});

test("every pillar that changes it is named once, and none that does not", () => {
  const anyLevel = fc.integer({ min: 1, max: 5 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), fc.tuple(anyLevel, anyLevel, anyLevel), (median, without) => {
      const sentence = say(median, ...without);
      for (const [index, pillar] of PILLARS.entries()) {
        const named = sentence.split(pillar).length - 1;
        assert.equal(named, without[index] === median ? 0 : 1, sentence);
      }
      const isSome = without.some((left) => left !== median);
      assert.equal(sentence.includes("No other pillar"), isSome && without.includes(median), sentence);
      const isLower = without.some((left) => left < median);
      assert.equal(sentence.includes(" up: "), isLower, sentence);
    }),
  );
});
