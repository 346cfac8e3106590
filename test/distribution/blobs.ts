import { createHash } from "node:crypto";
import { contentOf } from "../../src/distribution/blobs.ts";
import type { Origin, WritableOrigin } from "../../src/distribution/origin.ts";

/** Some content, and what an origin is told of it. */
export interface Blob {
  readonly content: Buffer;
  readonly sha256: string;
  readonly bytes: number;
  /** Gives the content in pieces of uneven sizes. */
  readonly read: () => AsyncIterable<Uint8Array>;
}

const PIECE_BYTES = [1, 1000, 65_536, 70_001, 3 * 1024 * 1024];

export function blobOf(content: Buffer): Blob {
  return {
    content,
    sha256: createHash("sha256").update(content).digest("hex"),
    bytes: content.length,
    read: () => inPieces(content),
  };
}

/** A blob of so many bytes that no other seed has. */
export function newBlob(bytes: number, seed = 1): Blob {
  const content = Buffer.alloc(bytes);
  let state = seed * 2_654_435_761;
  for (let index = 0; index < bytes; index += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    content[index] = state >>> 24;
  }
  return blobOf(content);
}

/** All the bytes of a stream, one after another. */
export async function collect(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}

async function* inPieces(content: Buffer): AsyncGenerator<Uint8Array> {
  for (let start = 0, turn = 0; start < content.length; turn += 1) {
    const end = start + (PIECE_BYTES[turn % PIECE_BYTES.length] ?? 1);
    yield content.subarray(start, end);
    start = end;
  }
}

/** The bytes that an origin sends for a blob, unchecked. */
export async function* readRaw(origin: Origin, sha256: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const content = await origin.read(`sha256/${sha256}`, signal);
  if (content === null) throw new Error(`there is no ${sha256}`);
  yield* content;
}

export async function putPointer(origin: WritableOrigin, text: string, signal: AbortSignal): Promise<void> {
  await origin.write("current.json", contentOf(text), signal);
}
