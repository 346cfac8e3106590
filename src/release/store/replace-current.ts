import type { Releases, Snapshot } from "../snapshot.ts";

/** Returns the releases with this snapshot as the current one, also by its id. */
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
    damagedFiles: () => releases.damagedFiles(),
    list: () => releases.list(),
    history: () => releases.history(),
    compare: (before, after) => releases.compare(before, after),
    onSwap: (listener) => releases.onSwap(listener),
  };
}

/**
 * Returns the releases with a sentence at the beginning of the notice of the current one, which is
 * in all that is made of it: answers, pages, pictures and frames. The files of the release stay as
 * they are.
 */
export function markCurrent(releases: Releases, sentence: string): Releases {
  return replaceCurrent(releases, markSnapshot(releases.current(), sentence));
}

function markSnapshot(snapshot: Snapshot, sentence: string): Snapshot {
  const { manifest } = snapshot;
  const { dataset } = manifest;
  const notice = dataset.notice === null ? sentence : `${sentence} ${dataset.notice}`;
  return { ...snapshot, manifest: { ...manifest, dataset: { ...dataset, notice } } };
}
