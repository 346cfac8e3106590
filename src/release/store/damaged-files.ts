import { statSync } from "node:fs";
import path from "node:path";
import type { ReleaseStore } from "./release-store.ts";

/** A file that is not as it was published. */
export interface DamagedFile {
  readonly release: string;
  /** Path inside the folder of the release, `/`-separated. */
  readonly name: string;
}

/** The files of a store that were found damaged, until something replaces them. */
export class DamagedFiles {
  readonly #store: Pick<ReleaseStore, "folderOf">;
  /** By path, with the stamp that each had when it was found. */
  readonly #found = new Map<string, { readonly named: DamagedFile; readonly stamp: string }>();

  constructor(store: Pick<ReleaseStore, "folderOf">) {
    this.#store = store;
  }

  /** Adds a file; returns true if its damage was not known. */
  add(named: DamagedFile): boolean {
    const file = path.join(this.#store.folderOf(named.release), named.name);
    const stamp = stampOf(file);
    const isNew = this.#found.get(file)?.stamp !== stamp;
    this.#found.set(file, { named, stamp });
    return isNew;
  }

  list(): readonly DamagedFile[] {
    for (const [file, { stamp }] of this.#found) if (stampOf(file) !== stamp) this.#found.delete(file);
    return Array.from(this.#found.values(), ({ named }) => named);
  }

  /** Returns true if the file of an absolute path is among them. */
  has(file: string): boolean {
    return this.list().length > 0 && this.#found.has(file);
  }

  hasAnyOf(release: string): boolean {
    return this.list().some((file) => file.release === release);
  }
}

function stampOf(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  return found === undefined ? "" : `${found.ino} ${found.size} ${found.mtimeMs}`;
}
