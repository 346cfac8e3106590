import { DatabaseSync, type StatementSync } from "node:sqlite";
import { analyzeDocument } from "../../src/search/search-document.ts";
import type {
  DocumentText,
  Filter,
  Found,
  NameTerms,
  FuzzyOptions,
  FuzzyTerms,
  IndexReader,
  TermRange,
} from "../../src/search/index-reader.ts";
import type { SearchDocument } from "../../src/search/search-document.ts";
import type { Token } from "../../src/search/tokenize.ts";
import { distancesToPrefixes } from "./edit-distance.ts";

const NOTHING: TermRange = { first: 0, end: 0 };

/**
 * A simple implementation of the index reader: a contentless FTS5 table over the split names, a
 * sorted list of its terms, and names kept as they were split. It knows none of the bounds, short
 * cuts and packings of the file.
 */
export class Fts5Reader implements IndexReader {
  readonly documents: number;
  readonly #given: readonly SearchDocument[];
  readonly #names: readonly NameTerms[][];
  readonly #terms: readonly string[];
  readonly #indexes: ReadonlyMap<string, number>;
  readonly #frequencies: readonly number[];
  readonly #letters: readonly number[];
  readonly #database = new DatabaseSync(":memory:");
  readonly #match: StatementSync;
  /** Ranges of terms with a common prefix, and their FTS5 expressions. */
  readonly #prefixes = new Map<string, string>();
  readonly #fuzzy = new Map<string, readonly FuzzyTerms[]>();
  readonly #namesakes = new Map<string, number[]>();

  /** `documents` in the order of their numbers. */
  constructor(documents: readonly SearchDocument[]) {
    this.documents = documents.length;
    this.#given = documents;
    const split = documents.map((document) => analyzeDocument(document).names);
    this.#terms = [...new Set(split.flatMap((names) => names.flatMap((words) => words.map(keyOf))))].sort();
    this.#letters = this.#terms.map((key) => lettersOf(key.slice(1)));
    this.#indexes = new Map(this.#terms.map((term, position) => [term, position]));
    this.#names = split.map((names) =>
      names.map((words) => ({
        terms: words.map((word) => this.#indexes.get(keyOf(word))!),
        isMinor: words.map(({ isMinor }) => isMinor),
      })),
    );
    this.#database.exec(`CREATE VIRTUAL TABLE names USING fts5(terms, content = '', detail = none, tokenize = ascii);
      CREATE VIRTUAL TABLE vocabulary USING fts5vocab(names, row); BEGIN`);
    const insert = this.#database.prepare("INSERT INTO names (rowid, terms) VALUES (?, ?)");
    for (const [document, names] of split.entries())
      insert.run(document, names.flatMap((words) => words.map(({ text, kind }) => encode(text, kind))).join(" "));
    this.#database.exec("COMMIT");
    const counts = new Map(
      this.#database
        .prepare("SELECT term, doc FROM vocabulary")
        .all()
        .map(({ term, doc }) => [term as string, doc as number]),
    );
    this.#frequencies = this.#terms.map((term) => counts.get(encodeKey(term)) ?? 0);
    this.#match = this.#database.prepare("SELECT rowid FROM names WHERE names MATCH ? ORDER BY rowid");
    for (const [document, [name]] of this.#names.entries()) {
      const key = ownTerms(name!).join();
      this.#namesakes.set(key, [...(this.#namesakes.get(key) ?? []), document]);
    }
  }

  termsOf(text: string, kind: "word" | "gram", isPrefix: boolean): TermRange {
    const key = keyOf({ text, kind });
    if (!isPrefix || (kind === "gram" && text.length > 1)) {
      const position = this.#indexes.get(key);
      return position === undefined ? NOTHING : { first: position, end: position + 1 };
    }
    return this.#withPrefix(key);
  }

  fuzzyTerms(text: string, { distanceMax, isPrefix, keepsFirst }: FuzzyOptions): readonly FuzzyTerms[] {
    const question = `${text} ${distanceMax} ${isPrefix} ${keepsFirst}`;
    let found = this.#fuzzy.get(question);
    found ??= this.#findFuzzy(text, { distanceMax, isPrefix, keepsFirst });
    this.#fuzzy.set(question, found);
    return found;
  }

  termLength(term: number): number {
    const key = this.#terms[term]!;
    return key.startsWith("w") ? key.length - 1 : 2;
  }

  frequency({ first, end }: TermRange): number {
    let sum = 0;
    for (let term = first; term < end; term += 1) sum += this.#frequencies[term]!;
    return sum;
  }

  findAll(groups: readonly (readonly TermRange[])[], filter: Filter, limit: number): Found {
    const query = groups.map((group) => this.#expression(group)).join(" AND ");
    const documents = this.#ask(query).filter((document) => this.#isWanted(document, filter));
    return { documents: documents.slice(0, limit), isComplete: documents.length <= limit };
  }

  findSome(groups: readonly (readonly TermRange[])[], least: number, filter: Filter, limit: number): Found {
    const counts = new Map<number, number>();
    for (const group of groups) {
      for (const document of this.#ask(this.#expression(group))) {
        counts.set(document, (counts.get(document) ?? 0) + 1);
      }
    }
    const documents = [...counts]
      .filter(([document, count]) => count >= least && this.#isWanted(document, filter))
      .map(([document]) => document)
      .sort((a, b) => a - b);
    return { documents: documents.slice(0, limit), isComplete: documents.length <= limit };
  }

  namesakes(terms: readonly number[], filter: Filter): readonly number[] {
    const found = this.#namesakes.get(terms.join()) ?? [];
    return found.filter((document) => this.#isWanted(document, filter)).slice(0, 100);
  }

  namesOf(document: number): readonly NameTerms[] {
    return this.#names[document]!;
  }

  isCompany(document: number): boolean {
    return this.#given[document]!.kind === "company";
  }

  countryOf(document: number): string {
    return this.#given[document]!.country;
  }

  sectorOf(document: number): string {
    return this.#given[document]!.sector;
  }

  popularityOf(document: number): number {
    return Math.round(this.#given[document]!.popularity * 255) / 255;
  }

  textOf(document: number): DocumentText {
    const { position, name, aliases } = this.#given[document]!;
    return { position, name, aliases };
  }

  close(): void {
    this.#database.close();
  }

  #findFuzzy(text: string, { distanceMax, isPrefix, keepsFirst }: FuzzyOptions): readonly FuzzyTerms[] {
    const found = new Map<string, FuzzyTerms>();
    for (const [position, key] of this.#terms.entries()) {
      if (!key.startsWith("w") || (keepsFirst && key[1] !== text[0])) continue;
      const word = key.slice(1);
      // Every letter that the word lacks is a typo.
      if (countBits(lettersOf(text) & ~this.#letters[position]!) > distanceMax) continue;
      if (word.length < text.length - distanceMax || (!isPrefix && word.length > text.length + distanceMax)) continue;
      const distances = distancesToPrefixes(text, word.slice(0, text.length + distanceMax + 1), distanceMax);
      const whole = distances[word.length] ?? Infinity;
      if (whole <= distanceMax)
        found.set(key, { first: position, end: position + 1, distance: whole, isPrefix: false });
      if (!isPrefix) continue;
      let least = distanceMax + 1;
      for (const [length, distance] of distances.entries()) {
        if (length === 0 || distance >= least) continue;
        least = distance;
        const prefix = key.slice(0, length + 1);
        if (!found.has(`${prefix}*`))
          found.set(`${prefix}*`, { ...this.#withPrefix(prefix), distance, isPrefix: true });
      }
    }
    return [...found.values()];
  }

  /** The terms that begin with a key; stores their FTS5 expression. */
  #withPrefix(key: string): TermRange {
    const first = this.#lowerBound(key);
    const end = this.#lowerBound(`${key}\uffff`);
    const range = { first, end };
    if (end - first > 1) this.#prefixes.set(`${first} ${end}`, `${encodeKey(key)} *`);
    return range;
  }

  #lowerBound(key: string): number {
    let low = 0;
    let high = this.#terms.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#terms[middle]! < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #expression(group: readonly TermRange[]): string {
    const parts = group.map(
      ({ first, end }) => this.#prefixes.get(`${first} ${end}`) ?? encodeKey(this.#terms[first]!),
    );
    return `(${[...new Set(parts)].join(" OR ")})`;
  }

  #ask(query: string): number[] {
    return this.#match.all(query).map(({ rowid }) => rowid as number);
  }

  #isWanted(document: number, { kind, countries, sectors, anySectors }: Filter): boolean {
    const given = this.#given[document]!;
    const besides = given.kind === "company" ? anySectors?.companies : anySectors?.products;
    return (
      (kind === undefined || kind === given.kind) &&
      (countries?.includes(given.country) ?? true) &&
      (sectors?.includes(given.sector) ?? true) &&
      (anySectors === undefined ||
        anySectors.sectors.includes(given.sector) ||
        besides?.includes(given.position) === true)
    );
  }
}

function ownTerms({ terms, isMinor }: NameTerms): number[] {
  return terms.filter((_, position) => !isMinor[position]!);
}

/** Which letters a text has, one bit for each group of them. */
function lettersOf(text: string): number {
  let letters = 0;
  for (let at = 0; at < text.length; at += 1) letters |= 1 << (text.charCodeAt(at) & 31);
  return letters;
}

function countBits(bits: number): number {
  let count = 0;
  for (let rest = bits >>> 0; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

/** Sorts words before grams, each by its code units. */
function keyOf({ text, kind }: Pick<Token, "text" | "kind">): string {
  return (kind === "word" ? "w" : "x") + text;
}

function encodeKey(key: string): string {
  return encode(key.slice(1), key.startsWith("w") ? "word" : "gram");
}

/** A term as letters and digits that no tokenizer changes, preserving prefixes. */
function encode(text: string, kind: "word" | "gram"): string {
  let encoded = kind === "word" ? "w" : "x";
  for (let at = 0; at < text.length; at += 1) encoded += text.charCodeAt(at).toString(16).padStart(4, "0");
  return encoded;
}
