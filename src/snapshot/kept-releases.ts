import { LRUCache } from "lru-cache";
import type { Manifest } from "../release/manifest.ts";
import { type ReleaseStore, ReleaseStoreError } from "../release/release-store.ts";
import { openSnapshot } from "./open-snapshot.ts";
import { type Releases, type Snapshot, UnreadableRelease } from "./snapshot.ts";

/** How many releases besides the current one are kept open for `?release=`. */
const OLDER_SNAPSHOTS_MAX = 4;

interface KeepOptions {
  readonly store: ReleaseStore;
  readonly pollMilliseconds: number;
  /**
   * Called with a new current release that cannot be opened, while the one before goes on
   * answering, and with damaged ones that are not listed or were asked for.
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
  readonly #listeners = new Set<(snapshot: Snapshot) => void>();
  readonly #unreadable = new Set<string>();
  #current: Snapshot;
  #refusedId: string | null = null;
  #listed: { readonly ids: string; readonly manifests: readonly Manifest[] } | undefined;

  /** Throws a ReleaseStoreError when nothing is published or the current release is damaged. */
  constructor({ store, pollMilliseconds, onError }: KeepOptions) {
    this.#store = store;
    this.#onError = onError;
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

  byId(id: string): Snapshot | undefined {
    if (id === this.#current.manifest.id) return this.#current;
    const kept = this.#older.get(id);
    if (kept) return kept;
    if (!this.#store.has(id)) return undefined;
    try {
      const opened = this.#open(id);
      this.#older.set(id, opened);
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
    if (this.#listed?.ids !== ids) this.#listed = { ids, manifests: this.#store.list(this.#onError) };
    return this.#listed.manifests;
  }

  onSwap(listener: (snapshot: Snapshot) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #open(id: string): Snapshot {
    return openSnapshot(this.#store.manifest(id), this.#store.folderOf(id));
  }

  #refresh(): void {
    const id = this.#store.currentId();
    if (id === null || id === this.#current.manifest.id || id === this.#refusedId) return;
    try {
      const next = this.#open(id);
      this.#older.set(this.#current.manifest.id, this.#current);
      this.#current = next;
      this.#refusedId = null;
      // A publication may have repaired a release that was not listed.
      this.#listed = undefined;
      for (const listener of this.#listeners) listener(next);
    } catch (error) {
      this.#refusedId = id;
      this.#onError(error);
    }
  }
}
