import { randomBytes } from "node:crypto";
import { createReadStream, existsSync, watch } from "node:fs";
import { mkdir, open, readdir, readFile, rename, rm, stat, unlink } from "node:fs/promises";
import path from "node:path";
import { codeOf, replaceDurably, syncFolder } from "../release/store/durable-files.ts";
import { lockForPublication } from "../release/store/publication-lock.ts";
import { isSha256 } from "./blob-name.ts";
import { checkedContent } from "./checked-content.ts";
import { OriginError, type WritableOrigin } from "./origin.ts";

/**
 * The names in a folder that holds an origin, or that a server serves as one: the pointer, and the
 * folder of the blobs.
 */
const POINTER_FILE = "current.json";
const BLOBS_FOLDER = "sha256";

/** What a killed publication leaves behind is removed when it is so old. */
const LEFTOVER = /^\.[0-9a-f]{64}\.[0-9a-f]+$/u;

/**
 * An origin in a folder: on this machine, on a disk that machines share, or one that a web server
 * serves. The folder itself has to be there, so that a disk that is not mounted is noticed.
 */
export class FolderOrigin implements WritableOrigin {
  readonly name: string;
  readonly #folder: string;
  readonly #blobs: string;

  constructor(folder: string) {
    this.name = `the folder ${folder}`;
    this.#folder = folder;
    this.#blobs = path.join(folder, BLOBS_FOLDER);
  }

  async readPointer(signal: AbortSignal): Promise<string | null> {
    return await this.#guard(signal, async () => {
      if (!existsSync(this.#folder))
        throw new OriginError("unreachable", `${this.#folder} does not exist: make it, or mount it`);
      try {
        return await readFile(path.join(this.#folder, POINTER_FILE), "utf8");
      } catch (error) {
        if (codeOf(error) === "ENOENT") return null;
        throw error;
      }
    });
  }

  async *readBlob(sha256: string, start: number, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    signal.throwIfAborted();
    try {
      for await (const part of createReadStream(this.#fileOf(sha256), { start })) {
        signal.throwIfAborted();
        yield part;
      }
    } catch (error) {
      throw this.#translate(error);
    }
  }

  forgetPointer(): void {}

  onPointerChange(listener: () => void): () => void {
    try {
      const watcher = watch(this.#folder, { persistent: false }, (_event, file) => {
        if (file === POINTER_FILE) listener();
      });
      watcher.on("error", () => watcher.close());
      return () => watcher.close();
    } catch {
      // Some file systems cannot be watched.
      return () => {};
    }
  }

  async close(): Promise<void> {}

  async hasBlob(sha256: string, signal: AbortSignal): Promise<boolean> {
    signal.throwIfAborted();
    return existsSync(this.#fileOf(sha256));
  }

  async writeBlob(
    sha256: string,
    bytes: number,
    read: () => AsyncIterable<Uint8Array>,
    signal: AbortSignal,
  ): Promise<void> {
    await this.#guard(signal, async () => {
      await mkdir(this.#blobs, { recursive: true });
      const partial = path.join(this.#blobs, `.${sha256}.${randomBytes(4).toString("hex")}`);
      try {
        await writeThrough(partial, checkedContent(sha256, bytes, read(), signal));
        await rename(partial, this.#fileOf(sha256));
      } finally {
        await rm(partial, { force: true });
      }
      await syncFolder(this.#blobs);
    });
  }

  async writePointer(text: string, signal: AbortSignal): Promise<void> {
    await this.#guard(signal, () => replaceDurably(path.join(this.#folder, POINTER_FILE), text));
  }

  async alone<Result>(onWait: () => void, work: () => Promise<Result>): Promise<Result> {
    const file = path.join(this.#folder, "publication.lock");
    const unlock = await this.#guard(null, () => lockForPublication(file, onWait));
    try {
      return await work();
    } finally {
      unlock();
    }
  }

  async removeUnused(inUse: ReadonlySet<string>, before: Date, signal: AbortSignal): Promise<number> {
    return await this.#guard(signal, async () => {
      let removed = 0;
      for (const name of existsSync(this.#blobs) ? await readdir(this.#blobs) : []) {
        const file = path.join(this.#blobs, name);
        if (inUse.has(name) || !(isSha256(name) || LEFTOVER.test(name))) continue;
        if ((await stat(file)).mtime >= before) continue;
        await unlink(file);
        removed += 1;
      }
      return removed;
    });
  }

  #fileOf(sha256: string): string {
    return path.join(this.#blobs, sha256);
  }

  /** Runs `work`; errors of the file system become those of an origin. */
  async #guard<Result>(signal: AbortSignal | null, work: () => Promise<Result>): Promise<Result> {
    signal?.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      throw this.#translate(error);
    }
  }

  /** The error of an origin for one of the file system; anything else as it is. */
  #translate(error: unknown): unknown {
    if (!(error instanceof Error) || !("syscall" in error)) return error;
    const code = codeOf(error);
    if (code === "ENOENT")
      return new OriginError("missing", `${this.#folder} lacks a file: ${error.message}`, { cause: error });
    const reason = ["EACCES", "EPERM", "EROFS"].includes(code) ? "refused" : "unreachable";
    return new OriginError(reason, `${this.#folder} cannot be used: ${error.message}`, { cause: error });
  }
}

/** Writes a new file, so that it is there after a power cut. */
async function writeThrough(file: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  const handle = await open(file, "wx");
  try {
    for await (const part of content) await handle.appendFile(part);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
