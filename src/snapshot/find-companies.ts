import type { CompanyColumns } from "../release/company-columns.ts";
import type { CompanyQuery, CompanySort } from "./snapshot.ts";

export interface FoundCompanies {
  /** Positions of the page's companies, in the asked order. */
  readonly positions: readonly number[];
  readonly total: number;
  readonly nextOffset: number | null;
}

interface FinderOptions {
  /** Called once, when the first list is asked for. */
  readonly columns: () => CompanyColumns;
  /** ISO2 in the order of `columns.country`. */
  readonly countryCodes: readonly string[];
  /** Slugs in the order of `columns.sector`. */
  readonly sectorSlugs: readonly string[];
}

/** Answers filtered, sorted company lists from one number per company and column, with exact totals. */
export class CompanyFinder {
  readonly #options: FinderOptions;
  readonly #orders = new Map<CompanySort, Uint32Array>();
  #columns: CompanyColumns | undefined;

  constructor(options: FinderOptions) {
    this.#options = options;
  }

  find(query: CompanyQuery): FoundCompanies {
    const columns = (this.#columns ??= this.#options.columns());
    const matches = this.#matcher(columns, query);
    const order = this.#order(columns, query.sort);
    const companies = columns.median.length;
    const positions: number[] = [];
    let total = 0;
    for (let place = 0; place < companies; place += 1) {
      const position = order ? order[place]! : place;
      if (!matches(position)) continue;
      if (total >= query.offset && positions.length < query.limit) positions.push(position);
      total += 1;
    }
    const end = query.offset + positions.length;
    return { positions, total, nextOffset: end < total && positions.length > 0 ? end : null };
  }

  #matcher(columns: CompanyColumns, query: CompanyQuery): (position: number) => boolean {
    const country = query.country === undefined ? undefined : this.#options.countryCodes.indexOf(query.country);
    const sector = query.sector === undefined ? undefined : this.#options.sectorSlugs.indexOf(query.sector);
    const bands = query.pillar === undefined ? columns.median : columns.pillarMedians[query.pillar];
    if (!bands) throw new RangeError(`there is no pillar number ${query.pillar}`);
    const judgedOnly = query.pillar !== undefined;
    const { band } = query;
    return (position) =>
      (country === undefined || columns.country[position] === country) &&
      (sector === undefined || columns.sector[position] === sector) &&
      (band === undefined ? !judgedOnly || bands[position] !== 0 : bands[position] === band);
  }

  /** Positions in the asked order, or undefined where that is the stored order. Made once per order. */
  #order(columns: CompanyColumns, sort: CompanySort): Uint32Array | undefined {
    if (sort === "name") return undefined;
    let order = this.#orders.get(sort);
    if (!order) {
      order = orderBy(columns, sort);
      this.#orders.set(sort, order);
    }
    return order;
  }
}

/** Equal values stay in the order of the names; companies not judged come last in both directions. */
function orderBy(columns: CompanyColumns, sort: CompanySort): Uint32Array {
  const order = Uint32Array.from(columns.median, (_, position) => position);
  if (sort === "-name") return order.reverse();
  const values = sort.endsWith("judgements") ? columns.judgements : columns.median;
  const sign = sort.startsWith("-") ? -1 : 1;
  return order.sort((a, b) => {
    const left = values[a]!;
    const right = values[b]!;
    if (left === right) return a - b;
    if (left === 0 || right === 0) return left === 0 ? 1 : -1;
    return sign * (left - right);
  });
}
