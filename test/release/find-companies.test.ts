import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import { type CompanyColumns, emptyCompanyColumns } from "../../src/release/number-columns.ts";
import { companyFinder } from "../../src/release/find-companies.ts";
import type { CompanyQuery, CompanySort } from "../../src/release/queries.ts";

const COUNTRIES = ["DE", "FR", "NA"];
const SECTORS = ["banks", "mining", "retail"];
const PILLARS = 2;
const ORDERS = ["name", "median_band", "judgement_count", "flips_to_lower", "flips_to_higher"] as const;
const SORTS: CompanySort[] = ORDERS.flatMap((order) => [order, `-${order}` as const]);

const company = fc.record({
  country: fc.nat(COUNTRIES.length - 1),
  sector: fc.nat(SECTORS.length - 1),
  others: fc.subarray(SECTORS),
  median: fc.nat(3),
  // Some are larger than signed numbers of 32 bits.
  judgements: fc.oneof(fc.nat(4), fc.constantFrom(65_534, 65_535, 65_536, 131_072, 4_294_967_294)),
  flipsToLower: fc.nat(3),
  flipsToHigher: fc.nat(3),
  pillars: fc.tuple(fc.nat(3), fc.nat(3)),
});
type Company = typeof company extends fc.Arbitrary<infer T> ? T : never;

const query: fc.Arbitrary<CompanyQuery> = fc
  .record({
    countries: fc.option(fc.subarray([...COUNTRIES, "XX"], { minLength: 1 }), { nil: undefined }),
    sectors: fc.option(fc.subarray([...SECTORS, "none"], { minLength: 1 }), { nil: undefined }),
    anySectors: fc.option(fc.subarray([...SECTORS, "none"], { minLength: 1 }), { nil: undefined }),
    companies: fc.option(fc.uniqueArray(fc.nat(12), { minLength: 1 }), { nil: undefined }),
    bands: fc.option(fc.subarray([1, 2, 3], { minLength: 1 }), { nil: undefined }),
    pillars: fc.option(
      fc.subarray(
        Array.from({ length: PILLARS }, (_, pillar) => pillar),
        { minLength: 1 },
      ),
      { nil: undefined },
    ),
    sort: fc.constantFrom(...SORTS),
    limit: fc.integer({ min: 1, max: 7 }),
    offset: fc.nat(12),
  })
  .map(
    (asked) =>
      Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined)) as unknown as CompanyQuery,
  );

function columnsOf(companies: readonly Company[]): CompanyColumns {
  const columns = emptyCompanyColumns(companies.length, PILLARS);
  for (const [
    at,
    { country, sector, median, judgements, flipsToLower, flipsToHigher, pillars },
  ] of companies.entries()) {
    columns.country[at] = country;
    columns.sector[at] = sector;
    columns.median[at] = median;
    columns.judgements[at] = judgements;
    columns.flipsToLower[at] = flipsToLower;
    columns.flipsToHigher[at] = flipsToHigher;
    for (const [pillar, rank] of pillars.entries()) columns.pillarMedians[pillar]![at] = rank;
  }
  return columns;
}

const finderOf = (companies: readonly Company[]): ReturnType<typeof companyFinder> =>
  companyFinder({
    columns: () => columnsOf(companies),
    countryCodes: COUNTRIES,
    sectorSlugs: SECTORS,
    alsoNaming: (slug) => companies.flatMap(({ others }, position) => (others.includes(slug) ? [position] : [])),
  });

/** Filters, sorts and cuts, slowly and obviously. */
function slowly(companies: readonly Company[], asked: CompanyQuery): { indexes: number[]; total: number } {
  const found = companies
    .map((each, position) => ({ ...each, position }))
    .filter(({ country }) => asked.countries?.includes(COUNTRIES[country]!) ?? true)
    .filter(({ sector }) => asked.sectors?.includes(SECTORS[sector]!) ?? true)
    .filter(({ sector, others }) => {
      return asked.anySectors?.some((slug) => slug === SECTORS[sector] || others.includes(slug)) ?? true;
    })
    .filter(({ position }) => asked.companies?.includes(position) ?? true)
    .filter(({ median, pillars }) => {
      const levels = asked.pillars?.map((pillar) => pillars[pillar]!) ?? [median];
      if (asked.bands !== undefined) return levels.some((level) => asked.bands!.includes(level));
      return asked.pillars === undefined || levels.some((level) => level > 0);
    });
  const direction = asked.sort.startsWith("-") ? -1 : 1;
  const valueOf = {
    name: ({ position }: (typeof found)[number]) => position + 1,
    median_band: ({ median }: Company) => median,
    judgement_count: ({ judgements }: Company) => judgements,
    flips_to_lower: ({ flipsToLower }: Company) => flipsToLower,
    flips_to_higher: ({ flipsToHigher }: Company) => flipsToHigher,
  };
  const value = valueOf[ORDERS.find((order) => asked.sort.endsWith(order))!];
  const listed = found.toSorted(
    (a, b) =>
      Number(value(a) === 0) - Number(value(b) === 0) || direction * (value(a) - value(b)) || a.position - b.position,
  );
  return {
    indexes: listed.slice(asked.offset, asked.offset + asked.limit).map(({ position }) => position),
    total: listed.length,
  };
}

describe("finding companies", () => {
  test("gives what filtering, sorting and cutting one after the other gives", () => {
    fc.assert(
      fc.property(
        fc.array(company, { maxLength: 30 }),
        fc.array(query, { minLength: 1, maxLength: 8 }),
        (companies, queries) => {
          const finder = finderOf(companies);
          for (const asked of queries) {
            const { indexes, total, nextOffset } = finder(asked);
            assert.deepEqual({ indexes: [...indexes], total }, slowly(companies, asked));
            const end = asked.offset + indexes.length;
            assert.equal(nextOffset, indexes.length > 0 && end < total ? end : null);
          }
        },
      ),
      { numRuns: 1000 },
    );
  });

  test("walks through every company once", () => {
    const companies = Array.from({ length: 25 }, (_, at) => ({
      country: at % 3,
      sector: at % 2,
      others: [],
      median: at % 4,
      judgements: at % 5,
      flipsToLower: at % 3,
      flipsToHigher: at % 2,
      pillars: [0, 1] as [number, number],
    }));
    const finder = finderOf(companies);
    for (const sort of SORTS) {
      const seen: number[] = [];
      for (let offset: number | null = 0; offset !== null;) {
        const page = finder({ sort, limit: 4, offset });
        seen.push(...page.indexes);
        offset = page.nextOffset;
      }
      assert.deepEqual(
        seen.toSorted((a, b) => a - b),
        companies.map((_, at) => at),
        sort,
      );
    }
  });
});
