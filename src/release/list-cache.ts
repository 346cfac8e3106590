import { LRUCache } from "lru-cache";
import { offsetAfter, type PageQuery } from "./queries.ts";

/** A page of a list of rows. */
export interface FoundPage {
  /** Indexes of the page's rows, in the requested order. */
  readonly indexes: Uint32Array;
  readonly total: number;
  readonly nextOffset: number | null;
}

/** Minimum size of the cache in indexes, four bytes each. */
const CACHED_MIN = 4_000_000;

/** Size of a cached list besides its indexes. */
const LIST_OVERHEAD = 100;

/** The whole lists of some questions, cached for their other pages. */
export class ListCache {
  readonly #lists: LRUCache<string, Uint32Array>;

  /** `cachedMax` is the size of the cache in indexes, if more than four million. */
  constructor(cachedMax: number) {
    this.#lists = new LRUCache<string, Uint32Array>({
      maxSize: Math.max(CACHED_MIN, cachedMax),
      sizeCalculation: (list) => list.length + LIST_OVERHEAD,
    });
  }

  /** A page of the list that answers a query; `make` finds the whole of it. */
  page({ offset, limit, ...asked }: PageQuery, make: () => Uint32Array): FoundPage {
    const key = JSON.stringify(asked);
    let list = this.#lists.get(key);
    if (list === undefined) this.#lists.set(key, (list = make()));
    const indexes = list.subarray(offset, offset + limit);
    return { indexes, total: list.length, nextOffset: offsetAfter(offset, indexes.length, list.length) };
  }
}

/**
 * Sorts rows by a number. Equal ones keep their order; rows with the number `missing` come last in
 * both directions.
 */
export function sortByNumber(
  indexes: Uint32Array,
  valueOf: (index: number) => number,
  { missing, descending }: { missing: number; descending: boolean },
): Uint32Array {
  const counts = new Map<number, number>();
  for (const index of indexes) counts.set(valueOf(index), (counts.get(valueOf(index)) ?? 0) + 1);
  const direction = descending ? -1 : 1;
  const order = [...counts].toSorted(
    ([a], [b]) => Number(a === missing) - Number(b === missing) || direction * (a - b),
  );
  const places = new Map<number, number>();
  let place = 0;
  for (const [value, count] of order) {
    places.set(value, place);
    place += count;
  }
  // Ten million rows fit: a list of numbers for each value takes twice their memory.
  const sorted = new Uint32Array(indexes.length);
  for (const index of indexes) {
    const at = places.get(valueOf(index)) ?? 0;
    sorted[at] = index;
    places.set(valueOf(index), at + 1);
  }
  return sorted;
}
