import { DocumentFinder, type Groups } from "./find-documents.ts";
import { gramKey } from "./gram-key.ts";
import { type IndexArrays, layArrays, RecordReader } from "./index-arrays.ts";
import { openSections, requireLittleEndian, SearchIndexError } from "./index-file.ts";
import { NearFinder } from "./near-terms.ts";
import type {
  DocumentText,
  Filter,
  Found,
  NameTerms,
  NearQuestion,
  NearTerms,
  Postings,
  TermRange,
} from "./postings.ts";
import { hashTerms, LAST_OF_NAME, MINOR, POPULARITY_STEPS } from "./search-document.ts";
import { TermTrie } from "./term-trie.ts";

/**
 * Opens a search index over its bytes, which stay where they are: a SharedArrayBuffer serves several threads. Nothing is parsed. Throws a
 * SearchIndexError for a file that cannot be used; `isTrusted` leaves out its checksum.
 */
export function openIndex(file: Uint8Array, isTrusted = false): Postings {
  requireLittleEndian();
  const sections = openSections(file, isTrusted);
  try {
    return new FilePostings(layArrays(sections));
  } catch (error) {
    if (error instanceof SearchIndexError) throw error;
    throw new SearchIndexError("the search index is damaged: its sections do not fit each other", { cause: error });
  }
}

/** How many documents of one name are looked up at once. */
const NAMESAKES_MAX = 100;

/** Pairs of characters, and the single ones at the end of a run, are taken as two long. */
const GRAM_LENGTH = 2;

class FilePostings implements Postings {
  readonly documents: number;
  readonly #arrays: IndexArrays;
  readonly #trie: TermTrie;
  readonly #near: NearFinder;
  readonly #finder: DocumentFinder;
  readonly #forward: RecordReader;
  readonly #texts: RecordReader;
  readonly #textBytes: Buffer;

  constructor(arrays: IndexArrays) {
    const { facts, trieLabels, trieEnds, trieTerminals, trieRanks, texts } = arrays;
    this.#arrays = arrays;
    this.documents = facts.documents;
    this.#trie = new TermTrie(
      { labels: trieLabels, ends: trieEnds, terminals: trieTerminals, ranks: trieRanks },
      facts.words,
    );
    this.#near = new NearFinder(this.#trie);
    this.#finder = new DocumentFinder(arrays);
    this.#forward = new RecordReader(arrays.forward, arrays.forwardOffsets);
    this.#texts = new RecordReader(texts, arrays.textOffsets);
    this.#textBytes = Buffer.from(texts.buffer, texts.byteOffset, texts.byteLength);
  }

  termsOf(text: string, kind: "word" | "gram", isPrefix: boolean): TermRange {
    if (kind === "word") return isPrefix ? this.#trie.beginningWith(text) : this.#trie.word(text);
    const { gramKeys, facts } = this.#arrays;
    const key = gramKey(text);
    // One character begins every pair with it, and stands alone at the end of a run.
    const last = text.length === 1 && isPrefix ? key + 0xffff : key;
    return { first: facts.words + lowerBound(gramKeys, key), end: facts.words + lowerBound(gramKeys, last + 1) };
  }

  nearTerms(text: string, question: NearQuestion): readonly NearTerms[] {
    return this.#near.find(text, question);
  }

  termLength(term: number): number {
    return this.#arrays.termLengths[term] ?? GRAM_LENGTH;
  }

  frequency(range: TermRange): number {
    return this.#finder.frequency(range);
  }

  findAll(groups: Groups, filter: Filter, limit: number): Found {
    return this.#finder.findAll(groups, filter, limit);
  }

  findSome(groups: Groups, least: number, filter: Filter, limit: number): Found {
    return this.#finder.findSome(groups, least, filter, limit);
  }

  namesakes(terms: readonly number[], filter: Filter): readonly number[] {
    const isWanted = this.#finder.filter(filter);
    const { nameOffsets, nameDocuments } = this.#arrays;
    const buckets = nameOffsets.length - 1;
    if (isWanted === null) return [];
    const bucket = hashTerms(terms) & (buckets - 1);
    const found: number[] = [];
    for (let at = nameOffsets[bucket]!; at < nameOffsets[bucket + 1]! && found.length < NAMESAKES_MAX; at += 1) {
      const document = nameDocuments[at]!;
      const name = this.namesOf(document)[0]!;
      const own = name.terms.filter((_, place) => !name.isMinor[place]!);
      const isSame = own.length === terms.length && own.every((term, place) => term === terms[place]);
      if (isSame && isWanted(document)) found.push(document);
    }
    return found;
  }

  namesOf(document: number): readonly NameTerms[] {
    const reader = this.#forward;
    reader.find(document);
    const names: NameTerms[] = [];
    let terms: number[] = [];
    let isMinor: boolean[] = [];
    while (reader.at < reader.end) {
      const value = reader.varint();
      terms.push(value >>> 2);
      isMinor.push((value & MINOR) !== 0);
      if ((value & LAST_OF_NAME) === 0) continue;
      names.push({ terms, isMinor });
      terms = [];
      isMinor = [];
    }
    return names;
  }

  isCompany(document: number): boolean {
    return document < this.#arrays.facts.companies;
  }

  countryOf(document: number): string {
    return this.#arrays.facts.countries[this.#arrays.countries[document]!]!;
  }

  sectorOf(document: number): string {
    return this.#arrays.facts.sectors[this.#arrays.sectors[document]!]!;
  }

  popularityOf(document: number): number {
    return this.#arrays.popularities[document]! / POPULARITY_STEPS;
  }

  textOf(document: number): DocumentText {
    const reader = this.#texts;
    reader.find(document);
    const place = reader.varint();
    const texts: string[] = [];
    while (reader.at < reader.end) {
      const length = reader.varint();
      texts.push(this.#textBytes.toString("utf8", reader.at, reader.at + length));
      reader.at += length;
    }
    const [name, ...aliases] = texts;
    return { place, name: name!, aliases };
  }
}

/** The first place whose value is not below the key. */
function lowerBound(sorted: Uint32Array, key: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]! < key) low = middle + 1;
    else high = middle;
  }
  return low;
}
