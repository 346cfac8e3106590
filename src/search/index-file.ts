import { crc32 } from "node:zlib";
import {
  ALIGNMENT,
  checkHeader,
  ENTRY_BYTES,
  findSections,
  HEADER_BYTES,
  INDEX_VERSION,
  MAGIC,
  requireLittleEndian,
  SearchIndexError,
  type Section,
  SECTIONS,
} from "./index-sections.ts";
import type { IndexReader } from "./index-reader.ts";
import { readIndex } from "./read-index.ts";

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
  file.write(MAGIC, "latin1");
  file.writeUInt32LE(INDEX_VERSION, 8);
  file.writeUInt32LE(SECTIONS.length, 12);
  file.writeDoubleLE(file.length, 16);
  file.writeUInt32LE(crc32(file.subarray(HEADER_BYTES)), 24);
  return file;
}

/**
 * Finds the sections in a file, as `findSections` does, and unless `isTrusted` checks that it
 * matches its checksum.
 */
export function openSections(file: Uint8Array, isTrusted = false): ReadonlyMap<Section, Uint8Array> {
  checkHeader(file, file.length);
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (!isTrusted && crc32(bytes.subarray(HEADER_BYTES)) !== bytes.readUInt32LE(24))
    throw new SearchIndexError("the search index is damaged: its content does not match its checksum");
  return findSections(file);
}

function aligned(offset: number): number {
  return Math.ceil(offset / ALIGNMENT) * ALIGNMENT;
}

/** The bytes of an array, as in the file. */
function bytesOf(array: SectionArray): Uint8Array {
  requireLittleEndian();
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}

/**
 * Opens a search index over its bytes, without copying or parsing them. Throws a SearchIndexError
 * for a file that cannot be used; `isTrusted` skips the checksum.
 */
export function openIndex(file: Uint8Array, isTrusted = false): IndexReader {
  return readIndex(openSections(file, isTrusted));
}
