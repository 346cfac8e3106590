import { closeSync, existsSync, fstatSync, openSync, readSync, readdirSync, unlinkSync } from "node:fs";
import path from "node:path";
import type { UsageHistory, UsageSegment } from "../usage-history.ts";
import { FrameReader } from "./frames.ts";

/** Merges journals into the history of usage while they are written. */
export interface JournalFollower {
  /** Merges what was written since the last time; calls at the same time share one run. */
  merge(): Promise<void>;
  /** Merges all that is left of journals that nobody writes any more. */
  finish(): Promise<void>;
}

/** What a follower reads, and where it merges to. */
export interface FollowerOptions {
  /** A folder of journals. */
  readonly folder: string;
  readonly usage: Pick<UsageHistory, "merge" | "mergedOf">;
  /** Is told of bytes at the end of a finished journal that are no whole frame: never answered, or lost with the power. */
  readonly onTorn: (file: string, bytes: number) => void;
}

/** Read and merged at once at most, so that no merge is long. */
const STRETCH_BYTES_MAX = 1024 * 1024;

interface Followed {
  readonly name: string;
  readonly reader: FrameReader;
  /** Merged up to here. */
  merged: number;
}

/** Follows the journals of a folder. A request is merged exactly once: the history keeps how far each journal is merged. */
export function followJournals({ folder, usage, onTorn }: FollowerOptions): JournalFollower {
  const followed = new Map<string, Followed>();

  const meet = async (names: readonly string[]): Promise<void> => {
    const unknown = names.filter((name) => !followed.has(name));
    if (unknown.length === 0) return;
    const merged = await usage.mergedOf(unknown.map((name) => journalName(folder, name)));
    for (const [place, name] of unknown.entries())
      followed.set(name, { name, reader: new FrameReader(), merged: merged[place]! });
  };

  /** The next stretch of a journal, or null where there is nothing new; `isMore` where it was cut. */
  const readStretch = (journal: Followed): { segment: UsageSegment | null; isMore: boolean } => {
    const { name, reader, merged } = journal;
    const { bytes, isMore } = readFrom(path.join(folder, name), reader.position);
    const before = reader.position;
    const counts = reader.read(bytes, merged);
    if (reader.position === before) return { segment: null, isMore: false };
    if (reader.position <= merged) return { segment: null, isMore };
    return { segment: { journal: journalName(folder, name), from: merged, to: reader.position, counts }, isMore };
  };

  const mergeOnce = async (isFinished: boolean): Promise<void> => {
    if (!existsSync(folder)) return;
    const names = readdirSync(folder)
      .filter((name) => name.endsWith(".journal"))
      .sort();
    await meet(names);
    for (let isMore = true; isMore;) {
      isMore = false;
      const segments: UsageSegment[] = [];
      const read: Followed[] = [];
      for (const name of names) {
        const journal = followed.get(name)!;
        const stretch = readStretch(journal);
        isMore ||= stretch.isMore;
        if (stretch.segment === null) continue;
        segments.push(stretch.segment);
        read.push(journal);
      }
      try {
        if (segments.length > 0) await usage.merge(segments);
      } catch (error) {
        // Read again from the beginning: what the reader knows of the file is ahead of what is merged.
        for (const { name } of read) followed.delete(name);
        throw error;
      }
      for (const journal of read) journal.merged = journal.reader.position;
    }
    for (const [place, name] of names.entries()) {
      if (isFinished || writerOf(names[place + 1]) === writerOf(name)) remove(name);
    }
  };

  const remove = (name: string): void => {
    const file = path.join(folder, name);
    const rest = sizeOf(file) - followed.get(name)!.reader.position;
    if (rest > 0) onTorn(file, rest);
    unlinkSync(file);
    followed.delete(name);
  };

  let running: Promise<void> = Promise.resolve();
  let waiting: Promise<void> | null = null;
  return {
    merge() {
      waiting ??= running
        .catch(() => {})
        .then(() => {
          waiting = null;
          return mergeOnce(false);
        });
      running = waiting;
      return waiting;
    },
    async finish() {
      await running.catch(() => {});
      await mergeOnce(true);
    },
  };
}

/** Journals of all processes have names of their own: those of folders are random. */
function journalName(folder: string, name: string): string {
  return `${path.basename(folder)}/${name}`;
}

function writerOf(name: string | undefined): string | null {
  return name === undefined ? null : name.slice(0, name.lastIndexOf("-"));
}

function readFrom(file: string, position: number): { bytes: Buffer; isMore: boolean } {
  const handle = openSync(file, "r");
  try {
    const left = fstatSync(handle).size - position;
    const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(left, STRETCH_BYTES_MAX)));
    const read = bytes.length === 0 ? 0 : readSync(handle, bytes, 0, bytes.length, position);
    return { bytes: bytes.subarray(0, read), isMore: left > STRETCH_BYTES_MAX };
  } finally {
    closeSync(handle);
  }
}

function sizeOf(file: string): number {
  const handle = openSync(file, "r");
  try {
    return fstatSync(handle).size;
  } finally {
    closeSync(handle);
  }
}
