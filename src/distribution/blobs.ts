import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, stat } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { fileHash } from "../release/seal-folder.ts";
import {
  type BlobName,
  type BlobState,
  type Content,
  isLoss,
  type Origin,
  OriginError,
  type WritableOrigin,
} from "./origin.ts";

/** The key of the pointer in every origin. */
export const POINTER_KEY = "current.json";

function keyOf({ sha256 }: BlobName): string {
  return `sha256/${sha256}`;
}

/** Names a small text, as a blob that can be written. */
export function contentOf(text: string): Content {
  const bytes = Buffer.from(text);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  // oxlint-disable-next-line require-await -- it is the one part of a stream
  const read = async function* () {
    yield bytes;
  };
  return { sha256, bytes: bytes.length, read };
}

/** Maximum size of a pointer, which has a few hundred bytes. */
const POINTER_BYTES_MAX = 64 * 1024;

/** Reads the text of the pointer; null where nothing was published yet. Throws an OriginError. */
export async function readPointerText(origin: Origin, signal: AbortSignal): Promise<string | null> {
  const content = await origin.read(POINTER_KEY, signal);
  if (content === null) return null;
  const bytes = await readAtMost(content, POINTER_BYTES_MAX);
  if (bytes !== null) return bytes.toString();
  throw new OriginError("damaged", `${origin.name}: ${POINTER_KEY} has more than ${POINTER_BYTES_MAX / 1024} KiB`);
}

/** Reads all pieces; returns null if they have more bytes. */
export async function readAtMost(pieces: AsyncIterable<Uint8Array>, bytesMax: number): Promise<Buffer | null> {
  const read: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of pieces) {
    bytes += piece.length;
    if (bytes > bytesMax) return null;
    read.push(piece);
  }
  return Buffer.concat(read);
}

/**
 * Passes the content of a blob on while it is hashed, and holds the last piece back until its
 * length and hash are known to be right: a receiver that counts bytes never completes a wrong blob.
 * Throws an OriginError if it is wrong, and the reason of the signal once that is aborted.
 */
async function* checkedContent(
  { sha256, bytes }: BlobName,
  content: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const hash = createHash("sha256");
  let length = 0;
  let last: Uint8Array | null = null;
  for await (const piece of content) {
    signal.throwIfAborted();
    length += piece.length;
    if (length > bytes) break;
    hash.update(piece);
    if (last !== null) yield last;
    last = piece;
  }
  signal.throwIfAborted();
  const damaged = (how: string): OriginError =>
    new OriginError("damaged", `the content of sha256/${sha256} has ${how}`);
  if (length !== bytes) throw damaged(`${length > bytes ? "more" : "less"} than its ${bytes} bytes`);
  if (hash.digest("hex") !== sha256) throw damaged("another hash");
  if (last !== null) yield last;
}

/** Reads a blob, as `checkedContent` does. Throws an OriginError. */
async function* readBlob(origin: Origin, blob: BlobName, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const content = await origin.read(keyOf(blob), signal);
  if (content === null) throw new OriginError("missing", `${origin.name} has no ${keyOf(blob)}`);
  yield* checkedContent(blob, content, signal);
}

/** Compares the length and hash of a stored blob with its name. Throws an OriginError. */
export async function checkBlob(origin: Origin, blob: BlobName, signal: AbortSignal): Promise<BlobState> {
  const known = await origin.check?.(keyOf(blob), blob, signal);
  if (known !== undefined && known !== null) return known;
  try {
    for await (const _ of readBlob(origin, blob, signal));
    return "whole";
  } catch (error) {
    if (isLoss(error)) return error.reason;
    throw error;
  }
}

/**
 * Writes a blob unless the origin has it whole; returns true if it had to be written. Throws an
 * OriginError, also where the content is not what its name says.
 */
export async function ensureBlob(origin: WritableOrigin, blob: Content, signal: AbortSignal): Promise<boolean> {
  if ((await checkBlob(origin, blob, signal)) === "whole") return false;
  const read = () => checkedContent(blob, blob.read(), signal);
  await origin.write(keyOf(blob), { ...blob, read }, signal);
  return true;
}

/** Removes a blob, if it is there. */
export async function removeBlob(origin: WritableOrigin, blob: BlobName, signal: AbortSignal): Promise<void> {
  await origin.remove(keyOf(blob), signal);
}

/** Maximum size of lists that are read as a whole. */
const TEXT_BYTES_MAX = 64 << 20;

/** Reads a small blob into memory. Throws an OriginError. */
export async function readText(origin: Origin, blob: BlobName, signal: AbortSignal): Promise<string> {
  if (blob.bytes > TEXT_BYTES_MAX)
    throw new OriginError("damaged", `${origin.name} names a list of ${blob.bytes} bytes`);
  const pieces: Uint8Array[] = [];
  for await (const piece of readBlob(origin, blob, signal)) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

/** Returns true if a file has the content of a blob. */
export async function hasContent(file: string, { sha256, bytes }: BlobName): Promise<boolean> {
  const found = await stat(file).catch(() => null);
  return found?.isFile() === true && found.size === bytes && (await fileHash(file)) === sha256;
}

/**
 * Fetches a blob into a folder, unless a kill left it whole there. Returns the path of its file,
 * which is on the disk and has the content that its name promises. Throws an OriginError.
 */
export async function fetchBlob(origin: Origin, blob: BlobName, folder: string, signal: AbortSignal): Promise<string> {
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, blob.sha256);
  if (await hasContent(file, blob)) return file;
  await pipeline(readBlob(origin, blob, signal), createWriteStream(file, { flush: true }));
  return file;
}
