import { analyseDocument } from "./analyse-document.ts";
import { gramKey, gramText } from "./gram-key.ts";
import { BYTE_VALUES } from "./index-arrays.ts";
import { type IndexFacts, packSections, type Section, type SectionArray } from "./index-file.ts";
import {
  ALIASES_MAX,
  DOCUMENTS_PER_BLOCK,
  FEW_DOCUMENTS,
  hashTerms,
  LAST_OF_NAME,
  MINOR,
  POPULARITY_STEPS,
  type SearchDocument,
} from "./search-document.ts";
import { findHotRanges } from "./hot-ranges.ts";
import { NumberList } from "./number-list.ts";
import { collectPostings, packPostings, type PostingLists } from "./posting-lists.ts";
import { buildTrie, type TrieArrays } from "./term-trie.ts";
import { ByteWriter } from "./varint.ts";

interface Kept {
  readonly document: SearchDocument;
  readonly popularity: number;
  /** Where its terms begin and end in the list of all. */
  readonly firstTerm: number;
  readonly endTerm: number;
}

/**
 * Builds a search index. Documents are added one after another, in any order: `finish` gives the same bytes for the same documents.
 */
export class IndexBuilder {
  readonly #kept: Kept[] = [];
  /** Every word and pair, numbered as they came. */
  readonly #numbers = new Map<string, number>();
  readonly #isGram: boolean[] = [];
  /** The terms of all documents: number · 4, and the bits above. */
  readonly #terms = new NumberList();

  add(given: SearchDocument): void {
    const firstTerm = this.#terms.length;
    const { document, names } = analyseDocument(given);
    for (const words of names) {
      for (const [place, { text, kind, isMinor }] of words.entries()) {
        let number = this.#numbers.get(text);
        if (number === undefined) {
          number = this.#numbers.size;
          this.#numbers.set(text, number);
          this.#isGram.push(kind === "gram");
        }
        this.#terms.push(
          number * 4 + (isMinor ? MINOR : 0) + (place === words.length - 1 ? LAST_OF_NAME : 0),
        );
      }
    }
    const popularity = Math.round(Math.min(1, Math.max(0, document.popularity)) * POPULARITY_STEPS);
    this.#kept.push({ document, popularity, firstTerm, endTerm: this.#terms.length });
  }

  /** The file; nothing may be added afterwards. */
  finish(): Uint8Array {
    const kept = this.#kept.toSorted(compareKept);
    const vocabulary = this.#sortVocabulary();
    const postings = collectPostings(kept, this.#terms, vocabulary.placeOf);
    const trie = buildTrie(vocabulary.words);
    const countries = distinct(kept.map(({ document }) => document.country));
    const sectors = distinct(kept.map(({ document }) => document.sector));
    const facts: IndexFacts = {
      documents: kept.length,
      companies: kept.filter(({ document }) => document.kind === "company").length,
      nodes: trie.labels.length,
      words: vocabulary.words.length,
      grams: vocabulary.grams.length,
      countries,
      sectors,
    };
    const sections = new Map<Section, SectionArray>([
      ["facts", Buffer.from(JSON.stringify(facts))],
      ["trieLabels", trie.labels],
      ["trieEnds", trie.ends],
      ["trieTerminals", trie.terminals],
      ["trieRanks", trie.ranks],
      ["termLengths", Uint8Array.from(vocabulary.words, (word) => Math.min(word.length, 255))],
      ["gramKeys", vocabulary.grams],
      ...packPostings(postings),
      ...packHotRanges(postings, trie, vocabulary),
      ...packForward(kept, this.#terms, vocabulary.placeOf),
      ["countries", column(kept, countries, ({ document }) => document.country)],
      ["sectors", column(kept, sectors, ({ document }) => document.sector)],
      ["popularities", Uint8Array.from(kept, ({ popularity }) => popularity)],
      ...packNames(kept, this.#terms, vocabulary.placeOf, postings),
      ...packTexts(kept),
    ]);
    return packSections(sections);
  }

  /** Words in the order of their code units, then pairs of characters in theirs. */
  #sortVocabulary(): Vocabulary {
    const words: string[] = [];
    const grams: number[] = [];
    for (const [text, number] of this.#numbers) {
      if (this.#isGram[number] === true) grams.push(gramKey(text));
      else words.push(text);
    }
    words.sort((a, b) => (a < b ? -1 : 1));
    const sortedGrams = Uint32Array.from(grams).sort();
    const placeOf = new Uint32Array(this.#numbers.size);
    for (const [place, word] of words.entries()) placeOf[this.#numbers.get(word)!] = place;
    for (const [place, key] of sortedGrams.entries()) {
      placeOf[this.#numbers.get(gramText(key))!] = words.length + place;
    }
    return { words, grams: sortedGrams, placeOf };
  }
}

interface Vocabulary {
  readonly words: readonly string[];
  readonly grams: Uint32Array;
  /** The place of a term in the order of the texts, by its number. */
  readonly placeOf: Uint32Array;
}

/** Companies first, then the popular, then short names; the rest only makes the order certain. */
function compareKept(a: Kept, b: Kept): number {
  if (a.document.kind !== b.document.kind) return a.document.kind === "company" ? -1 : 1;
  if (a.popularity !== b.popularity) return b.popularity - a.popularity;
  const left = a.document.name;
  const right = b.document.name;
  if (left.length !== right.length) return left.length - right.length;
  if (left !== right) return left < right ? -1 : 1;
  return a.document.place - b.document.place;
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)].toSorted((a, b) => (a < b ? -1 : 1));
}

function packHotRanges(postings: PostingLists, trie: TrieArrays, vocabulary: Vocabulary): [Section, SectionArray][] {
  const ranges = findHotRanges(postings, trie, vocabulary.words.length, vocabulary.grams);
  const writer = new ByteWriter();
  const offsets = new Uint32Array(ranges.length + 1);
  for (const [place, { documents }] of ranges.entries()) {
    offsets[place] = writer.length;
    let before = -1;
    for (const document of documents) {
      writer.varint(document - before);
      before = document;
    }
  }
  offsets[ranges.length] = writer.length;
  return [
    ["hotFirsts", Uint32Array.from(ranges, ({ first }) => first)],
    ["hotEnds", Uint32Array.from(ranges, ({ end }) => end)],
    ["hotOffsets", offsets],
    ["hotDocuments", writer.take()],
  ];
}

/** Writes one record per document behind its length, and where every eighth begins. */
function packRecords(kept: readonly Kept[], write: (record: ByteWriter, kept: Kept) => void): [Uint32Array, Uint8Array] {
  const writer = new ByteWriter();
  const record = new ByteWriter();
  const offsets = new Uint32Array(Math.ceil(kept.length / DOCUMENTS_PER_BLOCK));
  for (const [document, each] of kept.entries()) {
    if (document % DOCUMENTS_PER_BLOCK === 0) offsets[document / DOCUMENTS_PER_BLOCK] = writer.length;
    record.clear();
    write(record, each);
    writer.varint(record.length);
    writer.bytes(record.take());
  }
  return [offsets, writer.take()];
}

function packForward(kept: readonly Kept[], terms: NumberList, placeOf: Uint32Array): [Section, SectionArray][] {
  const [offsets, records] = packRecords(kept, (record, { firstTerm, endTerm }) => {
    for (let at = firstTerm; at < endTerm; at += 1) {
      const term = terms.at(at);
      record.varint(placeOf[term >>> 2]! * 4 + (term & 3));
    }
  });
  return [
    ["forwardOffsets", offsets],
    ["forward", records],
  ];
}

function packTexts(kept: readonly Kept[]): [Section, SectionArray][] {
  const [offsets, records] = packRecords(kept, (record, { document }) => {
    record.varint(document.place);
    record.text(document.name);
    for (const alias of document.aliases.slice(0, ALIASES_MAX)) record.text(alias);
  });
  return [
    ["textOffsets", offsets],
    ["texts", records],
  ];
}

function column(kept: readonly Kept[], values: readonly string[], valueOf: (kept: Kept) => string): SectionArray {
  const places = new Map(values.map((value, place) => [value, place]));
  const numbers = (each: Kept): number => places.get(valueOf(each))!;
  return values.length <= BYTE_VALUES ? Uint8Array.from(kept, numbers) : Uint16Array.from(kept, numbers);
}

/** Documents by the hash of their whole name, where no word of it leads to them at once. */
function packNames(
  kept: readonly Kept[],
  terms: NumberList,
  placeOf: Uint32Array,
  { starts }: PostingLists,
): [Section, SectionArray][] {
  const hashes: number[] = [];
  const documents: number[] = [];
  for (const [document, { firstTerm, endTerm }] of kept.entries()) {
    const name: number[] = [];
    let rarest = Infinity;
    for (let at = firstTerm; at < endTerm; at += 1) {
      const term = terms.at(at);
      const place = placeOf[term >>> 2]!;
      if ((term & MINOR) === 0) {
        name.push(place);
        rarest = Math.min(rarest, starts[place + 1]! - starts[place]!);
      }
      if ((term & LAST_OF_NAME) !== 0) break;
    }
    if (rarest <= FEW_DOCUMENTS || name.length === 0) continue;
    hashes.push(hashTerms(name));
    documents.push(document);
  }
  const buckets = 2 ** Math.max(0, Math.ceil(Math.log2(hashes.length / 4 + 1)));
  const offsets = new Uint32Array(buckets + 1);
  for (const hash of hashes) offsets[(hash & (buckets - 1)) + 1]! += 1;
  for (let bucket = 0; bucket < buckets; bucket += 1) offsets[bucket + 1]! += offsets[bucket]!;
  const sorted = new Uint32Array(hashes.length);
  const filled = offsets.slice();
  for (const [at, hash] of hashes.entries()) sorted[filled[hash & (buckets - 1)]!++] = documents[at]!;
  return [
    ["nameOffsets", offsets],
    ["nameDocuments", sorted],
  ];
}
