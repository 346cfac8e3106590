import type { Scale } from "./scale.ts";
import { emptyDistribution, type JudgedStatistics, judgedStatistics } from "./statistics.ts";

/** The medians of a company as levels from 1, null where it is not judged. */
export interface CompanyMedians {
  /** ISO 3166-1 alpha-2; null where it is filed in no country. */
  readonly country: string | null;
  readonly sector: string;
  readonly median: number | null;
  /** In the order of the pillars. */
  readonly pillars: readonly (number | null)[];
}

/** Some companies, each counted once, by their median band. */
export interface PartStatistics extends JudgedStatistics {
  /** Number of companies, judged or not. */
  readonly companies: number;
}

export interface PortfolioStatistics extends PartStatistics {
  /** For each pillar the companies judged in it, by their median band in that pillar. */
  readonly pillars: readonly JudgedStatistics[];
  readonly countries: ReadonlyMap<string, PartStatistics>;
  readonly sectors: ReadonlyMap<string, PartStatistics>;
}

/** Counts different companies by their median bands, as those of a country are counted. */
export function countPortfolio(
  { bands }: Pick<Scale, "bands">,
  pillars: number,
  companies: readonly CompanyMedians[],
): PortfolioStatistics {
  const count = (some: readonly CompanyMedians[], medianOf: (company: CompanyMedians) => number | null) => {
    const distribution = emptyDistribution(bands.length);
    for (const company of some) {
      const median = medianOf(company);
      if (median !== null) distribution[median - 1]! += 1;
    }
    return judgedStatistics(distribution);
  };
  const part = (some: readonly CompanyMedians[]): PartStatistics => ({
    companies: some.length,
    ...count(some, ({ median }) => median),
  });
  const parts = (keyOf: (company: CompanyMedians) => string | null): ReadonlyMap<string, PartStatistics> =>
    new Map([...Map.groupBy(companies, keyOf)].flatMap(([key, some]) => (key === null ? [] : [[key, part(some)]])));
  return {
    ...part(companies),
    pillars: Array.from({ length: pillars }, (_, pillar) => count(companies, (each) => each.pillars[pillar] ?? null)),
    countries: parts(({ country }) => country),
    sectors: parts(({ sector }) => sector),
  };
}
