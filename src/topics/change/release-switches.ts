import type { ReleaseStatus as ShownStatus } from "../../ask/page.ts";
import type { BecameCurrent, Releases, Snapshot } from "../../release/snapshot.ts";

/** One time at which another release became current. */
export interface ReleaseSwitch {
  /**
   * `first`: nothing was published before. `published`: the release became current for the first
   * time. `withdrawn`: the publisher went back to an older one. `restored`: a withdrawn one became
   * current again.
   */
  readonly kind: "first" | "published" | "withdrawn" | "restored";
  /** Current from then on. */
  readonly release: string;
  /** Current until then; null for the first. */
  readonly before: string | null;
  /** RFC 3339, UTC. */
  readonly since: string;
}

/** The status of a release: current, followed by another one, or withdrawn. */
export type ReleaseStatus = "current" | "superseded" | "withdrawn";

/** Returns the status of a release while `current` answers, by the switches up to that. */
export function statusOf(release: string, current: string, switches: readonly ReleaseSwitch[]): ReleaseStatus {
  if (release === current) return "current";
  return switches.findLast(({ before }) => before === release)?.kind === "withdrawn" ? "withdrawn" : "superseded";
}

/** Returns the status of a release to readers, who see drafts and later releases, too. */
export function releaseStatusOf({ manifest, isDraft }: Snapshot, releases: Releases): ShownStatus {
  if (isDraft) return "draft";
  const current = releases.current().manifest;
  // The history is read from a file.
  if (manifest.id === current.id) return "current";
  const status = statusOf(manifest.id, current.id, listSwitches(releases.history(), current.id));
  if (status !== "superseded") return status;
  return Date.parse(manifest.publishedAt) > Date.parse(current.publishedAt) ? "newer" : "older";
}

/** The day of a release that pages and checks speak of in the past tense; null of the others. */
export function pastDayOf(status: ShownStatus, publishedAt: string): string | null {
  return status === "older" || status === "withdrawn" ? publishedAt : null;
}

/** Returns true if a release was withdrawn: a difference to it is no rise or fall. */
export function isTakenBack(releases: Releases, release: string): boolean {
  const current = releases.current().manifest.id;
  return statusOf(release, current, listSwitches(releases.history(), current)) === "withdrawn";
}

/**
 * Lists all switches up to the one to the release `current`, oldest first. Later ones in the
 * history belong to releases that do not answer yet.
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
