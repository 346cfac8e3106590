import {
  type AttemptEnd,
  type ClaimKey,
  type ClaimedDelivery,
  DELIVERIES_KEPT,
  LEASE_MILLISECONDS,
  type WebhookQueue,
  firstKeptDelivery,
} from "../webhooks.ts";
import { DELETE_ENDED } from "./postgres-webhooks.ts";
import type { Postgres, Query } from "./postgres.ts";

/** How long what touches many rows may take: no request waits for it. */
const BATCH_MILLISECONDS = 10_000;

/** Builds the queue of deliveries in PostgreSQL, for many nodes. */
export function buildPostgresWebhookQueue(postgres: Postgres): WebhookQueue {
  return {
    async outlook() {
      const [last] = await postgres.query<{ name: string; happened_at: Date }>(
        "SELECT name, happened_at FROM last_occasion",
      );
      const topics = await postgres.query<{ topic: string }>(SELECT_TOPICS);
      return {
        last: last === undefined ? null : { name: last.name, at: last.happened_at },
        topics: topics.map(({ topic }) => topic),
      };
    },
    announce: (events, occasion, at) =>
      postgres.transact(async (query) => {
        const columns = [
          events.map(({ id }) => id),
          events.map(({ topic }) => topic),
          events.map(({ type }) => type),
          events.map(({ payload }) => payload),
        ];
        const made = events.length === 0 ? [] : await query(INSERT_DELIVERIES, [...columns, at]);
        await query(REMEMBER, [occasion.name, occasion.at]);
        return made.length;
      }, BATCH_MILLISECONDS),
    async claim(countMax, at) {
      const leasedUntil = new Date(at.getTime() + LEASE_MILLISECONDS);
      const rows = await postgres.query<ClaimedRow>(CLAIM, [at, countMax, leasedUntil]);
      return rows.map(readClaimed);
    },
    settle: (claimed, end) => postgres.transact((query) => settle(query, claimed, end)),
    async giveBack({ webhookId, eventId, attempt }, at) {
      await postgres.query(
        `UPDATE webhook_deliveries SET due_at = $4, is_leased = false, attempts = attempts - 1
         WHERE webhook = $1 AND event = $2 AND due_at IS NOT NULL AND attempts = $3`,
        [webhookId, eventId, attempt, at],
      );
    },
    prune: (at) =>
      postgres.transact(async (query) => {
        const first = firstKeptDelivery(at);
        await query(DELETE_ENDED, [at, null]);
        await query(FORGET_OLD_SECRETS, [at]);
        await query("DELETE FROM webhook_deliveries WHERE due_at IS NULL AND created_at < $1", [first]);
        await query(DELETE_BEYOND, [DELIVERIES_KEPT]);
        await query(DELETE_EVENTS, [first]);
      }, BATCH_MILLISECONDS),
  };
}

async function settle(query: Query, claimed: ClaimKey, end: AttemptEnd): Promise<void> {
  const { webhookId, eventId, attempt } = claimed;
  const { outcome, status, at, nextAt, disable } = end;
  const settled = await query(
    `UPDATE webhook_deliveries SET due_at = $8, is_leased = false, attempted_at = $5, outcome = $6, status = $7
     WHERE webhook = $1 AND event = $2 AND due_at IS NOT NULL AND (attempts = $3 OR $4) RETURNING position`,
    [webhookId, eventId, attempt, outcome === "delivered", at, outcome, status, nextAt],
  );
  if (settled.length === 0 || disable === null) return;
  await query("UPDATE webhooks SET disabled_at = $2, disabled_because = $3 WHERE id = $1", [webhookId, at, disable]);
  await query(
    "UPDATE webhook_deliveries SET due_at = NULL, is_leased = false WHERE webhook = $1 AND due_at IS NOT NULL",
    [webhookId],
  );
}

const SELECT_TOPICS = "SELECT DISTINCT unnest(topics) AS topic FROM webhooks WHERE disabled_at IS NULL";

/** An event that another node announced before is not fresh. */
const INSERT_DELIVERIES = `
  WITH given AS (
    SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[])
      WITH ORDINALITY AS given (id, topic, type, payload, place)
  ), fresh AS (
    INSERT INTO webhook_events (id, topic, type, payload, created_at)
    SELECT id, topic, type, payload, $5 FROM given
    WHERE EXISTS (SELECT 1 FROM webhooks WHERE given.topic = ANY (topics) AND disabled_at IS NULL)
    ORDER BY id ON CONFLICT DO NOTHING RETURNING id
  )
  INSERT INTO webhook_deliveries (webhook, event, created_at, due_at)
  SELECT webhooks.id, given.id, $5, $5
  FROM fresh JOIN given ON given.id = fresh.id
  JOIN webhooks ON given.topic = ANY (webhooks.topics) AND webhooks.disabled_at IS NULL
  ORDER BY given.place, webhooks.position
  RETURNING position`;
const REMEMBER = `
  INSERT INTO last_occasion (name, happened_at) VALUES ($1, $2)
  ON CONFLICT (only_row) DO UPDATE SET name = excluded.name, happened_at = excluded.happened_at
  WHERE excluded.happened_at > last_occasion.happened_at`;

/**
 * Of each webhook only the delivery that is due longest, unless another one is under way. What
 * another node claims at the same moment is locked, and skipped.
 */
const CLAIM = `
  WITH due AS (
    SELECT mine.position FROM webhook_deliveries AS mine JOIN webhooks ON webhooks.id = mine.webhook
    WHERE mine.due_at <= $1 AND NOT EXISTS (
      SELECT 1 FROM webhook_deliveries AS other WHERE other.webhook = mine.webhook AND (
        other.is_leased AND other.due_at > $1
        OR other.due_at <= $1 AND (other.due_at, other.position) < (mine.due_at, mine.position)
      )
    ) AND EXISTS (
      SELECT 1 FROM account_keys
      WHERE counted_as = substr(webhooks.owner, 3) AND (revoked_at IS NULL OR revoked_at > $1)
    )
    ORDER BY mine.due_at, mine.position LIMIT $2 FOR UPDATE OF mine SKIP LOCKED
  )
  UPDATE webhook_deliveries AS delivery
  SET is_leased = true, due_at = $3, attempts = attempts + 1
  FROM due, webhooks, webhook_events AS event
  WHERE delivery.position = due.position AND webhooks.id = delivery.webhook AND event.id = delivery.event
  RETURNING delivery.webhook, delivery.event, delivery.attempts, webhooks.url, webhooks.secret,
    CASE WHEN webhooks.old_secret_ends_at > $1 THEN webhooks.old_secret END AS old_secret, event.payload`;
const FORGET_OLD_SECRETS =
  "UPDATE webhooks SET old_secret = NULL, old_secret_ends_at = NULL WHERE old_secret_ends_at <= $1";
const DELETE_BEYOND = `
  DELETE FROM webhook_deliveries WHERE position IN (
    SELECT position FROM (
      SELECT position, row_number() OVER (PARTITION BY webhook ORDER BY position DESC) AS place
      FROM webhook_deliveries WHERE due_at IS NULL
    ) AS finished WHERE place > $1
  )`;
const DELETE_EVENTS = `
  DELETE FROM webhook_events WHERE (created_at < $1 OR topic IS NULL)
    AND NOT EXISTS (SELECT 1 FROM webhook_deliveries WHERE event = webhook_events.id)`;

interface ClaimedRow {
  readonly webhook: string;
  readonly event: string;
  readonly attempts: number;
  readonly url: string;
  readonly secret: Buffer;
  readonly old_secret: Buffer | null;
  readonly payload: string;
}

function readClaimed({ webhook, event, attempts, url, secret, old_secret, payload }: ClaimedRow): ClaimedDelivery {
  const secrets = [secret, ...(old_secret === null ? [] : [old_secret])].map((each) => new Uint8Array(each));
  return { webhookId: webhook, eventId: event, url, secrets, payload, attempt: attempts };
}
