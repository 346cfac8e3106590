import type { JudgementArrays } from "./number-columns.ts";
import { lastDayOf, UNDATED } from "../trust/judged-on.ts";
import { companiesOf, type FinderOptions } from "./find-companies.ts";
import { type FoundPage, ListCache, sortByNumber } from "./list-cache.ts";
import type { JudgementQuery, JudgementSort } from "./queries.ts";

/** `arrays` are read for the first list, and the same ever after. */
type JudgementFinderOptions = FinderOptions & { readonly arrays: () => JudgementArrays };

/** Maximum number of cached indexes for each judgement. */
const CACHED_PER_JUDGEMENT = 2;

/** Answers filtered, sorted lists of judgements from one number per judgement and column. */
export class JudgementFinder {
  readonly #options: JudgementFinderOptions;
  #cache: ListCache | undefined;
  #starts: Uint32Array | undefined;

  constructor(options: JudgementFinderOptions) {
    this.#options = options;
  }

  find(query: JudgementQuery): FoundPage {
    const arrays = this.#options.arrays();
    this.#cache ??= new ListCache(arrays.band.length * CACHED_PER_JUDGEMENT);
    return this.#cache.page(query, () => {
      const companies = companiesOf(this.#options.columns(), query, this.#options);
      return sortJudgements(arrays, rowsOf(companies, this.#companyStarts(), judgementTest(arrays, query)), query.sort);
    });
  }

  /** The position of the company of a judgement, and its index among those of the company. */
  ownerOf(index: number): readonly [company: number, at: number] {
    const starts = this.#companyStarts();
    let [company, behind] = [0, starts.length - 1];
    while (behind - company > 1) {
      const middle = (company + behind) >>> 1;
      if ((starts[middle] ?? 0) <= index) company = middle;
      else behind = middle;
    }
    return [company, index - (starts[company] ?? 0)];
  }

  #companyStarts(): Uint32Array {
    return (this.#starts ??= startsOf(this.#options.columns().judgements));
  }
}

/** The first row of each company, given the number of its rows; the last entry is the sum. */
export function startsOf(counts: ArrayLike<number>): Uint32Array {
  const starts = new Uint32Array(counts.length + 1);
  let sum = 0;
  for (let company = 0; company < counts.length; company += 1) {
    sum += counts[company] ?? 0;
    starts[company + 1] = sum;
  }
  return starts;
}

/** The rows of companies that a test lets pass, in their order; `starts` is from `startsOf`. */
export function rowsOf(
  companies: Uint32Array,
  starts: Uint32Array,
  isWanted: (row: number) => boolean = () => true,
): Uint32Array {
  const endOf = (company: number): number => starts[company + 1] ?? 0;
  // Room for the rows of these companies is enough: the page of each company asks for its own.
  const rows = companies.reduce((sum, company) => sum + endOf(company) - (starts[company] ?? 0), 0);
  const matching = new Uint32Array(rows);
  let total = 0;
  for (const company of companies) {
    for (let row = starts[company] ?? 0; row < endOf(company); row += 1) if (isWanted(row)) matching[total++] = row;
  }
  return matching.slice(0, total);
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
