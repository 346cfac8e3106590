import { Readable } from "node:stream";
import { createInflateRaw } from "node:zlib";

/* ZIP files as far as a workbook needs them: the bytes of one part (APPNOTE 6.3.10). */

const DIRECTORY_END = Buffer.from("PK\u0005\u0006", "latin1");
const ENTRY_BYTES = 46;
const LOCAL_HEADER_BYTES = 30;
const STORED = 0;
const CHUNK_BYTES = 1 << 20;

/** An entry of the directory. */
interface Entry {
  readonly name: string;
  /** Its unpacked bytes, as the directory says. */
  readonly size: number;
  readonly bytes: Buffer;
}

/** The directory of a ZIP file; nothing where it has none. */
function* entriesOf(bytes: Buffer): Generator<Entry> {
  const end = bytes.lastIndexOf(DIRECTORY_END);
  if (end < 0) return;
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0 && at + ENTRY_BYTES <= end; left -= 1) {
    const entry = bytes.subarray(at);
    const nameBytes = entry.readUInt16LE(28);
    const name = entry.toString("utf8", ENTRY_BYTES, ENTRY_BYTES + nameBytes);
    yield { name, size: entry.readUInt32LE(24), bytes: entry };
    at += ENTRY_BYTES + nameBytes + entry.readUInt16LE(30) + entry.readUInt16LE(32);
  }
}

/** How many bytes a ZIP file says that it unpacks to. */
export function unpackedSize(bytes: Buffer): number {
  return entriesOf(bytes).reduce((sum, { size }) => sum + size, 0);
}

/**
 * The unpacked bytes of a part; none where the file has no such part, or is larger than 4 GiB.
 * Throws where it unpacks to more than the directory says.
 */
export async function* readZipPart(bytes: Buffer, name: string): AsyncGenerator<Buffer> {
  const entry = entriesOf(bytes).find((each) => each.name === name);
  if (entry === undefined) return;
  let read = 0;
  for await (const chunk of unpacked(bytes, entry.bytes)) {
    read += chunk.length;
    if (read > entry.size) throw new Error(`zip bomb: ${name} unpacks to more than ${entry.size} bytes`);
    yield chunk;
  }
}

/** The bytes that an entry of the directory points at. */
async function* unpacked(bytes: Buffer, entry: Buffer): AsyncGenerator<Buffer> {
  const header = entry.readUInt32LE(42);
  if (header + LOCAL_HEADER_BYTES > bytes.length) return;
  const start = header + LOCAL_HEADER_BYTES + bytes.readUInt16LE(header + 26) + bytes.readUInt16LE(header + 28);
  const packed = bytes.subarray(start, start + entry.readUInt32LE(20));
  if (entry.readUInt16LE(10) === STORED) yield packed;
  else yield* Readable.from(chunksOf(packed)).pipe(createInflateRaw());
}

function* chunksOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield bytes.subarray(at, at + CHUNK_BYTES);
}
