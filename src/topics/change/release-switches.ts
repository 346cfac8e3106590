import type { BecameCurrent } from "../../release/snapshot.ts";

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

/** What became of a release: it is current, another one followed it, or it was gone back from. */
export type ReleaseStatus = "current" | "superseded" | "withdrawn";

/** What became of a release while `current` answers, by the switches up to that. */
export function statusOf(release: string, current: string, switches: readonly ReleaseSwitch[]): ReleaseStatus {
  if (release === current) return "current";
  return switches.findLast(({ before }) => before === release)?.kind === "withdrawn" ? "withdrawn" : "superseded";
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
