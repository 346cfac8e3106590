import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import { buildTrie, TermTrie } from "../../src/search/term-trie.ts";
import { distancesToBeginnings } from "./edit-distance.ts";

const SEED = 20_261_121;
const letters = fc.constantFrom("a", "b", "c", "é", "電");
const word = fc.array(letters, { minLength: 1, maxLength: 9 }).map((all) => all.join(""));
const vocabulary = fc.uniqueArray(word, { maxLength: 60 }).map((words) => words.sort());

function open(words: readonly string[]): TermTrie {
  return new TermTrie(buildTrie(words), words.length);
}

describe("the tree of words, held against the list of them", () => {
  test("finds a word and all that begin with a text", () => {
    fc.assert(
      fc.property(vocabulary, word, (words, text) => {
        const trie = open(words);
        const within = ({ first, end }: { first: number; end: number }) => words.slice(first, end);
        assert.deepEqual(within(trie.word(text)), words.includes(text) ? [text] : []);
        assert.deepEqual(
          within(trie.beginningWith(text)),
          words.filter((each) => each.startsWith(text)),
        );
      }),
      { numRuns: 2000, seed: SEED },
    );
  });

  test("finds the words with typing errors, each at its distance", () => {
    fc.assert(
      fc.property(vocabulary, word, fc.constantFrom(1, 2), fc.boolean(), (words, text, distanceMax, keepsFirst) => {
        const found = open(words).near(text, { distanceMax, isPrefix: false, keepsFirst });
        const expected = words.flatMap((each, first) => {
          const distance = distancesToBeginnings(text, each, Infinity)[each.length]!;
          return distance > distanceMax || (keepsFirst && each[0] !== text[0])
            ? []
            : [{ first, end: first + 1, distance, isPrefix: false }];
        });
        assert.deepEqual(found, expected);
      }),
      { numRuns: 4000, seed: SEED },
    );
  });

  test("finds the words that begin with typing errors, each at its least distance", () => {
    fc.assert(
      fc.property(vocabulary, word, fc.constantFrom(1, 2), (words, text, distanceMax) => {
        const found = open(words).near(text, { distanceMax, isPrefix: true, keepsFirst: false });
        for (const [place, each] of words.entries()) {
          const least = Math.min(...distancesToBeginnings(text, each, Infinity).slice(1));
          const distances = found
            .filter(({ first, end, isPrefix }) => isPrefix && first <= place && place < end)
            .map(({ distance }) => distance);
          assert.equal(Math.min(...distances, Infinity), least <= distanceMax ? least : Infinity, each);
        }
      }),
      { numRuns: 4000, seed: SEED },
    );
  });

  test("bounds what one search visits and gives, however many words are near", () => {
    const all = "abcdefghijklmnopqrstuvwxyz".split("");
    const words = all
      .flatMap((a) => all.flatMap((b) => all.flatMap((c) => all.map((d) => `${a}${b}${c}${d}stone`))))
      .sort();
    const trie = open(words);
    const found = trie.near("milestone", { distanceMax: 2, isPrefix: true, keepsFirst: false });
    assert.ok(found.length > 0 && found.length <= 1000, `${found.length} ranges`);
    assert.deepEqual(trie.near("a".repeat(5000), { distanceMax: 2, isPrefix: true, keepsFirst: false }), []);
  });
});
