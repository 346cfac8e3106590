import { randomBytes } from "node:crypto";
import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { codeOf, replaceDurably, syncFolder } from "../release/store/durable-files.ts";
import { lockForPublication } from "../release/store/publication-lock.ts";
import { checkedContent } from "./blobs.ts";
import { type BlobName, type ClockReading, OriginError, type WritableOrigin } from "./origin.ts";

/**
 * The names in a folder that holds an origin, or that a server serves as one: the pointer, and the
 * folder of the blobs.
 */
const POINTER_FILE = "current.json";
const BLOBS_FOLDER = "sha256";
/** A blob that is being written. */
const PARTIAL = /^\.[0-9a-f]{64}\.[0-9a-f]+$/u;

/** Longest step of the clock by which disks date files. */
const CLOCK_STEP_MILLISECONDS = 20;

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
      this.#expectFolder();
      const file = path.join(this.#folder, POINTER_FILE);
      return await readFile(file, "utf8").catch((error: unknown) => {
        if (codeOf(error) === "ENOENT") return null;
        throw error;
      });
    });
  }

  async *readBlob(sha256: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    signal.throwIfAborted();
    try {
      for await (const part of createReadStream(this.#fileOf(sha256))) {
        signal.throwIfAborted();
        yield part;
      }
    } catch (error) {
      throw this.#translate(error);
    }
  }

  /**
   * A shared disk dates a new file by its own clock. Null where this machine may not write, and
   * where another one just did the same.
   */
  async readClock(): Promise<ClockReading | null> {
    const file = path.join(this.#folder, ".clock");
    try {
      await rm(file, { force: true });
      await writeFile(file, "");
      const { mtime } = await stat(file);
      await rm(file, { force: true });
      return { from: mtime, until: new Date(mtime.getTime() + CLOCK_STEP_MILLISECONDS) };
    } catch {
      return null;
    }
  }

  async writeBlob(blob: BlobName, read: () => AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void> {
    const { sha256 } = blob;
    await this.#guard(signal, async () => {
      await mkdir(this.#blobs, { recursive: true });
      const partial = path.join(this.#blobs, `.${sha256}.${randomBytes(4).toString("hex")}`);
      try {
        await pipeline(checkedContent(blob, read(), signal), createWriteStream(partial, { flags: "wx", flush: true }));
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
    this.#expectFolder();
    const unlock = await lockForPublication(file, onWait).catch((cause: Error) => {
      throw new OriginError("refused", `${this.#folder} cannot be written: ${cause.message}`, { cause });
    });
    try {
      // Nobody else writes now: a killed publication left these.
      for (const name of existsSync(this.#blobs) ? await readdir(this.#blobs) : [])
        if (PARTIAL.test(name)) await rm(this.#fileOf(name), { force: true });
      return await work();
    } finally {
      unlock();
    }
  }

  async removeBlob(sha256: string, signal: AbortSignal): Promise<void> {
    await this.#guard(signal, () => rm(this.#fileOf(sha256), { force: true }));
  }

  #expectFolder(): void {
    if (existsSync(this.#folder)) return;
    throw new OriginError("unreachable", `${this.#folder} does not exist: make it, or mount it`);
  }

  #fileOf(sha256: string): string {
    return path.join(this.#blobs, sha256);
  }

  /** Runs `work`; errors of the file system become those of an origin. */
  async #guard<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    signal.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      throw this.#translate(error);
    }
  }

  /** Turns an error of the file system into one of an origin; returns any other as it is. */
  #translate(error: unknown): unknown {
    if (!(error instanceof Error) || !("syscall" in error)) return error;
    const code = codeOf(error);
    if (code === "ENOENT")
      return new OriginError("missing", `${this.#folder} lacks a file: ${error.message}`, { cause: error });
    const reason = ["EACCES", "EPERM", "EROFS"].includes(code) ? "refused" : "unreachable";
    return new OriginError(reason, `${this.#folder} cannot be used: ${error.message}`, { cause: error });
  }
}
