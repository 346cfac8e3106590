import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import type { Distribution } from "../../src/trust/scale.ts";
import { type AreaStatistics, openTally, type SectorStatistics, type Tally } from "../../src/trust/tally.ts";
import { anyDistribution, distributionOf, distributionsOf, slowMedian, writtenOut } from "./distributions.ts";

interface Company {
  readonly country: string;
  readonly sector: string;
  readonly others: readonly string[];
  readonly pillars: readonly Distribution[];
}

const anyShape = fc.record({ bandCount: fc.integer({ min: 2, max: 5 }), pillarCount: fc.integer({ min: 1, max: 3 }) });

const anyDataset = anyShape.chain(({ bandCount, pillarCount }) =>
  fc.record({
    bandCount: fc.constant(bandCount),
    pillarCount: fc.constant(pillarCount),
    companies: fc.array(
      fc
        .record({
          country: fc.constantFrom("NA", "FR", "ZW"),
          sector: fc.constantFrom("retail", "banking"),
          others: fc.subarray(["energy", "retail", "tourism"]),
          pillars: fc.array(anyDistribution(bandCount, 2), { minLength: pillarCount, maxLength: pillarCount }),
        })
        .map((company) => ({ ...company, others: company.others.filter((slug) => slug !== company.sector) })),
      { maxLength: 15 },
    ),
  }),
);

/** Counts an area again from the judgements, one by one. */
function recount(companies: readonly Company[], bandCount: number, pillarCount: number): AreaStatistics {
  const figures = (medians: readonly (number | null)[]) => {
    const distribution = distributionOf(medians, bandCount);
    const judgedCompanies = medians.filter((median) => median !== null).length;
    return { judgedCompanies, distribution, median: slowMedian(distribution) };
  };
  const medianOfAll = ({ pillars }: Company) => slowMedian(distributionOf(pillars.flatMap(writtenOut), bandCount));
  return {
    listedCompanies: companies.length,
    ...figures(companies.map(medianOfAll)),
    pillars: Array.from({ length: pillarCount }, (_, p) =>
      figures(companies.map(({ pillars }) => slowMedian(pillars[p]!))),
    ),
    withoutPillars: Array.from({ length: pillarCount }, (_, p) =>
      figures(companies.map((company) => medianOfAll({ ...company, pillars: company.pillars.toSpliced(p, 1) }))),
    ),
    eachPillarOnce: figures(
      companies.map(({ pillars }) => slowMedian(distributionOf(pillars.map(slowMedian), bandCount))),
    ),
  };
}

function recountBy(
  companies: readonly Company[],
  key: (company: Company) => string,
  count: (group: readonly Company[]) => AreaStatistics,
): [string, AreaStatistics][] {
  const keys = [...new Set(companies.map(key))].sort();
  return keys.map((one) => [one, count(companies.filter((company) => key(company) === one))]);
}

/** The sectors that companies name, in order; one that is named second alone counts nothing. */
function recountSectors(
  companies: readonly Company[],
  count: (group: readonly Company[]) => AreaStatistics,
): [string, SectorStatistics][] {
  const slugs = [...new Set(companies.flatMap(({ sector, others }) => [sector, ...others]))].sort();
  return slugs.map((slug) => {
    const alsoNamedBy = companies.filter(({ others }) => others.includes(slug)).length;
    return [slug, { ...count(companies.filter(({ sector }) => sector === slug)), alsoNamedBy }];
  });
}

function tallyOf(companies: readonly Company[], shape: { bandCount: number; pillarCount: number }): Tally {
  const tally = openTally(shape);
  for (const { country, sector, pillars, others } of companies) tally.add(country, sector, pillars, others);
  return tally;
}

function listed(tally: Tally) {
  return {
    countries: [...tally.countries()],
    sectors: [...tally.sectors()],
    cells: [...tally.cells()].map(([country, sectors]) => [country, [...sectors]]),
  };
}

describe("openTally", () => {
  test("countries, sectors and cells equal a recount from the judgements, in sorted order", () => {
    fc.assert(
      fc.property(anyDataset, ({ companies, ...shape }) => {
        const count = (group: readonly Company[]) => recount(group, shape.bandCount, shape.pillarCount);
        const countries = recountBy(companies, ({ country }) => country, count);
        assert.deepEqual(listed(tallyOf(companies, shape)), {
          countries,
          sectors: recountSectors(companies, count),
          cells: countries.map(([iso2]) => [
            iso2,
            recountBy(
              companies.filter(({ country }) => country === iso2),
              ({ sector }) => sector,
              count,
            ),
          ]),
        });
      }),
      { numRuns: 200 },
    );
  });

  test("the order of the companies changes nothing, the order of the maps included", () => {
    fc.assert(
      fc.property(
        anyDataset.chain((dataset) =>
          fc.tuple(
            fc.constant(dataset),
            fc.shuffledSubarray(dataset.companies, { minLength: dataset.companies.length }),
          ),
        ),
        ([{ companies, ...shape }, shuffled]) => {
          assert.deepEqual(listed(tallyOf(shuffled, shape)), listed(tallyOf(companies, shape)));
        },
      ),
    );
  });

  test("a company's figures count all its judgements, and those of each pillar", () => {
    fc.assert(
      fc.property(anyDataset, ({ companies, ...shape }) => {
        const tally = openTally(shape);
        for (const { country, sector, pillars } of companies) {
          const judgements = distributionOf(pillars.flatMap(writtenOut), shape.bandCount);
          assert.deepEqual(tally.add(country, sector, pillars), {
            judgements,
            median: slowMedian(judgements),
            pillars: pillars.map((distribution) => ({ distribution, median: slowMedian(distribution) })),
          });
        }
      }),
    );
  });

  test("worked example: three companies of one country, two pillars, three bands", () => {
    const tally = openTally({ bandCount: 3, pillarCount: 2 });
    // Judged 1, 3 and 3 in all: median 3. Its pillars: 1, 3 (the worse of two: 1) and 3.
    assert.deepEqual(
      tally.add("FR", "retail", [
        [1, 0, 1],
        [0, 0, 1],
      ]),
      {
        judgements: [1, 0, 2],
        median: 3,
        pillars: [
          { distribution: [1, 0, 1], median: 1 },
          { distribution: [0, 0, 1], median: 3 },
        ],
      },
    );
    // Judged 2 in the second pillar only.
    tally.add("FR", "banking", [
      [0, 0, 0],
      [0, 1, 0],
    ]);
    // Listed, not judged.
    tally.add("FR", "banking", [
      [0, 0, 0],
      [0, 0, 0],
    ]);
    assert.deepEqual(tally.countries().get("FR"), {
      listedCompanies: 3,
      judgedCompanies: 2,
      distribution: [0, 1, 1],
      median: 2,
      pillars: [
        { judgedCompanies: 1, distribution: [1, 0, 0], median: 1 },
        { judgedCompanies: 2, distribution: [0, 1, 1], median: 2 },
      ],
      // Without the first pillar they stand at 3 and 2; without the second at 1, and one is not
      // judged.
      withoutPillars: [
        { judgedCompanies: 2, distribution: [0, 1, 1], median: 2 },
        { judgedCompanies: 1, distribution: [1, 0, 0], median: 1 },
      ],
      // The first company is 1 and 3 in its pillars, of which 1 counts; the second is 2 in one.
      eachPillarOnce: { judgedCompanies: 2, distribution: [1, 1, 0], median: 1 },
    });
    assert.deepEqual(tally.cells().get("FR")?.get("banking")?.distribution, [0, 1, 0]);
    assert.deepEqual([...tally.sectors().keys()], ["banking", "retail"]);
  });

  test("every company of two or three pillars with up to two judgements each counts by the median of its medians", () => {
    const inOnePillar = [0, 1, 2].flatMap((count) => distributionsOf(3, count));
    const companies = inOnePillar.flatMap((first) =>
      inOnePillar.flatMap((second) => [[first, second], ...inOnePillar.map((third) => [first, second, third])]),
    );
    for (const pillars of companies) {
      const tally = openTally({ bandCount: 3, pillarCount: pillars.length });
      tally.add("FR", "retail", pillars);
      const expected = slowMedian(distributionOf(pillars.map(slowMedian), 3));
      assert.equal(tally.countries().get("FR")?.eachPillarOnce.median, expected, JSON.stringify(pillars));
    }
  });

  test("a company with many judgements counts once in its country, like one with a single judgement", () => {
    const tally = openTally({ bandCount: 2, pillarCount: 1 });
    tally.add("FR", "retail", [[0, 900]]);
    tally.add("FR", "retail", [[1, 0]]);
    assert.deepEqual(tally.countries().get("FR")?.distribution, [1, 1]);
  });

  test("a company without a country counts in its sector alone", () => {
    const tally = openTally({ bandCount: 3, pillarCount: 1 });
    tally.add("FR", "food", [[1, 0, 0]]);
    tally.add(null, "food", [[0, 0, 1]]);
    tally.add(null, "mining", [[0, 0, 1]]);
    assert.deepEqual([...tally.countries().keys()], ["FR"]);
    assert.deepEqual([...tally.cells().keys()], ["FR"]);
    const sectors = [...tally.sectors()].map(([slug, { distribution, median }]) => [slug, distribution, median]);
    assert.deepEqual(sectors, [
      ["food", [1, 0, 1], 1],
      ["mining", [0, 0, 1], 3],
    ]);
  });

  test("a company with several sectors counts in the first; the others know how many name them", () => {
    const tally = openTally({ bandCount: 2, pillarCount: 1 });
    tally.add("FR", "food", [[1, 0]], ["retail"]);
    tally.add("FR", "retail", [[0, 1]], ["energy"]);
    tally.add(null, "food", [[0, 1]], ["energy", "retail"]);
    const sectors = [...tally.sectors()].map(([slug, each]) => [slug, each.distribution, each.alsoNamedBy]);
    assert.deepEqual(sectors, [
      ["energy", [0, 0], 2],
      ["food", [1, 1], 0],
      ["retail", [0, 1], 2],
    ]);
    assert.deepEqual(tally.sectors().get("energy")?.median, null);
    assert.deepEqual([...(tally.cells().get("FR")?.keys() ?? [])], ["food", "retail"]);
    assert.deepEqual(tally.countries().get("FR")?.distribution, [1, 1]);
  });

  test("a country where nothing is judged is listed with no median", () => {
    const tally = openTally({ bandCount: 2, pillarCount: 1 });
    tally.add("FR", "retail", [[0, 0]]);
    assert.deepEqual(tally.countries().get("FR"), {
      listedCompanies: 1,
      judgedCompanies: 0,
      distribution: [0, 0],
      median: null,
      pillars: [{ judgedCompanies: 0, distribution: [0, 0], median: null }],
      withoutPillars: [{ judgedCompanies: 0, distribution: [0, 0], median: null }],
      eachPillarOnce: { judgedCompanies: 0, distribution: [0, 0], median: null },
    });
  });

  test("figures that were read stay as they are when more companies come", () => {
    const tally = openTally({ bandCount: 2, pillarCount: 1 });
    tally.add("FR", "retail", [[1, 0]]);
    const cell = tally.cells().get("FR")?.get("retail");
    const country = tally.countries().get("FR");
    tally.add("FR", "retail", [[1, 0]]);
    assert.deepEqual(
      [cell?.distribution, country?.distribution],
      [
        [1, 0],
        [1, 0],
      ],
    );
    assert.deepEqual(
      [cell?.pillars[0]?.distribution, country?.pillars[0]?.distribution],
      [
        [1, 0],
        [1, 0],
      ],
    );
  });

  test("refuses distributions of another shape and counts nothing of them", () => {
    const tally = openTally({ bandCount: 2, pillarCount: 2 });
    assert.throws(() => tally.add("FR", "retail", [[1, 0]]), /1 pillar distributions; expected 2/);
    assert.throws(
      () =>
        tally.add("FR", "retail", [
          [1, 0],
          [1, 0, 0],
        ]),
      /3 bands; expected 2/,
    );
    assert.equal(tally.countries().size, 0);
  });
});
