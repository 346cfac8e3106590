import { ByteWriter, NumberList, packRecords, fillBuckets } from "./buffers.ts";
import { packSections, type SectionArray } from "./index-file.ts";
import type { IndexFacts, Section } from "./index-sections.ts";
import { BYTE_VALUES, FEW_DOCUMENTS, gramKey, gramText, hashTerms, LAST_OF_NAME, MINOR } from "./index-layout.ts";
import { analyzeDocument, DocumentTable, type SearchDocument, type ValueColumn } from "./search-document.ts";
import { buildTrie } from "./term-trie.ts";

/**
 * Builds a search index. Documents can be added in any order: `finish` returns the same bytes for
 * the same documents.
 */
export class IndexBuilder {
  readonly #table = new DocumentTable();
  /** Every token, numbered in the order of its first occurrence. */
  readonly #numbers = new Map<string, number>();
  readonly #isGram: boolean[] = [];
  /**
   * The tokens of all documents, document by document: number · 4 and the flags of index-layout.ts.
   */
  readonly #terms = new NumberList();
  readonly #termStarts = new NumberList();

  add(given: SearchDocument): void {
    const { document, names } = analyzeDocument(given);
    this.#table.add(document);
    this.#termStarts.push(this.#terms.length);
    for (const tokens of names) {
      for (const [index, { text, kind, isMinor }] of tokens.entries()) {
        let number = this.#numbers.get(text);
        if (number === undefined) {
          number = this.#numbers.size;
          this.#numbers.set(text, number);
          this.#isGram.push(kind === "gram");
        }
        this.#terms.push(number * 4 + (isMinor ? MINOR : 0) + (index === tokens.length - 1 ? LAST_OF_NAME : 0));
      }
    }
  }

  /** Returns the file. Nothing may be added afterwards. */
  finish(): Uint8Array {
    this.#termStarts.push(this.#terms.length);
    const order = this.#table.order();
    const vocabulary = this.#sortVocabulary();
    const rows = this.#orderTerms(order, vocabulary);
    const postings = collectPostings(rows, vocabulary.termOf.length);
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
      ...packForward(rows),
      ["countries", countries.column],
      ["sectors", sectors.column],
      ["popularities", Uint8Array.from(order, (at) => this.#table.popularityOf(at))],
      ...packNames(rows, postings),
      ...this.#packTexts(order),
    ]);
    return packSections(sections);
  }

  /** Numbers the terms: words in the order of their code units, then grams in theirs. */
  #sortVocabulary(): Vocabulary {
    const words: string[] = [];
    const keys: number[] = [];
    for (const [text, number] of this.#numbers) {
      if (this.#isGram[number] === true) keys.push(gramKey(text));
      else words.push(text);
    }
    words.sort((a, b) => (a < b ? -1 : 1));
    const grams = Uint32Array.from(keys).sort();
    const termOf = new Uint32Array(this.#numbers.size);
    for (const [index, word] of words.entries()) termOf[this.#numbers.get(word)!] = index;
    for (const [index, key] of grams.entries()) termOf[this.#numbers.get(gramText(key))!] = words.length + index;
    return { words, grams, termOf };
  }

  /** The terms of the documents, in the order of the documents. */
  #orderTerms(order: Uint32Array, { termOf }: Vocabulary): TermRows {
    const given = this.#terms.numbers();
    const terms = new Uint32Array(given.length);
    const starts = new Uint32Array(order.length + 1);
    let next = 0;
    for (const [document, at] of order.entries()) {
      starts[document] = next;
      const end = this.#termStarts.at(at + 1);
      for (let from = this.#termStarts.at(at); from < end; from += 1) {
        const token = given[from]!;
        terms[next++] = termOf[token >>> 2]! * 4 + (token & 3);
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
  /** The term of a token, by the number of the token. */
  readonly termOf: Uint32Array;
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
  const { values, indexOf } = column.sorted();
  const valueAt = (at: number): number => indexOf[column.at(at)]!;
  return {
    values,
    column: values.length <= BYTE_VALUES ? Uint8Array.from(order, valueAt) : Uint16Array.from(order, valueAt),
  };
}

/** A hash table from whole names to documents, for names that no single token finds quickly. */
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
  const { offsets, values } = fillBuckets(hashes, documents);
  return [
    ["nameOffsets", offsets],
    ["nameDocuments", values],
  ];
}

/**
 * The terms of every document: those of document `d` are from `starts[d]` to `starts[d + 1]`, each
 * a term · 4 and two flags.
 */
interface TermRows {
  readonly starts: Uint32Array;
  readonly terms: Uint32Array;
}

/** The documents of every term, ascending; `starts` has one more entry than there are terms. */
interface PostingLists {
  readonly starts: Uint32Array;
  readonly documents: Uint32Array;
}

/**
 * Inverts the terms of the documents. A document is in the list of a term once, however often it
 * has the term.
 */
function collectPostings(rows: TermRows, termCount: number): PostingLists {
  const starts = new Uint32Array(termCount + 1);
  const seen = new Int32Array(termCount);
  const eachTerm = (visit: (term: number, document: number) => void): void => {
    seen.fill(-1);
    for (let document = 0; document < rows.starts.length - 1; document += 1) {
      const end = rows.starts[document + 1]!;
      for (let at = rows.starts[document]!; at < end; at += 1) {
        const term = rows.terms[at]! >>> 2;
        if (seen[term] === document) continue;
        seen[term] = document;
        visit(term, document);
      }
    }
  };
  eachTerm((term) => (starts[term + 1]! += 1));
  for (let term = 0; term < termCount; term += 1) starts[term + 1]! += starts[term]!;
  const documents = new Uint32Array(starts[termCount]!);
  const filled = starts.slice();
  eachTerm((term, document) => (documents[filled[term]!++] = document));
  return { starts, documents };
}

/** The sections of the postings: differences between neighbours, as varints. */
function packPostings({ starts, documents }: PostingLists): [Section, SectionArray][] {
  const writer = new ByteWriter();
  const offsets = new Uint32Array(starts.length);
  for (let term = 0; term < starts.length - 1; term += 1) {
    offsets[term] = writer.length;
    writer.ascending(documents.subarray(starts[term], starts[term + 1]));
  }
  offsets[starts.length - 1] = writer.length;
  return [
    ["frequencySums", starts],
    ["postingOffsets", offsets],
    ["postings", writer.view()],
  ];
}
