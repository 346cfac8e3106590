import { withinDeadline } from "./deadline.ts";
import { type Settlement, beginSettlement } from "./lease.ts";
import type { Entry, LeaseBook } from "./lease-book.ts";
import type { Debits, HeartbeatReply, RedisQuotas } from "./redis-quotas.ts";

const TOGETHER_MAX = 256;

/** What this node allowed until Redis forgot everything, to be debited again. */
interface Recovery {
  /** The name of the new memory. */
  readonly memory: string;
  readonly allowed: ReadonlyMap<Entry, Settlement>;
  isTold: boolean;
}

/** Keeps what Redis has debited in line with what this node allowed. */
export class Settlements {
  readonly #redis: RedisQuotas;
  readonly #book: LeaseBook;
  /** How long one call may take. */
  readonly #callMilliseconds: number;
  #count = 0;
  #memory: string | null = null;
  #recovery: Recovery | null = null;
  #nodes = 1;

  constructor(redis: RedisQuotas, book: LeaseBook, callMilliseconds: number) {
    this.#redis = redis;
    this.#book = book;
    this.#callMilliseconds = callMilliseconds;
  }

  /** The name of the memory of Redis that knows what this node allowed; null before any did. */
  get memory(): string | null {
    return this.#memory;
  }

  /** How many nodes were alive when Redis could last be used. */
  get nodes(): number {
    return this.#nodes;
  }

  async beat(): Promise<HeartbeatReply> {
    if (!this.#redis.redis.isReady) throw new Error("no connection");
    return await this.#redis.beat(this.#recovery?.isTold === true ? this.#recovery.memory : this.#memory, this.#nodes);
  }

  /**
   * Whether Redis has forgotten what was debited since it was last used, or other nodes have yet to
   * tell it again.
   */
  isForgetful({ memory, isWhole }: HeartbeatReply): boolean {
    return !isWhole || (this.#memory !== null && this.#memory !== memory);
  }

  /**
   * Goes by what Redis has debited from now on. Where it has forgotten everything, this node tells
   * it again what it allowed, once. Rejects until every other node that was alive has done so, or
   * was silent too long: a lease before that would be one of requests that they have allowed.
   */
  async accept(reply: HeartbeatReply): Promise<void> {
    const isKnown = this.#memory === null || this.#memory === reply.memory;
    const { memory, nodes, isWhole } = isKnown ? reply : await this.#recover(reply.memory);
    if (!isWhole) throw new Error("it has forgotten what was debited, and not every node has debited it again");
    this.#memory = memory;
    this.#nodes = nodes;
  }

  async settle(entry: Entry): Promise<void> {
    const settlement = beginSettlement(entry, () => ++this.#count);
    const debits = await this.#tell(this.#memory, entry, settlement);
    if (entry.settlement?.number === settlement.number) entry.settlement = null;
    this.#book.note(entry, debits);
  }

  async settleAll(): Promise<void> {
    await together(this.#book.listOwing(), (entry) => this.settle(entry));
  }

  /** The reply to a heartbeat after Redis was told. */
  async #recover(memory: string): Promise<HeartbeatReply> {
    if (this.#recovery?.memory !== memory) {
      const allowed = this.#book.describeAllowed(this.#redis.now(), () => ++this.#count);
      this.#recovery = { memory, allowed, isTold: false };
    }
    const recovery = this.#recovery;
    if (!recovery.isTold)
      await together(recovery.allowed, ([entry, settlement]) => this.#tell(memory, entry, settlement));
    recovery.isTold = true;
    const reply = await withinDeadline(this.beat(), this.#callMilliseconds);
    if (reply.memory !== memory) return { ...reply, isWhole: false };
    if (reply.isWhole) {
      this.#book.forgetDebits(this.#redis.now(), recovery.allowed);
      this.#recovery = null;
    }
    return reply;
  }

  async #tell(memory: string | null, entry: Entry, settlement: Settlement): Promise<Debits> {
    return await withinDeadline(this.#redis.settle(memory, entry.subjectId, settlement), this.#callMilliseconds);
  }
}

async function together<Item>(items: Iterable<Item>, work: (item: Item) => Promise<unknown>): Promise<void> {
  const all = [...items];
  for (let first = 0; first < all.length; first += TOGETHER_MAX)
    await Promise.all(all.slice(first, first + TOGETHER_MAX).map(work));
}
