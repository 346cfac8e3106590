import { randomBytes } from "node:crypto";
import { HISTORY_DAYS } from "../usage-history.ts";
import type { Usage, UsageCount, UsageHistory, UsageSegment } from "../usage-history.ts";
import type { Postgres, Query } from "./postgres.ts";

const MINUTES_PER_HOUR = 60;
const MINUTES_PER_DAY = 1440;
const MINUTE_MILLISECONDS = 60_000;
/** Minutes that stay single, a little more than the day they are asked for. */
const SINGLE_MINUTES = MINUTES_PER_DAY + 5;
/** No request waits for these. */
const MERGE_WAIT_MILLISECONDS = 3000;
const SWEEP_WAIT_MILLISECONDS = 30_000;
/** Usage in PostgreSQL, for many nodes. The schema must be there (`migrate`). */
export function buildPostgresUsageHistory(postgres: Postgres): UsageHistory {
  return {
    async mergedOf(journals) {
      const rows = await postgres.query<{ journal: string; bytes: string }>(
        "SELECT journal, bytes FROM merged_journals WHERE journal = ANY($1::text[])",
        [journals],
      );
      const bytesOf = new Map(rows.map(({ journal, bytes }) => [journal, Number(bytes)]));
      return journals.map((journal) => bytesOf.get(journal) ?? 0);
    },

    async merge(segments) {
      if (segments.length === 0) return;
      await postgres.transact((query) => mergeSegments(query, segments), MERGE_WAIT_MILLISECONDS);
    },

    usageOf: (subjectId, at) => postgres.transact((query) => readUsage(query, subjectId, minuteOf(at))),

    async usedAt(at) {
      const hour = Math.floor(minuteOf(at) / MINUTES_PER_HOUR);
      const rows = await postgres.transact(
        (query) => query<{ subject_id: string; hour: string; day: string }>(USED, [hour, hour - (hour % 24)]),
        SWEEP_WAIT_MILLISECONDS,
      );
      return rows.map((row) => ({ subjectId: row.subject_id, hour: Number(row.hour), day: Number(row.day) }));
    },

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

    prune: (at) => postgres.transact((query) => prune(query, minuteOf(at)), SWEEP_WAIT_MILLISECONDS),
  };
}

async function mergeSegments(query: Query, segments: readonly UsageSegment[]): Promise<void> {
  const journals = [...new Set(segments.map(({ journal }) => journal))].toSorted();
  await query(
    "INSERT INTO merged_journals SELECT journal, 0, 0 FROM unnest($1::text[]) AS journal ON CONFLICT DO NOTHING",
    [journals],
  );
  const rows = await query<{ journal: string; bytes: string }>(
    "SELECT journal, bytes FROM merged_journals WHERE journal = ANY($1::text[]) ORDER BY journal FOR UPDATE",
    [journals],
  );
  const places = new Map(rows.map(({ journal, bytes }) => [journal, Number(bytes)]));
  const fresh: UsageCount[] = [];
  for (const { journal, from, to, counts } of segments) {
    const merged = places.get(journal) ?? 0;
    if (to <= merged) continue;
    if (from !== merged) throw new RangeError(`${journal} is merged up to byte ${merged}; found counts from ${from}`);
    fresh.push(...counts);
    places.set(journal, to);
  }
  await query(ADD_COUNTS, [
    fresh.map(({ subjectId }) => subjectId),
    fresh.map(({ operation }) => operation),
    fresh.map(({ minute }) => minute),
    fresh.map(({ requests }) => requests),
  ]);
  const lastMinute = fresh.reduce((last, { minute }) => Math.max(last, minute), 0);
  await query(
    `UPDATE merged_journals AS kept SET bytes = given.bytes, last_minute = greatest(last_minute, $3)
     FROM unnest($1::text[], $2::bigint[]) AS given (journal, bytes) WHERE kept.journal = given.journal`,
    [[...places.keys()], [...places.values()], lastMinute],
  );
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
  await query("DELETE FROM merged_journals WHERE last_minute < $1 AND last_minute > 0", [historyBegin]);
  // Counts that were merged at the very moment their key was erased.
  for (const table of ["usage_minutes", "usage_hours", "usage_days", "usage_totals"]) {
    await query(`DELETE FROM ${table} WHERE subject_id IN (SELECT subject_id FROM erased_subjects)`);
  }
  await query("DELETE FROM erased_subjects WHERE erased_at < $1", [new Date(historyBegin * MINUTE_MILLISECONDS)]);
}

/** Rows are touched in the order of their keys, so two nodes that merge at once wait for each other instead of blocking each other. */
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

const USED = `
SELECT subject_id, coalesce(sum(requests) FILTER (WHERE hour = $1), 0) AS hour, sum(requests) AS day
FROM usage_hours WHERE hour BETWEEN $2 AND $1 GROUP BY subject_id`;

/** Single minutes that are over become days, in one step: what one node moves no other moves again. */
const ROLL_UP = `
WITH moved AS (DELETE FROM usage_minutes WHERE minute < $1 RETURNING subject_id, minute, operation, requests)
INSERT INTO usage_days AS kept (subject_id, day, operation, requests, last_minute)
SELECT subject_id, minute / 1440, operation, sum(requests), max(minute)
FROM moved WHERE subject_id LIKE 'k\\_%' GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
ON CONFLICT (subject_id, day, operation) DO UPDATE
SET requests = kept.requests + excluded.requests, last_minute = greatest(kept.last_minute, excluded.last_minute)`;

function minuteOf(at: Date): number {
  return Math.floor(at.getTime() / MINUTE_MILLISECONDS);
}

/** The UTC day of a minute, as `2026-11-21`. */
function dayOf(minute: number): string {
  return new Date(minute * MINUTE_MILLISECONDS).toISOString().slice(0, 10);
}
