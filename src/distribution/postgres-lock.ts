import { setTimeout as wait } from "node:timers/promises";
import { Client } from "pg";
import { withinDeadline } from "../access/cluster/deadline.ts";
import { LOCK_CLASS } from "../access/cluster/migrations.ts";
import { isRefusal } from "../access/cluster/postgres.ts";
import { OriginError } from "./origin.ts";

/** First half of the key; the second one is of the schema, for a database may hold several. */
const PUBLISHERS_LOCK_CLASS = LOCK_CLASS + 2;
/** How often a lock that another publisher holds is asked for. */
const ASK_MILLISECONDS = 500;

export interface LockServer {
  readonly url: string;
  /** How messages call it. */
  readonly name: string;
  readonly waitMilliseconds: number;
}

/**
 * Runs `work` under an advisory lock, calling `onWait` once where another publisher to the same
 * schema has it. It is the lock of a transaction, not of a session, so that it holds behind
 * PgBouncer as well; the transaction does nothing else, and keeps nothing from being cleaned up.
 * Where its connection is lost, so is the lock: the work goes on.
 */
export async function runAlone<Result>(
  { url, name, waitMilliseconds }: LockServer,
  onWait: () => void,
  work: () => Promise<Result>,
): Promise<Result> {
  const client = new Client({
    connectionString: url,
    application_name: "country-trust",
    connectionTimeoutMillis: waitMilliseconds,
    query_timeout: waitMilliseconds,
    keepAlive: true,
  });
  client.on("error", () => {});
  try {
    await lock(client, onWait).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      throw new OriginError(isRefusal(error) ? "refused" : "unreachable", `PostgreSQL at ${name}: ${reason}`, {
        cause: error,
      });
    });
    return await work();
  } finally {
    // Ends the transaction, and with it the lock. A paused server never closes its side.
    await withinDeadline(client.end(), 1000).catch(() => {});
  }
}

async function lock(client: Client, onWait: () => void): Promise<void> {
  await client.connect();
  await client.query("BEGIN; SET LOCAL idle_in_transaction_session_timeout = 0");
  for (let attempt = 0; ; attempt += 1) {
    const { rows } = await client.query<{ is_mine: boolean }>(
      "SELECT pg_try_advisory_xact_lock($1, hashtext(coalesce(current_schema(), ''))) AS is_mine",
      [PUBLISHERS_LOCK_CLASS],
    );
    if (rows[0]?.is_mine === true) return;
    if (attempt === 0) onWait();
    await wait(ASK_MILLISECONDS);
  }
}
