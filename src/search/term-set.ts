import type { TermRange } from "./postings.ts";

/** Ranges of terms, merged: tells quickly whether a term is in one of them. */
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

  /** The merged ranges, ascending: none holds a term of another. */
  *ranges(): Generator<TermRange> {
    for (const [place, first] of this.#firsts.entries()) yield { first, end: this.#ends[place]! };
  }

  /** Whether it is a single term. */
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
