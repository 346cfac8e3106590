import { createHash, hash } from "node:crypto";
import {
  closeSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import path from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** This file lists what a killed run may have written. It is removed at the end of a run. */
export const JOURNAL = ".export-journal";
/** Files are written here first. */
export const STAGING = ".export-staging";

/** The numbers of files that a run wrote and left as they were. */
export interface WrittenCounts {
  written: number;
  unchanged: number;
}

/**
 * Stores files in an export. A file is there wholly or not at all, whenever the process ends; files
 * with the same content as before are not touched.
 */
export class ExportWriter {
  readonly counts: WrittenCounts = { written: 0, unchanged: 0 };
  /** Hashes by name. */
  readonly sums = new Map<string, string>();
  readonly #folder: string;
  readonly #madeFolders = new Set<string>();
  readonly #journal: number;
  #staged = 0;

  constructor(folder: string) {
    this.#folder = folder;
    this.#journal = openSync(path.join(folder, JOURNAL), "a");
  }

  /** Stores a file that is held in memory. */
  store(name: string, content: Uint8Array): void {
    const sha256 = hash("sha256", content, "hex");
    if (this.#isSame(name, content)) return this.#note(name, sha256, false);
    const staged = this.#stage();
    writeFileSync(staged, content);
    this.#moveIn(staged, name, sha256);
  }

  /** Stores a file that is too large to be held in memory. */
  async storeStream(name: string, content: Readable): Promise<void> {
    const staged = this.#stage();
    const digest = createHash("sha256");
    content.on("data", (chunk: Buffer) => digest.update(chunk));
    await pipeline(content, createWriteStream(staged));
    const sha256 = digest.digest("hex");
    if ((await this.#hashOf(name)) === sha256) {
      rmSync(staged);
      this.#note(name, sha256, false);
    } else this.#moveIn(staged, name, sha256);
  }

  /** Returns true if a file still has this hash; it is left as it is then. */
  async keep(name: string, sha256: string): Promise<boolean> {
    if ((await this.#hashOf(name)) !== sha256) return false;
    this.#note(name, sha256, false);
    return true;
  }

  close(): void {
    closeSync(this.#journal);
  }

  #stage(): string {
    return path.join(this.#folder, STAGING, String(this.#staged++));
  }

  #isSame(name: string, content: Uint8Array): boolean {
    const file = path.join(this.#folder, name);
    const found = statSync(file, { throwIfNoEntry: false });
    return found?.isFile() === true && found.size === content.length && readFileSync(file).equals(content);
  }

  /** The name stands in the journal before the file is there. */
  #moveIn(staged: string, name: string, sha256: string): void {
    writeSync(this.#journal, `${name}\n`);
    const file = path.join(this.#folder, name);
    const folder = path.dirname(file);
    if (!this.#madeFolders.has(folder)) mkdirSync(folder, { recursive: true });
    this.#madeFolders.add(folder);
    renameSync(staged, file);
    this.#note(name, sha256, true);
  }

  #note(name: string, sha256: string, isWritten: boolean): void {
    if (this.sums.has(name)) throw new Error(`two addresses have the file ${name}`);
    this.sums.set(name, sha256);
    this.counts[isWritten ? "written" : "unchanged"] += 1;
  }

  async #hashOf(name: string): Promise<string | null> {
    const file = path.join(this.#folder, name);
    if (!existsSync(file)) return null;
    const digest = createHash("sha256");
    await pipeline(createReadStream(file), digest);
    return digest.digest("hex");
  }
}
