import { methodChangeBetween } from "../../release/changes/release-changes.ts";
import type { Snapshot } from "../../release/snapshot.ts";
import { isSameDataset } from "../../trust/dataset.ts";

type Manifest = Snapshot["manifest"];

/** Why the figures of two releases must not be compared; the gravest comes first. */
export const METHOD_BREAKS = ["dataset", "scale", "pillars", "rule"] as const;
export type MethodBreak = (typeof METHOD_BREAKS)[number];

/** What differs between two releases, so that one must not be compared with the other, or null. */
export function methodBreakOf(before: Manifest, after: Manifest): MethodBreak | null {
  const change = methodChangeBetween({ manifest: before }, { manifest: after });
  const differs = { dataset: !isSameDataset(before.dataset, after.dataset), ...change };
  return METHOD_BREAKS.find((part) => differs[part]) ?? null;
}
