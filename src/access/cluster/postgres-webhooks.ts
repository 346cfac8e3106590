import {
  readOutcome,
  type Delivery,
  type DisabledBecause,
  WEBHOOKS_PER_KEY,
  type Webhook,
  type Webhooks,
} from "../webhooks.ts";
import type { Postgres } from "./postgres.ts";

/** Builds the webhooks in PostgreSQL, for many nodes. */
export function buildPostgresWebhooks(postgres: Postgres): Webhooks {
  return {
    create: (owner, { id, url, topics, createdAt }, secret) =>
      postgres.transact(async (query) => {
        // Others who add one wait for the keys until the commit, and the count stays true.
        const keys = await query(`${SELECT_WORKING_KEYS} FOR UPDATE`, [owner, createdAt]);
        if (keys.length === 0) return "no_key";
        const [found] = await query<{ count: string }>("SELECT count(*) FROM webhooks WHERE owner = $1", [owner]);
        if (Number(found?.count) >= WEBHOOKS_PER_KEY) return "too_many";
        await query(INSERT_WEBHOOK, [id, owner, url, secret, topics, createdAt]);
        return "created";
      }),
    async list(owner) {
      const rows = await postgres.query<WebhookRow>(
        `SELECT id, url, topics, created_at, disabled_at, disabled_because FROM webhooks
         WHERE owner = $1 ORDER BY position`,
        [owner],
      );
      return rows.map(readWebhook);
    },
    async replaceSecret(owner, id, secret, oldEndsAt) {
      return (await postgres.query(REPLACE_SECRET, [owner, id, secret, oldEndsAt])).length > 0;
    },
    async remove(owner, id) {
      const sql = "DELETE FROM webhooks WHERE owner = $1 AND id = $2 RETURNING id";
      return (await postgres.query(sql, [owner, id])).length > 0;
    },
    async deliveries(owner) {
      const rows = await postgres.query<DeliveryRow>(SELECT_DELIVERIES, [owner]);
      return rows.map(readDelivery);
    },
    tell: (owner, id, event, at) =>
      postgres.transact(async (query) => {
        const found = await query(
          "SELECT 1 FROM webhooks WHERE owner = $1 AND id = $2 AND disabled_at IS NULL FOR UPDATE",
          [owner, id],
        );
        if (found.length === 0) return false;
        await query(
          "INSERT INTO webhook_events (id, type, payload, created_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
          [event.id, event.type, event.payload, at],
        );
        await query(
          "INSERT INTO webhook_deliveries (webhook, event, created_at, due_at) VALUES ($1, $2, $3, $3) ON CONFLICT DO NOTHING",
          [id, event.id, at],
        );
        return true;
      }),
  };
}

/** Deletes webhooks, of all owners or of one, of which no key works at a moment. */
export const DELETE_ENDED = `
  DELETE FROM webhooks WHERE ($2::text IS NULL OR owner = $2) AND NOT EXISTS (
    SELECT 1 FROM account_keys
    WHERE counted_as = substr(webhooks.owner, 3) AND (revoked_at IS NULL OR revoked_at > $1)
  )`;

const SELECT_WORKING_KEYS = `
  SELECT id FROM account_keys WHERE counted_as = substr($1, 3) AND (revoked_at IS NULL OR revoked_at > $2)`;
const INSERT_WEBHOOK =
  "INSERT INTO webhooks (id, owner, url, secret, topics, created_at) VALUES ($1, $2, $3, $4, $5, $6)";
/** What stands to the right of `=` is as it was before the statement. */
const REPLACE_SECRET = `
  UPDATE webhooks SET old_secret = CASE WHEN $4::timestamptz IS NULL THEN NULL ELSE secret END,
    old_secret_ends_at = $4, secret = $3
  WHERE owner = $1 AND id = $2 RETURNING id`;
const SELECT_DELIVERIES = `
  SELECT delivery.webhook, delivery.event, event.type, delivery.created_at, delivery.due_at, delivery.attempts,
    delivery.attempted_at, delivery.outcome, delivery.status
  FROM webhook_deliveries AS delivery
  JOIN webhooks ON webhooks.id = delivery.webhook JOIN webhook_events AS event ON event.id = delivery.event
  WHERE webhooks.owner = $1 ORDER BY delivery.position DESC`;

interface WebhookRow {
  readonly id: string;
  readonly url: string;
  readonly topics: readonly string[];
  readonly created_at: Date;
  readonly disabled_at: Date | null;
  readonly disabled_because: DisabledBecause | null;
}

interface DeliveryRow {
  readonly webhook: string;
  readonly event: string;
  readonly type: string;
  readonly created_at: Date;
  readonly due_at: Date | null;
  readonly attempts: number;
  readonly attempted_at: Date | null;
  readonly outcome: string | null;
  readonly status: number | null;
}

function readWebhook(row: WebhookRow): Webhook {
  const { id, url, topics, created_at: createdAt, disabled_at: at, disabled_because: because } = row;
  return { id, url, topics, createdAt, disabled: at === null || because === null ? null : { at, because } };
}

function readDelivery(row: DeliveryRow): Delivery {
  const { status, attempted_at: at, due_at: nextAt } = row;
  const outcome = readOutcome(row.outcome);
  return {
    webhookId: row.webhook,
    eventId: row.event,
    type: row.type,
    state: nextAt !== null ? "pending" : outcome === "delivered" ? "delivered" : "failed",
    createdAt: row.created_at,
    attempts: row.attempts,
    last: at === null || outcome === null ? null : { at, outcome, status },
    nextAt,
  };
}
