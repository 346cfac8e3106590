import path from "node:path";
import type { AccessStores } from "../access.ts";
import { openAccessDatabase } from "./access-database.ts";
import { buildSqliteAccounts } from "./sqlite-accounts.ts";
import { buildSqliteUsageHistory } from "./sqlite-usage-history.ts";

/** The file of accounts and usage in a data folder. */
export function accessFileIn(dataFolder: string): string {
  return path.join(dataFolder, "access", "access.sqlite");
}

/**
 * Opens accounts and usage in one file, for the publisher's commands and for the thread that writes for a service.
 *
 * Accounts are synced to disk with every change. `waitMilliseconds` bounds how long a call waits for another process that writes, five
 * seconds by default. Throws an AccessStoreError where a newer version wrote the file.
 */
export async function openEmbeddedStores(dataFolder: string, waitMilliseconds?: number): Promise<AccessStores> {
  const file = accessFileIn(dataFolder);
  const ofAccounts = await openAccessDatabase(file, "full", waitMilliseconds);
  const ofUsage = await openAccessDatabase(file, "normal", waitMilliseconds);
  return {
    accounts: buildSqliteAccounts(ofAccounts),
    usage: buildSqliteUsageHistory(ofUsage),
    async close() {
      ofUsage.close();
      ofAccounts.close();
    },
  };
}
