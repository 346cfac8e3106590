import { randomBytes } from "node:crypto";
import type { DatabaseSync, SQLOutputValue } from "node:sqlite";
import { HISTORY_DAYS, type Usage, type UsageCount, type UsageHistory, type UsageSegment } from "../usage-history.ts";
import { inTransaction, waiting } from "./access-database.ts";

const MINUTE_MILLISECONDS = 60_000;
const DAY_MINUTES = 1440;

/** Minutes that stay single, a little more than the day they are asked for. */
const SINGLE_MINUTES = DAY_MINUTES + 5;
const SECRET_BYTES = 32;

/** Builds the history of usage over an open file; whoever opened it closes it. Everything is done when a function returns its promise. */
export function buildSqliteUsageHistory(database: DatabaseSync): UsageHistory {
  const merge = prepareMerge(database);
  const read = prepareReading(database);
  const prune = preparePruning(database);
  const place = database.prepare("SELECT bytes FROM merged_journal WHERE journal = ?");
  const findSecret = database.prepare("SELECT secret FROM address_secret WHERE day = ?");
  const addSecret = database.prepare("INSERT OR IGNORE INTO address_secret VALUES (?, ?)");
  const usedSince = database.prepare(`
    SELECT subject, sum(requests) AS day, sum(iif(hour = ?2, requests, 0)) AS hour
    FROM usage_hour WHERE hour BETWEEN ?1 AND ?2 GROUP BY subject`);

  return {
    mergedOf: async (journals) => waiting(() => journals.map((journal) => Number(place.get(journal)?.["bytes"] ?? 0))),
    merge: async (segments) => inTransaction(database, () => merge(segments)),
    usageOf: async (subjectId, at) => waiting(() => read(subjectId, minuteOf(at))),
    usedAt: async (at) =>
      waiting(() => {
        const hour = Math.floor(minuteOf(at) / 60);
        const rows = usedSince.all(hour - (hour % 24), hour);
        return rows.map((row) => ({
          subjectId: String(row["subject"]),
          hour: Number(row["hour"]),
          day: Number(row["day"]),
        }));
      }),
    secretOf: async (day) => {
      const secret = waiting(() => findSecret.get(day)?.["secret"]);
      if (secret !== undefined) return secret as Uint8Array;
      return inTransaction(database, () => {
        addSecret.run(day, randomBytes(SECRET_BYTES));
        return findSecret.get(day)!["secret"] as Uint8Array;
      });
    },
    async prune(at) {
      inTransaction(database, () => prune(at));
      // What was overwritten still stands in the log of writes until that begins anew.
      database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    },
  };
}

function prepareMerge(database: DatabaseSync): (segments: readonly UsageSegment[]) => void {
  const place = database.prepare("SELECT bytes FROM merged_journal WHERE journal = ?");
  const setPlace = database.prepare("INSERT OR REPLACE INTO merged_journal VALUES (?, ?, ?)");
  const erased = database.prepare("SELECT subject FROM erased_subject");
  const addMinute = database.prepare(`
    INSERT INTO usage_minute VALUES (?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET requests = requests + excluded.requests`);
  const addHour = database.prepare(`
    INSERT INTO usage_hour VALUES (?, ?, ?)
    ON CONFLICT DO UPDATE SET requests = requests + excluded.requests`);

  return (segments) => {
    const gone = new Set(erased.all().map((row) => row["subject"]));
    const hours = new Map<number, Map<string, number>>();
    const add = ({ subjectId, operation, minute, requests }: UsageCount): void => {
      if (gone.has(subjectId)) return;
      addMinute.run(minute, subjectId, operation, requests);
      const hour = Math.floor(minute / 60);
      const ofHour = hours.get(hour) ?? new Map<string, number>();
      hours.set(hour, ofHour);
      ofHour.set(subjectId, (ofHour.get(subjectId) ?? 0) + requests);
    };
    for (const { journal, from, to, counts } of segments) {
      const merged = Number(place.get(journal)?.["bytes"] ?? 0);
      if (to <= merged) continue;
      if (from !== merged) throw new RangeError(`${journal} is merged up to byte ${merged}; found counts from ${from}`);
      for (const count of counts) add(count);
      setPlace.run(
        journal,
        to,
        counts.reduce((last, { minute }) => Math.max(last, minute), 0),
      );
    }
    for (const [hour, requestsOf] of hours)
      for (const [subject, requests] of requestsOf) addHour.run(hour, subject, requests);
  };
}

function prepareReading(database: DatabaseSync): (subjectId: string, minute: number) => Usage {
  const ofSubject = (table: string, time: string, columns: string) =>
    database.prepare(`
      ${eachTime(table, time)}
      SELECT ${columns} FROM each CROSS JOIN ${table} USING (${time}) WHERE subject = ? ORDER BY ${time}`);
  const minutes = ofSubject("usage_minute", "minute", "minute, operation, requests");
  const hours = ofSubject("usage_hour", "hour", "hour, requests");
  const days = ofSubject("usage_operation", "day", "operation, requests, last_minute");
  const before = database.prepare("SELECT requests FROM usage_before WHERE subject = ?");

  return (subjectId, minute) => {
    const recent = minutes.all(subjectId);
    const sumSince = (first: number): number =>
      sum(recent.filter((row) => Number(row["minute"]) >= first && Number(row["minute"]) <= minute));
    const byHour = hours.all(subjectId);
    const firstHour = Math.floor((minute - HISTORY_DAYS * DAY_MINUTES) / 60);
    const isKey = subjectId.startsWith("k_");
    return {
      lastHour: sumSince(minute - 59),
      lastDay: sumSince(minute - (minute % 5) - (DAY_MINUTES - 5)),
      total: isKey ? Number(before.get(subjectId)?.["requests"] ?? 0) + sum(byHour) : null,
      operations: sumOperations([...days.all(subjectId), ...recent]),
      hours: byHour
        .filter((row) => Number(row["hour"]) > firstHour)
        .map((row) => ({
          from: new Date(Number(row["hour"]) * 60 * MINUTE_MILLISECONDS),
          requests: Number(row["requests"]),
        })),
    };
  };
}

function preparePruning(database: DatabaseSync): (at: Date) => void {
  const rollUp = database.prepare(`
    INSERT INTO usage_operation
    SELECT minute / ${DAY_MINUTES}, subject, operation, sum(requests), max(minute)
    FROM usage_minute WHERE minute < ? AND subject GLOB 'k_*' GROUP BY 1, 2, 3
    ON CONFLICT DO UPDATE SET
      requests = requests + excluded.requests, last_minute = max(last_minute, excluded.last_minute)`);
  const keepTotals = database.prepare(`
    INSERT INTO usage_before
    SELECT subject, sum(requests) FROM usage_hour WHERE hour <= ? AND subject GLOB 'k_*' GROUP BY subject
    ON CONFLICT DO UPDATE SET requests = requests + excluded.requests`);
  const forget = (table: string, condition: string) => database.prepare(`DELETE FROM ${table} WHERE ${condition}`);
  const oldMinutes = forget("usage_minute", "minute < ?");
  const oldHours = forget("usage_hour", "hour <= ?");
  const oldDays = forget("usage_operation", "day <= ?");
  const forgetAddresses = (table: string, time: string) =>
    NOT_KEYS.map((range) =>
      database.prepare(`
        ${eachTime(table, time)}
        DELETE FROM ${table} WHERE ${time} IN (SELECT ${time} FROM each WHERE ${time} < ?) AND ${range}`),
    );
  const addressMinutes = forgetAddresses("usage_minute", "minute");
  const addressHours = forgetAddresses("usage_hour", "hour");
  const oldPlaces = forget("merged_journal", "minute > 0 AND minute < ?");
  const oldErased = forget("erased_subject", "minute > 0 AND minute < ?");
  const oldSecrets = forget("address_secret", "day < ?");

  return (at) => {
    const minute = minuteOf(at);
    const historyBegins = minute - HISTORY_DAYS * DAY_MINUTES;
    const single = minute - SINGLE_MINUTES;
    rollUp.run(single);
    oldMinutes.run(single);
    const lastForgottenHour = Math.floor(historyBegins / 60);
    keepTotals.run(lastForgottenHour);
    oldHours.run(lastForgottenHour);
    oldDays.run(Math.floor(historyBegins / DAY_MINUTES));
    const today = minute - (minute % DAY_MINUTES);
    for (const statement of addressMinutes) statement.run(today);
    for (const statement of addressHours) statement.run(today / 60);
    oldPlaces.run(historyBegins);
    oldErased.run(historyBegins);
    oldSecrets.run(at.toISOString().slice(0, 10));
  };
}

/** Subjects that are no keys, as ranges of the index. */
const NOT_KEYS = ["subject < 'k_'", "subject >= 'k`'"] as const;

/**
 * The times that are in a table, each found by one look-up. The tables begin with their time, so that what is asked of one subject costs a
 * look-up for each of these, whatever number of subjects they hold.
 */
function eachTime(table: string, time: string): string {
  return `
    WITH RECURSIVE each(${time}) AS (
      SELECT min(${time}) FROM ${table}
      UNION ALL
      SELECT (SELECT min(${table}.${time}) FROM ${table} WHERE ${table}.${time} > each.${time})
      FROM each WHERE each.${time} IS NOT NULL
    )`;
}

type Row = Record<string, SQLOutputValue>;

function sum(rows: readonly Row[]): number {
  return rows.reduce((total, row) => total + Number(row["requests"]), 0);
}

/** Adds up rows of minutes and of days, most used first. */
function sumOperations(rows: readonly Row[]): Usage["operations"] {
  const found = new Map<string, { total: number; lastMinute: number }>();
  for (const row of rows) {
    const operation = String(row["operation"]);
    const entry = found.get(operation) ?? { total: 0, lastMinute: 0 };
    found.set(operation, entry);
    entry.total += Number(row["requests"]);
    entry.lastMinute = Math.max(entry.lastMinute, Number(row["last_minute"] ?? row["minute"]));
  }
  return [...found]
    .map(([operation, { total, lastMinute }]) => ({
      operation,
      total,
      lastAt: new Date(lastMinute * MINUTE_MILLISECONDS),
    }))
    .toSorted((a, b) => b.total - a.total || (a.operation < b.operation ? -1 : 1));
}

function minuteOf(at: Date): number {
  return Math.floor(at.getTime() / MINUTE_MILLISECONDS);
}
