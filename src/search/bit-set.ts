/** A set of small numbers, one bit each, that is used again and again. */
export class BitSet {
  readonly #words: Uint32Array;

  constructor(size: number) {
    this.#words = new Uint32Array((size + 31) >>> 5);
  }

  add(number: number): void {
    this.#words[number >>> 5]! |= 1 << (number & 31);
  }

  has(number: number): boolean {
    return ((this.#words[number >>> 5]! >>> (number & 31)) & 1) === 1;
  }

  /** Calls for every number in ascending order until the callback gives false. */
  each(take: (number: number) => boolean): void {
    for (let at = 0; at < this.#words.length; at += 1) {
      let bits = this.#words[at]!;
      while (bits !== 0) {
        const lowest = bits & -bits;
        if (!take(at * 32 + 31 - Math.clz32(lowest))) return;
        bits ^= lowest;
      }
    }
  }

  clear(): void {
    this.#words.fill(0);
  }
}
