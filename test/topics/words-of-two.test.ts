import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import { compareInWords, scopeInWords, type SideInWords } from "../../src/topics/comparison/words.ts";
import { rankByMedian } from "../../src/trust/ranking.ts";
import { countPairs, flipsToTie } from "../../src/trust/compare.ts";
import { countOf } from "../../src/trust/statistics.ts";
import type { Distribution } from "../../src/trust/scale.ts";
import { LADDER, numbersIn } from "./sentences.ts";

const MINIMUM = 3;

function sideOf(name: string, distribution: Distribution, listedCompanies: number | null = 50): SideInWords {
  const [{ median, rankReason } = { median: null, rankReason: null }] = rankByMedian(
    [{ code: name, name, distribution }],
    listedCompanies === null ? 1 : MINIMUM,
  );
  return { name, distribution, median, rankReason, listedCompanies };
}

const compare = (first: SideInWords, second: SideInWords, scope = ""): string =>
  compareInWords(LADDER, first, second, { minimumCompanies: MINIMUM, scope });

describe("a comparison in words", () => {
  test("names both bands, the pairs and what would make it a tie", () => {
    const sentence =
      "Denmark stands above Poland (High against Moderate). Of all pairs of one company from each, Denmark’s stands higher in 56%, in the same band in 23%, lower in 21%. One re-rated company would be enough to make it a tie.";
    const denmark = sideOf("Denmark", [0, 2, 3, 5, 2]);
    const poland = sideOf("Poland", [0, 3, 4, 1, 1]);
    assert.equal(compare(denmark, poland), sentence);
    assert.equal(compare(poland, denmark), sentence);
  });

  test("says that a shared band orders nobody, and how the companies differ", () => {
    assert.equal(
      compare(sideOf("France", [0, 5, 2, 1, 0]), sideOf("Spain", [2, 6, 1, 0, 0])),
      "France and Spain share the band Low. Their companies differ (a larger share of France’s stands above Low), but not in the median, so neither stands above the other.",
    );
    assert.match(
      compare(sideOf("France", [0, 4, 2, 0, 0]), sideOf("Spain", [1, 3, 2, 0, 0])),
      /\(a larger share of Spain’s stands below Low\)/u,
    );
    assert.equal(
      compare(sideOf("France", [0, 4, 2, 0, 0]), sideOf("Spain", [0, 2, 1, 0, 0])),
      "France and Spain share the band Low. Their companies are spread alike around it, so neither stands above the other.",
    );
  });

  test("says who is thin, not judged or without companies, and where", () => {
    const france = sideOf("France", [0, 5, 2, 1, 0]);
    const iceland = sideOf("Iceland", [0, 1, 0, 0, 0]);
    assert.equal(
      compare(france, iceland),
      "Iceland has one judged company. A country needs at least three to be told apart from another.",
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
      compareInWords(LADDER, first, second, { minimumCompanies: MINIMUM, counted: "judgements" }),
      "Acme stands above Bolt (High against Low). Of all pairs of one judgement from each, Acme’s stands higher in 100%, in the same band in 0%, lower in 0%. One re-rated judgement would be enough to make it a tie.",
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
