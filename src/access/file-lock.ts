import { DatabaseSync } from "node:sqlite";

/** A lock that its process holds until it is let go or the process ends, however it ends. */
export interface FileLock {
  release(): void;
}

/** Takes the lock of a file at once, or returns null where another holds it. The lock is the operating system's, on an empty SQLite file. */
export function tryLock(file: string): FileLock | null {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec("PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE");
    return { release: () => database.close() };
  } catch (error) {
    database.close();
    const SQLITE_BUSY = 5;
    if (error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY) return null;
    throw error;
  }
}
