import type { Releases, Snapshot } from "../snapshot.ts";

/** The same releases, of which this snapshot is the current one, also by its id. */
export function replaceCurrent(releases: Releases, current: Snapshot): Releases {
  const isCurrent = (id: string): boolean => id === current.manifest.id;
  return {
    current: () => current,
    refused: () => releases.refused(),
    byId: (id) => (isCurrent(id) ? current : releases.byId(id)),
    figuresOf: (id) => (isCurrent(id) ? current : releases.figuresOf(id)),
    gone: (id) => releases.gone(id),
    mayCome: (name) => releases.mayCome(name),
    errataOf: (id) => releases.errataOf(id),
    nextAppearance: () => releases.nextAppearance(),
    troubles: () => releases.troubles(),
    list: () => releases.list(),
    history: () => releases.history(),
    compare: (before, after) => releases.compare(before, after),
    onSwap: (listener) => releases.onSwap(listener),
  };
}
