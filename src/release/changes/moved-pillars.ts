import type { ChangedCompany } from "./changed-companies.ts";
import { methodChangeBetween } from "./release-changes.ts";
import type { Snapshot } from "../snapshot.ts";

/** A pillar with the level of a company's median band there; null where it is not judged in it. */
export interface PillarLevel {
  readonly id: string;
  readonly level: number | null;
}

/**
 * The pillars of both releases in which a company has another median band, with its level in each
 * release; none across another scale, nor where one of the releases does not list the company.
 */
export function movedPillars(
  { before, after }: { readonly before: Snapshot; readonly after: Snapshot },
  changed: ChangedCompany,
): { readonly before: readonly PillarLevel[]; readonly after: readonly PillarLevel[] } {
  if (changed.before === null || changed.after === null || methodChangeBetween(before, after).scale)
    return { before: [], after: [] };
  const levelsOf = (snapshot: Snapshot, position: number): PillarLevel[] => {
    const { pillars } = snapshot.mediansAt(position);
    return snapshot.manifest.dataset.pillars.map(({ id }, index) => ({ id, level: pillars[index] ?? null }));
  };
  const [then, now] = [levelsOf(before, changed.before), levelsOf(after, changed.after)];
  const differ = (own: readonly PillarLevel[], others: readonly PillarLevel[]): PillarLevel[] =>
    own.filter((pillar) => others.some((other) => other.id === pillar.id && other.level !== pillar.level));
  return { before: differ(then, now), after: differ(now, then) };
}
