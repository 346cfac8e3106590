import { LRUCache } from "lru-cache";
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

/** How many positions of sorted candidates are kept; four bytes each. */
const POSITIONS_KEPT_MAX = 4_000_000;

/** Answers filtered, sorted company lists from one number per company and column, with exact totals. */
export class CompanyFinder {
  readonly #options: FinderOptions;
  readonly #candidates = new LRUCache<string, Uint32Array>({
    maxSize: POSITIONS_KEPT_MAX,
    sizeCalculation: (positions) => positions.length + 1,
  });
  #columns: CompanyColumns | undefined;
  #groups: { readonly country: readonly Uint32Array[]; readonly sector: readonly Uint32Array[] } | undefined;

  constructor(options: FinderOptions) {
    this.#options = options;
  }

  find(query: CompanyQuery): FoundCompanies {
    const columns = (this.#columns ??= this.#options.columns());
    const country = placeOf(this.#options.countryCodes, query.country);
    const sector = placeOf(this.#options.sectorSlugs, query.sector);
    const candidates = this.#sorted(columns, country, sector, query.sort);
    const matches = matcher(columns, country, sector, query);
    const { positions, total } = matches ? pick(candidates, matches, query) : slice(candidates, query);
    const end = query.offset + positions.length;
    return { positions, total, nextOffset: end < total && positions.length > 0 ? end : null };
  }

  /** The companies of the smaller of the asked country and sector, or all of them, in the asked order. */
  #sorted(columns: CompanyColumns, country: number | null, sector: number | null, sort: CompanySort): Uint32Array {
    const groups = (this.#groups ??= {
      country: groupPositions(columns.country, this.#options.countryCodes.length),
      sector: groupPositions(columns.sector, this.#options.sectorSlugs.length),
    });
    const ofCountry = country === null ? null : (groups.country[country] ?? NOBODY);
    const ofSector = sector === null ? null : (groups.sector[sector] ?? NOBODY);
    const byCountry = ofCountry !== null && (ofSector === null || ofCountry.length <= ofSector.length);
    const group = byCountry ? ofCountry : ofSector;
    if (group !== null && sort === "name") return group;
    const key = `${group === null ? "all" : byCountry ? `country ${country}` : `sector ${sector}`} ${sort}`;
    let positions = this.#candidates.get(key);
    if (!positions) {
      positions = orderBy(columns, group ?? Uint32Array.from(columns.median, (_, position) => position), sort);
      this.#candidates.set(key, positions);
    }
    return positions;
  }
}

const NOBODY = new Uint32Array();

/** Place of a value in a list; -1 where it is not there, which no company matches; null where nothing is asked. */
function placeOf(list: readonly string[], value: string | undefined): number | null {
  return value === undefined ? null : list.indexOf(value);
}

/** The positions of every group, in their order. */
function groupPositions(groupOf: Uint8Array | Uint16Array, groups: number): Uint32Array[] {
  const counts = new Uint32Array(groups);
  for (const group of groupOf) counts[group]! += 1;
  const positions = Array.from(counts, (count) => new Uint32Array(count));
  const filled = new Uint32Array(groups);
  for (const [position, group] of groupOf.entries()) positions[group]![filled[group]!++] = position;
  return positions;
}

/** Whether a company is asked for, or null where every candidate is: a group holds exactly the companies of its filter. */
function matcher(
  columns: CompanyColumns,
  country: number | null,
  sector: number | null,
  { band, pillar }: CompanyQuery,
): ((position: number) => boolean) | null {
  const bands = pillar === undefined ? columns.median : columns.pillarMedians[pillar];
  if (!bands) throw new RangeError(`there is no pillar number ${pillar}`);
  if (band === undefined && pillar === undefined && (country === null || sector === null)) return null;
  return (position) =>
    (country === null || columns.country[position] === country) &&
    (sector === null || columns.sector[position] === sector) &&
    (band === undefined ? pillar === undefined || bands[position] !== 0 : bands[position] === band);
}

function pick(
  candidates: Uint32Array,
  matches: (position: number) => boolean,
  { offset, limit }: CompanyQuery,
): { positions: number[]; total: number } {
  const positions: number[] = [];
  let total = 0;
  for (const position of candidates) {
    if (!matches(position)) continue;
    if (total >= offset && positions.length < limit) positions.push(position);
    total += 1;
  }
  return { positions, total };
}

function slice(candidates: Uint32Array, { offset, limit }: CompanyQuery): { positions: number[]; total: number } {
  return { positions: [...candidates.subarray(offset, offset + limit)], total: candidates.length };
}

/** Equal values stay in the order of the names; companies not judged come last in both directions. */
function orderBy(columns: CompanyColumns, positions: Uint32Array, sort: CompanySort): Uint32Array {
  if (sort === "name") return positions;
  if (sort === "-name") return positions.toReversed();
  const values = sort.endsWith("judgements") ? columns.judgements : columns.median;
  const sign = sort.startsWith("-") ? -1 : 1;
  return positions.toSorted((a, b) => {
    const left = values[a]!;
    const right = values[b]!;
    if (left === right) return a - b;
    if (left === 0 || right === 0) return left === 0 ? 1 : -1;
    return sign * (left - right);
  });
}
