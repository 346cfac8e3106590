import { followJournals } from "../journal/follow-journals.ts";
import type { JournalFollower } from "../journal/follow-journals.ts";
import { adoptJournalFolders } from "../journal/journal-folders.ts";
import type { JournalFolder } from "../journal/journal-folders.ts";
import { repeat } from "../open-access.ts";
import type { UsageHistory } from "../usage-history.ts";

/** Brings what one node counted into the history that all nodes share, as soon as that answers. */
export interface KeptUsage {
  /** Brings there what was counted up to now. Rejects with `StoreUnavailable`; nothing is lost then. */
  merge(): Promise<void>;
  /** Why counts wait on this machine, or null. */
  readonly fault: string | null;
  /** Brings there what is left, or leaves it for the next process over this folder. */
  close(): Promise<void>;
}

export interface KeepUsageOptions {
  readonly usage: UsageHistory;
  /** Where the processes of this machine keep their journals. */
  readonly journals: string;
  readonly own: JournalFolder;
  readonly now: () => Date;
  readonly onTrouble: ((sentence: string, error: Error | null) => void) | undefined;
}

const MERGE_MILLISECONDS = 1000;
const ADOPT_MILLISECONDS = 30_000;
const PRUNE_MILLISECONDS = 300_000;
const DAY_MILLISECONDS = 86_400_000;

/** Begins to merge each second, to adopt journals of processes that ended, and to forget what is over. */
export function keepUsage({ usage, journals, own, now, onTrouble }: KeepUsageOptions): KeptUsage {
  const follow = ({ folder }: JournalFolder): JournalFollower => followJournals({ folder, usage, onTorn });
  const follower = follow(own);
  const orphans = new Map<JournalFolder, JournalFollower>();
  let fault: string | null = null;

  function onTorn(file: string, bytes: number): void {
    onTrouble?.(`The last ${bytes} bytes of ${file} are no whole record of requests and are left out.`, null);
  }

  const mergeAll = async (): Promise<void> => {
    await follower.merge();
    for (const [folder, orphaned] of orphans) {
      await orphaned.finish();
      folder.remove();
      orphans.delete(folder);
    }
  };

  const adopt = async (): Promise<void> => {
    for (const folder of adoptJournalFolders(journals)) orphans.set(folder, follow(folder));
  };

  /** Keeps in mind whether it went well, and tells when that changes. */
  const watch = async (work: Promise<void>): Promise<void> => {
    try {
      await work;
      if (fault !== null) onTrouble?.("What was counted is in PostgreSQL again.", null);
      fault = null;
    } catch (error) {
      const cause = error instanceof Error ? error : new Error(String(error));
      if (fault === null)
        onTrouble?.("What was counted could not be written to PostgreSQL; it is kept here and tried again.", cause);
      fault = `${cause.message}. What was counted is kept in DATA_DIR until then`;
    }
  };

  let prunedAt: number | null = null;
  const prune = async (): Promise<void> => {
    const at = now().getTime();
    const isSameDay =
      prunedAt !== null && Math.floor(at / DAY_MILLISECONDS) === Math.floor(prunedAt / DAY_MILLISECONDS);
    if (prunedAt !== null && isSameDay && at - prunedAt < PRUNE_MILLISECONDS) return;
    await usage.prune(new Date(at));
    prunedAt = at;
  };

  const ends = [
    repeatEach(MERGE_MILLISECONDS, () => watch(mergeAll())),
    repeatEach(ADOPT_MILLISECONDS, adopt),
    // What fails here fails in merging, too, which tells of it.
    repeatEach(MERGE_MILLISECONDS, () => prune().catch(() => {})),
  ];
  void adopt();
  void prune().catch(() => {});
  return {
    merge: () => follower.merge(),
    get fault() {
      return fault;
    },
    async close() {
      await Promise.all(ends.map((end) => end()));
      await follower.finish().then(
        () => own.remove(),
        () => own.release(),
      );
      await prune().catch(() => {});
      for (const folder of orphans.keys()) folder.release();
    },
  };
}

function repeatEach(milliseconds: number, work: () => Promise<void>): () => Promise<void> {
  return repeat(async () => {
    await work();
    return milliseconds;
  }, milliseconds);
}
