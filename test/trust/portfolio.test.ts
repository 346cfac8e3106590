import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import { type CompanyMedians, countPortfolio } from "../../src/trust/portfolio.ts";
import { LADDER } from "../say/sentences.ts";

const level = fc.option(fc.integer({ min: 1, max: 5 }), { nil: null });
const company: fc.Arbitrary<CompanyMedians> = fc.record({
  country: fc.constantFrom("FR", "DE", "NA"),
  sector: fc.constantFrom("energy", "retail"),
  median: level,
  pillars: fc.tuple(level, level),
});

/**
 * The slow obvious twin: the levels in their order, and the one in the middle, the lower of two.
 */
function recount(levels: readonly (number | null)[]) {
  const judged = levels.filter((each) => each !== null).toSorted((a, b) => a - b);
  return {
    judgedCompanies: judged.length,
    distribution: [1, 2, 3, 4, 5].map((band) => judged.filter((each) => each === band).length),
    median: judged[Math.ceil(judged.length / 2) - 1] ?? null,
  };
}

describe("the statistics of a list", () => {
  test("are those of a plain recount: over all, per pillar, country and sector", () => {
    fc.assert(
      fc.property(fc.array(company, { maxLength: 20 }), (companies) => {
        const { countries, sectors, pillars, ...all } = countPortfolio(LADDER, 2, companies);
        const partOf = (some: readonly CompanyMedians[]) => ({
          companies: some.length,
          ...recount(some.map(({ median }) => median)),
        });
        assert.deepEqual(all, partOf(companies));
        assert.deepEqual(
          pillars,
          [0, 1].map((pillar) => recount(companies.map((each) => each.pillars[pillar] ?? null))),
        );
        const codes = [...new Set(companies.map(({ country }) => country))];
        assert.deepEqual(
          countries,
          new Map(codes.map((code) => [code, partOf(companies.filter(({ country }) => country === code))])),
        );
        const slugs = [...new Set(companies.map(({ sector }) => sector))];
        assert.deepEqual(
          sectors,
          new Map(slugs.map((slug) => [slug, partOf(companies.filter(({ sector }) => sector === slug))])),
        );
      }),
      { numRuns: 200 },
    );
  });
});
