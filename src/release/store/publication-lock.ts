import { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";

const RETRY_MILLISECONDS = 200;

/**
 * Takes the one lock of a data folder, waiting while another process holds it (`onWait` is called
 * once then). Returns the function that gives it back. The lock is the operating system's, on an
 * empty SQLite file: it ends with its process, however that ends, so a killed publication never
 * blocks the next one.
 */
export async function lockForPublication(file: string, onWait: () => void): Promise<() => void> {
  for (let attempt = 0; ; attempt += 1) {
    const database = new DatabaseSync(file);
    try {
      database.exec("PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE");
      return () => database.close();
    } catch (error) {
      database.close();
      if (!isBusy(error)) throw error;
      if (attempt === 0) onWait();
      await wait(RETRY_MILLISECONDS);
    }
  }
}

function isBusy(error: unknown): boolean {
  const SQLITE_BUSY = 5;
  return error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY;
}
