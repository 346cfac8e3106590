import { type IndexFacts, type Section, SearchIndexError } from "./index-file.ts";
import { DOCUMENTS_PER_BLOCK } from "./search-document.ts";
import { ByteReader } from "./varint.ts";

/** The sections of an index as typed arrays over the bytes of the file. */
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
  readonly hotFirsts: Uint32Array;
  readonly hotEnds: Uint32Array;
  readonly hotOffsets: Uint32Array;
  readonly hotDocuments: Uint8Array;
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

/** Lays typed arrays over the sections. Throws a SearchIndexError where they do not fit each other. */
export function layArrays(sections: ReadonlyMap<Section, Uint8Array>): IndexArrays {
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
  const facts = JSON.parse(Buffer.from(bytes("facts")).toString()) as IndexFacts;
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
    hotFirsts: numbers("hotFirsts"),
    hotEnds: numbers("hotEnds"),
    hotOffsets: numbers("hotOffsets"),
    hotDocuments: bytes("hotDocuments"),
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

/** A column with at most this many values has one byte a document, a column with more has two. */
export const BYTE_VALUES = 256;

function checkLengths(arrays: IndexArrays): void {
  const { documents, words, grams, nodes } = arrays.facts;
  const blocks = Math.ceil(documents / DOCUMENTS_PER_BLOCK);
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

/** Reads the records that `packRecords` writes, one at a time. */
export class RecordReader extends ByteReader {
  /** Where the record ends that was found last. */
  end = 0;
  readonly #offsets: Uint32Array;

  constructor(bytes: Uint8Array, offsets: Uint32Array) {
    super(bytes);
    this.#offsets = offsets;
  }

  /** Goes to the record of a document. */
  find(document: number): void {
    this.at = this.#offsets[Math.floor(document / DOCUMENTS_PER_BLOCK)]!;
    for (let skip = document % DOCUMENTS_PER_BLOCK; skip > 0; skip -= 1) {
      const length = this.varint();
      this.at += length;
    }
    const length = this.varint();
    this.end = this.at + length;
  }
}
