import { ByteWriter, NumberList } from "./buffers.ts";
import { isAnd } from "./legal-forms.ts";
import { POPULARITY_STEPS } from "./index-layout.ts";
import { foldText, tokenize, type Token } from "./tokenize.ts";

/** A company or product to index. */
export interface SearchDocument {
  readonly kind: "company" | "product";
  /** Its position in the release's list of its kind; a hit refers to it by this number. */
  readonly position: number;
  readonly name: string;
  /** Other names: former and local ones, tickers. */
  readonly aliases: readonly string[];
  /** ISO 3166-1 alpha-2, or any other key of a country; empty where it is in none. */
  readonly country: string;
  readonly sector: string;
  /** From 0 to 1: of two equal hits, the more popular one comes first. */
  readonly popularity: number;
}

/**
 * Bounds for the cost of one document: how many aliases are indexed, and how many tokens of a name.
 */
const ALIASES_MAX = 60;
export const TOKENS_MAX = 60;

/** A document with its names as tokens. */
interface AnalyzedDocument {
  /** The document with the aliases that are indexed. */
  readonly document: SearchDocument;
  /**
   * The tokens of its name, of its aliases in their order, and of its initials if it has any; none
   * is empty.
   */
  readonly names: readonly (readonly Token[])[];
}

/**
 * Splits the names of a document. Leaves out aliases without a token and those beyond
 * `ALIASES_MAX`.
 */
export function analyzeDocument(document: SearchDocument): AnalyzedDocument {
  const own = tokenizeName(document.name);
  const aliases = document.aliases
    .slice(0, ALIASES_MAX)
    .map((alias) => ({ alias, tokens: tokenizeName(alias) }))
    .filter(({ tokens }) => tokens.length > 0);
  const names = [own.length > 0 ? own : [EMPTY_NAME], ...aliases.map(({ tokens }) => tokens)];
  const initials = document.kind === "company" ? initialsOf(own, foldText(document.name)) : null;
  if (initials !== null) names.push([initials]);
  return { document: { ...document, aliases: aliases.map(({ alias }) => alias) }, names };
}

function tokenizeName(name: string): Token[] {
  return tokenize(name).slice(0, TOKENS_MAX);
}

/** Replaces a name without a visible character; no query has this token. */
const EMPTY_NAME: Token = { text: "\u0000", start: 0, end: 0, kind: "word", isMinor: false };

const INITIALS_MIN = 3;
const INITIALS_MAX = 6;

/**
 * BMW for Bayerische Motoren Werke AG, J&J for Johnson & Johnson; null for names with fewer or more
 * words.
 */
function initialsOf(tokens: readonly Token[], folded: string): Token | null {
  const major = tokens.filter(({ isMinor }) => !isMinor);
  const [first, second] = major;
  const between = first === undefined ? "" : folded.slice(first.end, second?.start).trim();
  const isPair = major.length === 2 && isAnd(between);
  if ((major.length < INITIALS_MIN && !isPair) || major.length > INITIALS_MAX) return null;
  if (major.some(({ kind }) => kind === "gram")) return null;
  const text = major.map((token) => String.fromCodePoint(token.text.codePointAt(0)!)).join("");
  return { text, start: 0, end: 0, kind: "word", isMinor: false };
}

/** Longer names sort as if they had this length. */
const LENGTH_MAX = 1023;

/** Documents in the order they were added, packed into some tens of bytes each plus their text. */
export class DocumentTable {
  readonly countries: ValueColumn = new ValueColumn();
  readonly sectors: ValueColumn = new ValueColumn();
  /** The text records of the index: position, name, aliases. */
  readonly #records = new ByteWriter();
  readonly #recordStarts = new NumberList();
  /** The start of the texts of a record, after its position. */
  readonly #textStarts = new NumberList();
  readonly #positions = new NumberList();
  /** Kind, popularity and length of the name, packed so that smaller numbers sort first. */
  readonly #priorities = new NumberList();
  /** The first four bytes of the name. */
  readonly #prefixes = new NumberList();

  get length(): number {
    return this.#priorities.length;
  }

  add({ kind, position, name, aliases, country, sector, popularity }: SearchDocument): void {
    this.#recordStarts.push(this.#records.length);
    this.#records.varint(position);
    this.#textStarts.push(this.#records.length);
    this.#positions.push(position);
    this.#records.text(name);
    for (const alias of aliases) this.#records.text(alias);
    const steps = Math.round(Math.min(1, Math.max(0, popularity)) * POPULARITY_STEPS);
    const length = Math.min(name.length, LENGTH_MAX);
    const isProduct = kind === "company" ? 0 : 1;
    this.#priorities.push((((isProduct << 8) | (POPULARITY_STEPS - steps)) << 10) | length);
    this.#prefixes.push(prefixOf(name));
    this.countries.push(country);
    this.sectors.push(sector);
  }

  /**
   * The order in which documents are numbered: companies first, then by popularity, then short
   * names first. Text and position only break ties, so that the order is the same for the same
   * documents.
   */
  order(): Uint32Array {
    const priorities = this.#priorities.numbers();
    const prefixes = this.#prefixes.numbers();
    const positions = this.#positions.numbers();
    const compareTexts = this.#textComparison();
    return Uint32Array.from({ length: this.length }, (_, at) => at).sort(
      (a, b) =>
        priorities[a]! - priorities[b]! ||
        prefixes[a]! - prefixes[b]! ||
        compareTexts(a, b) ||
        positions[a]! - positions[b]!,
    );
  }

  isCompany(at: number): boolean {
    return this.#priorities.at(at) >>> 18 === 0;
  }

  /** In steps of `POPULARITY_STEPS`. */
  popularityOf(at: number): number {
    return POPULARITY_STEPS - ((this.#priorities.at(at) >>> 10) & 0xff);
  }

  recordOf(at: number): Uint8Array {
    return this.#records.view().subarray(this.#recordStarts.at(at), this.#recordEnd(at));
  }

  #recordEnd(at: number): number {
    return at + 1 < this.length ? this.#recordStarts.at(at + 1) : this.#records.length;
  }

  /**
   * Compares names and aliases by their bytes, in place: two views per comparison would cost more
   * than it.
   */
  #textComparison(): (a: number, b: number) => number {
    const bytes = this.#records.view();
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

/** The first four bytes of a text, as a number that sorts like them. */
function prefixOf(text: string): number {
  const bytes = Buffer.alloc(4);
  bytes.write(text);
  return bytes.readUInt32BE();
}

/** A column with few distinct values, each stored as its number. */
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

  /** The distinct values in the order of their text, and the index of each in it by its number. */
  sorted(): { readonly values: readonly string[]; readonly indexOf: Uint32Array } {
    const values = [...this.#numbers.keys()].toSorted((a, b) => (a < b ? -1 : 1));
    const indexOf = new Uint32Array(values.length);
    for (const [index, value] of values.entries()) indexOf[this.#numbers.get(value)!] = index;
    return { values, indexOf };
  }

  at(row: number): number {
    return this.#column.at(row);
  }
}
