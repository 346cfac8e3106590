import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { openAtlas } from "../../src/atlas/atlas.ts";

const atlas = openAtlas();

test("resolution never throws", () => {
  const kinds = ["country", "missing", "unknown", "ambiguous", "not_a_country"];
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (value) => assert.ok(kinds.includes(atlas.resolveCountry(value).kind))),
  );
  const pieces = fc.constantFrom(
    "Georgia",
    "(",
    ")",
    ",",
    "en:",
    "[1]",
    "US",
    "*",
    " ",
    "Korea",
    "-",
    "/",
    "the",
    "\u00a0",
    "'",
  );
  fc.assert(
    fc.property(fc.array(pieces), (words) => assert.ok(kinds.includes(atlas.resolveCountry(words.join("")).kind))),
  );
});

test("a candidate list has two territories or more, sorted and unique", () => {
  const value = fc.array(fc.constantFrom(...atlas.territories.map(({ name }) => name), "Korea", "Congo"), {
    minLength: 2,
    maxLength: 4,
  });
  fc.assert(
    fc.property(value, (names) => {
      const found = atlas.resolveCountry(names.join("; "));
      if (found.kind !== "ambiguous") return;
      const iso2s = found.candidates.map(({ iso2 }) => iso2);
      assert.ok(iso2s.length >= 2);
      assert.deepEqual(iso2s, [...new Set(iso2s)].sort());
    }),
  );
});

test("noise never changes the resolution", () => {
  const code = fc.constantFrom(
    ...atlas.territories.flatMap(({ iso2, iso3, numeric }) => [iso2, iso3, numeric ?? iso2]),
  );
  const name = fc.constantFrom(
    ...atlas.territories.flatMap((territory) => [territory.name, ...territory.formerNames]),
    "Korea",
    "Congo",
    "Korea, Rep.",
    "Georgia (United States)",
    "Hong Kong SAR, China",
    "European Union",
    "unknown",
    "Soviet Union",
    "British Virgin Islands (United Kingdom)",
    "France,Germany",
    "Atlanta (Georgia)",
    "n/a",
  );
  const white = fc.string({
    unit: fc.constantFrom(" ", "\u00a0", "\t", "\n", "\u3000", "\u200b", "\ufeff"),
    maxLength: 3,
  });
  const mark = fc.constantFrom("", "", "*", " [3]", "[a]", "†", " ‡", "²");
  const change = fc.constantFrom<(text: string) => string>(
    (text) => text,
    (text) => text.toUpperCase(),
    (text) => text.toLowerCase(),
    (text) => text.normalize("NFD"),
    (text) => text.replace(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)),
    (text) => text.replaceAll(" ", "\u00a0 "),
  );
  fc.assert(
    fc.property(
      fc.oneof(code, name),
      change,
      change,
      white,
      white,
      mark,
      (value, first, second, before, after, note) => {
        const noisy = `${before}${second(first(value))}${note}${after}`;
        assert.deepEqual(atlas.resolveCountry(noisy), atlas.resolveCountry(value), JSON.stringify(noisy));
      },
    ),
    { numRuns: 2000 },
  );
});

test("the spelling of a name never changes the resolution", () => {
  const name = fc.constantFrom(...atlas.territories.flatMap((territory) => [territory.name, ...territory.formerNames]));
  const change = fc.constantFrom<(text: string) => string>(
    (text) => text.normalize("NFD").replace(/\p{M}/gu, ""),
    (text) => text.replaceAll("'", "’"),
    (text) => text.replaceAll("'", ""),
    (text) => text.replaceAll(" and ", " & "),
    (text) => text.replaceAll("Saint ", "St. "),
    (text) => text.replaceAll("Saint ", "St "),
    (text) => text.replaceAll("Islands", "Is."),
    (text) => text.replaceAll("Republic", "Rep."),
    (text) => text.replaceAll("-", " "),
    (text) => text.replaceAll(" ", "-"),
    (text) => text.replaceAll(" ", "_"),
    (text) => `The ${text}`,
    (text) => `${text}, The`,
    (text) => `${text} (the)`,
    (text) => `"${text}"`,
    (text) => `${text}.`,
  );
  fc.assert(
    fc.property(name, change, change, (value, first, second) => {
      assert.deepEqual(atlas.resolveCountry(second(first(value))), atlas.resolveCountry(value), second(first(value)));
    }),
    { numRuns: 2000 },
  );
});
