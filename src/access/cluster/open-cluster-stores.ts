import type { AccessStores } from "../access.ts";
import { migrate } from "./migrations.ts";
import { PostgresAccounts } from "./postgres-accounts.ts";
import { buildPostgresConfirmations } from "./postgres-confirmations.ts";
import { buildPostgresFollows } from "./postgres-follows.ts";
import { buildPostgresKeptAnswers } from "./postgres-kept-answers.ts";
import { type PostgresUsageHistory, buildPostgresUsageHistory } from "./postgres-usage-history.ts";
import { buildPostgresWebhookQueue } from "./postgres-webhook-queue.ts";
import { buildPostgresWebhooks } from "./postgres-webhooks.ts";
import { Postgres, type PostgresOptions } from "./postgres.ts";

/** The stores of many nodes, and the connection they share. */
export interface ClusterStores extends AccessStores {
  readonly usage: PostgresUsageHistory;
  readonly postgres: Postgres;
}

/**
 * Opens accounts and usage in PostgreSQL, and brings its schema up to date. Rejects with
 * `StoreUnavailable` where it does not answer, and with `SchemaTooNew` where a newer version of the
 * program has been.
 */
export async function openClusterStores(options: PostgresOptions): Promise<ClusterStores> {
  const postgres = new Postgres(options);
  try {
    await migrate(postgres);
  } catch (error) {
    await postgres.close();
    throw error;
  }
  return {
    postgres,
    accounts: new PostgresAccounts(postgres),
    confirmations: buildPostgresConfirmations(postgres),
    webhooks: buildPostgresWebhooks(postgres),
    webhookQueue: buildPostgresWebhookQueue(postgres),
    keptAnswers: buildPostgresKeptAnswers(postgres),
    follows: buildPostgresFollows(postgres),
    usage: buildPostgresUsageHistory(postgres),
    close: () => postgres.close(),
  };
}
