import { Readable } from "node:stream";
import { createInflateRaw } from "node:zlib";

/* ZIP files as far as a workbook needs them: the bytes of one part (APPNOTE 6.3.10). */

const DIRECTORY_END = Buffer.from("PK\u0005\u0006", "latin1");
const ENTRY_BYTES = 46;
const LOCAL_HEADER_BYTES = 30;
const STORED = 0;
const CHUNK_BYTES = 1 << 20;

/** The unpacked bytes of a part; none where the file has no such part, or is larger than 4 GiB. */
export async function* readZipPart(bytes: Buffer, name: string): AsyncGenerator<Buffer> {
  const end = bytes.lastIndexOf(DIRECTORY_END);
  if (end < 0) return;
  let entry = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0 && entry + ENTRY_BYTES <= end; left -= 1) {
    const nameBytes = bytes.readUInt16LE(entry + 28);
    const entryName = bytes.toString("utf8", entry + ENTRY_BYTES, entry + ENTRY_BYTES + nameBytes);
    if (entryName === name) {
      yield* unpacked(
        bytes,
        bytes.readUInt32LE(entry + 42),
        bytes.readUInt16LE(entry + 10),
        bytes.readUInt32LE(entry + 20),
      );
      return;
    }
    entry += ENTRY_BYTES + nameBytes + bytes.readUInt16LE(entry + 30) + bytes.readUInt16LE(entry + 32);
  }
}

async function* unpacked(bytes: Buffer, header: number, method: number, length: number): AsyncGenerator<Buffer> {
  if (header + LOCAL_HEADER_BYTES > bytes.length) return;
  const start = header + LOCAL_HEADER_BYTES + bytes.readUInt16LE(header + 26) + bytes.readUInt16LE(header + 28);
  const packed = bytes.subarray(start, start + length);
  if (method === STORED) yield packed;
  else yield* Readable.from(chunksOf(packed)).pipe(createInflateRaw());
}

function* chunksOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield bytes.subarray(at, at + CHUNK_BYTES);
}
