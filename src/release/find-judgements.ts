import type { CompanyColumns } from "./company-columns.ts";
import type { JudgementArrays } from "./judgement-arrays.ts";
import { lastDayOf, UNDATED } from "../trust/judged-on.ts";
import { areaTest, type FinderOptions } from "./find-companies.ts";
import { type FoundPage, ListCache, sortByNumber } from "./list-cache.ts";
import type { CompanyFilter, JudgementQuery, JudgementSort } from "./queries.ts";

interface JudgementFinderOptions extends FinderOptions {
  /** Read for the first list, and the same ever after. */
  readonly arrays: () => JudgementArrays;
}

/** How many indexes of judgements are cached for each judgement. */
const CACHED_PER_JUDGEMENT = 2;

/** Answers filtered, sorted lists of judgements from one number per judgement and column. */
export class JudgementFinder {
  readonly #options: JudgementFinderOptions;
  #cache: ListCache | undefined;
  #starts: Uint32Array | undefined;
  #owners: Uint32Array | undefined;

  constructor(options: JudgementFinderOptions) {
    this.#options = options;
  }

  find(query: JudgementQuery): FoundPage {
    const { limit: _limit, offset: _offset, ...asked } = query;
    const arrays = this.#options.arrays();
    this.#cache ??= new ListCache(arrays.band.length * CACHED_PER_JUDGEMENT);
    const find = (): Uint32Array => sortJudgements(arrays, this.#filter(arrays, query), query.sort);
    return this.#cache.page(JSON.stringify(asked), find, query);
  }

  /** The position of the company of a judgement, and which of its judgements it is. */
  ownerOf(index: number): readonly [company: number, at: number] {
    this.#owners ??= ownersOf(this.#options.columns().judgements, this.#options.arrays().band.length);
    const company = this.#owners[index] ?? 0;
    return [company, index - (this.#companyStarts()[company] ?? 0)];
  }

  /** The matching judgements in the published order. */
  #filter(arrays: JudgementArrays, query: JudgementQuery): Uint32Array {
    const starts = this.#companyStarts();
    const isWanted = judgementTest(arrays, query);
    const companies = companiesOf(this.#options.columns(), query, this.#options);
    // No more than they have: the page of each company asks for its own.
    const rowsOf = (company: number): number => (starts[company + 1] ?? 0) - (starts[company] ?? 0);
    const matching = new Uint32Array(companies.reduce((sum, company) => sum + rowsOf(company), 0));
    let total = 0;
    for (const company of companies) {
      const end = starts[company + 1] ?? 0;
      for (let index = starts[company] ?? 0; index < end; index += 1) if (isWanted(index)) matching[total++] = index;
    }
    return matching.slice(0, total);
  }

  #companyStarts(): Uint32Array {
    return (this.#starts ??= startsOf(this.#options.columns().judgements));
  }
}

/** Where the rows of each company begin, given how many it has; at the end, the sum. */
export function startsOf(counts: ArrayLike<number>): Uint32Array {
  const starts = new Uint32Array(counts.length + 1);
  let sum = 0;
  for (let company = 0; company < counts.length; company += 1) {
    sum += counts[company] ?? 0;
    starts[company + 1] = sum;
  }
  return starts;
}

/** The company of each row, given how many each has. */
function ownersOf(counts: ArrayLike<number>, rows: number): Uint32Array {
  const owners = new Uint32Array(rows);
  let row = 0;
  for (let company = 0; company < counts.length; company += 1) {
    const count = counts[company] ?? 0;
    owners.fill(company, row, row + count);
    row += count;
  }
  return owners;
}

/** The positions of the companies that a filter lets pass, in their order. */
export function companiesOf(columns: CompanyColumns, filter: CompanyFilter, options: FinderOptions): number[] {
  const isInArea = areaTest(columns, filter, options);
  const named = filter.companies?.toSorted((a, b) => a - b) ?? columns.median.keys();
  return [...named].filter(isInArea);
}

function judgementTest(arrays: JudgementArrays, query: JudgementQuery): (index: number) => boolean {
  const isPillar = query.pillars && new Set<number | undefined>(query.pillars);
  const isBand = query.bands && new Set<number | undefined>(query.bands);
  const { firstDay = -Infinity, lastDay = Infinity } = query;
  const isDated = query.firstDay !== undefined || query.lastDay !== undefined;
  return (index) => {
    const day = lastDayOf(arrays.day[index] ?? UNDATED);
    return (
      (isPillar === undefined || isPillar.has(arrays.pillar[index])) &&
      (isBand === undefined || isBand.has(arrays.band[index])) &&
      (!isDated || (day !== UNDATED && day >= firstDay && day <= lastDay))
    );
  };
}

/** Equal judgements keep the published order; undated ones come last by date. */
function sortJudgements(arrays: JudgementArrays, indexes: Uint32Array, sort: JudgementSort): Uint32Array {
  if (sort === "company") return indexes;
  if (sort === "-company") return indexes.toReversed();
  const valueOf = sort.endsWith("judged_on")
    ? (index: number): number => lastDayOf(arrays.day[index] ?? UNDATED)
    : (index: number): number => arrays.band[index] ?? UNDATED;
  return sortByNumber(indexes, valueOf, { missing: UNDATED, descending: sort.startsWith("-") });
}
