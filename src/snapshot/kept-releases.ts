import { LRUCache } from "lru-cache";
import type { Manifest } from "../release/manifest.ts";
import { type ReleaseStore, ReleaseStoreError } from "../release/release-store.ts";
import { KeptChanges } from "./kept-changes.ts";
import { openFigures } from "./open-figures.ts";
import { openSnapshot } from "./open-snapshot.ts";
import type { ReleaseChanges } from "./release-changes.ts";
import {
  type BecameCurrent,
  type ReleaseFigures,
  type Releases,
  type Snapshot,
  UnreadableRelease,
} from "./snapshot.ts";
import type { RefusedRelease } from "./refused-release.ts";

/** How many releases besides the current one are kept open for `?release=`. */
const OLDER_SNAPSHOTS_MAX = 4;

/** How many releases have their figures kept: about 0.4 MB each. */
const FIGURES_MAX = 128;

interface KeepOptions {
  readonly store: ReleaseStore;
  readonly pollMilliseconds: number;
  /**
   * Called when the current release cannot be opened, while the one before goes on answering, and
   * for damaged ones that are not listed or were asked for. The same error is reported once.
   */
  readonly onError: (error: unknown) => void;
}

/**
 * The releases of a store. When another one becomes current, a finished snapshot of it replaces the
 * one before in one step. To be closed.
 */
export class KeptReleases implements Releases {
  readonly #store: ReleaseStore;
  readonly #onError: (error: unknown) => void;
  readonly #timer: NodeJS.Timeout;
  readonly #older = new LRUCache<string, Snapshot>({ max: OLDER_SNAPSHOTS_MAX });
  readonly #changes: KeptChanges;
  readonly #figures = new LRUCache<string, ReleaseFigures>({ max: FIGURES_MAX });
  readonly #listeners = new Set<(snapshot: Snapshot) => void>();
  readonly #unreadable = new Set<string>();
  #current: Snapshot;
  #refused: { readonly release: RefusedRelease; readonly message: string } | null = null;
  #listed: { readonly ids: string; readonly manifests: readonly Manifest[] } | undefined;
  /** The releases that the last list left out, as error messages. */
  #leftOut: ReadonlySet<string> = new Set();

  /** Throws a ReleaseStoreError when nothing is published or the current release is damaged. */
  constructor({ store, pollMilliseconds, onError }: KeepOptions) {
    this.#store = store;
    this.#onError = onError;
    this.#changes = new KeptChanges((release) => store.folderOf(release));
    const id = store.currentId();
    if (id === null) throw new ReleaseStoreError(`nothing is published in ${store.dataFolder} yet`);
    this.#current = this.#open(id);
    this.#timer = setInterval(() => this.#refresh(), pollMilliseconds);
    this.#timer.unref();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  current(): Snapshot {
    return this.#current;
  }

  refused(): RefusedRelease | null {
    return this.#refused?.release ?? null;
  }

  byId(id: string): Snapshot | undefined {
    return id === this.#current.manifest.id ? this.#current : this.#openOnce(id, this.#older, openSnapshot);
  }

  figuresOf(id: string): ReleaseFigures | undefined {
    return id === this.#current.manifest.id ? this.#current : this.#openOnce(id, this.#figures, openFigures);
  }

  #openOnce<T extends object>(
    id: string,
    kept: LRUCache<string, T>,
    open: (manifest: Manifest, folder: string) => T,
  ): T | undefined {
    const known = kept.get(id);
    if (known) return known;
    if (!this.#store.has(id)) return undefined;
    try {
      const opened = open(this.#store.manifest(id), this.#store.folderOf(id));
      kept.set(id, opened);
      this.#unreadable.delete(id);
      return opened;
    } catch (cause) {
      // Once, not at every request.
      if (!this.#unreadable.has(id)) this.#onError(cause);
      this.#unreadable.add(id);
      throw new UnreadableRelease(`release ${id} cannot be opened`, { cause });
    }
  }

  list(): readonly Manifest[] {
    const ids = this.#store.ids().join();
    if (this.#listed?.ids === ids) return this.#listed.manifests;
    const errors: Error[] = [];
    const manifests = this.#store.list((error) => errors.push(error));
    for (const error of errors) if (!this.#leftOut.has(error.message)) this.#onError(error);
    this.#leftOut = new Set(errors.map(({ message }) => message));
    this.#listed = { ids, manifests };
    return manifests;
  }

  history(): readonly BecameCurrent[] {
    return this.#store.history();
  }

  compare(before: Snapshot, after: Snapshot): ReleaseChanges | Promise<ReleaseChanges> {
    return this.#changes.between(before, after);
  }

  onSwap(listener: (snapshot: Snapshot) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #open(id: string): Snapshot {
    return openSnapshot(this.#store.manifest(id), this.#store.folderOf(id));
  }

  /** Opens the release that is current by now. One that cannot be opened is tried at each poll. */
  #refresh(): void {
    // What was left out may be readable again.
    if (this.#leftOut.size > 0) this.#listed = undefined;
    let id: string | null = null;
    try {
      id = this.#store.currentId();
      if (id === null) throw new ReleaseStoreError(`nothing is published in ${this.#store.dataFolder} any more`);
      if (id !== this.#current.manifest.id) this.#swap(this.#open(id));
      this.#refused = null;
    } catch (error) {
      this.#refuse(id, error);
    }
  }

  #swap(next: Snapshot): void {
    this.#older.set(this.#current.manifest.id, this.#current);
    this.#current = next;
    for (const listener of this.#listeners) listener(next);
  }

  #refuse(id: string | null, error: unknown): void {
    const message = String(error);
    if (this.#refused?.message !== message || this.#refused.release.id !== id) this.#onError(error);
    this.#refused = { release: { id, reason: reasonOf(id, error) }, message };
  }
}

/** SQLite had no memory, could not read or could not open (SQLITE_NOMEM, _IOERR, _CANTOPEN). */
const SQLITE_UNREADABLE: ReadonlySet<unknown> = new Set([7, 10, 14]);

function reasonOf(id: string | null, error: unknown): RefusedRelease["reason"] {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = String(Reflect.get(cause, "code"));
    if (code === "ENOENT") return "missing";
    // Codes of the operating system have no underscore.
    if (/^E[A-Z0-9]+$/.test(code) || SQLITE_UNREADABLE.has(Reflect.get(cause, "errcode"))) return "unreadable";
  }
  return id === null ? "missing" : "damaged";
}
