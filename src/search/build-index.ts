import { analyseDocument } from "./analyse-document.ts";
import { DocumentTable, type ValueColumn } from "./document-table.ts";
import { gramKey, gramText } from "./gram-key.ts";
import { findHotRanges } from "./hot-ranges.ts";
import { BYTE_VALUES } from "./index-arrays.ts";
import { type IndexFacts, packSections, type Section, type SectionArray } from "./index-file.ts";
import { NumberList } from "./number-list.ts";
import { collectPostings, packPostings, type PostingLists, type TermRows } from "./posting-lists.ts";
import {
  DOCUMENTS_PER_BLOCK,
  FEW_DOCUMENTS,
  hashTerms,
  LAST_OF_NAME,
  MINOR,
  type SearchDocument,
} from "./search-document.ts";
import { buildTrie, type TrieArrays } from "./term-trie.ts";
import { ByteWriter } from "./varint.ts";

/**
 * Builds a search index. Documents are added one after another, in any order: `finish` gives the same bytes for the same documents.
 */
export class IndexBuilder {
  readonly #table = new DocumentTable();
  /** Every word and pair, numbered as they came. */
  readonly #numbers = new Map<string, number>();
  readonly #isGram: boolean[] = [];
  /** The terms of all documents, one document behind the other: number · 4, and the bits of search-document.ts. */
  readonly #terms = new NumberList();
  readonly #termStarts = new NumberList();

  add(given: SearchDocument): void {
    const { document, names } = analyseDocument(given);
    this.#table.add(document);
    this.#termStarts.push(this.#terms.length);
    for (const words of names) {
      for (const [place, { text, kind, isMinor }] of words.entries()) {
        let number = this.#numbers.get(text);
        if (number === undefined) {
          number = this.#numbers.size;
          this.#numbers.set(text, number);
          this.#isGram.push(kind === "gram");
        }
        this.#terms.push(number * 4 + (isMinor ? MINOR : 0) + (place === words.length - 1 ? LAST_OF_NAME : 0));
      }
    }
  }

  /** The file; nothing may be added afterwards. */
  finish(): Uint8Array {
    this.#termStarts.push(this.#terms.length);
    const order = this.#table.order();
    const vocabulary = this.#sortVocabulary();
    const rows = this.#orderTerms(order, vocabulary);
    const postings = collectPostings(rows, vocabulary.placeOf.length);
    const trie = buildTrie(vocabulary.words);
    const countries = packColumn(this.#table.countries, order);
    const sectors = packColumn(this.#table.sectors, order);
    const facts: IndexFacts = {
      documents: order.length,
      companies: order.reduce((sum, at) => sum + (this.#table.isCompany(at) ? 1 : 0), 0),
      nodes: trie.labels.length,
      words: vocabulary.words.length,
      grams: vocabulary.grams.length,
      countries: countries.values,
      sectors: sectors.values,
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
      ...packForward(rows),
      ["countries", countries.column],
      ["sectors", sectors.column],
      ["popularities", Uint8Array.from(order, (at) => this.#table.popularityOf(at))],
      ...packNames(rows, postings),
      ...this.#packTexts(order),
    ]);
    return packSections(sections);
  }

  /** Words in the order of their code units, then pairs of characters in theirs. */
  #sortVocabulary(): Vocabulary {
    const words: string[] = [];
    const keys: number[] = [];
    for (const [text, number] of this.#numbers) {
      if (this.#isGram[number] === true) keys.push(gramKey(text));
      else words.push(text);
    }
    words.sort((a, b) => (a < b ? -1 : 1));
    const grams = Uint32Array.from(keys).sort();
    const placeOf = new Uint32Array(this.#numbers.size);
    for (const [place, word] of words.entries()) placeOf[this.#numbers.get(word)!] = place;
    for (const [place, key] of grams.entries()) placeOf[this.#numbers.get(gramText(key))!] = words.length + place;
    return { words, grams, placeOf };
  }

  /** The terms of the documents in their order, by their places in the vocabulary. */
  #orderTerms(order: Uint32Array, { placeOf }: Vocabulary): TermRows {
    const given = this.#terms.numbers();
    const terms = new Uint32Array(given.length);
    const starts = new Uint32Array(order.length + 1);
    let next = 0;
    for (const [document, at] of order.entries()) {
      starts[document] = next;
      const end = this.#termStarts.at(at + 1);
      for (let from = this.#termStarts.at(at); from < end; from += 1) {
        const term = given[from]!;
        terms[next++] = placeOf[term >>> 2]! * 4 + (term & 3);
      }
    }
    starts[order.length] = next;
    return { starts, terms };
  }

  #packTexts(order: Uint32Array): [Section, SectionArray][] {
    const [offsets, records] = packRecords(order.length, (record, document) =>
      record.bytes(this.#table.recordOf(order[document]!)),
    );
    return [
      ["textOffsets", offsets],
      ["texts", records],
    ];
  }
}

interface Vocabulary {
  readonly words: readonly string[];
  readonly grams: Uint32Array;
  /** The place of a term in the order of the texts, by its number. */
  readonly placeOf: Uint32Array;
}

function packHotRanges(postings: PostingLists, trie: TrieArrays, vocabulary: Vocabulary): [Section, SectionArray][] {
  const ranges = findHotRanges(postings, trie, vocabulary.words.length, vocabulary.grams);
  const writer = new ByteWriter();
  const offsets = new Uint32Array(ranges.length + 1);
  for (const [place, { documents }] of ranges.entries()) {
    offsets[place] = writer.length;
    writer.ascending(documents);
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
function packRecords(
  documents: number,
  write: (record: ByteWriter, document: number) => void,
): [Uint32Array, Uint8Array] {
  const writer = new ByteWriter();
  const record = new ByteWriter();
  const offsets = new Uint32Array(Math.ceil(documents / DOCUMENTS_PER_BLOCK));
  for (let document = 0; document < documents; document += 1) {
    if (document % DOCUMENTS_PER_BLOCK === 0) offsets[document / DOCUMENTS_PER_BLOCK] = writer.length;
    record.clear();
    write(record, document);
    writer.varint(record.length);
    writer.bytes(record.take());
  }
  return [offsets, writer.take()];
}

function packForward({ starts, terms }: TermRows): [Section, SectionArray][] {
  const [offsets, records] = packRecords(starts.length - 1, (record, document) => {
    for (let at = starts[document]!; at < starts[document + 1]!; at += 1) record.varint(terms[at]!);
  });
  return [
    ["forwardOffsets", offsets],
    ["forward", records],
  ];
}

function packColumn(column: ValueColumn, order: Uint32Array): { values: readonly string[]; column: SectionArray } {
  const { values, placeOf } = column.sorted();
  const placeAt = (at: number): number => placeOf[column.at(at)]!;
  return {
    values,
    column: values.length <= BYTE_VALUES ? Uint8Array.from(order, placeAt) : Uint16Array.from(order, placeAt),
  };
}

/** Documents by the hash of their whole name, where no word of it leads to them at once. */
function packNames(rows: TermRows, postings: PostingLists): [Section, SectionArray][] {
  const hashes: number[] = [];
  const documents: number[] = [];
  for (let document = 0; document < rows.starts.length - 1; document += 1) {
    const name: number[] = [];
    let rarest = Infinity;
    for (let at = rows.starts[document]!; at < rows.starts[document + 1]!; at += 1) {
      const value = rows.terms[at]!;
      const term = value >>> 2;
      if ((value & MINOR) === 0) {
        name.push(term);
        rarest = Math.min(rarest, postings.starts[term + 1]! - postings.starts[term]!);
      }
      if ((value & LAST_OF_NAME) !== 0) break;
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
