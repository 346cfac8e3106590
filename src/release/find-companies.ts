import { type CompanyColumns, COUNTRY_NOT_GIVEN } from "./number-columns.ts";
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

/** Maximum number of cached indexes for each company. */
const CACHED_PER_COMPANY = 16;

/**
 * Answers filtered, sorted company lists from one number per company and column, with exact totals.
 * The whole list of a query is cached for its other pages. Throws a RangeError where there is no
 * such pillar.
 */
export function companyFinder(options: FinderOptions): (query: CompanyQuery) => FoundPage {
  let cache: ListCache | undefined;
  return (query) => {
    const columns = options.columns();
    cache ??= new ListCache(columns.median.length * CACHED_PER_COMPANY);
    return cache.page(query, () =>
      sortCompanies(columns, companiesOf(columns, query, options, bandTest(columns, query)), query.sort),
    );
  };
}

/** The positions of the companies that a filter and a test let pass, in their order. */
export function companiesOf(
  columns: CompanyColumns,
  filter: CompanyFilter,
  options: FinderOptions,
  isWanted: Test = () => true,
): Uint32Array {
  const companies = columns.median.length;
  const isInArea = areaTest(columns, filter, options);
  const named = filter.companies?.filter((company) => company < companies).toSorted((a, b) => a - b);
  const matching = new Uint32Array(named?.length ?? companies);
  let total = 0;
  // The loop is by index: an iterator over all companies takes a fifth longer.
  for (let index = 0; index < matching.length; index += 1) {
    const company = named?.[index] ?? index;
    if (isInArea(company) && isWanted(company)) matching[total++] = company;
  }
  return matching.slice(0, total);
}

type Test = (company: number) => boolean;

/** Tests if a company is in one of the countries and `sectors`, and names one of `anySectors`. */
function areaTest(
  columns: CompanyColumns,
  { countries, sectors, anySectors }: CompanyFilter,
  { countryCodes, sectorSlugs, alsoNaming }: Omit<FinderOptions, "columns">,
): Test {
  const isCountry =
    countries &&
    indexesOf(countryCodes, countries).union(new Set(countries.includes(NO_COUNTRY) ? [COUNTRY_NOT_GIVEN] : []));
  const isSector = sectors && indexesOf(sectorSlugs, sectors);
  const isAnySector = anySectors && indexesOf(sectorSlugs, anySectors);
  const isNaming = new Set(anySectors?.flatMap(alsoNaming));
  return (company) =>
    (isCountry === undefined || isCountry.has(columns.country[company])) &&
    (isSector === undefined || isSector.has(columns.sector[company])) &&
    (isAnySector === undefined || isAnySector.has(columns.sector[company]) || isNaming.has(company));
}

/** The indexes of values in a list; a value that is not there has the index -1. */
function indexesOf(all: readonly string[], values: readonly string[]): ReadonlySet<number | undefined> {
  return new Set(values.map((value) => all.indexOf(value)));
}

/** Tests if a company has one of the bands, in one of the pillars where some are named. */
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
  if (sort.endsWith("judgement_count")) return columns.judgements;
  if (sort.endsWith("flips_to_lower")) return columns.flipsToLower;
  if (sort.endsWith("flips_to_higher")) return columns.flipsToHigher;
  return columns.median;
}
