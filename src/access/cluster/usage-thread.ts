import { type MessagePort, workerData } from "node:worker_threads";
import { answerCalls } from "../embedded/calls.ts";
import { followJournals } from "../journal/follow-journals.ts";
import type { JournalFollower } from "../journal/follow-journals.ts";
import { adoptJournalFolders } from "../journal/journal-folders.ts";
import type { JournalFolder } from "../journal/journal-folders.ts";
import { buildPostgresUsageHistory } from "./postgres-usage-history.ts";
import { openPostgres } from "./postgres.ts";

/*
 * The thread of a node that brings what was counted to PostgreSQL: reading journals takes milliseconds that no answer should wait for.
 */

/** What the thread is started with. */
export interface UsageThreadData {
  readonly databaseUrl: string;
  readonly waitMilliseconds: number;
  /** Parent of the journal folders of all processes, and the folder of this one. */
  readonly journals: string;
  readonly journalFolder: string;
  /** Where calls come from. */
  readonly port: MessagePort;
}

/** What the thread does when it is told to. Each rejects with `StoreUnavailable` where PostgreSQL does not answer; nothing is lost then. */
export interface UsageThreadWork {
  /** Merges what this process has written since the last time. */
  merge(): Promise<void>;
  /** Merges what processes left that ended, and removes their journals. Returns files that ended with bytes which are no whole record. */
  mergeOrphans(): Promise<readonly TornFile[]>;
  prune(at: Date): Promise<void>;
  /** Merges what is left of this process, which writes no more, and lets go of everything else. */
  finish(): Promise<void>;
}

export interface TornFile {
  readonly file: string;
  readonly bytes: number;
}

const { databaseUrl, waitMilliseconds, journals, journalFolder, port } = workerData as UsageThreadData;
const postgres = openPostgres({ url: databaseUrl, waitMilliseconds, connectionsMax: 2 });
const usage = buildPostgresUsageHistory(postgres);
const torn: TornFile[] = [];
const follow = (folder: string): JournalFollower =>
  followJournals({ folder, usage, onTorn: (file, bytes) => torn.push({ file, bytes }) });
const own = follow(journalFolder);
const orphans = new Map<JournalFolder, JournalFollower>();

const work: UsageThreadWork = {
  merge: () => own.merge(),
  async mergeOrphans() {
    for (const found of adoptJournalFolders(journals)) orphans.set(found, follow(found.folder));
    for (const [orphan, follower] of orphans) {
      await follower.finish();
      orphan.remove();
      orphans.delete(orphan);
    }
    return torn.splice(0);
  },
  prune: (at) => usage.prune(at),
  async finish() {
    for (const orphan of orphans.keys()) orphan.release();
    try {
      await own.finish();
    } finally {
      await postgres.close();
    }
  },
};
answerCalls(port, { work });
