import { RecordReader, bucketOf } from "./buffers.ts";
import { filterDocuments, DocumentFinder } from "./find-documents.ts";
import { FuzzyMatcher } from "./fuzzy-matcher.ts";
import { SearchIndexError, type Section } from "./index-sections.ts";
import {
  decodeText,
  gramKey,
  hashTerms,
  type IndexArrays,
  LAST_OF_NAME,
  MINOR,
  POPULARITY_STEPS,
  viewArrays,
} from "./index-layout.ts";
import type {
  DocumentText,
  Filter,
  Found,
  FuzzyOptions,
  FuzzyTerms,
  IndexReader,
  NameTerms,
  TermGroups,
  TermRange,
} from "./index-reader.ts";
import { TermTrie } from "./term-trie.ts";

/**
 * Reads the sections of a search index, in a service as in a browser. Throws a SearchIndexError if
 * they do not match.
 */
export function readIndex(sections: ReadonlyMap<Section, Uint8Array>): IndexReader {
  try {
    return new FileIndexReader(viewArrays(sections));
  } catch (error) {
    if (error instanceof SearchIndexError) throw error;
    throw new SearchIndexError("the search index is damaged: its sections do not match", { cause: error });
  }
}

/** Maximum number of documents with the same name that are returned. */
const NAMESAKES_MAX = 100;

/** The length of every gram, also of the single characters at the end of a run. */
const GRAM_LENGTH = 2;

class FileIndexReader implements IndexReader {
  readonly documents: number;
  readonly #arrays: IndexArrays;
  readonly #trie: TermTrie;
  readonly #fuzzy: FuzzyMatcher;
  readonly #finder: DocumentFinder;
  readonly #forward: RecordReader;
  readonly #texts: RecordReader;
  readonly #textBytes: Uint8Array;

  constructor(arrays: IndexArrays) {
    const { facts, trieLabels, trieEnds, trieTerminals, trieRanks, texts } = arrays;
    this.#arrays = arrays;
    this.documents = facts.documents;
    this.#trie = new TermTrie(
      { labels: trieLabels, ends: trieEnds, terminals: trieTerminals, ranks: trieRanks },
      facts.words,
    );
    this.#fuzzy = new FuzzyMatcher(this.#trie);
    this.#finder = new DocumentFinder(arrays);
    this.#forward = new RecordReader(arrays.forward, arrays.forwardOffsets);
    this.#texts = new RecordReader(texts, arrays.textOffsets);
    this.#textBytes = texts;
  }

  termsOf(text: string, kind: "word" | "gram", isPrefix: boolean): TermRange {
    if (kind === "word") return isPrefix ? this.#trie.withPrefix(text) : this.#trie.word(text);
    const { gramKeys, facts } = this.#arrays;
    const key = gramKey(text);
    // A single character is a prefix of all its pairs, and a gram of its own at the end of a run.
    const last = text.length === 1 && isPrefix ? key + 0xffff : key;
    return { first: facts.words + lowerBound(gramKeys, key), end: facts.words + lowerBound(gramKeys, last + 1) };
  }

  fuzzyTerms(text: string, options: FuzzyOptions): readonly FuzzyTerms[] {
    return this.#fuzzy.find(text, options);
  }

  termLength(term: number): number {
    return this.#arrays.termLengths[term] ?? GRAM_LENGTH;
  }

  frequency(range: TermRange): number {
    return this.#finder.frequency(range);
  }

  findAll(groups: TermGroups, filter: Filter, limit: number): Found {
    return this.#finder.findAll(groups, filter, limit);
  }

  findSome(groups: TermGroups, least: number, filter: Filter, limit: number): Found {
    return this.#finder.findSome(groups, least, filter, limit);
  }

  namesakes(terms: readonly number[], filter: Filter): readonly number[] {
    const isWanted = filterDocuments(this.#arrays, filter);
    if (isWanted === null) return [];
    const { nameOffsets: offsets, nameDocuments: values } = this.#arrays;
    const found: number[] = [];
    for (const document of bucketOf({ offsets, values }, hashTerms(terms))) {
      if (found.length === NAMESAKES_MAX) break;
      const name = this.namesOf(document)[0]!;
      const own = name.terms.filter((_, index) => !name.isMinor[index]!);
      const isSame = own.length === terms.length && own.every((term, index) => term === terms[index]);
      if (isSame && isWanted(document)) found.push(document);
    }
    return found;
  }

  namesOf(document: number): readonly NameTerms[] {
    const reader = this.#forward;
    reader.seek(document);
    const names: NameTerms[] = [];
    let terms: number[] = [];
    let isMinor: boolean[] = [];
    while (reader.offset < reader.end) {
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
    reader.seek(document);
    const position = reader.varint();
    const texts: string[] = [];
    while (reader.offset < reader.end) {
      const length = reader.varint();
      texts.push(decodeText(this.#textBytes.subarray(reader.offset, reader.offset + length)));
      reader.offset += length;
    }
    const [name, ...aliases] = texts;
    return { position, name: name!, aliases };
  }
}

/** The first index whose value is not less than the key. */
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
