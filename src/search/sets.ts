import type { TermRange } from "./index-reader.ts";

/** The size of a block, as a power of two. Empty blocks cost nothing. */
const BLOCK_BITS = 10;
const BLOCK_WORDS = 1 << (BLOCK_BITS - 5);

/**
 * A reusable set of small numbers, one bit each. Operations cost time in proportion to its content,
 * not to its capacity.
 */
export class BitSet {
  readonly #words: Uint32Array;
  /** 1 for every block that may have members. */
  readonly #blocks: Uint8Array;

  constructor(size: number) {
    const blocks = Math.ceil(size / (1 << BLOCK_BITS));
    this.#words = new Uint32Array(blocks * BLOCK_WORDS);
    this.#blocks = new Uint8Array(blocks);
  }

  add(number: number): void {
    this.#words[number >>> 5]! |= 1 << (number & 31);
    this.#blocks[number >>> BLOCK_BITS] = 1;
  }

  has(number: number): boolean {
    return ((this.#words[number >>> 5]! >>> (number & 31)) & 1) === 1;
  }

  /** Visits every number in ascending order, until the callback returns false. */
  each(visit: (number: number) => boolean): void {
    for (let block = 0; block < this.#blocks.length; block += 1) {
      if (this.#blocks[block] === 0) continue;
      const first = block * BLOCK_WORDS;
      for (let at = first; at < first + BLOCK_WORDS; at += 1) {
        let bits = this.#words[at]!;
        while (bits !== 0) {
          const lowest = bits & -bits;
          if (!visit(at * 32 + 31 - Math.clz32(lowest))) return;
          bits ^= lowest;
        }
      }
    }
  }

  /**
   * Moves the numbers into another set of the same size. Those it already has stay here; returns
   * how many.
   */
  moveInto(other: BitSet): number {
    let stayed = 0;
    for (let block = 0; block < this.#blocks.length; block += 1) {
      if (this.#blocks[block] === 0) continue;
      const before = stayed;
      const first = block * BLOCK_WORDS;
      for (let at = first; at < first + BLOCK_WORDS; at += 1) {
        const bits = this.#words[at]!;
        if (bits === 0) continue;
        const both = bits & other.#words[at]!;
        other.#words[at]! |= bits;
        this.#words[at] = both;
        for (let rest = both; rest !== 0; rest &= rest - 1) stayed += 1;
      }
      other.#blocks[block] = 1;
      if (stayed === before) this.#blocks[block] = 0;
    }
    return stayed;
  }

  clear(): void {
    for (let block = 0; block < this.#blocks.length; block += 1) {
      if (this.#blocks[block] === 0) continue;
      this.#blocks[block] = 0;
      const first = block * BLOCK_WORDS;
      this.#words.fill(0, first, first + BLOCK_WORDS);
    }
  }
}

/** A set of terms: merged ranges with binary search. */
export class TermSet {
  readonly #firsts: number[] = [];
  readonly #ends: number[] = [];

  constructor(ranges: readonly TermRange[]) {
    const sorted = ranges.length < 2 ? ranges : ranges.toSorted((a, b) => a.first - b.first);
    for (const { first, end } of sorted) {
      const last = this.#ends.length - 1;
      if (last >= 0 && first <= this.#ends[last]!) this.#ends[last] = Math.max(this.#ends[last]!, end);
      else {
        this.#firsts.push(first);
        this.#ends.push(end);
      }
    }
  }

  /** The merged ranges, ascending and disjoint. */
  *ranges(): Generator<TermRange> {
    for (const [index, first] of this.#firsts.entries()) yield { first, end: this.#ends[index]! };
  }

  /** True if the terms are consecutive, as those with a common prefix are. */
  get isOneRange(): boolean {
    return this.#firsts.length === 1;
  }

  get isOneTerm(): boolean {
    return this.#firsts.length === 1 && this.#ends[0] === this.#firsts[0]! + 1;
  }

  has(term: number): boolean {
    const firsts = this.#firsts;
    let low = 0;
    let high = firsts.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (firsts[middle]! <= term) low = middle + 1;
      else high = middle;
    }
    return low > 0 && term < this.#ends[low - 1]!;
  }
}

/** The indexes of values in a list; those that are not there are left out. */
export function indexesOf(all: readonly string[], values: readonly string[]): ReadonlySet<number> {
  return new Set(values.map((value) => all.indexOf(value)).filter((index) => index >= 0));
}
