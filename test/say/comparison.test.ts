import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import { compareInHeadline, compareInWords, scopeInWords, type SideInWords } from "../../src/say/comparison.ts";
import { rankByMedian } from "../../src/trust/ranking.ts";
import { countPairs, flipsToTie } from "../../src/trust/compare.ts";
import { countOf } from "../../src/trust/statistics.ts";
import type { Distribution } from "../../src/trust/scale.ts";
import { LADDER, numbersIn } from "./sentences.ts";

const MINIMUM = 3;

function sideOf(name: string, distribution: Distribution, listedCompanies: number | null = 50): SideInWords {
  const [ranked] = rankByMedian([{ code: name, name, distribution }], listedCompanies === null ? 1 : MINIMUM);
  assert.ok(ranked);
  return { subject: `country:${name}`, name, ranked, listedCompanies };
}

const by = (scope: string) => ({ minimumCompanies: MINIMUM, scope, pillar: null });
const compare = (first: SideInWords, second: SideInWords, scope = ""): string =>
  compareInWords(LADDER, first, second, by(scope)).text;
const headline = (first: SideInWords, second: SideInWords, scope = ""): string =>
  compareInHeadline(LADDER, first, second, by(scope)).text;

describe("a comparison in words", () => {
  test("names both bands, the pairs and what would make it a tie", () => {
    const sentence =
      "Denmark is narrowly rated above Poland (High against Moderate). Denmark’s companies rate higher (56% of pairs against 21%). One changed rating would make it a tie.";
    const denmark = sideOf("Denmark", [0, 2, 3, 5, 2]);
    const poland = sideOf("Poland", [0, 3, 4, 1, 1]);
    assert.equal(compare(denmark, poland), sentence);
    assert.equal(compare(poland, denmark), sentence);
    assert.equal(headline(poland, denmark), "Denmark is narrowly rated above Poland");
    const firm = sideOf("Denmark", [0, 0, 0, 9, 0]);
    assert.equal(headline(firm, poland, "in Privacy"), "In Privacy, Denmark is rated above Poland");
  });

  test("of one band says whose companies rate higher, and spread alike only where all shares are equal", () => {
    const [france, germany] = [sideOf("France", [0, 5, 4, 1, 0]), sideOf("Germany", [4, 6, 0, 0, 0])];
    assert.equal(
      compare(france, germany),
      "France and Germany are both rated Low. France’s companies rate higher (70% of pairs against 0%).",
    );
    assert.equal(headline(germany, france), "Germany and France are both rated Low; France’s companies rate higher");
    assert.equal(
      compare(sideOf("France", [0, 4, 2, 0, 0]), sideOf("Spain", [0, 6, 3, 0, 0])),
      "France and Spain are both rated Low, and their companies are spread alike.",
    );
    assert.match(
      compare(sideOf("France", [2, 2, 0, 2, 0]), sideOf("Spain", [0, 6, 0, 0, 0])),
      /both rated Low\. In pairs of their companies neither is clearly ahead \(33% each\)\.$/u,
    );
    assert.doesNotMatch(compare(sideOf("France", [4, 4, 0, 0, 0]), sideOf("Spain", [6, 4, 2, 0, 0])), /alike/u);
  });

  test("says that companies rate higher only where they do at every band, in ten points more of pairs", () => {
    const said = (one: Distribution, other: Distribution) =>
      compare(sideOf("France", one, 200), sideOf("Germany", other, 200)).replace(/^.*? are both rated \w+\. /u, "");
    assert.equal(
      said([20, 45, 20, 15, 0], [25, 45, 20, 10, 0]),
      "In pairs of their companies neither is clearly ahead (39% against 31%).",
    );
    assert.equal(said([5, 95, 0, 0, 0], [0, 100, 0, 0, 0]), "Their companies rate alike in 95% of pairs.");
    assert.equal(
      said([30, 30, 0, 20, 20], [10, 80, 10, 0, 0]),
      "France’s companies rate higher in 43% of pairs, and lower in 30%.",
    );
    assert.match(
      said([0, 60, 40, 0, 0], [40, 60, 0, 0, 0]),
      /^France’s companies rate higher \(64% of pairs against 0%\)/u,
    );
  });

  test("leaves the name of a company as it is", () => {
    const [ebay, van] = [sideOf("eBay", [0, 0, 1, 2, 0], null), sideOf("van der Berg", [0, 1, 0, 0, 0], null)];
    assert.match(compare(ebay, van), /^eBay is narrowly rated above van der Berg .* eBay’s judgements are higher/u);
    assert.match(compare(van, van), /^van der Berg and van der Berg are both rated Low/u);
  });

  test("says where medians and pairs point opposite ways", () => {
    const [denmark, poland] = [sideOf("Denmark", [5, 0, 6, 0, 0]), sideOf("Poland", [0, 6, 0, 0, 5])];
    assert.equal(
      compare(denmark, poland),
      "Denmark is narrowly rated above Poland (Moderate against Low), but Poland’s companies rate higher in 70% of pairs, and lower in 30%. One changed rating would make it a tie.",
    );
    assert.equal(
      headline(denmark, poland),
      "Denmark is narrowly rated above Poland, but Poland’s companies rate higher in 70% of pairs, and lower in 30%",
    );
  });

  test("says who is thin, not judged or without companies, and where", () => {
    const france = sideOf("France", [0, 5, 2, 1, 0]);
    const iceland = sideOf("Iceland", [0, 1, 0, 0, 0]);
    assert.equal(compare(france, iceland), "Iceland has one judged company; a comparison needs at least three.");
    const namibia = sideOf("Namibia", [0, 1, 1, 0, 0]);
    assert.equal(
      compare(iceland, namibia),
      "Iceland has one judged company and Namibia two; a comparison needs at least three.",
    );
    assert.equal(
      compare(iceland, sideOf("Fiji", [1, 0, 0, 0, 0])),
      "Iceland and Fiji have one judged company each; a comparison needs at least three.",
    );
    const nobody = [0, 0, 0, 0, 0];
    const mining = scopeInWords(["Mining"], null);
    assert.equal(
      compare(france, sideOf("Russia", nobody, 9), mining),
      "In the sector Mining, none of Russia’s companies has been judged, so it cannot be compared.",
    );
    assert.equal(
      compare(sideOf("the Netherlands", nobody, 0), france, scopeInWords(["Mining"], "Privacy")),
      "In the sector Mining and in Privacy, the Netherlands has no listed company, so it cannot be compared.",
    );
    assert.equal(
      compare(sideOf("the Netherlands", nobody, 0), france),
      "The Netherlands has no listed company, so it cannot be compared.",
    );
    assert.equal(
      compare(sideOf("Russia", nobody), sideOf("Cuba", nobody)),
      "No company of either has been judged, so they cannot be compared.",
    );
  });

  test("of two companies counts judgements", () => {
    const [first, second] = [sideOf("Acme", [0, 0, 1, 2, 0], null), sideOf("Bolt", [0, 1, 0, 0, 0], null)];
    assert.equal(
      compare(first, second),
      "Acme is narrowly rated above Bolt (High against Low). Acme’s judgements are higher (100% of pairs against 0%). One changed judgement would make it a tie.",
    );
  });

  test("has no number that is not a figure", () => {
    const counts = fc.array(fc.nat({ max: 30 }), { minLength: 5, maxLength: 5 });
    fc.assert(
      fc.property(counts, counts, (a, b) => {
        const { higher, same, lower, pairs } = countPairs(a, b);
        const shares = [higher, same, lower].map((part) => Math.round((100 * part) / pairs));
        // `under 1%` and `over 99%`.
        const figures = new Set([...shares, 1, 99, MINIMUM, countOf(a), countOf(b), flipsToTie(a, b), 0]);
        for (const number of numbersIn(compare(sideOf("Denmark", a), sideOf("Poland", b)))) {
          assert.ok(figures.has(number), `${number} for ${JSON.stringify([a, b])}`);
        }
      }),
    );
  });
});
