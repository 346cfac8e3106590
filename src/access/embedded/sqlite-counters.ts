import type { Counters } from "../counters.ts";
import { minuteOf } from "../usage-history.ts";
import { type Limits, type QuotaState, type Windows, describeQuota, judgeQuota, turnWindows } from "../quota.ts";
import { COUNT_REQUESTS } from "./schema.ts";
import { type TurnTransactionsOptions, openTurnTransactions } from "./turn-transactions.ts";

export interface SqliteCountersOptions extends Pick<
  TurnTransactionsOptions<never, never>,
  "database" | "lock" | "waitMilliseconds" | "onTrouble"
> {
  readonly now: () => Date;
}

interface Request {
  readonly subjectId: string;
  readonly limits: Limits;
  readonly operation: string;
  /** In milliseconds. */
  readonly at: number;
}

/** Without limits whatever is used: how a request is written that was admitted while the file could not be. */
const ADMITTED: Limits = { perHour: null, perDay: null };

/**
 * Opens the counters of one thread over `access.sqlite`. The requests of a turn of the event loop are judged, debited and counted in
 * one transaction, so any number of threads and processes may do the same.
 *
 * While the file cannot be written, requests are judged by what can be read of it and by what this thread admitted since.
 */
export function openSqliteCounters({ now, ...options }: SqliteCountersOptions): Counters {
  const { connection } = options.database;
  const findWindows = connection.prepare("SELECT hour, hour_used, day_used FROM quota_window WHERE subject = ?");
  const keepWindows = connection.prepare(`
    INSERT INTO quota_window VALUES (?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET hour = excluded.hour, hour_used = excluded.hour_used, day_used = excluded.day_used`);
  const countRequests = connection.prepare(COUNT_REQUESTS);

  const readWindows = (subjectId: string): Windows | null => {
    const row = findWindows.get(subjectId);
    if (row === undefined) return null;
    return { at: Number(row["hour"]), hour: Number(row["hour_used"]), day: Number(row["day_used"]) };
  };

  /** Judges requests in their order, over windows that are read once for each subject and then kept in the map. */
  const judge = (
    requests: readonly Request[],
    windowsOf: Map<string, Windows>,
    read: (subjectId: string) => Windows | null,
  ): QuotaState[] =>
    requests.map(({ subjectId, limits, at }) => {
      const windows = turnWindows(windowsOf.get(subjectId) ?? read(subjectId), at);
      const state = judgeQuota(limits, windows, at);
      const { at: hour, hour: hourUsed, day: dayUsed } = windows;
      if (state.allowed) windowsOf.set(subjectId, { at: hour, hour: hourUsed + 1, day: dayUsed + 1 });
      return state;
    });

  /** What is used as far as this thread knows, while the file cannot be written. */
  let known = new Map<string, Windows>();
  const readIfPossible = (subjectId: string): Windows | null => {
    try {
      return readWindows(subjectId);
    } catch {
      return null;
    }
  };

  const turns = openTurnTransactions<Request, QuotaState>({
    ...options,
    write(requests) {
      known = new Map();
      const windowsOf = new Map<string, Windows>();
      const states = judge(requests, windowsOf, readWindows);
      for (const [subjectId, { at, hour, day }] of windowsOf) keepWindows.run(subjectId, at, hour, day);
      for (const [index, { subjectId, operation, at }] of requests.entries())
        if (states[index]?.allowed === true) countRequests.run(minuteOf(at), subjectId, operation, 1);
      return states;
    },
    decide(requests, waiting) {
      if (known.size === 0) judge(waiting, known, readIfPossible);
      const outcomes = judge(requests, known, readIfPossible);
      const admitted = requests.filter((_, index) => outcomes[index]?.allowed === true);
      return { outcomes, writeLater: admitted.map((request) => ({ ...request, limits: ADMITTED })) };
    },
  });

  return {
    admit: (subjectId, limits, operation) => turns.add({ subjectId, limits, operation, at: now().getTime() }),
    async peek(subjectId, limits) {
      const at = now().getTime();
      return describeQuota(limits, turnWindows(known.get(subjectId) ?? readWindows(subjectId), at), at);
    },
    get degraded() {
      return turns.degraded;
    },
    close: () => turns.close(),
  };
}
