import type { StatementSync } from "node:sqlite";
import type { Counters } from "../counters.ts";
import {
  type Limits,
  type QuotaState,
  type Windows,
  describeQuota,
  judgeQuota,
  minuteOf,
  turnWindows,
} from "../quota.ts";
import { COUNT_REQUESTS } from "./schema.ts";
import { TurnTransactions, type TurnTransactionsOptions } from "./turn-transactions.ts";

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
  /** How many it counts as. */
  readonly requests: number;
  /** In milliseconds. */
  readonly at: number;
}

/**
 * Without limits whatever is used: how a request is written that was admitted while the file could
 * not be.
 */
const ADMITTED: Limits = { perHour: null, perDay: null };

/**
 * The counters of one thread over `access.sqlite`. The requests of a turn of the event loop are
 * judged, debited and counted in one transaction, so any number of threads and processes may do the
 * same.
 *
 * While the file cannot be written, requests are judged by what can be read of it and by what this
 * thread admitted since.
 */
export class SqliteCounters implements Counters {
  readonly #now: () => Date;
  readonly #findWindows: StatementSync;
  readonly #keepWindows: StatementSync;
  readonly #countRequests: StatementSync;
  readonly #turns: TurnTransactions<Request, QuotaState>;
  /** What is used as far as this thread knows, while the file cannot be written. */
  #known = new Map<string, Windows>();

  constructor({ now, ...options }: SqliteCountersOptions) {
    const { connection } = options.database;
    this.#now = now;
    this.#findWindows = connection.prepare("SELECT hour, hour_used, day_used FROM quota_window WHERE subject = ?");
    this.#keepWindows = connection.prepare(`
      INSERT INTO quota_window VALUES (?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET hour = excluded.hour, hour_used = excluded.hour_used, day_used = excluded.day_used`);
    this.#countRequests = connection.prepare(COUNT_REQUESTS);
    this.#turns = new TurnTransactions({
      ...options,
      write: (requests) => this.#write(requests),
      decide: (requests, waiting) => this.#decide(requests, waiting),
    });
  }

  get degraded(): string | null {
    return this.#turns.degraded;
  }

  admit(subjectId: string, limits: Limits, operation: string, requests = 1): Promise<QuotaState> {
    return this.#turns.add({ subjectId, limits, operation, requests, at: this.#now().getTime() });
  }

  async peek(subjectId: string, limits: Limits): Promise<QuotaState> {
    const at = this.#now().getTime();
    const kept = this.#known.get(subjectId) ?? this.#readWindows(subjectId);
    return describeQuota(limits, turnWindows(kept, at), at);
  }

  close(): Promise<void> {
    return this.#turns.close();
  }

  /** Inside a transaction. */
  #write(requests: readonly Request[]): readonly QuotaState[] {
    this.#known = new Map();
    const windowsOf = new Map<string, Windows>();
    const states = judge(requests, windowsOf, (subjectId) => this.#readWindows(subjectId));
    for (const [subjectId, { at, hour, day }] of windowsOf) this.#keepWindows.run(subjectId, at, hour, day);
    const admitted = requests.filter((_, index) => states[index]?.allowed === true);
    for (const { subjectId, operation, minute, count } of countTogether(admitted))
      this.#countRequests.run(minute, subjectId, operation, count);
    return states;
  }

  /** Without one, while the file cannot be written. */
  #decide(requests: readonly Request[], waiting: readonly Request[]) {
    const read = (subjectId: string): Windows | null => this.#readIfPossible(subjectId);
    if (this.#known.size === 0) judge(waiting, this.#known, read);
    const outcomes = judge(requests, this.#known, read);
    const admitted = requests.filter((_, index) => outcomes[index]?.allowed === true);
    return { outcomes, writeLater: admitted.map((request) => ({ ...request, limits: ADMITTED })) };
  }

  #readWindows(subjectId: string): Windows | null {
    const row = this.#findWindows.get(subjectId);
    if (row === undefined) return null;
    return { at: Number(row["hour"]), hour: Number(row["hour_used"]), day: Number(row["day_used"]) };
  }

  #readIfPossible(subjectId: string): Windows | null {
    try {
      return this.#readWindows(subjectId);
    } catch {
      return null;
    }
  }
}

interface Counted extends Pick<Request, "subjectId" | "operation"> {
  readonly minute: number;
  count: number;
}

/** What is counted alike, once: the requests of a turn are mostly of few callers. */
function countTogether(requests: readonly Request[]): Iterable<Counted> {
  const counted = new Map<string, Counted>();
  for (const { subjectId, operation, requests: count, at } of requests) {
    const minute = minuteOf(at);
    const key = `${minute} ${operation} ${subjectId}`;
    const known = counted.get(key);
    if (known === undefined) counted.set(key, { subjectId, operation, minute, count });
    else known.count += count;
  }
  return counted.values();
}

/**
 * Judges requests in their order; the map keeps the windows of subjects whose requests were
 * allowed.
 */
function judge(
  requests: readonly Request[],
  windowsOf: Map<string, Windows>,
  read: (subjectId: string) => Windows | null,
): QuotaState[] {
  return requests.map(({ subjectId, limits, requests: count, at }) => {
    const windows = turnWindows(windowsOf.get(subjectId) ?? read(subjectId), at);
    const state = judgeQuota(limits, windows, at, count);
    const { at: hour, hour: hourUsed, day: dayUsed } = windows;
    if (state.allowed) windowsOf.set(subjectId, { at: hour, hour: hourUsed + count, day: dayUsed + count });
    return state;
  });
}
