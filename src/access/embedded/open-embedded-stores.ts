import path from "node:path";
import type { AccessStores } from "../access.ts";
import { openAccessDatabase } from "./access-database.ts";
import { ACCESS_SCHEMA } from "./schema.ts";
import { SqliteAccounts } from "./sqlite-accounts.ts";
import { buildSqliteConfirmations } from "./sqlite-confirmations.ts";
import { buildSqliteFollows } from "./sqlite-follows.ts";
import { buildSqliteKeptAnswers } from "./sqlite-kept-answers.ts";
import { buildSqliteUsageHistory } from "./sqlite-usage-history.ts";
import { buildSqliteWebhookQueue } from "./sqlite-webhook-queue.ts";
import { buildSqliteWebhooks } from "./sqlite-webhooks.ts";

/** The file of accounts and usage in a data folder. */
export function accessFileIn(dataFolder: string): string {
  return path.join(dataFolder, "access", "access.sqlite");
}

/**
 * Opens accounts and usage in one file, for the publisher's commands; a service may run over the
 * same folder. Throws an AccessStoreError where another version wrote the file.
 */
export async function openEmbeddedStores(dataFolder: string): Promise<AccessStores> {
  const database = await openAccessDatabase(accessFileIn(dataFolder), ACCESS_SCHEMA);
  return {
    accounts: new SqliteAccounts(database),
    confirmations: buildSqliteConfirmations(database),
    webhooks: buildSqliteWebhooks(database),
    webhookQueue: buildSqliteWebhookQueue(database),
    keptAnswers: buildSqliteKeptAnswers(database),
    follows: buildSqliteFollows(database),
    usage: buildSqliteUsageHistory(database),
    async close() {
      database.close();
    },
  };
}
