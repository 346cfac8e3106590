import { type CompanyColumns, COUNTRY_NOT_GIVEN } from "./company-columns.ts";
import { type FoundPage, ListCache, sortByNumber } from "./list-cache.ts";
import { type CompanyFilter, type CompanyQuery, type CompanySort, NO_COUNTRY } from "./queries.ts";

export interface FinderOptions {
  /** Read for the first list, and the same ever after. */
  readonly columns: () => CompanyColumns;
  /** ISO 3166-1 alpha-2 codes, in the order of `columns.country`. */
  readonly countryCodes: readonly string[];
  /** In the order of `columns.sector`. */
  readonly sectorSlugs: readonly string[];
  /** The positions of the companies that name a sector and are counted in another. */
  readonly alsoNaming: (sector: string) => readonly number[];
}

/** How many indexes of companies are cached for each company. */
const CACHED_PER_COMPANY = 16;

/**
 * Answers filtered, sorted company lists from one number per company and column, with exact totals.
 * The whole list of a query is cached for its other pages.
 */
export class CompanyFinder {
  readonly #options: FinderOptions;
  #cache: ListCache | undefined;
  #inCountry: readonly Uint32Array[] | undefined;

  constructor(options: FinderOptions) {
    this.#options = options;
  }

  /** Throws a RangeError where there is no such pillar. */
  find(query: CompanyQuery): FoundPage {
    const { countries, sectors, anySectors, companies, bands, pillars, sort } = query;
    const columns = this.#options.columns();
    this.#cache ??= new ListCache(columns.median.length * CACHED_PER_COMPANY);
    const key = JSON.stringify([countries, sectors, anySectors, companies, bands, pillars, sort]);
    return this.#cache.page(key, () => sortCompanies(columns, this.#filter(columns, query), sort), query);
  }

  /** The matching companies in the order of their names. */
  #filter(columns: CompanyColumns, query: CompanyQuery): Uint32Array {
    const isInArea = areaTest(columns, query, this.#options);
    const isInBand = bandTest(columns, query);
    const isNamed = query.companies && new Set(query.companies);
    const among = query.countries && this.#inCountries(columns, query.countries);
    const matching = new Uint32Array(among?.length ?? columns.median.length);
    let total = 0;
    // By index: an iterator over all companies takes a fifth longer.
    for (let index = 0; index < matching.length; index += 1) {
      const company = among?.[index] ?? index;
      if ((isNamed?.has(company) ?? true) && isInArea(company) && isInBand(company)) matching[total++] = company;
    }
    return matching.slice(0, total);
  }

  /** The companies of countries, in the order of their names. */
  #inCountries({ country }: CompanyColumns, countries: readonly string[]): Uint32Array {
    this.#inCountry ??= positionsByValue(country);
    const indexes = countryIndexesOf(this.#options.countryCodes, countries);
    return Uint32Array.from([...indexes].flatMap((index) => [...(this.#inCountry?.[index ?? -1] ?? [])])).sort();
  }
}

/** For each value of a column the positions that have it, in their order. */
function positionsByValue(column: Uint8Array): Uint32Array[] {
  const positions = Array.from({ length: 256 }, (): number[] => []);
  for (const [position, value] of column.entries()) positions[value]?.push(position);
  return positions.map((each) => Uint32Array.from(each));
}

type Test = (company: number) => boolean;

/** Whether a company is in one of the countries and sectors, and names one of the others. */
export function areaTest(
  columns: CompanyColumns,
  { countries, sectors, anySectors }: CompanyFilter,
  { countryCodes, sectorSlugs, alsoNaming }: Omit<FinderOptions, "columns">,
): Test {
  const isCountry = countries && countryIndexesOf(countryCodes, countries);
  const isSector = sectors && indexesOf(sectorSlugs, sectors);
  const isAnySector = anySectors && indexesOf(sectorSlugs, anySectors);
  const isNaming = new Set(anySectors?.flatMap(alsoNaming));
  return (company) =>
    (isCountry === undefined || isCountry.has(columns.country[company])) &&
    (isSector === undefined || isSector.has(columns.sector[company])) &&
    (isAnySector === undefined || isAnySector.has(columns.sector[company]) || isNaming.has(company));
}

function countryIndexesOf(codes: readonly string[], countries: readonly string[]): ReadonlySet<number | undefined> {
  const indexes = indexesOf(codes, countries);
  return countries.includes(NO_COUNTRY) ? indexes.union(new Set([COUNTRY_NOT_GIVEN])) : indexes;
}

/** The indexes of values in a list. One that is not there is no index. */
function indexesOf(all: readonly string[], values: readonly string[]): ReadonlySet<number | undefined> {
  return new Set(values.map((value) => all.indexOf(value)));
}

/** Whether a company has one of the bands, in one of the pillars where some are named. */
function bandTest(columns: CompanyColumns, { bands, pillars }: CompanyQuery): Test {
  if (bands === undefined && pillars === undefined) return () => true;
  const isBand = bands && new Set<number | undefined>(bands);
  const medians = pillars === undefined ? [columns.median] : pillars.map((pillar) => mediansIn(columns, pillar));
  return (company) =>
    medians.some((levels) => (isBand === undefined ? levels[company] !== 0 : isBand.has(levels[company])));
}

function mediansIn({ pillarMedians }: CompanyColumns, pillar: number): Uint8Array {
  const medians = pillarMedians[pillar];
  if (medians === undefined) throw new RangeError(`there is no pillar number ${pillar}`);
  return medians;
}

/**
 * Sorts companies that come in the order of their names. Equal ones keep that order; companies
 * without a value, such as those not judged, come last.
 */
function sortCompanies(columns: CompanyColumns, indexes: Uint32Array, sort: CompanySort): Uint32Array {
  if (sort === "name") return indexes;
  if (sort === "-name") return indexes.toReversed();
  const values = valuesOf(columns, sort);
  return sortByNumber(indexes, (company) => values[company] ?? 0, { missing: 0, descending: sort.startsWith("-") });
}

function valuesOf(columns: CompanyColumns, sort: CompanySort): ArrayLike<number> {
  if (sort.endsWith("judgements")) return columns.judgements;
  if (sort.endsWith("flips_to_lower")) return columns.flipsToLower;
  if (sort.endsWith("flips_to_higher")) return columns.flipsToHigher;
  return columns.median;
}
