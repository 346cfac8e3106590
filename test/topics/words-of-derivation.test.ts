import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { describeLeftOutInWords } from "../../src/topics/derivation/words.ts";
import { LADDER } from "./sentences.ts";

const PILLARS = ["Safety", "Privacy", "Water"];

const say = (median: number, ...without: (number | null)[]): string =>
  describeLeftOutInWords(
    LADDER,
    "the Netherlands’ median band",
    median,
    without.map((left, index) => ({ pillar: PILLARS[index]!, median: left })),
  );

test("a median that depends on no pillar, on one, on several or on all", () => {
  assert.equal(say(4, 4, 4, 4), "The Netherlands’ median band stays High without any one pillar.");
  assert.equal(
    say(4, 4, 3, 4),
    "The Netherlands’ median band drops to Moderate without Privacy, and stays High without any other pillar.",
  );
  assert.equal(
    say(4, 5, 3, 3),
    "The Netherlands’ median band rises to Very high without Safety, and drops to Moderate without Privacy or without Water.",
  );
  assert.equal(say(4, 4, null, 4), "The Netherlands’ median band rests on Privacy alone.");
  assert.equal(say(1, null), "The Netherlands’ median band rests on Safety alone.");
});

test("every pillar that changes it is named once, and none that does not", () => {
  const anyLevel = fc.integer({ min: 1, max: 5 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), fc.tuple(anyLevel, anyLevel, anyLevel), (median, without) => {
      const sentence = say(median, ...without);
      for (const [index, pillar] of PILLARS.entries()) {
        const named = sentence.split(`without ${pillar}`).length - 1;
        assert.equal(named, without[index] === median ? 0 : 1, sentence);
      }
      assert.equal(sentence.includes("stays"), without.includes(median), sentence);
      const isLower = without.some((left) => left < median);
      assert.equal(sentence.includes("drops"), isLower, sentence);
    }),
  );
});
