import { crc32 } from "node:zlib";

/** A search index file that cannot be used; the message says why. */
export class SearchIndexError extends Error {
  override name = "SearchIndexError";
}

/*
 * The file, all little-endian: a header of 32 bytes (magic, version, number of sections, length of
 * the file, CRC-32 of everything after the header), a directory with an entry of 16 bytes per
 * section (number, length, offset), then the sections, each at a multiple of 8.
 */

/** "CTSEARCH" in ASCII. */
const MAGIC = Buffer.from("CTSEARCH", "latin1");
const INDEX_VERSION = 3;
const HEADER_BYTES = 32;
const ENTRY_BYTES = 16;
const ALIGNMENT = 8;

/** The sections, in the order of the file. */
const SECTIONS = [
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

/** What is needed to read the other sections. */
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

export type SectionArray = Uint8Array | Uint16Array | Uint32Array;

/** Packs the sections into one file. The same sections give the same bytes. */
export function packSections(sections: ReadonlyMap<Section, SectionArray>): Uint8Array {
  let offset = aligned(HEADER_BYTES + SECTIONS.length * ENTRY_BYTES);
  const parts = SECTIONS.map((name) => {
    const bytes = bytesOf(sections.get(name)!);
    const part = { bytes, offset };
    offset = aligned(offset + bytes.length);
    return part;
  });
  const file = Buffer.alloc(offset);
  for (const [number, { bytes, offset: at }] of parts.entries()) {
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
 * Finds the sections in a file without copying them. Throws a SearchIndexError if it is not an
 * index, has another version, is truncated or, unless `isTrusted`, does not match its checksum.
 */
export function openSections(file: Uint8Array, isTrusted = false): ReadonlyMap<Section, Uint8Array> {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  checkHeader(bytes, bytes.length);
  if (!isTrusted && crc32(bytes.subarray(HEADER_BYTES)) !== bytes.readUInt32LE(24))
    throw new SearchIndexError("the search index is damaged: its content does not match its checksum");
  const sections = new Map<Section, Uint8Array>();
  for (const [number, name] of SECTIONS.entries()) {
    const entry = HEADER_BYTES + number * ENTRY_BYTES;
    const length = bytes.readUInt32LE(entry + 4);
    const offset = bytes.readDoubleLE(entry + 8);
    if (bytes.readUInt32LE(entry) !== number || offset % ALIGNMENT !== 0 || !(offset + length <= bytes.length))
      throw new SearchIndexError(`the search index is damaged: section ${name} is outside the file`);
    sections.set(name, new Uint8Array(file.buffer, file.byteOffset + offset, length));
  }
  return sections;
}

/** How many bytes `checkHeader` needs. */
export const HEADER_BYTES_CHECKED = HEADER_BYTES;

/** Checks the first bytes and the length of a file. Throws a SearchIndexError. */
export function checkHeader(header: Buffer, fileBytes: number): void {
  if (header.length < HEADER_BYTES || !header.subarray(0, 8).equals(MAGIC))
    throw new SearchIndexError("this is not a search index: it does not begin with CTSEARCH");
  const version = header.readUInt32LE(8);
  if (version !== INDEX_VERSION || header.readUInt32LE(12) !== SECTIONS.length)
    throw new SearchIndexError(`the search index has version ${version}, this program reads ${INDEX_VERSION}`);
  const expected = header.readDoubleLE(16);
  if (expected !== fileBytes)
    throw new SearchIndexError(`the search index is truncated: it has ${fileBytes} bytes, expected ${expected}`);
}

function aligned(offset: number): number {
  return Math.ceil(offset / ALIGNMENT) * ALIGNMENT;
}

const HOST_IS_LITTLE_ENDIAN = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;

/** The bytes of an array, as in the file. */
function bytesOf(array: SectionArray): Uint8Array {
  requireLittleEndian();
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}

/** Throws a SearchIndexError on a big-endian machine. */
export function requireLittleEndian(): void {
  if (!HOST_IS_LITTLE_ENDIAN) throw new SearchIndexError("a search index can only be used on a little-endian machine");
}
