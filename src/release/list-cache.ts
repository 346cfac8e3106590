import { LRUCache } from "lru-cache";

/** A page of a list of rows. */
export interface FoundPage {
  /** Indexes of the page's rows, in the requested order. */
  readonly indexes: Uint32Array;
  readonly total: number;
  readonly nextOffset: number | null;
}

/** How many indexes are cached at least, four bytes each. */
const CACHED_MIN = 4_000_000;

/** What a cached list weighs apart from its indexes. */
const LIST_OVERHEAD = 100;

/** The whole lists of some questions, cached for their other pages. */
export class ListCache {
  readonly #lists: LRUCache<string, Uint32Array>;

  /** `cachedMax` is how many indexes are cached, if more than four million. */
  constructor(cachedMax: number) {
    this.#lists = new LRUCache<string, Uint32Array>({
      maxSize: Math.max(CACHED_MIN, cachedMax),
      sizeCalculation: (list) => list.length + LIST_OVERHEAD,
    });
  }

  /** A page of the list that `key` stands for; `make` finds the whole of it. */
  page(key: string, make: () => Uint32Array, { offset, limit }: { offset: number; limit: number }): FoundPage {
    let list = this.#lists.get(key);
    if (list === undefined) {
      list = make();
      this.#lists.set(key, list);
    }
    const indexes = list.subarray(offset, offset + limit);
    const end = offset + indexes.length;
    return { indexes, total: list.length, nextOffset: end < list.length && indexes.length > 0 ? end : null };
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
  const groups = new Map<number, number[]>();
  for (const index of indexes) {
    const value = valueOf(index);
    const group = groups.get(value);
    if (group === undefined) groups.set(value, [index]);
    else group.push(index);
  }
  const direction = descending ? -1 : 1;
  const order = [...groups].toSorted(
    ([a], [b]) => Number(a === missing) - Number(b === missing) || direction * (a - b),
  );
  return Uint32Array.from(order.flatMap(([, group]) => group));
}
