import { randomBytes } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import { MINUTE_MILLISECONDS, minuteOf } from "../quota.ts";
import { HISTORY_DAYS, type Usage, type UsageHistory } from "../usage-history.ts";
import type { AccessDatabase } from "./access-database.ts";

const DAY_MINUTES = 1440;
const STEP_MINUTES = 5;

/**
 * How long minutes stay single, and steps of five minutes: a little more than the hour and the day
 * that roll.
 */
const SINGLE_MINUTES = 65;
const STEPPED_MINUTES = DAY_MINUTES + STEP_MINUTES;
const SECRET_BYTES = 32;

/** Between two transactions of pruning, so that requests take their turn. */
const PAUSE_MILLISECONDS = 5;

/** Builds the history of usage over `access.sqlite`; the caller closes it. */
export function buildSqliteUsageHistory(database: AccessDatabase): UsageHistory {
  const { connection } = database;
  const readUsage = prepareReading(connection);
  const prune = preparePruning(connection);
  const findSecret = connection.prepare("SELECT secret FROM address_secret WHERE day = ?");
  const addSecret = connection.prepare("INSERT OR IGNORE INTO address_secret VALUES (?, ?)");

  return {
    usageOf: (subjectId, at) => database.read(() => readUsage(subjectId, minuteOf(at.getTime()))),
    secretOf: (day) =>
      database.transact(() => {
        addSecret.run(day, randomBytes(SECRET_BYTES));
        return findSecret.get(day)!["secret"] as Uint8Array;
      }),
    async prune(at) {
      for (const step of prune(at)) {
        await database.transact(step);
        await wait(PAUSE_MILLISECONDS);
      }
      await database.emptyLog();
    },
  };
}

function prepareReading(connection: DatabaseSync): (subjectId: string, minute: number) => Usage {
  const ofSubject = (columns: string, rest: string) =>
    connection.prepare(`
      WITH ${PRESENT_MINUTES}, counted AS (
        SELECT minute, operation, requests, minute AS last_minute
        FROM present CROSS JOIN usage_minute USING (minute) WHERE subject = ?1
        UNION ALL
        SELECT minute, operation, requests, last_minute FROM usage_past WHERE subject = ?1
      )
      SELECT ${columns} FROM counted ${rest}`);
  const rolling = ofSubject(
    `coalesce(sum(requests) FILTER (WHERE minute BETWEEN ?2 - 59 AND ?2), 0) AS hour,
     coalesce(sum(requests) FILTER (WHERE minute >= ?2 - ?2 % 5 - ${DAY_MINUTES - STEP_MINUTES}), 0) AS day,
     coalesce(sum(requests), 0) + coalesce((SELECT requests FROM usage_before WHERE subject = ?1), 0) AS total`,
    "",
  );
  const operations = ofSubject(
    "operation, sum(requests) AS total, max(last_minute) AS last_minute",
    "GROUP BY operation ORDER BY total DESC, operation",
  );
  const hours = ofSubject(
    "minute / 60 AS hour, sum(requests) AS requests",
    "WHERE minute / 60 > ?2 GROUP BY hour ORDER BY hour",
  );
  const number = (value: unknown): number => Number(value);

  return (subjectId, minute) => {
    const sums = rolling.get(subjectId, minute)!;
    const firstHour = Math.floor((minute - HISTORY_DAYS * DAY_MINUTES) / 60);
    return {
      lastHour: number(sums["hour"]),
      lastDay: number(sums["day"]),
      total: subjectId.startsWith("k_") ? number(sums["total"]) : null,
      operations: operations.all(subjectId).map((row) => ({
        operation: String(row["operation"]),
        total: number(row["total"]),
        lastAt: new Date(number(row["last_minute"]) * MINUTE_MILLISECONDS),
      })),
      hours: hours.all(subjectId, firstHour).map((row) => ({
        from: new Date(number(row["hour"]) * 60 * MINUTE_MILLISECONDS),
        requests: number(row["requests"]),
      })),
    };
  };
}

/**
 * The minutes there are in `usage_minute`, each found by one look-up whatever number of subjects it
 * has.
 */
const PRESENT_MINUTES = `RECURSIVE present (minute) AS (
  SELECT min(minute) FROM usage_minute
  UNION ALL
  SELECT (SELECT min(usage_minute.minute) FROM usage_minute WHERE usage_minute.minute > present.minute)
  FROM present WHERE present.minute IS NOT NULL
)`;

/** Subjects that are no keys, as ranges of an index. */
const NOT_KEYS = ["subject < 'k_'", "subject >= 'k`'"] as const;

type Step = () => void;
type Pruning = (at: Date) => Iterable<Step>;

/**
 * Prepares what is done to forget what is over, as steps that are short enough for a transaction
 * each.
 */
function preparePruning(connection: DatabaseSync): Pruning {
  const parts = [prepareForgetting(connection), prepareMoving(connection), prepareSumming(connection)];
  return function* (at) {
    for (const steps of parts) yield* steps(at);
  };
}

/** Deletes what belongs to days that are over, and what erased keys left. */
function prepareForgetting(connection: DatabaseSync): Pruning {
  const run = (sql: string) => connection.prepare(sql);
  const anyErased = run("SELECT 1 FROM erased_subject LIMIT 1");
  const erased = ["usage_minute", "usage_past", "usage_before", "quota_window"].map((table) =>
    run(`DELETE FROM ${table} WHERE subject IN (SELECT subject FROM erased_subject)`),
  );
  const oldErased = run("DELETE FROM erased_subject WHERE minute < ?");
  const oldSecrets = run("DELETE FROM address_secret WHERE day < ?");
  const oldWindows = run("DELETE FROM quota_window WHERE hour < ?");
  const addresses = ["usage_minute", "usage_past"].flatMap((table) =>
    NOT_KEYS.map((range) => run(`DELETE FROM ${table} WHERE minute < ? AND ${range}`)),
  );
  return function* (at) {
    const minute = minuteOf(at.getTime());
    const today = minute - (minute % DAY_MINUTES);
    yield () => {
      // Only a day that is over leaves a secret behind.
      if (oldSecrets.run(at.toISOString().slice(0, 10)).changes > 0)
        for (const statement of addresses) statement.run(today);
      oldWindows.run(today / 60);
      if (anyErased.get() !== undefined) for (const statement of erased) statement.run();
      oldErased.run(minute - DAY_MINUTES);
    };
  };
}

const ADD_REQUESTS = "ON CONFLICT DO UPDATE SET requests = requests + excluded.requests";

/**
 * Moves minutes to the past in steps of five minutes, and those steps to hours, one of them at a
 * time.
 */
function prepareMoving(connection: DatabaseSync): Pruning {
  const move = (table: string, stepMinutes: number, lastMinute: string) => {
    const copy = connection.prepare(`
      INSERT INTO usage_past
      SELECT subject, minute - minute % ${stepMinutes}, operation, requests, ${lastMinute} FROM ${table} WHERE minute = ?
      ${ADD_REQUESTS}, last_minute = max(last_minute, excluded.last_minute)`);
    const drop = connection.prepare(`DELETE FROM ${table} WHERE minute = ?`);
    return (minute: number): Step =>
      () => {
        copy.run(minute);
        drop.run(minute);
      };
  };
  const moveMinute = move("usage_minute", STEP_MINUTES, "minute");
  const moveStep = move("usage_past", 60, "last_minute");
  const firstMinute = connection.prepare("SELECT min(minute) AS minute FROM usage_minute");
  // Steps that a service left behind that was down for days stay as they are.
  const lastStep = connection.prepare(`
    SELECT max(minute) AS minute FROM usage_past
    WHERE minute BETWEEN ?1 - 2 * ${DAY_MINUTES} AND ?1 AND minute % 60 <> 0`);
  return function* (at) {
    const minute = minuteOf(at.getTime());
    for (;;) {
      const first = firstMinute.get()?.["minute"];
      if (typeof first !== "number" || first >= minute - SINGLE_MINUTES) break;
      yield moveMinute(first);
    }
    for (;;) {
      const step = lastStep.get(minute - STEPPED_MINUTES - 1)?.["minute"];
      if (typeof step !== "number") break;
      yield moveStep(step);
    }
  };
}

/** Keeps of hours beyond the history only their sum. */
function prepareSumming(connection: DatabaseSync): Pruning {
  const keepTotals = connection.prepare(`
    INSERT INTO usage_before SELECT subject, sum(requests) FROM usage_past WHERE minute < ? GROUP BY subject
    ${ADD_REQUESTS}`);
  const drop = connection.prepare("DELETE FROM usage_past WHERE minute < ?");
  return function* (at) {
    const historyBegins = minuteOf(at.getTime()) - HISTORY_DAYS * DAY_MINUTES;
    const end = (Math.floor(historyBegins / 60) + 1) * 60;
    yield () => {
      keepTotals.run(end);
      drop.run(end);
    };
  };
}
