import {
  type AttemptEnd,
  type ClaimedDelivery,
  type ClaimKey,
  DELIVERIES_KEPT,
  firstKeptDelivery,
  LEASE_MILLISECONDS,
  type Occasion,
  type WebhookEvent,
} from "../webhooks.ts";
import { worksAt } from "./schema.ts";
import { type Sql, type SqlRow, writeMoment } from "./sql.ts";
import { deleteEndedWebhooks, insertEvent } from "./webhooks-store.ts";

/** The queue of deliveries. */
export type WebhookQueue = ReturnType<typeof buildWebhookQueue>;

/**
 * Keeps the queue of deliveries. Any number of nodes, processes and threads may work on it: a
 * delivery is claimed by one of them at a time. Every function rejects with `StoreUnavailable` when
 * the database does not answer in time; nothing is lost then, because deliveries are stored before
 * they are sent.
 */
export function buildWebhookQueue(sql: Sql) {
  return {
    /** Returns the last announced occasion, null at first, and the topics webhooks wait for. */
    async outlook(): Promise<{ readonly last: Occasion | null; readonly topics: readonly string[] }> {
      const [last] = await sql.all("SELECT name, happened_at FROM announcement");
      const topics = await sql.all(
        "SELECT DISTINCT topic FROM webhook_topic JOIN webhook ON id = webhook WHERE disabled_at IS NULL",
      );
      return {
        last: last === undefined ? null : { name: String(last["name"]), at: new Date(Number(last["happened_at"])) },
        topics: topics.map((row) => String(row["topic"])),
      };
    },
    /**
     * Makes the events of an occasion due for all working webhooks of their topics, and remembers
     * it as the last one unless a later one was announced, in one transaction. An event that was
     * announced before is left out, by its id. Returns how many deliveries were made.
     */
    announce: (events: readonly WebhookEvent[], occasion: Occasion, at: Date) => announce(sql, events, occasion, at),
    /**
     * Claims due deliveries for `LEASE_MILLISECONDS`, the longest due first, at most one for each
     * webhook. If a claimant is killed, its deliveries can be claimed again after that.
     */
    claim: (countMax: number, at: Date) => claim(sql, countMax, at),
    /**
     * Records how an attempt ended. One that failed is ignored where the delivery was claimed again
     * in the meantime; a success always counts.
     */
    settle: (claimed: ClaimKey, end: AttemptEnd) => settle(sql, claimed, end),
    /** Gives a claimed delivery back as if it had not been claimed. */
    async giveBack({ webhookId, eventId, attempt }: ClaimKey, at: Date): Promise<void> {
      await sql.transaction((inside) => inside.run(GIVE_BACK, webhookId, eventId, attempt, at.getTime()));
    },
    /**
     * Deletes deliveries and events beyond the limits, webhooks without a working key, and secrets
     * that are valid no more.
     */
    prune: (at: Date): Promise<void> =>
      sql.transaction(async (inside) => {
        await deleteEndedWebhooks(inside, at, null);
        await inside.run(
          "UPDATE webhook SET old_secret = NULL, old_secret_ends_at = NULL WHERE old_secret_ends_at <= $1",
          at.getTime(),
        );
        const first = firstKeptDelivery(at).getTime();
        await inside.run("DELETE FROM webhook_delivery WHERE due_at IS NULL AND created_at < $1", first);
        await inside.run(DELETE_BEYOND, DELIVERIES_KEPT);
        await inside.run(DELETE_EVENTS, first);
      }),
  };
}

const INSERT_DELIVERIES = `
  INSERT INTO webhook_delivery (webhook, event, created_at, due_at, is_leased, attempts)
  SELECT webhook.id, $1, CAST($2 AS BIGINT), CAST($2 AS BIGINT), 0, 0
  FROM webhook JOIN webhook_topic ON webhook_topic.webhook = webhook.id
  WHERE topic = $3 AND disabled_at IS NULL ORDER BY webhook.position`;
const REMEMBER = `
  INSERT INTO announcement VALUES (1, $1, $2)
  ON CONFLICT (only_row) DO UPDATE SET name = excluded.name, happened_at = excluded.happened_at
  WHERE excluded.happened_at > announcement.happened_at`;

/** Selects the delivery of each webhook that is due longest, unless another one is under way. */
const SELECT_DUE = `
  SELECT mine.position, mine.webhook, mine.event, mine.attempts, webhook.url, webhook.secret,
    CASE WHEN webhook.old_secret_ends_at > $1 THEN webhook.old_secret END AS old_secret, event.payload
  FROM webhook_delivery AS mine
  JOIN webhook ON webhook.id = mine.webhook JOIN webhook_event AS event ON event.id = mine.event
  WHERE mine.due_at <= $1 AND NOT EXISTS (
    SELECT 1 FROM webhook_delivery AS other WHERE other.webhook = mine.webhook AND (
      other.is_leased = 1 AND other.due_at > $1
      OR other.due_at <= $1 AND (other.due_at, other.position) < (mine.due_at, mine.position)
    )
  ) AND EXISTS (
    SELECT 1 FROM api_key WHERE counted_as = substr(webhook.owner, 3) AND ${worksAt("$1")}
  )`;
/** The due time in the condition lets only the first of several nodes take a delivery. */
const LEASE =
  "UPDATE webhook_delivery SET is_leased = 1, due_at = $2, attempts = attempts + 1 WHERE position = $1 AND due_at <= $3";
const SETTLE = `
  UPDATE webhook_delivery SET due_at = $8, is_leased = 0, attempted_at = $5, outcome = $6, status = $7
  WHERE webhook = $1 AND event = $2 AND due_at IS NOT NULL AND (attempts = $3 OR CAST($4 AS INTEGER) = 1)`;
const GIVE_BACK = `
  UPDATE webhook_delivery SET due_at = $4, is_leased = 0, attempts = attempts - 1
  WHERE webhook = $1 AND event = $2 AND due_at IS NOT NULL AND attempts = $3`;
const DELETE_BEYOND = `
  DELETE FROM webhook_delivery WHERE position IN (
    SELECT position FROM (
      SELECT position, row_number() OVER (PARTITION BY webhook ORDER BY position DESC) AS place
      FROM webhook_delivery WHERE due_at IS NULL
    ) AS finished WHERE place > $1
  )`;
const DELETE_EVENTS = `
  DELETE FROM webhook_event WHERE (created_at < $1 OR topic IS NULL)
    AND NOT EXISTS (SELECT 1 FROM webhook_delivery WHERE event = webhook_event.id)`;

function readClaimed(row: SqlRow): ClaimedDelivery {
  const { secret, old_secret: oldSecret } = row;
  if (!(secret instanceof Uint8Array)) throw new TypeError("a webhook has no secret");
  return {
    webhookId: String(row["webhook"]),
    eventId: String(row["event"]),
    url: String(row["url"]),
    secrets: oldSecret instanceof Uint8Array ? [secret, oldSecret] : [secret],
    payload: String(row["payload"]),
    attempt: Number(row["attempts"]) + 1,
  };
}

async function claim(sql: Sql, countMax: number, at: Date): Promise<readonly ClaimedDelivery[]> {
  // Most of the time nothing is due, and no transaction begins.
  const due = await sql.all(`${SELECT_DUE} ORDER BY mine.due_at, mine.position LIMIT ${countMax}`, at.getTime());
  if (due.length === 0) return [];
  const leased = await sql.transaction(async (inside) => {
    const positions = new Set<number>();
    for (const { position } of due)
      if ((await inside.run(LEASE, Number(position), at.getTime() + LEASE_MILLISECONDS, at.getTime())) > 0)
        positions.add(Number(position));
    return positions;
  });
  return due.filter(({ position }) => leased.has(Number(position))).map(readClaimed);
}

function announce(sql: Sql, events: readonly WebhookEvent[], occasion: Occasion, at: Date): Promise<number> {
  return sql.transaction(async (inside) => {
    let made = 0;
    for (const event of events) {
      if (!(await insertEvent(inside, event, at))) continue;
      const told = await inside.run(INSERT_DELIVERIES, event.id, at.getTime(), event.topic);
      if (told === 0) await inside.run("DELETE FROM webhook_event WHERE id = $1", event.id);
      made += told;
    }
    await inside.run(REMEMBER, occasion.name, occasion.at.getTime());
    return made;
  });
}

function settle(
  sql: Sql,
  { webhookId, eventId, attempt }: ClaimKey,
  { outcome, status, at, nextAt, disable }: AttemptEnd,
): Promise<void> {
  return sql.transaction(async (inside) => {
    const settled = await inside.run(
      SETTLE,
      webhookId,
      eventId,
      attempt,
      outcome === "delivered" ? 1 : 0,
      at.getTime(),
      outcome,
      status,
      writeMoment(nextAt),
    );
    if (settled === 0 || disable === null) return;
    await inside.run(
      "UPDATE webhook SET disabled_at = $2, disabled_because = $3 WHERE id = $1",
      webhookId,
      at.getTime(),
      disable,
    );
    await inside.run(
      "UPDATE webhook_delivery SET due_at = NULL, is_leased = 0 WHERE webhook = $1 AND due_at IS NOT NULL",
      webhookId,
    );
  });
}
