import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
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
  const file = await open(path);
  try {
    const buffer = Buffer.allocUnsafeSlow(CHUNK_BYTES);
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, buffer.length);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
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
