import { isUtf8 } from "node:buffer";
import { closeSync, createReadStream, openSync, writeSync } from "node:fs";
import { open } from "node:fs/promises";
import { counted } from "../counted.ts";
import { pipeline, type Readable } from "node:stream";
import { createGunzip, createZstdDecompress } from "node:zlib";

export type Compression = "gzip" | "zstd" | null;

const CHUNK_BYTES = 1 << 20;

/**
 * Reads the decompressed bytes of a file in chunks of up to 1 MiB. Iterating throws when the file
 * cannot be read or is damaged.
 */
export function openBytes(path: string, compression: Compression): Readable {
  const raw = createReadStream(path, { highWaterMark: CHUNK_BYTES });
  if (compression === null) return raw;
  const options = { chunkSize: CHUNK_BYTES };
  const decompress = compression === "gzip" ? createGunzip(options) : createZstdDecompress(options);
  // pipeline passes its error to the callback; the reader of `decompress` receives the same one.
  return pipeline(raw, decompress, () => {});
}

/**
 * Reads the same for a caller that uses a chunk before it asks for the next: those of a plain file
 * share their memory.
 */
export async function* passBytes(path: string, compression: Compression): AsyncGenerator<Buffer> {
  if (compression !== null) {
    yield* openBytes(path, compression) as AsyncIterable<Buffer>;
    return;
  }
  await using file = await open(path);
  const buffer = Buffer.allocUnsafeSlow(CHUNK_BYTES);
  for (;;) {
    const { bytesRead } = await file.read(buffer, 0, buffer.length);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
  }
}

/** Reads the first `bytes` decompressed bytes of a file, or all of them when it is shorter. */
export async function readStart(
  path: string,
  compression: Compression,
  bytes: number,
): Promise<{ start: Buffer; whole: boolean }> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of openBytes(path, compression) as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > bytes) return { start: Buffer.concat(chunks).subarray(0, bytes), whole: false };
  }
  return { start: Buffer.concat(chunks), whole: true };
}

/**
 * The encodings that `dataset.json` may name: one byte for every character, as the Encoding
 * Standard (https://encoding.spec.whatwg.org/) defines them.
 */
export const SINGLE_BYTE_ENCODINGS = [
  "windows-1250",
  "windows-1251",
  "windows-1252",
  "windows-1253",
  "windows-1254",
  "windows-1257",
  "iso-8859-2",
  "iso-8859-15",
  "macintosh",
] as const;

export type SingleByteEncoding = (typeof SINGLE_BYTE_ENCODINGS)[number];

/** Most programs that do not write UTF-8 write this. */
const GUESSED: SingleByteEncoding = "windows-1252";

interface TextSource {
  readonly path: string;
  readonly compression: Compression;
  readonly copyPath: string;
}

/** A file that can be read as UTF-8: the file itself, or a copy. */
interface Utf8Text {
  readonly kind: "text";
  readonly path: string;
  readonly compression: Compression;
  /** Null unless it is a copy of a file that was neither UTF-8 nor UTF-16. */
  readonly decoded: DecodedText | null;
}

/** The facts by which a reader sees if the encoding of a copy is the right one. */
export interface DecodedText {
  readonly encoding: SingleByteEncoding;
  readonly notUtf8: NotText;
  readonly foreignBytes: number;
  /** Two values, at most, in which they occur. */
  readonly examples: readonly string[];
}

/** The first byte that does not fit, counted from 0 in the decompressed content. */
interface NotText {
  readonly kind: "not_text";
  readonly byteOffset: number;
  readonly found: string;
}

/**
 * Reads a whole file to find out where it can be read as UTF-8 (with or without byte order mark). A
 * file in UTF-16 with one is copied, and so is any other, from the encoding that is named.
 *
 * Where none is named, windows-1252 is tried, unless the file has characters in UTF-8 as well: it
 * is more likely damaged then. Throws when the file cannot be read.
 */
export async function openAsUtf8(source: TextSource, named: SingleByteEncoding | null): Promise<Utf8Text | NotText> {
  const { path, compression, copyPath } = source;
  const { start } = await readStart(path, compression, 2);
  const [first, second] = start;
  const copy = { kind: "text", path: copyPath, compression: null } as const;
  if (first === 0xff && second === 0xfe) return (await copyUtf16(source, "utf-16le")) ?? { ...copy, decoded: null };
  if (first === 0xfe && second === 0xff) return (await copyUtf16(source, "utf-16be")) ?? { ...copy, decoded: null };
  const notUtf8 = await findNotUtf8(source);
  if (notUtf8 === null) return { kind: "text", path, compression, decoded: null };
  const decoded = await copySingleByte(source, named);
  if (decoded === null) return notUtf8;
  return "kind" in decoded ? decoded : { ...copy, decoded: { ...decoded, notUtf8 } };
}

async function findNotUtf8({ path, compression }: TextSource): Promise<NotText | null> {
  let offset = 0;
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of passBytes(path, compression)) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const zero = bytes.indexOf(0);
    if (zero >= 0)
      return notText(offset + zero, "a zero byte, as in a spreadsheet, an archive or UTF-16 without a byte order mark");
    // A character of up to four bytes may be cut off at the end.
    const ends = [0, 1, 2, 3].map((back) => Math.max(0, bytes.length - back));
    const end = ends.find((each) => isUtf8(bytes.subarray(0, each)));
    if (end === undefined) return invalidUtf8(bytes, offset);
    offset += end;
    rest = Buffer.from(bytes.subarray(end));
  }
  return rest.length === 0 ? null : invalidUtf8(rest, offset);
}

/** Copies a file; returns null where it is text in UTF-16. */
async function copyUtf16(
  { path, compression, copyPath }: TextSource,
  encoding: "utf-16le" | "utf-16be",
): Promise<NotText | null> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  // The byte order mark is two bytes, and no character.
  let offset = 2;
  const copy = openSync(copyPath, "w");
  try {
    for await (const chunk of passBytes(path, compression)) {
      const text = decoder.decode(chunk, { stream: true });
      const zero = text.indexOf("\0");
      if (zero >= 0)
        return notText(offset + 2 * zero, "a zero character in a UTF-16 file (or UTF-32, which is not read)");
      offset += 2 * text.length;
      writeSync(copy, text);
    }
    decoder.decode();
    return null;
  } catch (error) {
    if (error instanceof TypeError) return notText(offset, "half a character behind here in a UTF-16 file");
    throw error;
  } finally {
    closeSync(copy);
  }
}

/** Characters that are no text: a control, one that the encoding does not have. */
// eslint-disable-next-line no-control-regex
const NO_TEXT = /[\u0000-\u0008\u000e-\u0019\u001b-\u001f\u007f-\u009f\ufffd]/u;
/** A value with a character beyond ASCII, as far as the usual delimiters tell. */
const FOREIGN_VALUE = /[^,;|\t"\r\n]{0,40}\P{ASCII}[^,;|\t"\r\n]{0,40}/gu;
const EXAMPLES_MAX = 2;

/** Copies a file; returns null where no encoding is named and the guess does not fit. */
async function copySingleByte(
  { path, compression, copyPath }: TextSource,
  named: SingleByteEncoding | null,
): Promise<Omit<DecodedText, "notUtf8"> | NotText | null> {
  const encoding = named ?? GUESSED;
  const decoder = new TextDecoder(encoding);
  const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });
  const examples = new Set<string>();
  let foreignBytes = 0;
  let offset = 0;
  const copy = openSync(copyPath, "w");
  try {
    for await (const chunk of passBytes(path, compression)) {
      const text = decoder.decode(chunk);
      const at = text.search(NO_TEXT);
      if (at >= 0) return named && notText(offset + at, `the byte ${hex(chunk[at])}, which is no text in ${encoding}`);
      if (named === null && /[^\p{ASCII}\ufffd]/u.test(utf8.decode(chunk, { stream: true }))) return null;
      offset += chunk.length;
      foreignBytes += chunk.reduce((count, byte) => (byte > 0x7f ? count + 1 : count), 0);
      if (examples.size < EXAMPLES_MAX)
        for (const value of text.match(FOREIGN_VALUE) ?? [])
          if (examples.size < EXAMPLES_MAX) examples.add(value.trim());
      writeSync(copy, text);
    }
  } finally {
    closeSync(copy);
  }
  return { encoding, foreignBytes, examples: [...examples] };
}

/** Shows values, because nothing but a reader can tell one such encoding from another. */
export function guessNotice(label: string, { encoding, foreignBytes, examples }: DecodedText): string {
  const bytes = counted(foreignBytes, "byte is", "bytes are");
  const shown = examples.map((example) => `"${example}"`).join(" and ");
  return `${label}: read as ${encoding}, because ${bytes} not UTF-8: check ${shown}. Another encoding can be named in dataset.json ("encoding").`;
}

export function invalidUtf8(bytes: Buffer, offset = 0): NotText {
  const at = firstInvalidUtf8(bytes);
  return notText(offset + at, `the byte ${hex(bytes[at])}, which is not UTF-8`);
}

/** Finds the index of the first malformed sequence in bytes that are not UTF-8. */
export function firstInvalidUtf8(bytes: Buffer): number {
  let at = 0;
  while (at < bytes.length) {
    const lead = bytes[at] ?? 0;
    const length = lead < 0xc2 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 1;
    if (!isUtf8(bytes.subarray(at, at + length))) return at;
    at += length;
  }
  return 0;
}

function notText(byteOffset: number, found: string): NotText {
  return { kind: "not_text", byteOffset, found };
}

function hex(byte = 0): string {
  return `0x${byte.toString(16).toUpperCase().padStart(2, "0")}`;
}
