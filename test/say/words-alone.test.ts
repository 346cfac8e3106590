import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import { compareInWords, type SideInWords } from "../../src/say/comparison.ts";
import { standing } from "../../src/say/standing.ts";
import { rankAlone } from "../../src/trust/ranking.ts";
import type { Distribution } from "../../src/trust/scale.ts";
import { slowMedian, writtenOut } from "../trust/distributions.ts";
import { LADDER } from "./sentences.ts";
import { isEverywhereAhead } from "../trust/what-readers-infer.ts";

/*
 * Oracles that read the words alone: what a sentence of a template says is derived from its text,
 * as a reader does, and compared with the companies. A wrong word fails, whatever was stated.
 */

const MINIMUM = 3;
const WORDS = "no one two three four five six seven eight nine ten eleven".split(" ");
const numberOf = (text: string): number =>
  WORDS.includes(text.toLowerCase()) ? WORDS.indexOf(text.toLowerCase()) : Number(text.replaceAll(",", ""));
const levelOf = (label: string): number => LADDER.bands.findIndex((band) => band.label === label) + 1;

const counts = fc.array(fc.nat({ max: 9 }), { minLength: 5, maxLength: 5 });

/** Compares what is read with what is so, for every member that the text has. */
function expectRead(
  read: Readonly<Record<string, string | undefined>>,
  so: Readonly<Record<string, number>>,
  text: string,
) {
  for (const [name, value] of Object.entries(read))
    if (value !== undefined) assert.equal(numberOf(value), so[name], `${name}: ${text}`);
}

describe("the words alone say what is so", () => {
  const N = String.raw`(?:\d[\d,]*|${WORDS.join("|")})`;
  const RATED = new RegExp(
    String.raw`^Italy is rated (?<label>[A-Z][a-z ]+?)(?:, like (?:(?<at>${N}) of (?:its|only) (?<count>${N})|(?:both|all (?<all>${N})) of its) judged companies|, from only one judged company)(?:; (?<above>${N}) (?:is|are) rated higher(?: and (?<also>${N}) lower)?|; (?<below>${N}) (?:is|are) rated lower)?(?:(?:; |, and )(?<unjudged>${N}) more (?:is|are) listed and not judged)?\.$`,
    "u",
  );
  const FEW = new RegExp(
    String.raw`^Italy has (?<count>${N}) judged compan(?:y|ies), too few to be ranked \(three are needed\)(?:; (?<unjudged>${N}) more (?:is|are) listed and not judged)?\.$`,
    "u",
  );

  test("of an area: its band, and how many of its companies are rated alike, higher and lower", () => {
    fc.assert(
      fc.property(counts, fc.nat({ max: 3 }), (distribution, unjudged) => {
        const levels = writtenOut(distribution);
        const listedCompanies = levels.length + unjudged;
        const area = { subject: "country:IT", name: "Italy", distribution, listedCompanies } as const;
        const { text } = standing(LADDER, { ...area, minimumCompanies: MINIMUM }, "summary");
        if (levels.length === 0) return assert.match(text, /^(?:No company is|The one company|Neither|None) /u);
        const { label, ...read } = (levels.length < MINIMUM ? FEW : RATED).exec(text)?.groups ?? assert.fail(text);
        const median = slowMedian(distribution)!;
        if (label !== undefined) assert.equal(levelOf(label), median, text);
        const below = levels.filter((level) => level < median).length;
        const at = levels.filter((level) => level === median).length;
        const so = {
          count: levels.length,
          all: levels.length,
          at,
          above: levels.length - at - below,
          also: below,
          below,
          unjudged,
        };
        expectRead(read, so, text);
        // What is not said is none.
        if (unjudged > 0) assert.ok(read["unjudged"] !== undefined, text);
      }),
      { numRuns: 500 },
    );
  });

  test("of an area in a headline: its band, and how few re-ratings would change it", () => {
    const form =
      /^Italy is rated (?<label>[A-Z][a-z ]+?)(?:, (?<few>\w+) (?<way>upgrades? short of|downgrades? away from) (?<other>[A-Z][a-z ]+)|; (?<either>\w+) compan(?:y|ies) could change that)?$/u;
    fc.assert(
      fc.property(counts, (distribution) => {
        const levels = writtenOut(distribution);
        if (levels.length < MINIMUM) return;
        const area = { subject: "country:IT", name: "Italy", distribution, listedCompanies: levels.length } as const;
        const { text } = standing(LADDER, { ...area, minimumCompanies: MINIMUM }, "headline");
        const { label, few, way, other } = form.exec(text)?.groups ?? assert.fail(text);
        const median = slowMedian(distribution)!;
        assert.equal(levelOf(label ?? ""), median, text);
        if (few === undefined || way === undefined) return;
        const step = way.startsWith("upgrade") ? 1 : -1;
        assert.equal(levelOf(other ?? ""), median + step, text);
        const moved = (some: number): number =>
          slowMedian(
            distribution.map(
              (there, index) => there + (index === median - 1 ? -some : index === median - 1 + step ? some : 0),
            ),
          )!;
        assert.deepEqual([moved(numberOf(few)), moved(numberOf(few) - 1)], [median + step, median], text);
      }),
      { numRuns: 500 },
    );
  });

  test("of two: who is above, by how many re-ratings, and who is higher in how many pairs", () => {
    fc.assert(
      fc.property(counts, counts, (first, second) => {
        const sides = { France: first, Germany: second } as const;
        const [a, b] = [first, second].map(writtenOut);
        if (a!.length < MINIMUM || b!.length < MINIMUM) return;
        const { text } = compareInWords(LADDER, sideOf("France", first), sideOf("Germany", second), {
          minimumCompanies: MINIMUM,
          pillar: null,
        });
        const medianIn = (name: string): number => slowMedian(sides[name as keyof typeof sides])!;
        const [, upper, lower, band, otherBand] =
          /^(France|Germany) is (?:narrowly )?rated above (France|Germany) \((.+?) against (.+?)\)/u.exec(text) ?? [];
        if (upper === undefined) {
          const [, both] =
            /^France and Germany are both rated ([A-Z][a-z ]+?)(?:\.|, and)/u.exec(text) ?? assert.fail(text);
          assert.deepEqual([medianIn("France"), medianIn("Germany")], [levelOf(both!), levelOf(both!)], text);
        } else {
          assert.deepEqual([medianIn(upper), medianIn(lower!)], [levelOf(band!), levelOf(otherBand!)], text);
          assert.ok(medianIn(upper) > medianIn(lower!), text);
        }
        checkPairs(text, sides);
      }),
      { numRuns: 500 },
    );
  });
});

function sideOf(name: string, distribution: Distribution): SideInWords {
  const listedCompanies = writtenOut(distribution).length;
  return { subject: `country:${name}`, name, ranked: rankAlone(distribution, MINIMUM), listedCompanies };
}

/** Shares of pairs in whole percent: of `name` against the other one. */
function checkPairs(text: string, sides: Readonly<Record<"France" | "Germany", Distribution>>): void {
  const own = (name: string) => writtenOut(sides[name as "France"]);
  const signs = own("France").flatMap((one) => own("Germany").map((other) => Math.sign(one - other)));
  const share = (sign: number): number =>
    Math.round((100 * signs.filter((each) => each === sign).length) / signs.length);
  const lead = Math.abs(signs.reduce((sum: number, sign) => sum + sign, 0)) / signs.length;
  const higher =
    /(France|Germany)’s companies rate higher(?: in (\d+)% of pairs, and lower in (\d+)%| \((\d+)% of pairs against (\d+)%\))/u.exec(
      text,
    );
  if (higher !== null) {
    const [, name = "", more, less, everywhere, against] = higher;
    const sign = name === "France" ? 1 : -1;
    assert.deepEqual([Number(more ?? everywhere), Number(less ?? against)], [share(sign), share(-sign)], text);
    assert.ok(lead >= 0.1, text);
    const other = name === "France" ? "Germany" : "France";
    assert.equal(isEverywhereAhead(own(name), own(other)), everywhere !== undefined, text);
    return;
  }
  const alike = /[Tt]heir companies rate alike in (\d+)% of pairs/u.exec(text);
  if (alike !== null) assert.equal(Number(alike[1]), share(0), text);
  assert.ok(alike !== null || /spread alike|neither is clearly ahead|(?:under|over) \d/u.test(text), text);
  if (!/under|over/u.test(text)) assert.ok(lead < 0.1, text);
}
