/** Numbers of one block, as a power of two. A block that holds none costs nothing. */
const BLOCK_BITS = 10;
const BLOCK_WORDS = 1 << (BLOCK_BITS - 5);

/** A set of small numbers, one bit each, that is used again and again. What it costs depends on what it holds, not on what it could hold. */
export class BitSet {
  readonly #words: Uint32Array;
  /** 1 for every block that may hold something. */
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

  /** Calls for every number in ascending order until the callback gives false. */
  each(take: (number: number) => boolean): void {
    for (let block = 0; block < this.#blocks.length; block += 1) {
      if (this.#blocks[block] === 0) continue;
      const first = block * BLOCK_WORDS;
      for (let at = first; at < first + BLOCK_WORDS; at += 1) {
        let bits = this.#words[at]!;
        while (bits !== 0) {
          const lowest = bits & -bits;
          if (!take(at * 32 + 31 - Math.clz32(lowest))) return;
          bits ^= lowest;
        }
      }
    }
  }

  /** Adds all numbers to another set of the same size; those that it had already are all that stays here. Gives how many they are. */
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
      // For so few words `fill` takes longer to call than to work.
      for (let at = first; at < first + BLOCK_WORDS; at += 1) this.#words[at] = 0;
    }
  }
}
