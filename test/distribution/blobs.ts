import { createHash } from "node:crypto";

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
