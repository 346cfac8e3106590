import {
  DISABLED_BECAUSE,
  type Delivery,
  readOutcome,
  type Webhook,
  type WebhookEvent,
  WEBHOOKS_PER_KEY,
} from "../webhooks.ts";
import { worksAt } from "./schema.ts";
import { readMoment, type Sql, type SqlRow, type Statements, writeMoment } from "./sql.ts";

/** The store of webhooks. */
export type Webhooks = ReturnType<typeof buildWebhooks>;

/** A webhook to be stored, which works. */
type NewWebhook = Omit<Webhook, "disabled">;

/**
 * Keeps the webhooks of callers, durable when a promise resolves. `owner` is the id of a subject
 * (`k_…`). A webhook ends with the last working key of its owner: nothing is delivered from that
 * moment, and it is deleted when the key is revoked or erased, or by the next `prune`. Every
 * function rejects with `StoreUnavailable` when the database does not answer in time.
 */
export function buildWebhooks(sql: Sql) {
  return {
    /** `too_many` where the owner has `WEBHOOKS_PER_KEY`, `no_key` where none of its keys works. */
    create: (owner: string, webhook: NewWebhook, secret: Uint8Array) => create(sql, owner, webhook, secret),
    /** Lists webhooks in order of creation. */
    list: (owner: string) => list(sql, owner),
    /**
     * Gives a webhook another secret. The one before is valid until `oldEndsAt`, and forgotten at
     * once where that is null; one before that ends in any case. False where the owner has no
     * webhook of this id.
     */
    async replaceSecret(owner: string, id: string, secret: Uint8Array, oldEndsAt: Date | null): Promise<boolean> {
      // To the right of `=` stand the values from before the statement.
      const replaced = await sql.transaction((inside) =>
        inside.run(
          `UPDATE webhook SET old_secret = CASE WHEN CAST($4 AS BIGINT) IS NULL THEN NULL ELSE secret END,
             old_secret_ends_at = CAST($4 AS BIGINT), secret = $3
           WHERE owner = $1 AND id = $2`,
          owner,
          id,
          secret,
          writeMoment(oldEndsAt),
        ),
      );
      return replaced > 0;
    },
    /** Deletes a webhook and its deliveries; false where the owner has none of this id. */
    async remove(owner: string, id: string): Promise<boolean> {
      const removed = await sql.transaction((inside) =>
        inside.run("DELETE FROM webhook WHERE owner = $1 AND id = $2", owner, id),
      );
      return removed > 0;
    },
    /** Deliveries that are pending or kept, newest first. */
    async deliveries(owner: string): Promise<readonly Delivery[]> {
      const rows = await sql.all(
        `SELECT delivery.*, event.type FROM webhook_delivery AS delivery
         JOIN webhook ON webhook.id = delivery.webhook JOIN webhook_event AS event ON event.id = delivery.event
         WHERE webhook.owner = $1 ORDER BY delivery.position DESC`,
        owner,
      );
      return rows.map(readDelivery);
    },
    /** Makes an event due for one webhook; false where the owner has no such webhook that works. */
    tell: (owner: string, id: string, event: Omit<WebhookEvent, "topic">, at: Date) => tell(sql, owner, id, event, at),
  };
}

function tell(sql: Sql, owner: string, id: string, event: Omit<WebhookEvent, "topic">, at: Date): Promise<boolean> {
  return sql.transaction(async (inside) => {
    const found = await inside.all(
      "SELECT 1 FROM webhook WHERE owner = $1 AND id = $2 AND disabled_at IS NULL",
      owner,
      id,
    );
    if (found.length === 0) return false;
    await insertEvent(inside, { ...event, topic: null }, at);
    await inside.run(
      `INSERT INTO webhook_delivery (webhook, event, created_at, due_at, is_leased, attempts)
       VALUES ($1, $2, $3, $3, 0, 0) ON CONFLICT DO NOTHING`,
      id,
      event.id,
      at.getTime(),
    );
    return true;
  });
}

/** Stores an event; one that is there already stays as it is. Returns whether it is new. */
export async function insertEvent(
  inside: Statements,
  event: { readonly id: string; readonly topic: string | null; readonly type: string; readonly payload: string },
  at: Date,
): Promise<boolean> {
  const inserted = await inside.run(
    "INSERT INTO webhook_event VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING",
    event.id,
    event.topic,
    event.type,
    event.payload,
    at.getTime(),
  );
  return inserted > 0;
}

/** Deletes webhooks, of all owners or of one, of which no key works at a moment. */
export async function deleteEndedWebhooks(inside: Statements, at: Date, owner: string | null): Promise<void> {
  await inside.run(
    `DELETE FROM webhook WHERE (CAST($2 AS TEXT) IS NULL OR owner = CAST($2 AS TEXT)) AND NOT EXISTS (
       SELECT 1 FROM api_key
       WHERE counted_as = substr(webhook.owner, 3) AND ${worksAt("$1")}
     )`,
    at.getTime(),
    owner,
  );
}

function readWebhook(row: SqlRow, topics: readonly string[]): Webhook {
  const at = readMoment(row["disabled_at"]);
  const because = DISABLED_BECAUSE.find((each) => each === row["disabled_because"]);
  return {
    id: String(row["id"]),
    url: String(row["url"]),
    topics,
    createdAt: new Date(Number(row["created_at"])),
    disabled: at === null || because === undefined ? null : { at, because },
  };
}

function readDelivery(row: SqlRow): Delivery {
  const nextAt = readMoment(row["due_at"]);
  const at = readMoment(row["attempted_at"]);
  const outcome = readOutcome(row["outcome"]);
  const status = row["status"] == null ? null : Number(row["status"]);
  return {
    webhookId: String(row["webhook"]),
    eventId: String(row["event"]),
    type: String(row["type"]),
    state: nextAt !== null ? "pending" : outcome === "delivered" ? "delivered" : "failed",
    createdAt: new Date(Number(row["created_at"])),
    attempts: Number(row["attempts"]),
    last: at === null || outcome === null ? null : { at, outcome, status },
    nextAt,
  };
}

function create(
  sql: Sql,
  owner: string,
  { id, url, topics, createdAt }: NewWebhook,
  secret: Uint8Array,
): Promise<"created" | "too_many" | "no_key"> {
  return sql.transaction(async (inside) => {
    const working = await inside.all(
      `SELECT 1 FROM api_key WHERE counted_as = $1 AND ${worksAt("$2")}`,
      owner.slice("k_".length),
      createdAt.getTime(),
    );
    if (working.length === 0) return "no_key";
    const [count] = await inside.all("SELECT count(*) AS webhooks FROM webhook WHERE owner = $1", owner);
    if (Number(count?.["webhooks"]) >= WEBHOOKS_PER_KEY) return "too_many";
    await inside.run(
      "INSERT INTO webhook (id, owner, url, secret, created_at) VALUES ($1, $2, $3, $4, $5)",
      id,
      owner,
      url,
      secret,
      createdAt.getTime(),
    );
    for (const [place, topic] of topics.entries())
      await inside.run("INSERT INTO webhook_topic VALUES ($1, $2, $3) ON CONFLICT DO NOTHING", id, topic, place);
    return "created";
  });
}

async function list(sql: Sql, owner: string): Promise<readonly Webhook[]> {
  const topics = await sql.all(
    `SELECT webhook_topic.webhook, topic FROM webhook_topic JOIN webhook ON webhook.id = webhook_topic.webhook
     WHERE owner = $1 ORDER BY place`,
    owner,
  );
  const rows = await sql.all("SELECT * FROM webhook WHERE owner = $1 ORDER BY position", owner);
  return rows.map((row) =>
    readWebhook(
      row,
      topics.filter(({ webhook }) => webhook === row["id"]).map(({ topic }) => String(topic)),
    ),
  );
}
