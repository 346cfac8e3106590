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

/**
 * The same releases with a sentence at the beginning of the notice of the current one, which stands
 * in all that is made of it: answers, pages, pictures and frames. The files of the release itself
 * are as they are.
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
