import { type Limits, type QuotaState, hourOf } from "../quota.ts";
import { withinDeadline } from "./deadline.ts";
import { Heartbeat } from "./heartbeat.ts";
import {
  countUndebited,
  describeAlone,
  describeLease,
  isUnsettled,
  judgeAlone,
  leaseMaxOf,
  refuse,
  spend,
} from "./lease.ts";
import { type Entry, LeaseBook, serveWaiting } from "./lease-book.ts";
import { type HeartbeatReply, RedisQuotas } from "./redis-quotas.ts";
import { Settlements } from "./settlements.ts";

export interface LeasedQuotasOptions {
  /** `redis://…` or `rediss://…`. */
  readonly url: string;
  /** How long a request waits for Redis at most; one call takes less than half of it. */
  readonly waitMilliseconds: number;
  readonly now: () => Date;
  /** Begins the names of all keys. Default `ctds:`. */
  readonly keyPrefix?: string;
  /** When the lease of a subject without requests is returned. Default 10,000. */
  readonly idleMilliseconds?: number;
  /** Whose clock windows follow: that of Redis, the same for all nodes (default), or `now`. */
  readonly clock?: "redis" | "own";
  /** Called with why judgements become approximate, and with null when they are exact again. */
  readonly onState?: (degraded: string | null) => void;
}

const IDLE_MILLISECONDS = 10_000;
/** How long a refusal holds before Redis is asked whether other nodes returned something. */
const REFUSED_MILLISECONDS = 500;
/** The part of the wait that one call may take: a request may wait for an earlier call, too. */
const CALL_PART = 0.4;
/** For closing, which no request waits for. */
const PATIENT_MILLISECONDS = 2000;

const UNLIMITED: QuotaState = { allowed: true, windows: [], violated: [] };

/**
 * Quotas that many nodes share through Redis, by leases: a node has some requests debited before it
 * uses them, and allows them without asking. No request is allowed that was not debited, so no
 * number of nodes allows more than the limit. Each of them may refuse early by what the others
 * hold: at most 64 requests of a subject per node, 8 of a quota of at most 200.
 *
 * While Redis does not answer, every node allows its part of what was left (`judgeAlone`), and has
 * it debited afterwards. After Redis has forgotten everything, that goes on until every node that
 * was alive has debited again what it allowed, or was silent for five seconds. Begins to connect
 * and does not wait for it.
 */
export class LeasedQuotas {
  /** Resolves when the first attempt to connect has ended, well or not. */
  readonly ready: Promise<void>;
  readonly #options: Required<LeasedQuotasOptions>;
  readonly #callMilliseconds: number;
  readonly #redis: RedisQuotas;
  readonly #book = new LeaseBook();
  readonly #heartbeat: Heartbeat<HeartbeatReply>;
  readonly #settlements: Settlements;
  #roundTrips = 0;
  #isClosed = false;

  constructor(options: LeasedQuotasOptions) {
    const defaults = { keyPrefix: "ctds:", idleMilliseconds: IDLE_MILLISECONDS, clock: "redis", onState() {} } as const;
    this.#options = { ...defaults, ...options };
    this.#callMilliseconds = options.waitMilliseconds * CALL_PART;
    this.#redis = new RedisQuotas(this.#options);
    this.#settlements = new Settlements(this.#redis, this.#book, this.#callMilliseconds);
    this.#heartbeat = new Heartbeat({
      ask: () => this.#settlements.beat(),
      patienceMilliseconds: this.#callMilliseconds,
      onReply: (reply) => this.#settleAfterReply(reply),
      onChange: () => this.#options.onState(this.degraded),
    });
    this.ready = this.#connect();
  }

  /** Why judgements are approximate now, for people; null while they are exact. */
  get degraded(): string | null {
    if (this.#heartbeat.isOnline) return null;
    const reason = this.#redis.redis.failure ?? this.#heartbeat.lostBecause ?? "not asked yet";
    return (
      `Redis at ${this.#redis.redis.address} cannot be used: ${reason}. This node counts for itself and allows ` +
      (this.#settlements.nodes === 1 ? "what is left" : `a part in ${this.#settlements.nodes} of what is left`)
    );
  }

  /** Calls to Redis on behalf of requests, and nodes alive as of its last reply. */
  get statistics(): { readonly roundTrips: number; readonly nodes: number } {
    return { roundTrips: this.#roundTrips, nodes: this.#settlements.nodes };
  }

  /**
   * Judges one request, or some together, and takes them from what is leased. Answers at once where
   * it can; otherwise asks Redis, for at most the configured wait, and then judges by what this
   * node knows. Never rejects. A refusal takes nothing.
   */
  take(subjectId: string, limits: Limits, requests = 1): QuotaState | Promise<QuotaState> {
    const at = this.#redis.now();
    const entry = this.#book.find(subjectId, at);
    entry.lastTakenAt = at;
    if (limits.perHour === null && limits.perDay === null) {
      countUndebited(entry, requests);
      this.#book.keepOpen(entry);
      return UNLIMITED;
    }
    if (!this.#heartbeat.isOnline) return this.#judgeAlone(entry, limits, at, requests);
    // Requests are served in order.
    if (entry.waiting.length === 0) {
      const state = spend(entry, limits, at, requests);
      if (state !== null) return state;
      if (at < entry.refusedUntil) return refuse(entry, limits, at, requests);
    }
    return new Promise((resolve) => {
      entry.waiting.push({ limits, requests, resolve, until: performance.now() + this.#options.waitMilliseconds });
      if (!entry.isAsking) void this.#askFor(entry);
    });
  }

  /** How the windows stand, without taking. */
  peek(subjectId: string, limits: Limits): QuotaState | Promise<QuotaState> {
    if (limits.perHour === null && limits.perDay === null) return UNLIMITED;
    const at = this.#redis.now();
    const entry = this.#book.find(subjectId, at);
    if (!this.#heartbeat.isOnline) return describeAlone(entry, limits, this.#settlements.nodes, at);
    return this.#lease(entry, limits, 0).then(
      () => describeLease(entry, limits, this.#redis.now()),
      (error: unknown) => {
        this.#heartbeat.lose(error);
        return describeAlone(entry, limits, this.#settlements.nodes, this.#redis.now());
      },
    );
  }

  /** Gives back what is leased and lets go of Redis. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#heartbeat.stop();
    if (this.#heartbeat.isOnline) {
      this.#book.releaseSilent(0, this.#redis.now());
      const settleAndLeave = async (): Promise<void> => {
        await this.#settlements.settleAll();
        await this.#redis.leave();
      };
      await withinDeadline(settleAndLeave(), PATIENT_MILLISECONDS).catch(() => {});
    }
    this.#heartbeat.lose("closed");
    this.#redis.redis.close();
  }

  #judgeAlone(entry: Entry, limits: Limits, at: number, requests: number): QuotaState {
    this.#book.keepOpen(entry);
    return judgeAlone(entry, limits, this.#settlements.nodes, at, requests);
  }

  /** Gets leases until nobody waits. */
  async #askFor(entry: Entry): Promise<void> {
    entry.isAsking = true;
    try {
      // Requests of the same turn share a call.
      await Promise.resolve();
      while (entry.waiting.length > 0 && this.#heartbeat.isOnline) {
        const { limits, until } = entry.waiting[0]!;
        if (isUnsettled(entry)) await this.#settlements.settle(entry);
        const wanted = entry.waiting.length;
        const requests = entry.waiting.reduce((sum, each) => sum + each.requests, 0);
        await this.#lease(entry, limits, requests, until);
        // The hour ended meanwhile, and the lease with it.
        const hour = hourOf(this.#redis.now());
        if (hour > entry.hour) {
          this.#book.roll(entry, hour);
          await this.#lease(entry, limits, requests, until);
        }
        serveWaiting(entry, wanted, this.#redis.now());
      }
    } catch (error) {
      this.#heartbeat.lose(error);
    } finally {
      entry.isAsking = false;
      const at = this.#redis.now();
      for (const { limits, requests, resolve } of entry.waiting.splice(0))
        resolve(this.#judgeAlone(entry, limits, at, requests));
    }
  }

  async #lease(entry: Entry, limits: Limits, waiting: number, until = Number.POSITIVE_INFINITY): Promise<void> {
    this.#roundTrips++;
    const ask = async (): Promise<void> => {
      const lease = { nodes: this.#settlements.nodes, leaseMax: leaseMaxOf(limits), waiting };
      const { granted, debits } = await this.#redis.lease(this.#settlements.memory, entry.subjectId, limits, lease);
      // Even a late reply has debited something that can be used.
      this.#book.note(entry, debits);
      entry.unspent += granted;
      if (granted > 0) this.#book.keepOpen(entry);
      if (waiting > granted) entry.refusedUntil = debits.at + REFUSED_MILLISECONDS;
    };
    await withinDeadline(ask(), Math.min(this.#callMilliseconds, Math.max(0, until - performance.now())));
  }

  async #connect(): Promise<void> {
    for (let attempt = 0; attempt < 20 && !this.#redis.redis.isReady; attempt++) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await this.#heartbeat.beat();
  }

  /** Settles what differs after Redis answered. */
  async #settleAfterReply(reply: HeartbeatReply): Promise<void> {
    // Nothing may be leased or settled until it has been told again.
    if (this.#settlements.isForgetful(reply)) this.#heartbeat.lose(new Error("it has forgotten what was debited"));
    await this.#settlements.accept(reply);
    // After an outage all leases are returned: others may have used up the quotas meanwhile.
    this.#book.releaseSilent(this.#heartbeat.isOnline ? this.#options.idleMilliseconds : 0, this.#redis.now());
    await this.#settlements.settleAll();
    this.#book.tidy(this.#redis.now());
  }
}
