import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, stat } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { fileHash } from "../release/seal-folder.ts";
import { type BlobName, type BlobState, isLoss, type Origin, OriginError } from "./origin.ts";

/** Names a small blob that is in memory. */
export function nameBlob(content: string): BlobName {
  const bytes = Buffer.from(content);
  return { sha256: createHash("sha256").update(bytes).digest("hex"), bytes: bytes.length };
}

/**
 * Passes the content of a blob on while it is hashed, and holds the last piece back until its
 * length and hash are known to be right: a receiver that counts bytes never completes a wrong blob.
 * Throws an OriginError if it is wrong, and the reason of the signal once that is aborted.
 */
export async function* checkedContent(
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

/** Compares the length and hash of a stored blob with its name. Throws an OriginError. */
export async function checkBlob(origin: Origin, blob: BlobName, signal: AbortSignal): Promise<BlobState> {
  const known = await origin.checkStored?.(blob, signal);
  if (known !== undefined && known !== null) return known;
  try {
    for await (const _ of checkedContent(blob, origin.readBlob(blob.sha256, signal), signal));
    return "whole";
  } catch (error) {
    if (isLoss(error)) return error.reason;
    throw error;
  }
}

/** Maximum size of lists that are read as a whole. */
const TEXT_BYTES_MAX = 64 << 20;

/** Reads a small blob into memory. Throws an OriginError. */
export async function readText(origin: Origin, blob: BlobName, signal: AbortSignal): Promise<string> {
  if (blob.bytes > TEXT_BYTES_MAX)
    throw new OriginError("damaged", `${origin.name} names a list of ${blob.bytes} bytes`);
  const pieces: Uint8Array[] = [];
  for await (const piece of checkedContent(blob, origin.readBlob(blob.sha256, signal), signal)) pieces.push(piece);
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
  const content = checkedContent(blob, origin.readBlob(blob.sha256, signal), signal);
  await pipeline(content, createWriteStream(file, { flush: true }));
  return file;
}
