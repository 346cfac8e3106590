import { replaceCurrent } from "./replace-current.ts";
import type { Releases, Snapshot } from "../snapshot.ts";

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
