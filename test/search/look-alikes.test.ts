import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { findMixedWords, foldLookAlikes } from "../../src/search/look-alikes.ts";
import { keyOfName } from "../../src/search/name-key.ts";

/** Letters by their names, because nobody sees which they are. */
const [CYRILLIC_A, CYRILLIC_A_SMALL, CYRILLIC_I_SMALL, GREEK_OMICRON] = ["\u0410", "\u0430", "\u0456", "\u03bf"];

describe("letters that look alike", () => {
  for (const [what, mixed, meant] of [
    ["a Cyrillic letter in a Latin word", `${CYRILLIC_A}pple Inc`, "Apple Inc"],
    ["a Greek one", `G${GREEK_OMICRON}${GREEK_OMICRON}gle`, "Google"],
    ["both in one word", `G${GREEK_OMICRON}ogle M${CYRILLIC_A_SMALL}ps`, "Google Maps"],
    ["a Latin letter in a Cyrillic word", "Газпрoм", "Газпром"],
    ["a Latin letter in a Ukrainian word", "Київ Фiнанс", `Київ Ф${CYRILLIC_I_SMALL}нанс`],
    ["a Cyrillic letter beside a digit", "3\u041c Company", "3M Company"],
    ["a Latin letter in a Greek word", "Ελλάδoς", "Ελλάδος"],
  ] as const)
    test(`${what} becomes one of the word`, () => {
      assert.equal(foldLookAlikes(mixed), meant);
      assert.deepEqual(keyOfName(mixed)?.text, keyOfName(meant)?.text);
      assert.equal(
        findMixedWords(mixed).length,
        mixed.split(" ").filter((word, at) => word !== meant.split(" ")[at]).length,
      );
    });

  for (const text of [
    "Apple",
    "ОАО РЖД",
    "СОСА",
    "ПАО Apple",
    "Яндекс.Go",
    "Ωmega",
    "µTorrent",
    "阿里巴巴 Alibaba",
    "Łódź",
  ])
    test(`${text} is left as it is`, () => {
      assert.equal(foldLookAlikes(text), text);
      assert.deepEqual(findMixedWords(text), []);
    });

  test("the letters of a word are named once, with their script", () => {
    assert.deepEqual(findMixedWords(`B${CYRILLIC_A_SMALL}n${CYRILLIC_A_SMALL}na`), [
      {
        word: `B${CYRILLIC_A_SMALL}n${CYRILLIC_A_SMALL}na`,
        meant: "Banana",
        letters: [{ letter: CYRILLIC_A_SMALL, script: "Cyrillic", meant: "a" }],
      },
    ]);
  });
});
