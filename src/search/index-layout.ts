import { type IndexFacts, type Section, SearchIndexError } from "./index-sections.ts";
import { RECORDS_PER_BLOCK } from "./buffers.ts";

/** Flags in the low bits of a term number in the `forward` section. */
export const LAST_OF_NAME = 1;
export const MINOR = 2;

/** Popularity is stored in one byte. */
export const POPULARITY_STEPS = 255;

/**
 * `nameDocuments` lists names whose tokens all have more documents than this; the others are found
 * by a token.
 */
export const FEW_DOCUMENTS = 100;

/** Hashes the terms of a name (FNV-1a over 32-bit numbers), for `nameOffsets`. */
export function hashTerms(terms: readonly number[]): number {
  let hash = 0x811c9dc5;
  for (const term of terms) {
    hash = Math.imul(hash ^ term, 0x01000193);
    hash ^= hash >>> 15;
  }
  return hash >>> 0;
}

/** A gram as a number that sorts like its text; the low half is 0 for a single character. */
export function gramKey(text: string): number {
  return ((text.charCodeAt(0) << 16) | (text.length > 1 ? text.charCodeAt(1) : 0)) >>> 0;
}

/** The inverse of `gramKey`. */
export function gramText(key: number): string {
  const second = key & 0xffff;
  return String.fromCharCode(key >>> 16) + (second === 0 ? "" : String.fromCharCode(second));
}

const decoder = new TextDecoder();

/** A text of an index, which may be in shared memory, which no decoder reads. */
export function decodeText(bytes: Uint8Array): string {
  return decoder.decode(bytes.buffer instanceof ArrayBuffer ? bytes : bytes.slice());
}

/** The sections of an index file as typed arrays over its bytes. */
export interface IndexArrays {
  readonly facts: IndexFacts;
  readonly trieLabels: Uint16Array;
  readonly trieEnds: Uint32Array;
  readonly trieTerminals: Uint32Array;
  readonly trieRanks: Uint32Array;
  readonly termLengths: Uint8Array;
  readonly gramKeys: Uint32Array;
  readonly frequencySums: Uint32Array;
  readonly postingOffsets: Uint32Array;
  readonly postings: Uint8Array;
  readonly forwardOffsets: Uint32Array;
  readonly forward: Uint8Array;
  readonly countries: Uint8Array | Uint16Array;
  readonly sectors: Uint8Array | Uint16Array;
  readonly popularities: Uint8Array;
  readonly nameOffsets: Uint32Array;
  readonly nameDocuments: Uint32Array;
  readonly textOffsets: Uint32Array;
  readonly texts: Uint8Array;
}

/** Views the sections as typed arrays. Throws a SearchIndexError if their lengths do not match. */
export function viewArrays(sections: ReadonlyMap<Section, Uint8Array>): IndexArrays {
  const bytes = (name: Section): Uint8Array => sections.get(name)!;
  const numbers = (name: Section): Uint32Array => {
    const { buffer, byteOffset, byteLength } = bytes(name);
    return new Uint32Array(buffer, byteOffset, byteLength / 4);
  };
  const halves = (name: Section): Uint16Array => {
    const { buffer, byteOffset, byteLength } = bytes(name);
    return new Uint16Array(buffer, byteOffset, byteLength / 2);
  };
  const column = (name: Section, values: number) => (values <= BYTE_VALUES ? bytes(name) : halves(name));
  const facts = JSON.parse(decodeText(bytes("facts"))) as IndexFacts;
  const arrays: IndexArrays = {
    facts,
    trieLabels: halves("trieLabels"),
    trieEnds: numbers("trieEnds"),
    trieTerminals: numbers("trieTerminals"),
    trieRanks: numbers("trieRanks"),
    termLengths: bytes("termLengths"),
    gramKeys: numbers("gramKeys"),
    frequencySums: numbers("frequencySums"),
    postingOffsets: numbers("postingOffsets"),
    postings: bytes("postings"),
    forwardOffsets: numbers("forwardOffsets"),
    forward: bytes("forward"),
    countries: column("countries", facts.countries.length),
    sectors: column("sectors", facts.sectors.length),
    popularities: bytes("popularities"),
    nameOffsets: numbers("nameOffsets"),
    nameDocuments: numbers("nameDocuments"),
    textOffsets: numbers("textOffsets"),
    texts: bytes("texts"),
  };
  checkLengths(arrays);
  return arrays;
}

/** A column with up to this many distinct values has one byte per document; otherwise two. */
export const BYTE_VALUES = 256;

function checkLengths(arrays: IndexArrays): void {
  const { documents, words, grams, nodes } = arrays.facts;
  const blocks = Math.ceil(documents / RECORDS_PER_BLOCK);
  const expected: [keyof IndexArrays, number][] = [
    ["trieLabels", nodes],
    ["trieEnds", nodes],
    ["termLengths", words],
    ["gramKeys", grams],
    ["frequencySums", words + grams + 1],
    ["postingOffsets", words + grams + 1],
    ["forwardOffsets", blocks],
    ["countries", documents],
    ["sectors", documents],
    ["popularities", documents],
    ["textOffsets", blocks],
  ];
  for (const [name, length] of expected) {
    const found = (arrays[name] as { readonly length: number }).length;
    if (found !== length)
      throw new SearchIndexError(
        `the search index is damaged: section ${name} has ${found} entries, expected ${length}`,
      );
  }
}
