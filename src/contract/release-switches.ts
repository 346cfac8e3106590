import type { BecameCurrent } from "../snapshot/snapshot.ts";

/** One time at which another release became current. */
export interface ReleaseSwitch {
  /**
   * `first`: nothing was published before. `published`: the release became current for the first
   * time. `withdrawn`: the publisher went back to an older one. `restored`: one that had been gone
   * back from became current again.
   */
  readonly kind: "first" | "published" | "withdrawn" | "restored";
  /** Current from then on. */
  readonly release: string;
  /** Current until then; null for the first. */
  readonly before: string | null;
  /** RFC 3339, UTC. */
  readonly since: string;
}

/**
 * Lists how the release `current` became current, oldest first. What the history has after that is
 * of a release that does not answer yet.
 */
export function listSwitches(history: readonly BecameCurrent[], current: string): ReleaseSwitch[] {
  const answering = history.slice(0, history.findLastIndex(({ release }) => release === current) + 1);
  const firstAt = (id: string | undefined): number => answering.findIndex(({ release }) => release === id);
  return answering.map(({ release, since }, index) => {
    const before = answering[index - 1]?.release ?? null;
    if (before === null) return { kind: "first", release, before, since };
    if (firstAt(release) === index) return { kind: "published", release, before, since };
    return { kind: firstAt(release) < firstAt(before) ? "withdrawn" : "restored", release, before, since };
  });
}
