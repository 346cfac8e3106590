import { NumberList } from "./number-list.ts";
import { ALIASES_MAX, POPULARITY_STEPS, type SearchDocument } from "./search-document.ts";
import { ByteWriter } from "./varint.ts";

/** How much of a name's length decides the order. */
const LENGTH_MAX = 1023;

/** Documents as they come, packed: some tens of bytes each beside their text. */
export class DocumentTable {
  /** The text records of the index, one behind the other: place, name, aliases. */
  readonly #records = new ByteWriter();
  readonly #recordStarts = new NumberList();
  /** Where the texts of a record begin, behind its place. */
  readonly #textStarts = new NumberList();
  readonly #places = new NumberList();
  /** What decides the order first, see `order`. */
  readonly #priors = new NumberList();
  readonly #beginnings = new NumberList();
  readonly #countries = new ValueColumn();
  readonly #sectors = new ValueColumn();

  get length(): number {
    return this.#priors.length;
  }

  add({ kind, place, name, aliases, country, sector, popularity }: SearchDocument): void {
    this.#recordStarts.push(this.#records.length);
    this.#records.varint(place);
    this.#textStarts.push(this.#records.length);
    this.#places.push(place);
    this.#records.text(name);
    for (const alias of aliases.slice(0, ALIASES_MAX)) this.#records.text(alias);
    const steps = Math.round(Math.min(1, Math.max(0, popularity)) * POPULARITY_STEPS);
    const length = Math.min(name.length, LENGTH_MAX);
    const isProduct = kind === "company" ? 0 : 1;
    this.#priors.push((((isProduct << 8) | (POPULARITY_STEPS - steps)) << 10) | length);
    this.#beginnings.push(beginningOf(name));
    this.#countries.push(country);
    this.#sectors.push(sector);
  }

  /**
   * The documents in the order of their numbers: companies first, then the popular, then short names; the text of the name and the place only
   * make the order certain.
   */
  order(): Uint32Array {
    const priors = this.#priors.numbers();
    const beginnings = this.#beginnings.numbers();
    const places = this.#places.numbers();
    const compareTexts = this.#textComparison();
    return Uint32Array.from({ length: this.length }, (_, at) => at).sort(
      (a, b) =>
        priors[a]! - priors[b]! || beginnings[a]! - beginnings[b]! || compareTexts(a, b) || places[a]! - places[b]!,
    );
  }

  isCompany(at: number): boolean {
    return this.#priors.at(at) >>> 18 === 0;
  }

  popularityOf(at: number): number {
    return POPULARITY_STEPS - ((this.#priors.at(at) >>> 10) & 0xff);
  }

  recordOf(at: number): Uint8Array {
    return this.#records.take().subarray(this.#recordStarts.at(at), this.#recordEnd(at));
  }

  #recordEnd(at: number): number {
    return at + 1 < this.length ? this.#recordStarts.at(at + 1) : this.#records.length;
  }

  get countries(): ValueColumn {
    return this.#countries;
  }

  get sectors(): ValueColumn {
    return this.#sectors;
  }

  /** Compares names and aliases by their bytes, where they lie: many begin alike, and two views for each comparison cost more than it. */
  #textComparison(): (a: number, b: number) => number {
    const bytes = this.#records.take();
    const starts = this.#textStarts.numbers();
    return (a, b) => {
      let left = starts[a]!;
      let right = starts[b]!;
      const leftEnd = this.#recordEnd(a);
      const rightEnd = this.#recordEnd(b);
      while (left < leftEnd && right < rightEnd && bytes[left] === bytes[right]) {
        left += 1;
        right += 1;
      }
      if (left === leftEnd || right === rightEnd) return leftEnd - left - (rightEnd - right);
      return bytes[left]! - bytes[right]!;
    };
  }
}

/** The first four bytes of a text as a number that sorts as they do. */
function beginningOf(text: string): number {
  const bytes = Buffer.alloc(4);
  bytes.write(text);
  return bytes.readUInt32BE();
}

/** A column with few different values, numbered as they came. */
export class ValueColumn {
  readonly #numbers = new Map<string, number>();
  readonly #column = new NumberList();

  push(value: string): void {
    let number = this.#numbers.get(value);
    if (number === undefined) {
      number = this.#numbers.size;
      this.#numbers.set(value, number);
    }
    this.#column.push(number);
  }

  /** The values in the order of their text, and the place of each in it by its number. */
  sorted(): { readonly values: readonly string[]; readonly placeOf: Uint32Array } {
    const values = [...this.#numbers.keys()].toSorted((a, b) => (a < b ? -1 : 1));
    const placeOf = new Uint32Array(values.length);
    for (const [place, value] of values.entries()) placeOf[this.#numbers.get(value)!] = place;
    return { values, placeOf };
  }

  at(place: number): number {
    return this.#column.at(place);
  }
}
