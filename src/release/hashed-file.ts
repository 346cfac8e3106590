import { createHash } from "node:crypto";
import { closeSync, openSync, writeSync } from "node:fs";

/** A file that is written from its start to its end and hashed on the way. It is complete, but not fsynced, after `finish`. */
export class HashedFile {
  readonly #file: number;
  readonly #hash = createHash("sha256");
  #isOpen = true;

  constructor(file: string) {
    this.#file = openSync(file, "w");
  }

  write(bytes: Uint8Array): void {
    this.#hash.update(bytes);
    for (let at = 0; at < bytes.length;) at += writeSync(this.#file, bytes, at);
  }

  /** Returns the SHA-256 of the file's bytes, hexadecimal. */
  finish(): string {
    this.abandon();
    return this.#hash.digest("hex");
  }

  /** Closes the file as it is, or does nothing after `finish`. */
  abandon(): void {
    if (this.#isOpen) closeSync(this.#file);
    this.#isOpen = false;
  }
}
