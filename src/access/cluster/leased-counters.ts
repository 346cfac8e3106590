import { randomUUID } from "node:crypto";
import type { Counters } from "../counters.ts";
import { hourOf } from "../quota.ts";
import type { Limits, QuotaState } from "../quota.ts";
import { withinDeadline } from "./deadline.ts";
import {
  beginSettlement,
  buildLease,
  countUndebited,
  dayOf,
  describeAlone,
  describeLease,
  forgetDebits,
  isUnsettled,
  judgeAlone,
  refuse,
  releaseUnspent,
  rollLease,
  spend,
} from "./lease.ts";
import type { Lease } from "./lease.ts";
import { HEARTBEAT, LEASE, RESTORE, SETTLE } from "./lease-scripts.ts";
import { openRedis } from "./redis.ts";

export interface LeasedCountersOptions {
  /** `redis://…` or `rediss://…`. */
  readonly url: string;
  /** How long a request waits for Redis, in milliseconds; at worst it waits for two questions. */
  readonly waitMilliseconds: number;
  readonly now: () => Date;
  /** Begins the names of all keys. Default `ctds:`. */
  readonly keyPrefix?: string;
  /** After how many milliseconds without a request what is held of a subject goes back. Default 10,000. */
  readonly idleMilliseconds?: number;
  /** Whose clock says which window it is: that of Redis, the same for all nodes (default), or `now` alone. */
  readonly clock?: "redis" | "own";
  /** Is told why judgements are approximate when they become so, and null when they are exact again. */
  readonly onState?: (degraded: string | null) => void;
}

/** Figures of the work with Redis, for benchmarks and people. */
export interface LeaseFigures {
  /** Questions sent to Redis on behalf of requests. */
  readonly roundTrips: number;
  /** Nodes alive when Redis was last heard. */
  readonly nodes: number;
}

const LEASE_MAX = 64;
/** Of small quotas, so that a node does not hold much of them. */
const SMALL_LEASE_MAX = 8;
const SMALL_LIMIT = 200;
const IDLE_MILLISECONDS = 10_000;
/** How long a refusal is believed before Redis is asked whether other nodes gave something back. */
const REFUSED_MILLISECONDS = 500;
const BEAT_MILLISECONDS = 1000;
const BEAT_WHILE_LOST_MILLISECONDS = 100;
const NODE_STALE_MILLISECONDS = 5000;
/** How long what is known of a silent subject is kept. */
const MEMORY_MILLISECONDS = 3_600_000;
/** With more subjects than this, those that are silent for a minute are forgotten. */
const REMEMBERED_MAX = 200_000;
const TOGETHER_MAX = 256;
const CLOSE_MILLISECONDS = 1000;

const UNLIMITED: QuotaState = { allowed: true, windows: [], violated: [] };

interface SubjectUsed {
  readonly subjectId: string;
  readonly hour: number;
  readonly day: number;
}

interface Entry extends Lease {
  readonly subjectId: string;
  readonly waiting: { readonly limits: Limits; readonly resolve: (state: QuotaState) => void }[];
  isAsking: boolean;
}

/**
 * Counters that many nodes share through Redis, by leases: a node has some requests debited before it uses them, and allows them
 * without asking. No request is allowed that was not debited, so no number of nodes allows more than the limit. Each of them may
 * refuse early by what the others hold: at most 64 requests of a subject per node, 8 of a quota of at most 200.
 *
 * While Redis does not answer, every node allows its part of what was left (`judgeAlone`), and has it debited afterwards. Begins to
 * connect and does not wait for it; `ready` tells when the first attempt has ended, well or not.
 */
export function openLeasedCounters(
  options: LeasedCountersOptions,
): Counters & { readonly figures: LeaseFigures; readonly ready: Promise<void> } {
  const counters = new LeasedCounters(options);
  return counters;
}

class LeasedCounters implements Counters {
  readonly ready: Promise<void>;
  readonly #options: Required<LeasedCountersOptions>;
  readonly #redis: ReturnType<typeof openRedis>;
  readonly #entries = new Map<string, Entry>();
  /** Those that hold or owe something. */
  readonly #open = new Set<Entry>();
  readonly #node = randomUUID();
  #settlements = 0;
  #memory: string | null = null;
  #nodes = 1;
  #roundTrips = 0;
  /** What Redis' clock is ahead of `now`, in milliseconds. */
  #clockAhead = 0;
  #isOnline = false;
  #lostBecause: string | null = null;
  /** What is to be restored, and the hour it was used in. */
  #restorable: { readonly hour: number; readonly used: readonly SubjectUsed[] } | null = null;
  #beat: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(options: LeasedCountersOptions) {
    const defaults = { keyPrefix: "ctds:", idleMilliseconds: IDLE_MILLISECONDS, clock: "redis", onState() {} } as const;
    this.#options = { ...defaults, ...options };
    this.#redis = openRedis(options.url);
    this.ready = this.#connect();
  }

  get degraded(): string | null {
    if (this.#isOnline) return null;
    const reason = this.#redis.fault ?? this.#lostBecause ?? "not asked yet";
    return (
      `Redis at ${this.#redis.address} does not answer: ${reason}. This node counts for itself and allows ` +
      (this.#nodes === 1 ? "what is left" : `a part in ${this.#nodes} of what is left`)
    );
  }

  get figures(): LeaseFigures {
    return { roundTrips: this.#roundTrips, nodes: this.#nodes };
  }

  take(subjectId: string, limits: Limits): QuotaState | Promise<QuotaState> {
    const at = this.#now();
    const entry = this.#find(subjectId, at);
    entry.lastTakenAt = at;
    if (limits.perHour === null && limits.perDay === null) {
      countUndebited(entry);
      this.#open.add(entry);
      return UNLIMITED;
    }
    if (!this.#isOnline) return this.#judgeAlone(entry, limits, at);
    // Who came first is served first.
    if (entry.waiting.length === 0) {
      const state = spend(entry, limits, at);
      if (state !== null) return state;
      if (at < entry.refusedUntil) return refuse(entry, limits, at);
    }
    return new Promise((resolve) => {
      entry.waiting.push({ limits, resolve });
      if (!entry.isAsking) void this.#askFor(entry);
    });
  }

  peek(subjectId: string, limits: Limits): QuotaState | Promise<QuotaState> {
    if (limits.perHour === null && limits.perDay === null) return UNLIMITED;
    const at = this.#now();
    const entry = this.#find(subjectId, at);
    if (!this.#isOnline) return describeAlone(entry, limits, this.#nodes, at);
    return this.#lease(entry, limits, 0).then(
      () => describeLease(entry, limits, this.#now()),
      (error: unknown) => {
        this.#lose(error);
        return describeAlone(entry, limits, this.#nodes, this.#now());
      },
    );
  }

  restore(used: Iterable<SubjectUsed>): void {
    this.#restorable = { hour: hourOf(this.#now()), used: [...used] };
    if (this.#isOnline) void this.#restoreAll().catch((error: unknown) => this.#lose(error));
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    if (this.#beat !== null) clearTimeout(this.#beat);
    if (this.#isOnline) {
      for (const entry of this.#open) releaseUnspent(entry);
      const farewell = async (): Promise<void> => {
        await this.#settleAll();
        await this.#redis.removeMember(this.#key("nodes"), this.#node);
      };
      await withinDeadline(farewell(), CLOSE_MILLISECONDS).catch(() => {});
    }
    this.#isOnline = false;
    this.#redis.close();
  }

  #now(): number {
    return this.#options.now().getTime() + this.#clockAhead;
  }

  /** Replies are read late, never early: the furthest clock heard lately is the nearest to the truth. */
  #hearClock(milliseconds: number): void {
    if (this.#options.clock === "own") return;
    const ahead = milliseconds - this.#options.now().getTime();
    this.#clockAhead = Math.abs(ahead - this.#clockAhead) > 1000 ? ahead : Math.max(ahead, this.#clockAhead - 1);
  }

  #key(name: string): string {
    return this.#options.keyPrefix + name;
  }

  /** First argument of every script: its own clock decides, unless this node's is to. */
  #scriptClock(): number | string {
    return this.#options.clock === "own" ? this.#options.now().getTime() : "";
  }

  #find(subjectId: string, at: number): Entry {
    const known = this.#entries.get(subjectId);
    if (known === undefined) {
      const entry: Entry = { ...buildLease(at), subjectId, waiting: [], isAsking: false };
      this.#entries.set(subjectId, entry);
      return entry;
    }
    // A reply may have told of an hour that has not begun by this clock.
    if (hourOf(at) > known.hour) this.#roll(known, hourOf(at));
    return known;
  }

  #roll(entry: Entry, hour: number): void {
    rollLease(entry, hour);
    if (isUnsettled(entry)) this.#open.add(entry);
  }

  #judgeAlone(entry: Entry, limits: Limits, at: number): QuotaState {
    this.#open.add(entry);
    return judgeAlone(entry, limits, this.#nodes, at);
  }

  /** Gets leases until nobody waits. */
  async #askFor(entry: Entry): Promise<void> {
    entry.isAsking = true;
    try {
      // Requests of the same moment are asked for together.
      await Promise.resolve();
      while (entry.waiting.length > 0 && this.#isOnline) {
        if (isUnsettled(entry)) await this.#settle(entry);
        const wanted = entry.waiting.length;
        await this.#lease(entry, entry.waiting[0]!.limits, wanted);
        // The hour ended under way: what was got is of the last one.
        const hour = hourOf(this.#now());
        if (hour > entry.hour) {
          this.#roll(entry, hour);
          await this.#lease(entry, entry.waiting[0]!.limits, wanted);
        }
        this.#serve(entry, wanted);
      }
    } catch (error) {
      this.#lose(error);
    } finally {
      entry.isAsking = false;
      const at = this.#now();
      for (const { limits, resolve } of entry.waiting.splice(0)) resolve(this.#judgeAlone(entry, limits, at));
    }
  }

  /** Answers those the lease was asked for, and whoever came meanwhile as far as it reaches. */
  #serve(entry: Entry, wanted: number): void {
    const at = this.#now();
    for (let served = 0; served < wanted || entry.unspent > 0; served++) {
      const first = entry.waiting.shift();
      if (first === undefined) return;
      first.resolve(spend(entry, first.limits, at) ?? refuse(entry, first.limits, at));
    }
  }

  async #lease(entry: Entry, limits: Limits, waiting: number): Promise<void> {
    this.#roundTrips++;
    const ask = async (): Promise<void> => {
      const [granted, debitedHour, debitedDay, at] = await this.#redis.run(
        LEASE,
        [this.#key(`q:${entry.subjectId}`)],
        [this.#scriptClock(), limits.perHour ?? -1, limits.perDay ?? -1, this.#nodes, leaseMaxOf(limits), waiting],
      );
      // Even a late reply has debited something that can be used.
      this.#hear(entry, Number(debitedHour), Number(debitedDay), Number(at));
      entry.unspent += Number(granted);
      if (entry.unspent > 0) this.#open.add(entry);
      if (waiting > Number(granted)) entry.refusedUntil = Number(at) + REFUSED_MILLISECONDS;
    };
    await withinDeadline(ask(), this.#options.waitMilliseconds);
  }

  #hear(entry: Entry, debitedHour: number, debitedDay: number, at: number): void {
    this.#hearClock(at);
    this.#roll(entry, hourOf(at));
    entry.debitedHour = debitedHour;
    entry.debitedDay = debitedDay;
  }

  async #settle(entry: Entry): Promise<void> {
    const { number, hour, hourBy, day, dayBy } = beginSettlement(entry, () => ++this.#settlements);
    const question = this.#redis.run(
      SETTLE,
      [this.#key(`q:${entry.subjectId}`)],
      [this.#scriptClock(), hour, hourBy, day, dayBy, this.#node, number],
    );
    const [debitedHour, debitedDay, at] = await withinDeadline(question, this.#options.waitMilliseconds);
    if (entry.settlement?.number === number) entry.settlement = null;
    this.#hear(entry, Number(debitedHour), Number(debitedDay), Number(at));
  }

  /** Settles whatever is owed, and forgets who neither holds nor owes anything. */
  async #settleAll(): Promise<void> {
    const owing = [...this.#open].filter((entry) => !entry.isAsking && isUnsettled(entry));
    for (let first = 0; first < owing.length; first += TOGETHER_MAX) {
      await Promise.all(owing.slice(first, first + TOGETHER_MAX).map((entry) => this.#settle(entry)));
    }
    for (const entry of this.#open) if (entry.unspent === 0 && !isUnsettled(entry)) this.#open.delete(entry);
  }

  #lose(error: unknown): void {
    this.#lostBecause = error instanceof Error ? error.message : String(error);
    if (!this.#isOnline) return;
    this.#isOnline = false;
    this.#tell();
    this.#schedule();
  }

  #toldDegraded = false;

  #tell(): void {
    const { degraded } = this;
    if ((degraded !== null) === this.#toldDegraded) return;
    this.#toldDegraded = degraded !== null;
    this.#options.onState(degraded);
  }

  #schedule(): void {
    if (this.#beat !== null) clearTimeout(this.#beat);
    if (this.#isClosed) return;
    this.#beat = setTimeout(
      () => void this.#keepBeating(),
      this.#isOnline ? BEAT_MILLISECONDS : BEAT_WHILE_LOST_MILLISECONDS,
    );
    this.#beat.unref();
  }

  async #connect(): Promise<void> {
    for (let attempt = 0; attempt < 20 && !this.#redis.isReady; attempt++) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await this.#keepBeating();
  }

  #isBeating = false;

  async #keepBeating(): Promise<void> {
    // A heartbeat that is still under way ends with its connection at the latest.
    if (this.#isBeating) return;
    this.#isBeating = true;
    try {
      if (!this.#redis.isReady) throw new Error("no connection");
      const question = this.#redis.run(
        HEARTBEAT,
        [this.#key("nodes"), this.#key("memory")],
        [this.#scriptClock(), this.#node, NODE_STALE_MILLISECONDS, randomUUID()],
      );
      await withinDeadline(question, this.#options.waitMilliseconds).catch((error: unknown) => {
        this.#lose(error);
      });
      await this.#welcome(await question);
    } catch (error) {
      this.#lose(error);
    } finally {
      this.#isBeating = false;
      if (!this.#isClosed) this.#tell();
      this.#schedule();
    }
  }

  async #welcome([memory, nodes, at]: readonly (string | number)[]): Promise<void> {
    this.#hearClock(Number(at));
    this.#nodes = Number(nodes);
    await this.#restoreAll();
    if (this.#memory !== null && this.#memory !== memory) {
      for (const entry of this.#entries.values()) {
        this.#find(entry.subjectId, this.#now());
        forgetDebits(entry);
        this.#open.add(entry);
      }
    }
    this.#memory = String(memory);
    // After an outage everything goes back: others may have used up meanwhile what was held.
    this.#giveBack(this.#isOnline ? this.#options.idleMilliseconds : 0);
    await this.#settleAll();
    this.#isOnline = true;
    this.#lostBecause = null;
    this.#forgetSilent();
  }

  async #restoreAll(): Promise<void> {
    const restorable = this.#restorable;
    if (restorable === null) return;
    this.#restorable = null;
    const { hour, used } = restorable;
    for (let first = 0; first < used.length; first += TOGETHER_MAX) {
      const questions = used
        .slice(first, first + TOGETHER_MAX)
        .map((subject) =>
          this.#redis.run(
            RESTORE,
            [this.#key(`q:${subject.subjectId}`)],
            [this.#scriptClock(), hour, subject.hour, dayOf(hour), subject.day],
          ),
        );
      await withinDeadline(Promise.all(questions), this.#options.waitMilliseconds);
    }
  }

  /** Releases what is held of subjects that were silent for so long. */
  #giveBack(idleMilliseconds: number): void {
    const at = this.#now();
    for (const entry of this.#open) {
      if (entry.isAsking) continue;
      this.#find(entry.subjectId, at);
      if (at - entry.lastTakenAt >= idleMilliseconds) releaseUnspent(entry);
    }
  }

  #silentCheckedAt = 0;

  #forgetSilent(): void {
    const at = this.#now();
    if (at - this.#silentCheckedAt < MEMORY_MILLISECONDS / 60) return;
    this.#silentCheckedAt = at;
    const memory = this.#entries.size > REMEMBERED_MAX ? MEMORY_MILLISECONDS / 60 : MEMORY_MILLISECONDS;
    for (const [subjectId, entry] of this.#entries) {
      const isSilent = at - entry.lastTakenAt > memory && !entry.isAsking && !this.#open.has(entry);
      if (isSilent) this.#entries.delete(subjectId);
    }
  }
}

function leaseMaxOf({ perHour, perDay }: Limits): number {
  return Math.min(perHour ?? Number.POSITIVE_INFINITY, perDay ?? Number.POSITIVE_INFINITY) <= SMALL_LIMIT
    ? SMALL_LEASE_MAX
    : LEASE_MAX;
}
