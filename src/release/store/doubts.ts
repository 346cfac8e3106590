import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { DATABASE_FILE } from "../bundle-database.ts";
import { checkContent } from "../check-content.ts";
import type { Manifest } from "../manifest.ts";
import { DamagedRelease, type ReleaseStore } from "./release-store.ts";
import { SEARCH_FILE } from "../search-index.ts";
import { MANIFEST_FILE } from "../seal-folder.ts";

/** How seldom one copy is doubted: comparing all bytes takes a second for a gigabyte. */
const AGAIN_MILLISECONDS = 60_000;

/** Of SQLite: cannot read, is malformed, is no database (SQLITE_IOERR, _CORRUPT, _NOTADB). */
const SQLITE_FAULTS: ReadonlySet<unknown> = new Set([10, 11, 26]);

/** Releases of a store whose files somebody should compare with those that were published. */
export class Doubts {
  readonly #store: ReleaseStore;
  /** When each copy was doubted last. */
  readonly #doubtedAt = new Map<string, number>();
  readonly #due = new Set<string>();
  /** The copies whose content was compared with their manifest. */
  readonly #checked = new Set<string>();
  #stamp: string | null = null;

  constructor(store: ReleaseStore) {
    this.#store = store;
  }

  note(id: string): void {
    const copy = copyOf(this.#store, id) ?? id;
    const now = this.#store.now().getTime();
    if (now - (this.#doubtedAt.get(copy) ?? Number.NEGATIVE_INFINITY) < AGAIN_MILLISECONDS) return;
    this.#doubtedAt.set(copy, now);
    this.#due.add(id);
  }

  /** Doubts the release that an error names as damaged, or `id` where that could not be read. */
  noteError(error: unknown, id: string | null): void {
    if (error instanceof DamagedRelease) this.note(error.release);
    else if (id !== null && mayBeDamage(error)) this.note(id);
  }

  /**
   * Compares the content of a release that is opened later than the start with its manifest, once,
   * while it answers. Rejects where it is another one.
   */
  async checkOnce(id: string): Promise<void> {
    const copy = copyOf(this.#store, id) ?? id;
    if (this.#checked.has(copy)) return;
    this.#checked.add(copy);
    try {
      await checkContent(this.#store, id);
    } catch (error) {
      this.noteError(error, id);
      throw error;
    }
  }

  /** From now on, this is the release that is open. */
  watch({ id }: Manifest): void {
    this.#stamp = stampOf(this.#store.folderOf(id));
  }

  /**
   * Throws a DamagedRelease where a file of the open release has another size than was published;
   * doubts it where somebody only wrote into one.
   */
  expectUntouched(manifest: Manifest): void {
    const folder = this.#store.folderOf(manifest.id);
    if (!existsSync(folder)) return;
    const stamp = stampOf(folder);
    if (stamp !== this.#stamp) this.note(manifest.id);
    this.#stamp = stamp;
    this.#store.expectSizes(manifest.id, manifest);
  }

  /** The releases that were doubted since this was called last. */
  take(): readonly string[] {
    const due = [...this.#due];
    this.#due.clear();
    return due;
  }
}

/** Whether an error may come from a damaged file of a release. */
export function mayBeDamage(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    // The extended codes of SQLite have the plain one in their lowest byte.
    if (SQLITE_FAULTS.has(Number(Reflect.get(cause, "errcode")) & 0xff)) return true;
    if (cause.name === "SearchIndexError") return true;
  }
  return false;
}

/** Differs when somebody wrote into the files that a release is served from; null without them. */
function stampOf(folder: string): string | null {
  const stamps = [DATABASE_FILE, SEARCH_FILE].map((name) => {
    const found = statSync(path.join(folder, name), { throwIfNoEntry: false });
    return found && `${found.ino} ${found.size} ${found.mtimeMs}`;
  });
  return stamps.includes(undefined) ? null : stamps.join(", ");
}

/**
 * Names the files of a release that are there now; null where none are. The same data published
 * again elsewhere have the same id and other bytes; a node that gets these has another copy.
 */
export function copyOf(store: Pick<ReleaseStore, "folderOf">, id: string): string | null {
  const manifest = statSync(path.join(store.folderOf(id), MANIFEST_FILE), { throwIfNoEntry: false });
  return manifest === undefined ? null : `${id}+${manifest.ino}`;
}
