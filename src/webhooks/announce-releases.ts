import type { WebhookQueue } from "../access/store/queue-store.ts";
import { type BecameCurrent, type Releases, type Snapshot, UnreadableRelease } from "../release/snapshot.ts";
import { eventsOf } from "./release-events.ts";

interface AnnounceParts {
  readonly queue: Pick<WebhookQueue, "outlook" | "announce">;
  readonly releases: Releases;
  readonly now: () => Date;
  /** Public origin, without a trailing slash. */
  readonly baseUrl: string;
}

/**
 * Builds what stores the events of releases that became current since everything was announced
 * last: by this process or another, on this node or another, or while none was running. The history
 * of the data folder says which. The returned function costs nothing while the same release is
 * current; it rejects as the queue does, and what it did not store it stores the next time.
 */
export function buildAnnouncer({ queue, releases, now, baseUrl }: AnnounceParts): () => Promise<void> {
  let done: string | null = null;
  return async () => {
    const current = releases.current().manifest.id;
    if (done === current) return;
    const history = releases.history();
    // The history is ahead of a release that is still being opened, or cannot be.
    if (history.at(-1)?.release !== current) return;
    const { last, topics } = await queue.outlook();
    // A service that never announced anything begins with what comes next.
    if (last === null) await queue.announce([], { name: current, at: sinceOf(history.at(-1)) }, now());
    let announced = last?.name ?? current;
    for (const [index, entry] of history.entries()) {
      const at = sinceOf(entry);
      // The first release of a data folder is no news: it is a folder of a new node.
      const previous = history[index - 1];
      if (previous === undefined || last === null || at <= last.at) continue;
      // A node that gets a release later than the others has nothing to tell.
      if (entry.release === announced) continue;
      announced = entry.release;
      const after = open(releases, entry);
      const occurrence = history.slice(0, index + 1).filter(({ release }) => release === entry.release).length;
      const transition = { before: open(releases, previous), previousRelease: previous.release, occurrence, at };
      const events = after === null ? [] : await eventsOf(releases, { ...transition, after }, new Set(topics), baseUrl);
      await queue.announce(events, { name: entry.release, at }, now());
    }
    done = current;
  };
}

function sinceOf(entry: BecameCurrent | undefined): Date {
  return new Date(entry?.since ?? 0);
}

/** A release of the history; null where it is not kept any more, or damaged. */
function open(releases: Releases, entry: BecameCurrent | undefined): Snapshot | null {
  if (entry === undefined) return null;
  try {
    return releases.byId(entry.release) ?? null;
  } catch (error) {
    if (error instanceof UnreadableRelease) return null;
    throw error;
  }
}
