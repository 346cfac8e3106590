import { changeReleases } from "./locked-store.ts";
import type { ReleaseStates } from "./release-states.ts";
import type { ReleaseStore } from "./release-store.ts";

/** A choice of old releases to remove: those that meet all conditions that are given. */
export interface PruneChoice {
  /** Number of the newest releases, which stay. */
  readonly keep: number | null;
  /** Releases that were published before this day go: `YYYY-MM-DD`. */
  readonly before: string | null;
}

/** A release that would be removed, and what would be lost with it. */
export interface Prunable {
  readonly id: string;
  /** RFC 3339, UTC; the day in its id where its files cannot be read. */
  readonly publishedAt: string;
  /** The publisher's title; null where its files cannot be read. */
  readonly title: string | null;
  /** The times at which it became current. */
  readonly becameCurrent: readonly string[];
  readonly isWithdrawn: boolean;
}

/**
 * The releases that a choice names, oldest first. The current one, the one before it and drafts are
 * never among them: `rollback` and the page of changes need the two. One that cannot be read serves
 * neither, so that it may go.
 */
export function listPrunable(store: ReleaseStore, { keep, before }: PruneChoice): Prunable[] {
  const states = store.states();
  const current = store.currentId();
  const previous = previousOf(states);
  const newestFirst = store
    .ids()
    .filter((id) => !store.isDraft(id, states))
    .map((id) => describe(store, states, id))
    .toSorted((a, b) => (a.publishedAt < b.publishedAt ? 1 : -1));
  return newestFirst
    .filter(({ id, publishedAt, title }, index) => {
      const isOld = (keep === null || index >= keep) && (before === null || publishedAt.slice(0, 10) < before);
      return isOld && id !== current && (id !== previous || title === null);
    })
    .toReversed();
}

/**
 * Removes the releases that `choose` returns under the publication lock; their ids are remembered.
 * Returns them.
 */
export async function pruneReleases(
  store: ReleaseStore,
  choose: () => readonly Prunable[],
  onWait: () => void,
): Promise<readonly Prunable[]> {
  return await changeReleases(store, onWait, async (locked) => {
    const chosen = choose();
    const at = store.now().toISOString();
    // One after the other: a kill leaves those that are remembered as removed, and the others.
    for (const { id } of chosen) {
      await locked.append({ event: "pruned", release: id, at });
      await locked.remove(id);
    }
    return chosen;
  });
}

/** The release that was current before the current one. */
function previousOf({ history }: ReleaseStates): string | null {
  return history.at(-2)?.release ?? null;
}

function describe(store: ReleaseStore, { history, byId }: ReleaseStates, id: string): Prunable {
  const manifest = store.manifestIfWhole(id, () => {});
  return {
    id,
    publishedAt: manifest?.publishedAt ?? `${id.slice(0, 10)}T00:00:00.000Z`,
    title: manifest?.dataset.title ?? null,
    becameCurrent: history.filter(({ release }) => release === id).map(({ since }) => since),
    isWithdrawn: byId.get(id)?.withdrawn != null,
  };
}
