import { createHash, type Hash } from "node:crypto";
import { type FileHandle, mkdir, open, readFile, rm } from "node:fs/promises";
import path from "node:path";
import type { BlobName } from "./blob-name.ts";
import { type Origin, OriginError } from "./origin.ts";

/** How much of a file is in memory while it is hashed. */
const HASHED_BYTES = 1 << 20;

/** Blobs that are read as a whole may not be larger. */
const TEXT_BYTES_MAX = 64 << 20;

/** A place that blobs are fetched to. What a failure left there is continued. */
export class BlobFetcher {
  readonly #origin: Origin;
  readonly #folder: string;
  readonly #signal: AbortSignal;

  constructor(origin: Origin, folder: string, signal: AbortSignal) {
    this.#origin = origin;
    this.#folder = folder;
    this.#signal = signal;
  }

  /**
   * Fetches a blob. Returns the path of its file, which is on the disk and has the content that its
   * name promises. Throws an OriginError.
   */
  async fetch(blob: BlobName): Promise<string> {
    await mkdir(this.#folder, { recursive: true });
    const file = path.join(this.#folder, blob.sha256);
    const handle = await open(file, "a+");
    let isRight = false;
    try {
      isRight = await this.#complete(handle, blob);
      if (isRight) await handle.sync();
    } finally {
      await handle.close();
    }
    if (isRight) return file;
    // The next fetch starts over.
    await rm(file);
    throw new OriginError("damaged", `${this.#origin.name} holds other bytes than its names say (${blob.sha256})`);
  }

  /** Fetches a small blob, and returns its content. */
  async text(blob: BlobName): Promise<string> {
    if (blob.bytes > TEXT_BYTES_MAX)
      throw new OriginError("damaged", `${this.#origin.name} names a list of ${blob.bytes} bytes`);
    return await readFile(await this.fetch(blob), "utf8");
  }

  /** Whether the content is right in the end. What is there stays when the origin fails. */
  async #complete(handle: FileHandle, { sha256, bytes }: BlobName): Promise<boolean> {
    const hash = createHash("sha256");
    let held = await hashAll(handle, hash);
    while (held < bytes) {
      const before = held;
      for await (const part of this.#origin.readBlob(sha256, held, this.#signal)) {
        held += part.length;
        if (held > bytes) return false;
        hash.update(part);
        await handle.appendFile(part);
      }
      if (held === before) throw new OriginError("unreachable", `${this.#origin.name} sent only a part of ${sha256}`);
    }
    return held === bytes && hash.digest("hex") === sha256;
  }
}

/** Hashes what a file holds, and returns how many bytes that is. */
async function hashAll(handle: FileHandle, hash: Hash): Promise<number> {
  const buffer = Buffer.allocUnsafeSlow(HASHED_BYTES);
  for (let position = 0; ;) {
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, position);
    if (bytesRead === 0) return position;
    hash.update(buffer.subarray(0, bytesRead));
    position += bytesRead;
  }
}
