import { randomBytes } from "node:crypto";
import { HISTORY_DAYS } from "../usage-history.ts";
import type { Usage, UsageHistory, UsageSegment } from "../usage-history.ts";
import type { Postgres } from "./postgres.ts";

const MINUTES_PER_HOUR = 60;
const MINUTES_PER_DAY = 1440;
const MINUTE_MILLISECONDS = 60_000;
/** No request waits for merging or tidying up. */
const BACKGROUND_WAIT_MILLISECONDS = 10_000;
/** How long the ids of merged segments are remembered: a segment older than this is merged again if it comes back. */
const SEGMENT_MEMORY_DAYS = 14;

/** Usage in PostgreSQL, for many nodes. The schema must be there (`migrate`). */
export function buildPostgresUsageHistory(postgres: Postgres): UsageHistory {
  return {
    async merge(segments) {
      if (segments.length === 0) return;
      await postgres.transact((query) => query(MERGE, columnsOf(segments)), BACKGROUND_WAIT_MILLISECONDS);
    },

    async usageOf(subjectId, at) {
      const minute = minuteOf(at);
      const dayBegin = (Math.floor(minute / 5) + 1) * 5 - MINUTES_PER_DAY;
      return postgres.transact(async (query) => {
        const [rolling] = await query<{ last_hour: string; last_day: string }>(ROLLING, [
          subjectId,
          minute - MINUTES_PER_HOUR,
          minute,
          dayBegin,
        ]);
        const hourBegin = Math.floor(minute / MINUTES_PER_HOUR) - HISTORY_DAYS * 24;
        const hours = await query<{ hour: number; requests: string }>(HOURS, [subjectId, hourBegin]);
        const operations = await query<{ operation: string; total: string; last_minute: number }>(OPERATIONS, [
          subjectId,
          hourBegin,
        ]);
        const totals = await query<{ requests: string }>("SELECT requests FROM usage_totals WHERE subject_id = $1", [
          subjectId,
        ]);
        return {
          lastHour: Number(rolling?.last_hour ?? 0),
          lastDay: Number(rolling?.last_day ?? 0),
          total: isAddress(subjectId) ? null : Number(totals[0]?.requests ?? 0),
          operations: operations.map(({ operation, total, last_minute: last }) => ({
            operation,
            total: Number(total),
            lastAt: new Date(last * MINUTE_MILLISECONDS),
          })),
          hours: hours.map(({ hour, requests }) => ({
            from: new Date(hour * MINUTES_PER_HOUR * MINUTE_MILLISECONDS),
            requests: Number(requests),
          })),
        } satisfies Usage;
      });
    },

    async usedAt(at) {
      const hour = Math.floor(minuteOf(at) / MINUTES_PER_HOUR);
      const rows = await postgres.transact(
        (query) =>
          query<{ subject_id: string; hour: string; day: string }>(USED, [hour, Math.floor(hour / 24) * 24]),
        BACKGROUND_WAIT_MILLISECONDS,
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

    prune: (at) =>
      postgres.transact(async (query) => {
        const minute = minuteOf(at);
        const hour = Math.floor(minute / MINUTES_PER_HOUR);
        const today = Math.floor(minute / MINUTES_PER_DAY) * MINUTES_PER_DAY;
        await query("DELETE FROM address_secrets WHERE day < $1", [at.toISOString().slice(0, 10)]);
        await query("DELETE FROM usage_minutes WHERE minute < $1 AND subject_id LIKE 'a\\_%'", [today]);
        await query("DELETE FROM usage_hours WHERE hour < $1 AND subject_id LIKE 'a\\_%'", [today / MINUTES_PER_HOUR]);
        await query("DELETE FROM usage_minutes WHERE minute < $1", [minute - MINUTES_PER_DAY - 5]);
        await query("DELETE FROM usage_hours WHERE hour < $1", [hour - HISTORY_DAYS * 24]);
        const forgotten = new Date(at.getTime() - SEGMENT_MEMORY_DAYS * MINUTES_PER_DAY * MINUTE_MILLISECONDS);
        await query("DELETE FROM usage_segments WHERE merged_at < $1", [forgotten]);
        // Counts that were merged while their subject was erased.
        await query("DELETE FROM usage_minutes WHERE subject_id IN (SELECT subject_id FROM erased_subjects)");
        await query("DELETE FROM usage_hours WHERE subject_id IN (SELECT subject_id FROM erased_subjects)");
        await query("DELETE FROM usage_totals WHERE subject_id IN (SELECT subject_id FROM erased_subjects)");
        await query("DELETE FROM erased_subjects WHERE erased_at < $1", [forgotten]);
      }, BACKGROUND_WAIT_MILLISECONDS),
  };
}

/**
 * One statement, so it counts as a whole or not at all. Rows are touched in the order of their keys, so two nodes that merge at once wait
 * for each other instead of standing in each other's way.
 */
const MERGE = `
WITH fresh AS (
  INSERT INTO usage_segments (id, merged_at)
  SELECT id, now() FROM unnest($1::text[]) AS id ORDER BY id
  ON CONFLICT DO NOTHING
  RETURNING id
), counted AS MATERIALIZED (
  SELECT subject_id, operation, minute, requests
  FROM unnest($2::text[], $3::text[], $4::text[], $5::integer[], $6::bigint[])
    AS given (segment_id, subject_id, operation, minute, requests)
  WHERE segment_id IN (SELECT id FROM fresh)
    AND subject_id NOT IN (SELECT subject_id FROM erased_subjects)
), minutes AS (
  INSERT INTO usage_minutes AS kept (subject_id, minute, requests)
  SELECT subject_id, minute, sum(requests) FROM counted GROUP BY subject_id, minute ORDER BY subject_id, minute
  ON CONFLICT (subject_id, minute) DO UPDATE SET requests = kept.requests + excluded.requests
), hours AS (
  INSERT INTO usage_hours AS kept (subject_id, hour, operation, requests, last_minute)
  SELECT subject_id, minute / 60, operation, sum(requests), max(minute)
  FROM counted GROUP BY subject_id, minute / 60, operation ORDER BY subject_id, minute / 60, operation
  ON CONFLICT (subject_id, hour, operation) DO UPDATE
  SET requests = kept.requests + excluded.requests, last_minute = greatest(kept.last_minute, excluded.last_minute)
)
INSERT INTO usage_totals AS kept (subject_id, requests)
SELECT subject_id, sum(requests) FROM counted WHERE subject_id NOT LIKE 'a\\_%' GROUP BY subject_id ORDER BY subject_id
ON CONFLICT (subject_id) DO UPDATE SET requests = kept.requests + excluded.requests`;

const ROLLING = `
SELECT coalesce(sum(requests) FILTER (WHERE minute > $2), 0) AS last_hour, coalesce(sum(requests), 0) AS last_day
FROM usage_minutes WHERE subject_id = $1 AND minute >= $4 AND minute <= $3`;

const HOURS = `
SELECT hour, sum(requests) AS requests FROM usage_hours
WHERE subject_id = $1 AND hour > $2 GROUP BY hour ORDER BY hour`;

const OPERATIONS = `
SELECT operation, sum(requests) AS total, max(last_minute) AS last_minute FROM usage_hours
WHERE subject_id = $1 AND hour > $2 GROUP BY operation ORDER BY total DESC, operation`;

const USED = `
SELECT subject_id, coalesce(sum(requests) FILTER (WHERE hour = $1), 0) AS hour, sum(requests) AS day
FROM usage_hours WHERE hour >= $2 AND hour < $2 + 24 GROUP BY subject_id`;

/** Segments as the columns of MERGE. */
function columnsOf(segments: readonly UsageSegment[]): unknown[] {
  const distinct = new Map(segments.map((segment) => [segment.id, segment]));
  const rows = [...distinct.values()].flatMap(({ id, counts }) => counts.map((count) => ({ id, ...count })));
  return [
    [...distinct.keys()],
    rows.map(({ id }) => id),
    rows.map(({ subjectId }) => subjectId),
    rows.map(({ operation }) => operation),
    rows.map(({ minute }) => minute),
    rows.map(({ requests }) => requests),
  ];
}

function minuteOf(at: Date): number {
  return Math.floor(at.getTime() / MINUTE_MILLISECONDS);
}

function isAddress(subjectId: string): boolean {
  return subjectId.startsWith("a_");
}
