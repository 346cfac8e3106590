import { randomBytes } from "node:crypto";
import { createWriteStream, existsSync } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { codeOf, syncFolder } from "../release/store/durable-files.ts";
import { lockForPublication } from "../release/store/publication-lock.ts";
import { type ClockReading, type Content, OriginError, type WritableOrigin } from "./origin.ts";

/** Files that are not whole yet have such names. */
const PARTIAL = /^\.(?:current\.json|[0-9a-f]{64})\.[0-9a-f]{8}$/u;

/** Longest step of the clock by which disks date files. */
const CLOCK_STEP_MILLISECONDS = 20;

/**
 * An origin in a folder: on this machine, on a disk that machines share, or one that a web server
 * serves. The folder itself has to be there, so that a disk that is not mounted is noticed.
 */
export class FolderOrigin implements WritableOrigin {
  readonly name: string;
  readonly #folder: string;

  constructor(folder: string) {
    this.name = `the folder ${folder}`;
    this.#folder = folder;
  }

  async read(key: string, signal: AbortSignal): Promise<AsyncIterable<Uint8Array> | null> {
    try {
      const file = await this.#guard(signal, () => open(this.#fileOf(key)));
      return this.#watch(file.createReadStream(), signal);
    } catch (error) {
      if (!(error instanceof OriginError && error.reason === "missing")) throw error;
      this.#expectFolder();
      return null;
    }
  }

  /**
   * A shared disk dates a new file by its own clock. Null where this machine may not write, and
   * where another one just did the same.
   */
  async readClock(): Promise<ClockReading | null> {
    const file = this.#fileOf(".clock");
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

  async write(key: string, { read }: Content, signal: AbortSignal): Promise<void> {
    const file = this.#fileOf(key);
    const folder = path.dirname(file);
    await this.#guard(signal, async () => {
      this.#expectFolder();
      await mkdir(folder, { recursive: true });
      const partial = path.join(folder, `.${path.basename(file)}.${randomBytes(4).toString("hex")}`);
      try {
        await pipeline(read(), createWriteStream(partial, { flags: "wx", flush: true }));
        await rename(partial, file);
      } finally {
        await rm(partial, { force: true });
      }
      await syncFolder(folder);
    });
  }

  async remove(key: string, signal: AbortSignal): Promise<void> {
    await this.#guard(signal, () => rm(this.#fileOf(key), { force: true }));
  }

  async alone<Result>(onWait: () => void, work: () => Promise<Result>): Promise<Result> {
    this.#expectFolder();
    const unlock = await lockForPublication(this.#fileOf("publication.lock"), onWait).catch((cause: Error) => {
      throw new OriginError("refused", `${this.#folder} cannot be written: ${cause.message}`, { cause });
    });
    try {
      // Nobody else writes now: a killed publication left these.
      for (const name of await readdir(this.#folder, { recursive: true }))
        if (PARTIAL.test(path.basename(name))) await rm(this.#fileOf(name), { force: true });
      return await work();
    } finally {
      unlock();
    }
  }

  #expectFolder(): void {
    if (existsSync(this.#folder)) return;
    throw new OriginError("unreachable", `${this.#folder} does not exist: make it, or mount it`);
  }

  #fileOf(key: string): string {
    return path.join(this.#folder, key);
  }

  async *#watch(pieces: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    try {
      for await (const piece of pieces) {
        signal.throwIfAborted();
        yield piece;
      }
    } catch (error) {
      throw this.#translate(error);
    }
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
