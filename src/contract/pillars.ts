import type { Static } from "typebox";
import type { PillarStatistics, Snapshot } from "../snapshot/snapshot.ts";
import type { PillarEntry } from "./components.ts";
import { describeBands } from "./figures.ts";

/** Lays out the figures of an area per pillar, in the publisher's order. */
export function describePillars(
  snapshot: Snapshot,
  figures: readonly PillarStatistics[],
): Static<typeof PillarEntry>[] {
  const { pillars, scale } = snapshot.manifest.dataset;
  return pillars.map((pillar, index) => {
    const own = figures[index]!;
    return {
      id: pillar.id,
      label: pillar.label,
      judged_companies: own.judgedCompanies,
      ...describeBands(scale, own),
    };
  });
}
