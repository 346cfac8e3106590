import { LRUCache } from "lru-cache";
import type { Manifest } from "../release/manifest.ts";
import { type ReleaseStore, ReleaseStoreError } from "../release/release-store.ts";
import { openSnapshot } from "./open-snapshot.ts";
import { type Releases, type Snapshot, UnreadableRelease } from "./snapshot.ts";

/** How many releases besides the current one are kept open for `?release=`. */
const OLDER_SNAPSHOTS_MAX = 4;

export interface KeptReleases extends Releases {
  /** Looks at the store now, instead of at the next turn of the poll. */
  refresh(): void;
  close(): void;
}

interface KeepOptions {
  readonly store: ReleaseStore;
  readonly pollMilliseconds: number;
  /** Hears of a new current release that cannot be opened, while the one before goes on answering, and of damaged ones that are not listed or were asked for. */
  readonly onError: (error: unknown) => void;
}

/**
 * Opens the current release and follows the store: when another release becomes current, a finished snapshot of it
 * replaces the one before in one step. Throws a ReleaseStoreError when nothing is published or the current release is damaged.
 */
export function keepReleases({ store, pollMilliseconds, onError }: KeepOptions): KeptReleases {
  const open = (id: string): Snapshot => openSnapshot(store.manifest(id), store.folderOf(id));
  const firstId = store.currentId();
  if (firstId === null) throw new ReleaseStoreError(`nothing is published in ${store.dataFolder} yet`);
  let current = open(firstId);
  let refusedId: string | null = null;
  let listed: { ids: string; manifests: readonly Manifest[] } | undefined;
  const unreadable = new Set<string>();
  const older = new LRUCache<string, Snapshot>({ max: OLDER_SNAPSHOTS_MAX });
  const listeners = new Set<(snapshot: Snapshot) => void>();

  const refresh = (): void => {
    const id = store.currentId();
    if (id === null || id === current.manifest.id || id === refusedId) return;
    try {
      const next = open(id);
      older.set(current.manifest.id, current);
      current = next;
      refusedId = null;
      // A publication may have mended a release that was not listed.
      listed = undefined;
      for (const listener of listeners) listener(next);
    } catch (error) {
      refusedId = id;
      onError(error);
    }
  };
  const timer = setInterval(refresh, pollMilliseconds);
  timer.unref();

  return {
    refresh,
    close: () => clearInterval(timer),
    current: () => current,
    byId(id) {
      if (id === current.manifest.id) return current;
      const kept = older.get(id);
      if (kept) return kept;
      if (!store.has(id)) return undefined;
      try {
        const opened = open(id);
        older.set(id, opened);
        unreadable.delete(id);
        return opened;
      } catch (cause) {
        // Once, not at every request.
        if (!unreadable.has(id)) onError(cause);
        unreadable.add(id);
        throw new UnreadableRelease(`release ${id} cannot be opened`, { cause });
      }
    },
    list() {
      const ids = store.ids().join();
      if (listed?.ids !== ids) listed = { ids, manifests: store.list(onError) };
      return listed.manifests;
    },
    onSwap(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
