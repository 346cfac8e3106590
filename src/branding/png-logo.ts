import { crc32 } from "node:zlib";
import type { Fault, Size } from "./branding.ts";

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Smaller ones are blurred on a page, larger ones take long to draw. */
const PIXELS = { min: 32, max: 2000 };

/** Length, type and checksum around the data of a chunk. */
const CHUNK_FRAME = 12;

/** Bits of a sample by colour type (PNG specification, table 11.1). */
const BIT_DEPTHS: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};

/**
 * Checks a PNG file by its header and its chunks; the picture itself is not decoded. Returns what
 * is wrong, or its size.
 */
export function readPng(bytes: Uint8Array): Fault | Size {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!file.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return fault("no PNG file", "a PNG file");
  const types: string[] = [];
  let at = SIGNATURE.length;
  while (at < file.length) {
    const data = file.length - at >= CHUNK_FRAME ? file.readUInt32BE(at) : Number.POSITIVE_INFINITY;
    if (data > file.length - at - CHUNK_FRAME) return fault("a PNG file that is cut off", "a whole PNG file");
    const body = file.subarray(at + 4, at + 8 + data);
    if (crc32(body) !== file.readUInt32BE(at + 8 + data))
      return fault("a PNG file that is damaged", "a PNG file whose checksums are right");
    types.push(body.toString("latin1", 0, 4));
    at += CHUNK_FRAME + data;
    if (types.at(-1) === "IEND") break;
  }
  if (types[0] !== "IHDR" || file.readUInt32BE(SIGNATURE.length) !== 13 || types.at(-1) !== "IEND")
    return fault("a PNG file without its header or its end", "a whole PNG file");
  if (at !== file.length) return fault("more than a PNG file", "nothing after the end of the picture");
  if (types.includes("acTL")) return fault("an animation", "a picture that stands still");
  if (!types.includes("IDAT")) return fault("a PNG file without a picture", "a whole PNG file");
  return readHeader(file.subarray(SIGNATURE.length + 8));
}

function readHeader(header: Buffer): Fault | Size {
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const [depth = 0, colourType = 0, compression, filter, interlace = 0] = header.subarray(8, 13);
  const isKnown = BIT_DEPTHS[colourType]?.includes(depth) === true && compression === 0 && filter === 0;
  if (!isKnown || interlace > 1) return fault("a PNG file of no known kind", "a PNG file as the specification has it");
  const isSane = [width, height].every((pixels) => pixels >= PIXELS.min && pixels <= PIXELS.max);
  if (!isSane) return fault(`${width} × ${height} pixels`, `from ${PIXELS.min} to ${PIXELS.max} pixels on each side`);
  return { width, height };
}

function fault(found: string, expected: string): Fault {
  return { line: null, found, expected };
}
