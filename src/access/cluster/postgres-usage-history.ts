import { randomBytes } from "node:crypto";
import { MINUTE_MILLISECONDS, minuteOf } from "../quota.ts";
import { HISTORY_DAYS, type Usage, type UsageCount, type UsageHistory } from "../usage-history.ts";
import type { Postgres, Query } from "./postgres.ts";

const MINUTES_PER_HOUR = 60;
const MINUTES_PER_DAY = 1440;
/** How long minutes are kept: a little more than the day that rolls. */
const SINGLE_MINUTES = MINUTES_PER_DAY + 5;
/** For work that no request waits for. */
const MERGE_WAIT_MILLISECONDS = 3000;
const SWEEP_WAIT_MILLISECONDS = 30_000;

/** Usage that many nodes add to. */
export interface PostgresUsageHistory extends UsageHistory {
  /**
   * Adds what a batch counted, in one step; a batch whose id was added before changes nothing.
   * Counts of erased keys are dropped.
   */
  addBatch(id: string, counts: readonly UsageCount[]): Promise<void>;
}

/** Usage in PostgreSQL, for many nodes. The schema must be there (`migrate`). */
export function buildPostgresUsageHistory(postgres: Postgres): PostgresUsageHistory {
  return {
    addBatch: (id, counts) => postgres.transact((query) => addBatch(query, id, counts), MERGE_WAIT_MILLISECONDS),

    usageOf: (subjectId, at) => postgres.transact((query) => readUsage(query, subjectId, minuteOf(at.getTime()))),

    secretOf: (day) =>
      postgres.transact(async (query) => {
        await query("INSERT INTO address_secrets (day, secret) VALUES ($1, $2) ON CONFLICT DO NOTHING", [
          day,
          randomBytes(32),
        ]);
        const [row] = await query<{ secret: Buffer }>("SELECT secret FROM address_secrets WHERE day = $1", [day]);
        if (row === undefined) throw new Error(`the secret of ${day} was forgotten while it was made`);
        return new Uint8Array(row.secret);
      }),

    prune: (at) => postgres.transact((query) => prune(query, minuteOf(at.getTime())), SWEEP_WAIT_MILLISECONDS),
  };
}

async function addBatch(query: Query, id: string, counts: readonly UsageCount[]): Promise<void> {
  const lastMinute = counts.reduce((last, { minute }) => Math.max(last, minute), 0);
  const added = await query(
    "INSERT INTO merged_batches (id, last_minute) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING id",
    [id, lastMinute],
  );
  if (added.length === 0) return;
  await query(ADD_COUNTS, [
    counts.map(({ subjectId }) => subjectId),
    counts.map(({ operation }) => operation),
    counts.map(({ minute }) => minute),
    counts.map(({ requests }) => requests),
  ]);
}

async function readUsage(query: Query, subjectId: string, minute: number): Promise<Usage> {
  const dayBegin = minute - (minute % 5) - (MINUTES_PER_DAY - 5);
  const historyBegin = minute - HISTORY_DAYS * MINUTES_PER_DAY;
  const [rolling] = await query<{ last_hour: string; last_day: string; total: string }>(ROLLING, [
    subjectId,
    minute - MINUTES_PER_HOUR,
    minute,
    dayBegin,
  ]);
  const hours = await query<{ hour: number; requests: string }>(
    "SELECT hour, requests FROM usage_hours WHERE subject_id = $1 AND hour > $2 ORDER BY hour",
    [subjectId, Math.floor(historyBegin / MINUTES_PER_HOUR)],
  );
  const operations = await query<{ operation: string; total: string; last_minute: number }>(OPERATIONS, [
    subjectId,
    Math.floor(historyBegin / MINUTES_PER_DAY),
  ]);
  return {
    lastHour: Number(rolling?.last_hour ?? 0),
    lastDay: Number(rolling?.last_day ?? 0),
    total: subjectId.startsWith("k_") ? Number(rolling?.total ?? 0) : null,
    operations: operations.map((row) => ({
      operation: row.operation,
      total: Number(row.total),
      lastAt: new Date(row.last_minute * MINUTE_MILLISECONDS),
    })),
    hours: hours.map(({ hour, requests }) => ({
      from: new Date(hour * MINUTES_PER_HOUR * MINUTE_MILLISECONDS),
      requests: Number(requests),
    })),
  };
}

async function prune(query: Query, minute: number): Promise<void> {
  const today = minute - (minute % MINUTES_PER_DAY);
  const historyBegin = minute - HISTORY_DAYS * MINUTES_PER_DAY;
  const forgotten = Math.floor(historyBegin / MINUTES_PER_HOUR);
  await query("DELETE FROM address_secrets WHERE day < $1", [dayOf(minute)]);
  await query("DELETE FROM usage_minutes WHERE minute < $1 AND subject_id NOT LIKE 'k\\_%'", [today]);
  await query("DELETE FROM usage_hours WHERE hour < $1 AND subject_id NOT LIKE 'k\\_%'", [today / MINUTES_PER_HOUR]);
  await query(ROLL_UP, [minute - SINGLE_MINUTES]);
  await query("DELETE FROM usage_hours WHERE hour <= $1", [forgotten]);
  await query("DELETE FROM usage_days WHERE day <= $1", [Math.floor(historyBegin / MINUTES_PER_DAY)]);
  await query("DELETE FROM merged_batches WHERE last_minute < $1", [historyBegin]);
  // Counts that were added while their key was being erased.
  for (const table of ["usage_minutes", "usage_hours", "usage_days", "usage_totals"]) {
    await query(`DELETE FROM ${table} WHERE subject_id IN (SELECT subject_id FROM erased_subjects)`);
  }
  await query("DELETE FROM erased_subjects WHERE erased_at < $1", [new Date(historyBegin * MINUTE_MILLISECONDS)]);
}

/**
 * Rows are written in the order of their keys, so two nodes that add at the same time cannot
 * deadlock.
 */
const ADD_COUNTS = `
WITH counted AS MATERIALIZED (
  SELECT subject_id, operation, minute, requests
  FROM unnest($1::text[], $2::text[], $3::integer[], $4::bigint[]) AS given (subject_id, operation, minute, requests)
  WHERE subject_id NOT IN (SELECT subject_id FROM erased_subjects)
), minutes AS (
  INSERT INTO usage_minutes AS kept (subject_id, minute, operation, requests)
  SELECT subject_id, minute, operation, sum(requests) FROM counted GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (subject_id, minute, operation) DO UPDATE SET requests = kept.requests + excluded.requests
), hours AS (
  INSERT INTO usage_hours AS kept (subject_id, hour, requests)
  SELECT subject_id, minute / 60, sum(requests) FROM counted GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (subject_id, hour) DO UPDATE SET requests = kept.requests + excluded.requests
)
INSERT INTO usage_totals AS kept (subject_id, requests)
SELECT subject_id, sum(requests) FROM counted WHERE subject_id LIKE 'k\\_%' GROUP BY 1 ORDER BY 1
ON CONFLICT (subject_id) DO UPDATE SET requests = kept.requests + excluded.requests`;

const ROLLING = `
SELECT coalesce(sum(requests) FILTER (WHERE minute > $2), 0) AS last_hour, coalesce(sum(requests), 0) AS last_day,
  (SELECT requests FROM usage_totals WHERE subject_id = $1) AS total
FROM usage_minutes WHERE subject_id = $1 AND minute >= $4 AND minute <= $3`;

const OPERATIONS = `
SELECT operation, sum(requests) AS total, max(last_minute) AS last_minute
FROM (
  SELECT operation, requests, minute AS last_minute FROM usage_minutes WHERE subject_id = $1
  UNION ALL
  SELECT operation, requests, last_minute FROM usage_days WHERE subject_id = $1 AND day > $2
) AS counted
GROUP BY operation ORDER BY total DESC, operation COLLATE "C"`;

/** Adds old minutes to days in one statement, so that nodes cannot add them twice. */
const ROLL_UP = `
WITH moved AS (DELETE FROM usage_minutes WHERE minute < $1 RETURNING subject_id, minute, operation, requests)
INSERT INTO usage_days AS kept (subject_id, day, operation, requests, last_minute)
SELECT subject_id, minute / 1440, operation, sum(requests), max(minute)
FROM moved WHERE subject_id LIKE 'k\\_%' GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
ON CONFLICT (subject_id, day, operation) DO UPDATE
SET requests = kept.requests + excluded.requests, last_minute = greatest(kept.last_minute, excluded.last_minute)`;

/** The UTC day of a minute, as `2026-11-21`. */
function dayOf(minute: number): string {
  return new Date(minute * MINUTE_MILLISECONDS).toISOString().slice(0, 10);
}
