import {
  type JudgedStatistics,
  judgedStatistics,
  lowerMedian,
  type Statistics,
  emptyDistribution,
} from "./statistics.ts";
import type { Distribution } from "./scale.ts";
import { compareText } from "./text-order.ts";

export interface CompanyStatistics {
  /** All its current judgements, over every pillar. */
  readonly judgements: Distribution;
  /** The median of `judgements`. */
  readonly median: number | null;
  /** Its judgements in each pillar, in the order of the pillars. */
  readonly pillars: readonly Statistics[];
}

/** The published figures of a country, a sector, or a sector within a country. */
export interface AreaStatistics extends JudgedStatistics {
  /** The companies filed there, those without a judgement included. */
  readonly listedCompanies: number;
  /** For each pillar the companies judged in it, by their median band in that pillar. */
  readonly pillars: readonly JudgedStatistics[];
  /**
   * For each pillar the companies by the median band of their judgements in all *other* pillars:
   * the area without it.
   */
  readonly withoutPillars: readonly JudgedStatistics[];
  /**
   * The companies by the lower median of their medians in the pillars, so that a pillar with many
   * criteria weighs no more than another.
   */
  readonly eachPillarOnce: JudgedStatistics;
}

/** A sector has the companies that are filed in it, and others that name it as well. */
export interface SectorStatistics extends AreaStatistics {
  /** The companies that name it and are filed in another one. No other number counts them. */
  readonly alsoNamedBy: number;
}

interface AreaCounts {
  listed: number;
  readonly bands: number[];
  readonly pillarBands: readonly number[][];
  readonly bandsWithout: readonly number[][];
  readonly bandsByPillars: number[];
}

/** Counts companies one after the other. */
export type Tally = ReturnType<typeof openTally>;

/**
 * Starts a count of nothing, for a scale of `bandCount` bands and `pillarCount` pillars. Its maps
 * are in text order of their keys, whatever the order of the companies. Nothing needs to be closed.
 */
export function openTally({ bandCount, pillarCount }: { bandCount: number; pillarCount: number }) {
  // Only the cells are counted: a company is in exactly one, or in the sector alone, so countries
  // and sectors are sums.
  const cells = new Map<string, Map<string, AreaCounts>>();
  const inNoCountry = new Map<string, AreaCounts>();
  const alsoNamed = new Map<string, number>();
  const emptyArea = (): AreaCounts => countNothing(bandCount, pillarCount);

  return {
    /**
     * Counts a company in the one country and the one sector it is filed under, and returns its own
     * statistics. One without a country is counted in its sector alone.
     *
     * `otherSectors` are the further sectors that it names, each once: they count it in
     * `alsoNamedBy` only. One in which no company is filed has no other figures.
     *
     * `pillarDistributions` are the counts of its current judgements for each pillar, in the order
     * of the pillars; the statistics hold on to them, so they must not be written to again. Throws
     * a RangeError when their number or length is wrong.
     */
    add(
      country: string | null,
      sector: string,
      pillarDistributions: readonly Distribution[],
      otherSectors: readonly string[] = [],
    ): CompanyStatistics {
      checkShape(pillarDistributions, bandCount, pillarCount);
      const sectors = country === null ? inNoCountry : entryOf(cells, country, () => new Map<string, AreaCounts>());
      const area = entryOf(sectors, sector, emptyArea);
      const statistics = companyStatistics(pillarDistributions, bandCount);
      area.listed++;
      for (const other of otherSectors) alsoNamed.set(other, (alsoNamed.get(other) ?? 0) + 1);
      countBand(area.bands, statistics.median);
      countBand(area.bandsByPillars, medianOfPillars(statistics.pillars, bandCount));
      for (const [p, { distribution, median }] of statistics.pillars.entries()) {
        countBand(area.pillarBands[p]!, median);
        countBand(area.bandsWithout[p]!, statisticsWithout(statistics.judgements, distribution).median);
      }
      return statistics;
    },
    countries(): Map<string, AreaStatistics> {
      const sums = new Map<string, AreaCounts>();
      for (const [country, sectors] of cells) {
        const sum = entryOf(sums, country, emptyArea);
        for (const area of sectors.values()) addArea(sum, area);
      }
      return sortedMap(sums, areaStatistics);
    },
    sectors(): Map<string, SectorStatistics> {
      const sums = new Map<string, AreaCounts>();
      for (const sectors of [...cells.values(), inNoCountry]) {
        for (const [sector, area] of sectors) addArea(entryOf(sums, sector, emptyArea), area);
      }
      for (const sector of alsoNamed.keys()) entryOf(sums, sector, emptyArea);
      return sortedMap(sums, (area, sector) => ({ ...areaStatistics(area), alsoNamedBy: alsoNamed.get(sector) ?? 0 }));
    },
    /** Returns the cells by country, then by sector: only those in which a company is filed. */
    cells: () => sortedMap(cells, (sectors) => sortedMap(sectors, areaStatistics)),
  };
}

function countNothing(bandCount: number, pillarCount: number): AreaCounts {
  return {
    listed: 0,
    bands: emptyDistribution(bandCount),
    pillarBands: Array.from({ length: pillarCount }, () => emptyDistribution(bandCount)),
    bandsWithout: Array.from({ length: pillarCount }, () => emptyDistribution(bandCount)),
    bandsByPillars: emptyDistribution(bandCount),
  };
}

function checkShape(pillarDistributions: readonly Distribution[], bandCount: number, pillarCount: number): void {
  if (pillarDistributions.length !== pillarCount) {
    throw new RangeError(`A company has ${pillarDistributions.length} pillar distributions; expected ${pillarCount}.`);
  }
  for (const { length } of pillarDistributions) {
    if (length !== bandCount) throw new RangeError(`A distribution has ${length} bands; expected ${bandCount}.`);
  }
}

function companyStatistics(pillarDistributions: readonly Distribution[], bandCount: number): CompanyStatistics {
  const judgements = emptyDistribution(bandCount);
  const pillars: Statistics[] = [];
  for (const distribution of pillarDistributions) {
    addCounts(judgements, distribution);
    pillars.push({ distribution, median: lowerMedian(distribution) });
  }
  return { judgements, median: lowerMedian(judgements), pillars };
}

/** Returns the lower median of a company's medians in the pillars in which it is judged. */
function medianOfPillars(pillars: readonly Statistics[], bandCount: number): number | null {
  const medians = emptyDistribution(bandCount);
  for (const { median } of pillars) countBand(medians, median);
  return lowerMedian(medians);
}

/** Returns the statistics of a company's judgements without those in one pillar. */
export function statisticsWithout(judgements: Distribution, pillar: Distribution): Statistics {
  const distribution = judgements.map((count, band) => count - (pillar[band] ?? 0));
  return { distribution, median: lowerMedian(distribution) };
}

function areaStatistics(area: AreaCounts): AreaStatistics {
  return {
    listedCompanies: area.listed,
    ...judgedStatistics(area.bands),
    pillars: area.pillarBands.map(judgedStatistics),
    withoutPillars: area.bandsWithout.map(judgedStatistics),
    eachPillarOnce: judgedStatistics(area.bandsByPillars),
  };
}

function addArea(sum: AreaCounts, area: AreaCounts): void {
  sum.listed += area.listed;
  addCounts(sum.bands, area.bands);
  addCounts(sum.bandsByPillars, area.bandsByPillars);
  for (const [p, bands] of area.pillarBands.entries()) addCounts(sum.pillarBands[p]!, bands);
  for (const [p, bands] of area.bandsWithout.entries()) addCounts(sum.bandsWithout[p]!, bands);
}

function addCounts(sum: number[], counts: Distribution): void {
  for (let b = 0; b < sum.length; b++) sum[b]! += counts[b]!;
}

function countBand(bands: number[], median: number | null): void {
  if (median !== null) bands[median - 1]! += 1;
}

function entryOf<Value>(map: Map<string, Value>, key: string, missing: () => Value): Value {
  let value = map.get(key);
  if (value === undefined) {
    value = missing();
    map.set(key, value);
  }
  return value;
}

function sortedMap<From, To>(
  map: ReadonlyMap<string, From>,
  statistics: (value: From, key: string) => To,
): Map<string, To> {
  const sorted = [...map].sort(([a], [b]) => compareText(a, b));
  return new Map(sorted.map(([key, value]) => [key, statistics(value, key)]));
}
