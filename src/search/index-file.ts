import { crc32 } from "node:zlib";

/** A search index that cannot be used, with what is wrong with it. */
export class SearchIndexError extends Error {
  override name = "SearchIndexError";
}

/*
 * The file: a header of 32 bytes (magic, version, number of sections, length of the file, CRC-32 of everything behind the header), a directory with
 * one entry of 16 bytes per section (number, length, offset), then the sections, each at an offset that 8 divides. Everything is little-endian.
 */

/** "CTSEARCH" in ASCII. */
const MAGIC = Buffer.from("CTSEARCH", "latin1");
const INDEX_VERSION = 1;
const HEADER_BYTES = 32;
const ENTRY_BYTES = 16;
const ALIGNMENT = 8;

/** What the sections hold, in the order of the file. */
const SECTIONS = [
  /** JSON: what `IndexFacts` says. */
  "facts",
  "trieLabels",
  "trieEnds",
  "trieTerminals",
  "trieRanks",
  "termLengths",
  "gramKeys",
  /** Sum of the document frequencies of all terms before a term, and one more for the end. */
  "frequencySums",
  /** Where the postings of a term begin, and one more for the end. */
  "postingOffsets",
  "postings",
  "hotFirsts",
  "hotEnds",
  "hotOffsets",
  "hotDocuments",
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

/** What a reader must know before it can read anything else. */
export interface IndexFacts {
  readonly documents: number;
  /** They come first. */
  readonly companies: number;
  readonly nodes: number;
  /** Words in the trie; pairs of characters follow them. */
  readonly words: number;
  readonly grams: number;
  /** What the numbers of the country column stand for. */
  readonly countries: readonly string[];
  readonly sectors: readonly string[];
}

export type SectionArray = Uint8Array | Uint16Array | Uint32Array;

/** Puts the sections into one file. The same sections give the same bytes. */
export function packSections(sections: ReadonlyMap<Section, SectionArray>): Uint8Array {
  let offset = aligned(HEADER_BYTES + SECTIONS.length * ENTRY_BYTES);
  const places = SECTIONS.map((name) => {
    const bytes = bytesOf(sections.get(name)!);
    const place = { bytes, offset };
    offset = aligned(offset + bytes.length);
    return place;
  });
  const file = Buffer.alloc(offset);
  for (const [number, { bytes, offset: at }] of places.entries()) {
    const entry = HEADER_BYTES + number * ENTRY_BYTES;
    file.writeUInt32LE(number, entry);
    file.writeUInt32LE(bytes.length, entry + 4);
    file.writeDoubleLE(at, entry + 8);
    file.set(bytes, at);
  }
  MAGIC.copy(file);
  file.writeUInt32LE(INDEX_VERSION, 8);
  file.writeUInt32LE(SECTIONS.length, 12);
  file.writeDoubleLE(file.length, 16);
  file.writeUInt32LE(crc32(file.subarray(HEADER_BYTES)), 24);
  return file;
}

/**
 * Finds the sections in a file without copying them. Throws a SearchIndexError for a file that is none of ours, of another version, cut
 * off or, unless `isTrusted`, changed.
 */
export function openSections(file: Uint8Array, isTrusted = false): ReadonlyMap<Section, Uint8Array> {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  checkHeader(bytes, bytes.length);
  if (!isTrusted && crc32(bytes.subarray(HEADER_BYTES)) !== bytes.readUInt32LE(24))
    throw new SearchIndexError("the search index is damaged: its content does not fit its checksum");
  const sections = new Map<Section, Uint8Array>();
  for (const [number, name] of SECTIONS.entries()) {
    const entry = HEADER_BYTES + number * ENTRY_BYTES;
    const length = bytes.readUInt32LE(entry + 4);
    const offset = bytes.readDoubleLE(entry + 8);
    if (bytes.readUInt32LE(entry) !== number || offset % ALIGNMENT !== 0 || !(offset + length <= bytes.length))
      throw new SearchIndexError(`the search index is damaged: section ${name} lies outside of the file`);
    sections.set(name, new Uint8Array(file.buffer, file.byteOffset + offset, length));
  }
  return sections;
}

/** How much of a file `checkHeader` looks at. */
export const HEADER_BYTES_CHECKED = HEADER_BYTES;

/** Refuses a file by its first bytes and its length alone. Throws a SearchIndexError. */
export function checkHeader(header: Buffer, fileBytes: number): void {
  if (header.length < HEADER_BYTES || !header.subarray(0, 8).equals(MAGIC))
    throw new SearchIndexError("this is not a search index: it does not begin with CTSEARCH");
  const version = header.readUInt32LE(8);
  if (version !== INDEX_VERSION || header.readUInt32LE(12) !== SECTIONS.length)
    throw new SearchIndexError(`the search index has version ${version}, this program reads ${INDEX_VERSION}`);
  const expected = header.readDoubleLE(16);
  if (expected !== fileBytes)
    throw new SearchIndexError(`the search index is cut off: it has ${fileBytes} bytes, expected ${expected}`);
}

function aligned(offset: number): number {
  return Math.ceil(offset / ALIGNMENT) * ALIGNMENT;
}

const HOST_IS_LITTLE_ENDIAN = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;

/** Numbers as they stand in the file. Throws on a big-endian machine, which nothing else of ours runs on either. */
function bytesOf(array: SectionArray): Uint8Array {
  requireLittleEndian();
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}

export function requireLittleEndian(): void {
  if (!HOST_IS_LITTLE_ENDIAN) throw new SearchIndexError("a search index can be used on little-endian machines only");
}
