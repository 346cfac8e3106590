import { type Area, within } from "../../trust/movement.ts";
import type { Distribution } from "../../trust/scale.ts";
import type { Matched } from "../../trust/statements.ts";
import type { Snapshot } from "../snapshot.ts";
import type { ChangedCompanies } from "./changed-companies.ts";

/** An area in one of two releases, over all pillars or in one. */
export interface AreaInRelease {
  readonly snapshot: Pick<Snapshot, "mediansAt">;
  /** Its judged companies by their median bands. */
  readonly distribution: Distribution;
  /** Index of the pillar in that release; null for all of them. */
  readonly pillar: number | null;
}

/**
 * Finds the companies of an area that both of two releases judge, by taking those that only one of
 * them judges from its distribution. Whatever came, went or was re-rated is among the changed ones.
 */
export function matchCompanies(
  area: Area,
  before: AreaInRelease,
  after: AreaInRelease,
  changed: Pick<ChangedCompanies, "before" | "after">,
): Matched {
  const counts = { before: [...before.distribution], after: [...after.distribution] };
  let [left, joined, raised, lowered] = [0, 0, 0, 0];
  for (const [index, position] of changed.before.entries()) {
    const then = levelIn(area, before, position);
    const now = levelIn(area, after, changed.after[index] ?? NOT_LISTED);
    if (then !== null && now === null) {
      takeFrom(counts.before, then);
      left += 1;
    } else if (then === null && now !== null) {
      takeFrom(counts.after, now);
      joined += 1;
    } else if (then !== null && now !== null) {
      if (now > then) raised += 1;
      if (now < then) lowered += 1;
    }
  }
  return { ...counts, left, joined, raised, lowered };
}

const NOT_LISTED = -1;

/** The level of a company's median; null where it is not judged, or not in the area. */
function levelIn(area: Area, { snapshot, pillar }: AreaInRelease, position: number): number | null {
  const company = within(area, position === NOT_LISTED ? null : snapshot.mediansAt(position));
  if (company === null) return null;
  return pillar === null ? company.median : (company.pillars[pillar] ?? null);
}

function takeFrom(counts: number[], level: number): void {
  counts[level - 1] = (counts[level - 1] ?? 0) - 1;
}
