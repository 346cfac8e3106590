/**
 * A search index file that cannot be used; the message says why. Browsers load this room, so it is
 * no `UserError`: the caller that opens a release says what to do.
 */
export class SearchIndexError extends Error {
  override readonly name = "SearchIndexError";
}

/*
 * The file, all little-endian: a header of 32 bytes (magic, version, number of sections, length of
 * the file, CRC-32 of everything after the header), a directory with an entry of 16 bytes per
 * section (number, length, offset), then the sections, each at a multiple of 8.
 */

/** "CTSEARCH" in ASCII. */
export const MAGIC = "CTSEARCH";
export const INDEX_VERSION = 3;
export const HEADER_BYTES = 32;
export const ENTRY_BYTES = 16;
export const ALIGNMENT = 8;

/** The sections, in the order of the file. */
export const SECTIONS = [
  /** JSON: `IndexFacts`. */
  "facts",
  "trieLabels",
  "trieEnds",
  "trieTerminals",
  "trieRanks",
  "termLengths",
  "gramKeys",
  /**
   * Per term, the sum of the document frequencies of all terms before it; one more entry for the
   * end.
   */
  "frequencySums",
  /** Per term, where its postings begin; one more entry for the end. */
  "postingOffsets",
  "postings",
  /** Per document, the terms of its names: number · 4 and flags. */
  "forwardOffsets",
  "forward",
  "countries",
  "sectors",
  "popularities",
  "nameOffsets",
  "nameDocuments",
  "textOffsets",
  "texts",
] as const;

export type Section = (typeof SECTIONS)[number];

/** Facts that are needed to read the other sections. */
export interface IndexFacts {
  readonly documents: number;
  /** Documents before this number are companies, the others products. */
  readonly companies: number;
  readonly nodes: number;
  /** Number of terms that are words; grams have the numbers after them. */
  readonly words: number;
  readonly grams: number;
  /** The values of the country column by number. */
  readonly countries: readonly string[];
  readonly sectors: readonly string[];
}

/**
 * Finds the sections in a file without copying them. Throws a SearchIndexError if it is not an
 * index, has another version or is truncated.
 */
export function findSections(file: Uint8Array): ReadonlyMap<Section, Uint8Array> {
  requireLittleEndian();
  checkHeader(file, file.length);
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const sections = new Map<Section, Uint8Array>();
  for (const [number, name] of SECTIONS.entries()) {
    const entry = HEADER_BYTES + number * ENTRY_BYTES;
    const length = view.getUint32(entry + 4, true);
    const offset = view.getFloat64(entry + 8, true);
    if (view.getUint32(entry, true) !== number || offset % ALIGNMENT !== 0 || !(offset + length <= file.length))
      throw new SearchIndexError(`the search index is damaged: section ${name} is outside the file`);
    sections.set(name, new Uint8Array(file.buffer, file.byteOffset + offset, length));
  }
  return sections;
}

/** Checks the first bytes and the length of a file. Throws a SearchIndexError. */
export function checkHeader(header: Uint8Array, fileBytes: number): void {
  if (header.length < HEADER_BYTES || String.fromCharCode(...header.subarray(0, MAGIC.length)) !== MAGIC)
    throw new SearchIndexError("this is not a search index: it does not begin with CTSEARCH");
  const view = new DataView(header.buffer, header.byteOffset, HEADER_BYTES);
  const version = view.getUint32(8, true);
  if (version !== INDEX_VERSION || view.getUint32(12, true) !== SECTIONS.length)
    throw new SearchIndexError(`the search index has version ${version}, this program reads ${INDEX_VERSION}`);
  const expected = view.getFloat64(16, true);
  if (expected !== fileBytes)
    throw new SearchIndexError(`the search index is truncated: it has ${fileBytes} bytes, expected ${expected}`);
}

const HOST_IS_LITTLE_ENDIAN = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;

/** Throws a SearchIndexError on a big-endian machine. */
export function requireLittleEndian(): void {
  if (!HOST_IS_LITTLE_ENDIAN) throw new SearchIndexError("a search index can only be used on a little-endian machine");
}
