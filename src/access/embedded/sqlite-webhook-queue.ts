import {
  type AttemptEnd,
  type ClaimKey,
  type ClaimedDelivery,
  DELIVERIES_KEPT,
  LEASE_MILLISECONDS,
  type WebhookQueue,
  firstKeptDelivery,
} from "../webhooks.ts";
import type { AccessDatabase } from "./access-database.ts";
import { DELETE_ENDED, INSERT_EVENT, type Row, statementsOf, writeDurably } from "./sqlite-webhooks.ts";

/** Builds the queue of deliveries in `access.sqlite`; the caller closes it. */
export function buildSqliteWebhookQueue(database: AccessDatabase): WebhookQueue {
  const { all, run } = statementsOf(database);
  const write = <Result>(work: () => Result): Promise<Result> => writeDurably(database, work);
  return {
    outlook: () =>
      database.read(() => {
        const [last] = all("SELECT name, happened_at FROM last_occasion");
        return {
          last: last === undefined ? null : { name: String(last["name"]), at: new Date(Number(last["happened_at"])) },
          topics: all(SELECT_TOPICS).map((row) => String(row["topic"])),
        };
      }),
    announce: (events, occasion, at) =>
      write(() => {
        let made = 0;
        for (const { id, topic, type, payload } of events) {
          if (run(INSERT_EVENT, id, topic, type, payload, at.getTime()) === 0) continue;
          const told = run(INSERT_DELIVERIES, id, at.getTime(), topic);
          if (told === 0) run("DELETE FROM webhook_event WHERE id = ?", id);
          made += told;
        }
        run(REMEMBER, occasion.name, occasion.at.getTime());
        return made;
      }),
    async claim(countMax, at) {
      // Most of the time nothing is due, and no lock is taken.
      const isDue = await database.read(() => all(`${SELECT_DUE} LIMIT 1`, at.getTime()).length > 0);
      if (!isDue) return [];
      return await write(() =>
        all(`${SELECT_DUE} ORDER BY mine.due_at, mine.position LIMIT ?2`, at.getTime(), countMax).map((row) => {
          run(LEASE, at.getTime() + LEASE_MILLISECONDS, Number(row["position"]));
          return readClaimed(row);
        }),
      );
    },
    settle: (claimed, end) => write(() => settle(run, claimed, end)),
    giveBack: ({ webhookId, eventId, attempt }, at) =>
      write(() => void run(GIVE_BACK, webhookId, eventId, attempt, at.getTime())),
    prune: (at) =>
      database.transact(() => {
        run(DELETE_ENDED, at.getTime(), null);
        run(FORGET_OLD_SECRETS, at.getTime());
        run("DELETE FROM webhook_delivery WHERE due_at IS NULL AND created_at < ?", firstKeptDelivery(at).getTime());
        run(DELETE_BEYOND, DELIVERIES_KEPT);
        run(DELETE_EVENTS, firstKeptDelivery(at).getTime());
      }),
  };
}

function settle(
  run: ReturnType<typeof statementsOf>["run"],
  { webhookId, eventId, attempt }: ClaimKey,
  { outcome, status, at, nextAt, disable }: AttemptEnd,
): void {
  const isSuccess = outcome === "delivered" ? 1 : 0;
  const settled = run(
    SETTLE,
    webhookId,
    eventId,
    attempt,
    isSuccess,
    at.getTime(),
    outcome,
    status,
    nextAt?.getTime() ?? null,
  );
  if (settled === 0 || disable === null) return;
  run("UPDATE webhook SET disabled_at = ?, disabled_because = ? WHERE id = ?", at.getTime(), disable, webhookId);
  run("UPDATE webhook_delivery SET due_at = NULL, is_leased = 0 WHERE webhook = ? AND due_at IS NOT NULL", webhookId);
}

const INSERT_DELIVERIES = `
  INSERT INTO webhook_delivery (webhook, event, created_at, due_at)
  SELECT webhook.id, ?1, ?2, ?2 FROM webhook, json_each(webhook.topics) AS topic
  WHERE topic.value = ?3 AND webhook.disabled_at IS NULL`;
const SELECT_TOPICS = `
  SELECT DISTINCT topic.value AS topic FROM webhook, json_each(webhook.topics) AS topic WHERE disabled_at IS NULL`;
const REMEMBER = `
  INSERT INTO last_occasion VALUES (1, ?, ?)
  ON CONFLICT DO UPDATE SET name = excluded.name, happened_at = excluded.happened_at
  WHERE excluded.happened_at > happened_at`;

/** Of each webhook only the delivery that is due longest, unless another one is under way. */
const SELECT_DUE = `
  SELECT mine.position, mine.webhook, mine.event, mine.attempts, webhook.url, webhook.secret,
    CASE WHEN webhook.old_secret_ends_at > ?1 THEN webhook.old_secret END AS old_secret, event.payload
  FROM webhook_delivery AS mine
  JOIN webhook ON webhook.id = mine.webhook JOIN webhook_event AS event ON event.id = mine.event
  WHERE mine.due_at <= ?1 AND NOT EXISTS (
    SELECT 1 FROM webhook_delivery AS other WHERE other.webhook = mine.webhook AND (
      other.is_leased = 1 AND other.due_at > ?1
      OR other.due_at <= ?1 AND (other.due_at, other.position) < (mine.due_at, mine.position)
    )
  ) AND EXISTS (
    SELECT 1 FROM api_key WHERE counted_as = substr(webhook.owner, 3) AND (revoked_at IS NULL OR revoked_at > ?1)
  )`;
const LEASE = "UPDATE webhook_delivery SET is_leased = 1, due_at = ?1, attempts = attempts + 1 WHERE position = ?2";
const SETTLE = `
  UPDATE webhook_delivery SET due_at = ?8, is_leased = 0, attempted_at = ?5, outcome = ?6, status = ?7
  WHERE webhook = ?1 AND event = ?2 AND due_at IS NOT NULL AND (attempts = ?3 OR ?4 = 1)`;
const GIVE_BACK = `
  UPDATE webhook_delivery SET due_at = ?4, is_leased = 0, attempts = attempts - 1
  WHERE webhook = ?1 AND event = ?2 AND due_at IS NOT NULL AND attempts = ?3`;
const FORGET_OLD_SECRETS =
  "UPDATE webhook SET old_secret = NULL, old_secret_ends_at = NULL WHERE old_secret_ends_at <= ?";
const DELETE_BEYOND = `
  DELETE FROM webhook_delivery WHERE position IN (
    SELECT position FROM (
      SELECT position, row_number() OVER (PARTITION BY webhook ORDER BY position DESC) AS place
      FROM webhook_delivery WHERE due_at IS NULL
    ) WHERE place > ?
  )`;
const DELETE_EVENTS = `
  DELETE FROM webhook_event WHERE (created_at < ? OR topic IS NULL)
    AND NOT EXISTS (SELECT 1 FROM webhook_delivery WHERE event = webhook_event.id)`;

function readClaimed(row: Row): ClaimedDelivery {
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
