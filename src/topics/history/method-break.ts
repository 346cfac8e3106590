import { methodChangeBetween } from "../../release/changes/release-changes.ts";
import type { Snapshot } from "../../release/snapshot.ts";
import { isSameDataset } from "../../trust/dataset.ts";

type Manifest = Snapshot["manifest"];

/** Reasons not to compare the figures of two releases; the gravest comes first. */
export const METHOD_BREAKS = ["dataset", "scale", "pillars", "rule"] as const;
export type MethodBreak = (typeof METHOD_BREAKS)[number];

/** Returns the gravest reason against comparing two releases, or null. */
export function methodBreakOf(before: Manifest, after: Manifest): MethodBreak | null {
  const change = methodChangeBetween({ manifest: before }, { manifest: after });
  const differs = { dataset: !isSameDataset(before.dataset, after.dataset), ...change };
  return METHOD_BREAKS.find((part) => differs[part]) ?? null;
}
