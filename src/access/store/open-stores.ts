import path from "node:path";
import { buildAccounts } from "./accounts-store.ts";
import { buildConfirmations } from "./confirmations-store.ts";
import { buildWebhookQueue } from "./queue-store.ts";
import { migrate } from "./schema.ts";
import type { Sql } from "./sql.ts";
import { SqliteSql } from "./sqlite.ts";
import { buildUsage } from "./usage-store.ts";
import { buildWebhooks } from "./webhooks-store.ts";

/** The place of the accounts: a file of the data folder, or PostgreSQL. */
export interface StoreAddress {
  readonly dataFolder: string;
  /** `postgres://…`, or null for the file. */
  readonly databaseUrl: string | null;
  /** Maximum wait of a call for the database. */
  readonly waitMilliseconds: number;
}

/** Returns the file of accounts and usage in a data folder. */
export function accessFileIn(dataFolder: string): string {
  return path.join(dataFolder, "access", "access.sqlite");
}

/** The stores that the publisher's commands use; no service needs to run. */
export type AccessStores = Awaited<ReturnType<typeof openStores>>;

/**
 * Opens the stores, for a service or for the publisher's commands beside it. Rejects with
 * `StoreUnavailable` where the database does not answer, and with `AccessStoreError` if it cannot
 * be used as it is.
 */
export async function openStores({ dataFolder, databaseUrl, waitMilliseconds }: StoreAddress) {
  let sql: Sql;
  if (databaseUrl === null) sql = await SqliteSql.open(accessFileIn(dataFolder), waitMilliseconds);
  else {
    // Only those who use it load the driver.
    const { PostgresSql } = await import("./postgres.ts");
    sql = new PostgresSql(databaseUrl, waitMilliseconds);
  }
  try {
    await migrate(sql, databaseUrl === null ? accessFileIn(dataFolder) : "The database");
  } catch (error) {
    await sql.close();
    throw error;
  }
  return {
    accounts: buildAccounts(sql),
    confirmations: buildConfirmations(sql),
    webhooks: buildWebhooks(sql),
    webhookQueue: buildWebhookQueue(sql),
    usage: buildUsage(sql),
    close: () => sql.close(),
  };
}
