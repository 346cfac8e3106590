import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { type FileLock, tryLock } from "../file-lock.ts";

/** The folder of one process's journals, which is its own while it lives. */
export interface JournalFolder {
  readonly folder: string;
  /** Removes the folder, which nothing must be left in, and lets go of it. */
  remove(): void;
  /** Lets go of it as it is, for another process to merge. */
  release(): void;
}

const LOCK = ".lock";

/** Makes a folder for the journals of this process. */
export function claimJournalFolder(parent: string): JournalFolder {
  mkdirSync(parent, { recursive: true, mode: 0o700 });
  const name = randomBytes(8).toString("hex");
  // The lock comes before the folder: one without a lock is nobody's.
  const lock = tryLock(path.join(parent, name + LOCK));
  if (lock === null) throw new Error(`${name} is taken in ${parent}`);
  mkdirSync(path.join(parent, name), { mode: 0o700 });
  return hold(parent, name, lock);
}

/** Takes over the folders of processes that ended, to merge what they left. */
export function adoptJournalFolders(parent: string): JournalFolder[] {
  if (!existsSync(parent)) return [];
  const names = new Set(readdirSync(parent).map((name) => (name.endsWith(LOCK) ? name.slice(0, -LOCK.length) : name)));
  const adopted: JournalFolder[] = [];
  for (const name of [...names].filter((each) => /^[0-9a-f]{16}$/.test(each))) {
    const lock = tryLock(path.join(parent, name + LOCK));
    if (lock !== null) adopted.push(hold(parent, name, lock));
  }
  return adopted;
}

function hold(parent: string, name: string, lock: FileLock): JournalFolder {
  const folder = path.join(parent, name);
  return {
    folder,
    remove() {
      rmSync(folder, { recursive: true, force: true });
      // Still locked: whoever waits for this name finds it gone, never half gone.
      rmSync(path.join(parent, name + LOCK), { force: true });
      lock.release();
    },
    release: () => lock.release(),
  };
}
