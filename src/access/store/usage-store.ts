import { randomBytes } from "node:crypto";
import { DAY_HOURS, hourOf, MINUTE_MILLISECONDS, minuteOf } from "../quota.ts";
import type { QuotaCount, Usage, UsageCount } from "../usage.ts";
import { placeholders, type Sql, type SqlRow, type SqlValue, type Statements } from "./sql.ts";

const DAY_MINUTES = 1440;
const HOUR_MINUTES = 60;
const SECRET_BYTES = 32;
/** Maximum number of rows of one `INSERT`. */
const ROWS_MAX = 100;
/** A process that counts says so every few seconds at least. */
const SERVER_MILLISECONDS = 10_000;

/** The store of usage. */
export type UsageStore = ReturnType<typeof buildUsage>;

/**
 * Keeps usage, the windows of quotas and the secrets that addresses are hashed with. Every function
 * rejects with `StoreUnavailable` when the database does not answer in time.
 */
export function buildUsage(sql: Sql) {
  return {
    /** Adds counts to those that are kept, in one transaction. */
    add: (counts: readonly UsageCount[], quotas: readonly QuotaCount[]) => addCounts(sql, counts, quotas),
    /** The windows that a moment lies in, as far as `add` was given them. */
    async quotasAt(at: Date): Promise<readonly QuotaCount[]> {
      const hour = hourOf(at.getTime());
      const rows = await sql.all(
        "SELECT * FROM quota WHERE (period = 'hour' AND number = $1) OR (period = 'day' AND number = $2)",
        hour,
        Math.floor(hour / DAY_HOURS),
      );
      return rows.map(readQuota);
    },
    /** Usage at a moment. */
    usageOf: (subjectId: string, at: Date) => readUsage(sql, subjectId, minuteOf(at.getTime())),
    /**
     * The secret addresses are hashed with on a UTC day (`2026-11-21`); made when first asked for,
     * the same for every node. 32 bytes.
     */
    async secretOf(day: string): Promise<Uint8Array> {
      const rows = await sql.transaction(async (inside) => {
        await inside.run(
          "INSERT INTO address_secret VALUES ($1, $2) ON CONFLICT DO NOTHING",
          day,
          randomBytes(SECRET_BYTES),
        );
        return inside.all("SELECT secret FROM address_secret WHERE day = $1", day);
      });
      const secret = rows[0]?.["secret"];
      if (!(secret instanceof Uint8Array)) throw new Error(`the secret of ${day} was forgotten while it was made`);
      return secret;
    },
    /**
     * Deletes expired data: secrets and counts of addresses (subjects that are not `k_`) of days
     * before this moment's, minutes beyond a day, windows of other days.
     */
    prune: (at: Date) => prune(sql, at),
    /** Notes that a process serves, and returns how many do. */
    async countServers(id: string, at: Date): Promise<number> {
      await sql.run("DELETE FROM server WHERE seen_at < $1", at.getTime() - SERVER_MILLISECONDS);
      await sql.run(
        "INSERT INTO server VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at",
        id,
        at.getTime(),
      );
      const [row] = await sql.all("SELECT count(*) AS servers FROM server");
      return Number(row?.["servers"]);
    },
    async forgetServer(id: string): Promise<void> {
      await sql.run("DELETE FROM server WHERE id = $1", id);
    },
  };
}

async function addCounts(sql: Sql, counts: readonly UsageCount[], quotas: readonly QuotaCount[]): Promise<void> {
  if (counts.length + quotas.length === 0) return;
  const minutes = sumBy(counts, ({ subjectId, minute }) => [subjectId, minute]);
  const operations = sumBy(counts, ({ subjectId, operation }) => [subjectId, operation]);
  const lastMinutes = new Map<string, number>();
  for (const { subjectId, operation, minute } of counts) {
    const key = JSON.stringify([subjectId, operation]);
    lastMinutes.set(key, Math.max(minute, lastMinutes.get(key) ?? 0));
  }
  await sql.transaction(async (inside) => {
    await upsert(inside, "usage_minute", "subject, minute, requests", ADD_REQUESTS("usage_minute", "minute"), minutes);
    await upsert(
      inside,
      "usage_operation",
      "subject, operation, requests, last_minute",
      `${ADD_REQUESTS("usage_operation", "operation")}, last_minute = CASE
         WHEN usage_operation.last_minute > excluded.last_minute THEN usage_operation.last_minute
         ELSE excluded.last_minute END`,
      operations.map((row) => [...row, lastMinutes.get(JSON.stringify(row.slice(0, 2)))!]),
    );
    await upsert(
      inside,
      "quota",
      "subject, period, number, used",
      "ON CONFLICT (subject, period, number) DO UPDATE SET used = quota.used + excluded.used",
      quotas.map(({ subjectId, period, number, used }) => [subjectId, period, number, used]),
    );
  });
}

async function readUsage(sql: Sql, subjectId: string, minute: number): Promise<Usage> {
  const [rolling] = await sql.all(
    `SELECT coalesce(sum(CASE WHEN minute > $3 THEN requests ELSE 0 END), 0) AS last_hour,
       coalesce(sum(requests), 0) AS last_day
     FROM usage_minute WHERE subject = $1 AND minute > $4 AND minute <= $2`,
    subjectId,
    minute,
    minute - HOUR_MINUTES,
    minute - DAY_MINUTES,
  );
  const rows = await sql.all(
    "SELECT operation, requests, last_minute FROM usage_operation WHERE subject = $1",
    subjectId,
  );
  const operations = rows
    .map((row) => ({
      operation: String(row["operation"]),
      total: Number(row["requests"]),
      lastAt: new Date(Number(row["last_minute"]) * MINUTE_MILLISECONDS),
    }))
    .toSorted((a, b) => b.total - a.total || (a.operation < b.operation ? -1 : 1));
  return {
    lastHour: Number(rolling?.["last_hour"]),
    lastDay: Number(rolling?.["last_day"]),
    total: subjectId.startsWith("k_") ? operations.reduce((sum, { total }) => sum + total, 0) : null,
    operations,
  };
}

async function prune(sql: Sql, at: Date): Promise<void> {
  const minute = minuteOf(at.getTime());
  const today = minute - (minute % DAY_MINUTES);
  await sql.transaction(async (inside) => {
    await inside.run("DELETE FROM address_secret WHERE day < $1", at.toISOString().slice(0, 10));
    await inside.run("DELETE FROM usage_minute WHERE minute < $1", minute - DAY_MINUTES);
    await inside.run("DELETE FROM usage_minute WHERE minute < $1 AND NOT (subject LIKE 'k!_%' ESCAPE '!')", today);
    await inside.run(
      "DELETE FROM usage_operation WHERE last_minute < $1 AND NOT (subject LIKE 'k!_%' ESCAPE '!')",
      today,
    );
    await inside.run("DELETE FROM quota WHERE period = 'hour' AND number < $1", today / HOUR_MINUTES);
    await inside.run("DELETE FROM quota WHERE period = 'day' AND number < $1", today / DAY_MINUTES);
    // Deletes counts that were made for a key while it was erased.
    for (const table of ["usage_minute", "usage_operation"])
      await inside.run(
        `DELETE FROM ${table} WHERE subject LIKE 'k!_%' ESCAPE '!' AND NOT EXISTS (
           SELECT 1 FROM api_key WHERE counted_as = substr(subject, 3)
         )`,
      );
  });
  await sql.shred();
}

const ADD_REQUESTS = (table: string, column: string): string =>
  `ON CONFLICT (subject, ${column}) DO UPDATE SET requests = ${table}.requests + excluded.requests`;

/**
 * Inserts rows in the order of their keys, so that two nodes that add at once do not wait for each
 * other in a circle.
 */
async function upsert(
  inside: Statements,
  table: string,
  columns: string,
  onConflict: string,
  rows: readonly (readonly SqlValue[])[],
): Promise<void> {
  const width = columns.split(",").length;
  const sorted = rows.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  for (let first = 0; first < sorted.length; first += ROWS_MAX) {
    const some = sorted.slice(first, first + ROWS_MAX);
    await inside.run(
      `INSERT INTO ${table} (${columns}) VALUES ${placeholders(some.length, width)} ${onConflict}`,
      ...some.flat(),
    );
  }
}

/** The requests of counts with the same key: rows of the key and their sum. */
function sumBy<Count extends { readonly requests: number }>(
  counts: readonly Count[],
  keyOf: (count: Count) => readonly [string, string | number],
): readonly (readonly [string, string | number, number])[] {
  const groups = Map.groupBy(counts, (count) => JSON.stringify(keyOf(count)));
  return [...groups.values()].map((group) => [
    ...keyOf(group[0]!),
    group.reduce((sum, { requests }) => sum + requests, 0),
  ]);
}

function readQuota(row: SqlRow) {
  return {
    subjectId: String(row["subject"]),
    period: row["period"] === "hour" ? ("hour" as const) : ("day" as const),
    number: Number(row["number"]),
    used: Number(row["used"]),
  };
}
