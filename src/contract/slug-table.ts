/** Slots per company: with half of them empty a look finds what it seeks, or nothing, within a step or two. */
const SLOTS_PER_COMPANY = 2;

const QUOTATION_MARK = 0x22;

/**
 * Finds the positions of companies by their slugs, which stand in one memory with a quotation mark behind each: in a tenth of the time that an
 * index of the database takes, for eight to sixteen bytes a company.
 */
export class SlugTable {
  readonly #bytes: Uint8Array;
  readonly #startOf: (position: number) => number;
  /** Position + 1 of the company in each slot, 0 in empty ones. Who finds his slot taken goes to the next. */
  readonly #slots: Uint32Array;

  constructor(bytes: Uint8Array, companies: number, startOf: (position: number) => number) {
    this.#bytes = bytes;
    this.#startOf = startOf;
    this.#slots = new Uint32Array(2 ** Math.ceil(Math.log2(SLOTS_PER_COMPANY * companies + 1)));
    const last = this.#slots.length - 1;
    for (let position = 0; position < companies; position += 1) {
      let hash = 0;
      for (let at = startOf(position); bytes[at] !== QUOTATION_MARK; at += 1) hash = mix(hash, bytes[at]!);
      let slot = spread(hash) & last;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & last;
      this.#slots[slot] = position + 1;
    }
  }

  find(slug: string): number | undefined {
    let hash = 0;
    for (let at = 0; at < slug.length; at += 1) hash = mix(hash, slug.charCodeAt(at));
    const last = this.#slots.length - 1;
    for (let slot = spread(hash) & last; this.#slots[slot] !== 0; slot = (slot + 1) & last) {
      const position = this.#slots[slot]! - 1;
      if (this.#isOf(position, slug)) return position;
    }
    return undefined;
  }

  #isOf(position: number, slug: string): boolean {
    const start = this.#startOf(position);
    for (let at = 0; at < slug.length; at += 1) if (this.#bytes[start + at] !== slug.charCodeAt(at)) return false;
    return this.#bytes[start + slug.length] === QUOTATION_MARK;
  }
}

function mix(hash: number, character: number): number {
  return (Math.imul(hash, 31) + character) | 0;
}

/** Lets every bit of a hash count in its last ones. */
function spread(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x9e37_79b1);
  return mixed ^ (mixed >>> 15);
}
