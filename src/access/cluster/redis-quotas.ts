import { randomUUID } from "node:crypto";
import type { Limits } from "../quota.ts";
import type { Settlement } from "./lease.ts";
import { HEARTBEAT, LEASE, SETTLE } from "./lease-scripts.ts";
import type { Script } from "./lease-scripts.ts";
import { openRedis } from "./redis.ts";
import type { Redis } from "./redis.ts";

/**
 * What Redis has debited of a subject's present windows for all nodes, and when it said so, in
 * milliseconds by its clock.
 */
export interface Debits {
  readonly hour: number;
  readonly day: number;
  readonly at: number;
}

/** What Redis answers to a heartbeat. */
export interface HeartbeatReply {
  /** The name of its memory: another one after it has forgotten everything. */
  readonly memory: string;
  /** How many nodes are alive. */
  readonly nodes: number;
  /**
   * Whether every node that was alive has debited again what it allowed, since Redis forgot it, or
   * was silent too long.
   */
  readonly isWhole: boolean;
}

export interface RedisQuotasOptions {
  readonly url: string;
  readonly now: () => Date;
  /** Begins the names of all keys. */
  readonly keyPrefix: string;
  /** Whose clock says which window it is: that of Redis, the same for all nodes, or `now` alone. */
  readonly clock: "redis" | "own";
}

const NODE_STALE_MILLISECONDS = 5000;
/** The key of the memory, a hash. */
const MEMORY = "epoch";

/**
 * The quota scripts of one node. Each rejects when there is no connection or it breaks; the caller
 * bounds the wait.
 */
export class RedisQuotas {
  readonly redis: Redis;
  readonly #options: RedisQuotasOptions;
  readonly #node = randomUUID();
  /** By how many milliseconds Redis' clock is ahead of `now`. */
  #ahead = 0;

  constructor(options: RedisQuotasOptions) {
    this.#options = options;
    this.redis = openRedis(options.url);
  }

  /** The time that windows go by, in milliseconds. */
  now(): number {
    return this.#options.now().getTime() + this.#ahead;
  }

  /**
   * Debits up to `leaseMax` requests, more where more are waiting; none where none are. Rejects, as
   * `settle` does, where Redis has another memory.
   */
  async lease(
    memory: string | null,
    subjectId: string,
    { perHour, perDay }: Limits,
    lease: { readonly nodes: number; readonly leaseMax: number; readonly waiting: number },
  ): Promise<{ readonly granted: number; readonly debits: Debits }> {
    const args = [memory ?? "", perHour ?? -1, perDay ?? -1, lease.nodes, lease.leaseMax, lease.waiting];
    const [granted, ...debits] = await this.#ask(LEASE, [`q:${subjectId}`, MEMORY], args);
    return { granted: Number(granted), debits: this.#hear(debits) };
  }

  /** Brings Redis' debits in line with what was used; once for each number. */
  async settle(
    memory: string | null,
    subjectId: string,
    { hour, hourBy, day, dayBy, number }: Settlement,
  ): Promise<Debits> {
    const args = [memory ?? "", hour, hourBy, day, dayBy, this.#node, number];
    return this.#hear(await this.#ask(SETTLE, [`q:${subjectId}`, MEMORY], args));
  }

  /**
   * Registers this node as alive where Redis' memory is the one that knows what it allowed; null
   * for a node that has allowed nothing yet. `nodes`: how many it knows of.
   */
  async beat(memory: string | null, nodes: number): Promise<HeartbeatReply> {
    const args = [this.#node, NODE_STALE_MILLISECONDS, randomUUID(), memory ?? "", nodes];
    const [name, alive, isWhole, at] = await this.#ask(HEARTBEAT, ["nodes", MEMORY], args);
    this.#hearClock(Number(at));
    return { memory: String(name), nodes: Number(alive), isWhole: Number(isWhole) === 1 };
  }

  /** Removes this node from those alive. */
  async leave(): Promise<void> {
    await this.redis.removeMember(`${this.#options.keyPrefix}nodes`, this.#node);
  }

  #ask(script: Script, keys: readonly string[], args: readonly (string | number)[]) {
    const { keyPrefix, clock, now } = this.#options;
    return this.redis.run(
      script,
      keys.map((key) => keyPrefix + key),
      [clock === "own" ? now().getTime() : "", ...args],
    );
  }

  #hear([hour, day, at]: readonly (string | number)[]): Debits {
    this.#hearClock(Number(at));
    return { hour: Number(hour), day: Number(day), at: Number(at) };
  }

  /** Replies are read late, never early, so the clock furthest ahead is the best estimate. */
  #hearClock(at: number): void {
    if (this.#options.clock === "own") return;
    const ahead = at - this.#options.now().getTime();
    this.#ahead = Math.abs(ahead - this.#ahead) > 1000 ? ahead : Math.max(ahead, this.#ahead - 1);
  }
}
