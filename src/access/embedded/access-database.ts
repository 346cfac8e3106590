import { mkdirSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import { StoreUnavailable } from "../accounts.ts";
import { MIGRATIONS } from "./migrations.ts";

/** A store that cannot be used as it is; the message is for the person who runs the service. */
export class AccessStoreError extends Error {
  override readonly name = "AccessStoreError";
}

/** How long a statement waits for another process that writes, where nobody says: a command has time. */
const WAIT_MILLISECONDS = 5000;

/** How long an opening waits for others that open at the same time, in all. */
const OPEN_MILLISECONDS = 15_000;
const RETRY_MILLISECONDS = 20;

/**
 * Opens the file of accounts and usage, making it or bringing its tables up to date.
 *
 * `full` syncs every commit to disk, so that a power cut keeps it; without, the last ones may be lost, but never the file. Several
 * processes may open at the same moment: one of them migrates. Throws an AccessStoreError where a newer version wrote the file.
 */
export async function openAccessDatabase(
  file: string,
  durability: "full" | "normal",
  waitMilliseconds = WAIT_MILLISECONDS,
): Promise<DatabaseSync> {
  const folder = path.dirname(file);
  mkdirSync(path.dirname(folder), { recursive: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const startedAt = performance.now();
  for (;;) {
    const database = new DatabaseSync(file, { timeout: waitMilliseconds });
    try {
      database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${durability}; PRAGMA secure_delete = ON`);
      migrate(database, file);
      return database;
    } catch (error) {
      database.close();
      // Turning on the log of writes does not wait for others that do the same.
      if (!isBusy(error) || performance.now() - startedAt > OPEN_MILLISECONDS) throw error;
      await wait(RETRY_MILLISECONDS);
    }
  }
}

function migrate(database: DatabaseSync, file: string): void {
  if (versionOf(database) === MIGRATIONS.length) return;
  inTransaction(database, () => {
    const version = versionOf(database);
    if (version > MIGRATIONS.length) {
      throw new AccessStoreError(
        `${file} was written by a newer version of this program (its tables have version ${version}, this program knows ` +
          `${MIGRATIONS.length}): run that version, or bring back a copy of the file from before.`,
      );
    }
    for (const migration of MIGRATIONS.slice(version)) database.exec(migration);
    database.exec(`PRAGMA user_version = ${MIGRATIONS.length}`);
  });
}

function versionOf(database: DatabaseSync): number {
  return Number(database.prepare("PRAGMA user_version").get()!["user_version"]);
}

/** Runs work as one step that happens whole or not at all. Throws StoreUnavailable when others write for too long. */
export function inTransaction<Result>(database: DatabaseSync, work: () => Result): Result {
  waiting(() => database.exec("BEGIN IMMEDIATE"));
  try {
    const result = work();
    database.exec("COMMIT");
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec("ROLLBACK");
    throw error;
  }
}

/** Runs a statement; throws StoreUnavailable where it waited in vain for another process. */
export function waiting<Result>(statement: () => Result): Result {
  try {
    return statement();
  } catch (error) {
    if (!isBusy(error)) throw error;
    throw new StoreUnavailable("Another process holds the file of accounts and usage.", { cause: error });
  }
}

function isBusy(error: unknown): boolean {
  const SQLITE_BUSY = 5;
  const PRIMARY_CODE = 0xff;
  return error instanceof Error && "errcode" in error && (Number(error.errcode) & PRIMARY_CODE) === SQLITE_BUSY;
}
