import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import { FuzzyMatcher } from "../../src/search/fuzzy-matcher.ts";
import { buildTrie, TermTrie } from "../../src/search/term-trie.ts";
import { distancesToPrefixes } from "./edit-distance.ts";

const SEED = 20_261_121;
const letters = fc.constantFrom("a", "b", "c", "é", "電");
const word = fc.array(letters, { minLength: 1, maxLength: 9 }).map((all) => all.join(""));
const vocabulary = fc.uniqueArray(word, { maxLength: 60 }).map((words) => words.sort());

function open(words: readonly string[]): TermTrie {
  return new TermTrie(buildTrie(words), words.length);
}

describe("the trie, compared with a list of its words", () => {
  test("finds a word and all words with a prefix", () => {
    fc.assert(
      fc.property(vocabulary, word, (words, text) => {
        const trie = open(words);
        const within = ({ first, end }: { first: number; end: number }) => words.slice(first, end);
        assert.deepEqual(within(trie.word(text)), words.includes(text) ? [text] : []);
        assert.deepEqual(
          within(trie.withPrefix(text)),
          words.filter((each) => each.startsWith(text)),
        );
      }),
      { numRuns: 2000, seed: SEED },
    );
  });

  test("finds words with typos, each with its distance", () => {
    fc.assert(
      fc.property(vocabulary, word, fc.constantFrom(1, 2), fc.boolean(), (words, text, distanceMax, keepsFirst) => {
        const found = new FuzzyMatcher(open(words)).find(text, { distanceMax, isPrefix: false, keepsFirst });
        const expected = words.flatMap((each, first) => {
          const distance = distancesToPrefixes(text, each, Infinity)[each.length]!;
          return distance > distanceMax || (keepsFirst && each[0] !== text[0])
            ? []
            : [{ first, end: first + 1, distance, isPrefix: false }];
        });
        assert.deepEqual(found, expected);
      }),
      { numRuns: 1500, seed: SEED },
    );
  });

  test("finds words whose prefix has typos, each with its least distance", () => {
    fc.assert(
      fc.property(vocabulary, word, fc.constantFrom(1, 2), (words, text, distanceMax) => {
        const found = new FuzzyMatcher(open(words)).find(text, { distanceMax, isPrefix: true, keepsFirst: false });
        for (const [position, each] of words.entries()) {
          const least = Math.min(...distancesToPrefixes(text, each, Infinity).slice(1));
          const distances = found
            .filter(({ first, end, isPrefix }) => isPrefix && first <= position && position < end)
            .map(({ distance }) => distance);
          assert.equal(Math.min(...distances, Infinity), least <= distanceMax ? least : Infinity, each);
        }
      }),
      { numRuns: 1500, seed: SEED },
    );
  });

  test("finds typos at the end of the longest words", () => {
    const long = "abcdefghijklmnopqrstuvwxyzabcdefghijklmn";
    const near = new FuzzyMatcher(open(["abc", long, `${long.slice(0, 30)}zz`, "b", `éz${long.slice(2)}`].sort()));
    const position = { first: 1, end: 2, isPrefix: false };
    const question = { distanceMax: 2, isPrefix: false, keepsFirst: true };
    assert.deepEqual(near.find(`${long.slice(0, 38)}nm`, question), [{ ...position, distance: 1 }]);
    assert.deepEqual(near.find(long.slice(0, 38), question), [{ ...position, distance: 2 }]);
    assert.deepEqual(near.find(`${long.slice(0, 36)}zlmn`, question), [{ ...position, distance: 1 }]);
    assert.deepEqual(near.find(`${long.slice(0, 36)}zzzn`, question), []);
  });

  test("bounds its work and its results", () => {
    const all = "abcdefghijklmnopqrstuvwxyz".split("");
    const words = all
      .flatMap((a) => all.flatMap((b) => all.flatMap((c) => all.map((d) => `${a}${b}${c}${d}stone`))))
      .sort();
    const near = new FuzzyMatcher(open(words));
    const found = near.find("milestone", { distanceMax: 2, isPrefix: true, keepsFirst: false });
    assert.ok(found.length > 0 && found.length <= 1000, `${found.length} ranges`);
    assert.deepEqual(near.find("a".repeat(5000), { distanceMax: 2, isPrefix: true, keepsFirst: false }), []);
  });
});
