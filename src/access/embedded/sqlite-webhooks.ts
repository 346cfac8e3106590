import type { SQLInputValue, SQLOutputValue } from "node:sqlite";
import {
  readOutcome,
  DISABLED_BECAUSE,
  type Delivery,
  WEBHOOKS_PER_KEY,
  type Webhook,
  type Webhooks,
} from "../webhooks.ts";
import type { AccessDatabase } from "./access-database.ts";

export type Row = Record<string, SQLOutputValue>;

/** Short ways to run statements of a file. */
export function statementsOf({ connection }: AccessDatabase) {
  return {
    all: (sql: string, ...values: readonly SQLInputValue[]): readonly Row[] => connection.prepare(sql).all(...values),
    /** Returns how many rows were changed. */
    run: (sql: string, ...values: readonly SQLInputValue[]): number =>
      Number(connection.prepare(sql).run(...values).changes),
  };
}

/** Writes so that it is on disk when it resolves. */
export async function writeDurably<Result>(database: AccessDatabase, work: () => Result): Promise<Result> {
  const result = await database.transact(work);
  await database.sync();
  return result;
}

/** Builds the webhooks in `access.sqlite`; the caller closes it. */
export function buildSqliteWebhooks(database: AccessDatabase): Webhooks {
  const { all, run } = statementsOf(database);
  const write = <Result>(work: () => Result): Promise<Result> => writeDurably(database, work);
  return {
    create: (owner, { id, url, topics, createdAt }, secret) =>
      write(() => {
        if (all(`SELECT 1 ${WORKING_KEY}`, owner, createdAt.getTime()).length === 0) return "no_key";
        const [count] = all("SELECT count(*) AS webhooks FROM webhook WHERE owner = ?", owner);
        if (Number(count?.["webhooks"]) >= WEBHOOKS_PER_KEY) return "too_many";
        run(INSERT_WEBHOOK, id, owner, url, secret, JSON.stringify(topics), createdAt.getTime());
        return "created";
      }),
    list: (owner) =>
      database.read(() => all("SELECT * FROM webhook WHERE owner = ? ORDER BY position", owner).map(readWebhook)),
    replaceSecret: (owner, id, secret, oldEndsAt) =>
      write(() => run(REPLACE_SECRET, owner, id, secret, oldEndsAt?.getTime() ?? null) > 0),
    remove: (owner, id) => write(() => run("DELETE FROM webhook WHERE owner = ? AND id = ?", owner, id) > 0),
    deliveries: (owner) => database.read(() => all(SELECT_DELIVERIES, owner).map(readDelivery)),
    tell: (owner, id, event, at) =>
      write(() => {
        const found = all("SELECT 1 FROM webhook WHERE owner = ? AND id = ? AND disabled_at IS NULL", owner, id);
        if (found.length === 0) return false;
        run(INSERT_EVENT, event.id, null, event.type, event.payload, at.getTime());
        run(INSERT_DELIVERY, id, event.id, at.getTime());
        return true;
      }),
  };
}

/** Deletes webhooks, of all owners or of one, of which no key works at a moment. */
export const DELETE_ENDED = `
  DELETE FROM webhook WHERE (?2 IS NULL OR owner = ?2) AND NOT EXISTS (
    SELECT 1 FROM api_key WHERE counted_as = substr(webhook.owner, 3) AND (revoked_at IS NULL OR revoked_at > ?1)
  )`;

const WORKING_KEY = "FROM api_key WHERE counted_as = substr(?1, 3) AND (revoked_at IS NULL OR revoked_at > ?2)";
const INSERT_WEBHOOK = "INSERT INTO webhook (id, owner, url, secret, topics, created_at) VALUES (?, ?, ?, ?, ?, ?)";
/** What stands to the right of `=` is as it was before the statement. */
const REPLACE_SECRET = `
  UPDATE webhook SET old_secret = CASE WHEN ?4 IS NULL THEN NULL ELSE secret END, old_secret_ends_at = ?4, secret = ?3
  WHERE owner = ?1 AND id = ?2`;
/** An event that is there already stays as it is. */
export const INSERT_EVENT =
  "INSERT INTO webhook_event (id, topic, type, payload, created_at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING";
const INSERT_DELIVERY =
  "INSERT INTO webhook_delivery (webhook, event, created_at, due_at) VALUES (?1, ?2, ?3, ?3) ON CONFLICT DO NOTHING";
const SELECT_DELIVERIES = `
  SELECT delivery.*, event.type FROM webhook_delivery AS delivery
  JOIN webhook ON webhook.id = delivery.webhook JOIN webhook_event AS event ON event.id = delivery.event
  WHERE webhook.owner = ? ORDER BY delivery.position DESC`;

function readMoment(value: SQLOutputValue | undefined): Date | null {
  return value == null ? null : new Date(Number(value));
}

function readWebhook(row: Row): Webhook {
  const at = readMoment(row["disabled_at"]);
  const because = DISABLED_BECAUSE.find((each) => each === row["disabled_because"]);
  const topics: unknown = JSON.parse(String(row["topics"]));
  return {
    id: String(row["id"]),
    url: String(row["url"]),
    topics: Array.isArray(topics) ? topics.map(String) : [],
    createdAt: new Date(Number(row["created_at"])),
    disabled: at === null || because === undefined ? null : { at, because },
  };
}

function readDelivery(row: Row): Delivery {
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
