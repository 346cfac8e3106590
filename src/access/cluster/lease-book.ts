import { type Limits, type QuotaState, hourOf } from "../quota.ts";
import {
  type Lease,
  type Settlement,
  buildLease,
  describeAllowed,
  forgetDebits,
  isUnsettled,
  refuse,
  releaseUnspent,
  rollLease,
  spend,
} from "./lease.ts";
import type { Debits } from "./redis-quotas.ts";

/** A request that waits for a lease. */
export interface Waiting {
  readonly limits: Limits;
  /** How many it counts as. */
  readonly requests: number;
  readonly resolve: (state: QuotaState) => void;
  /** When it will have waited long enough, by `performance.now`. */
  readonly until: number;
}

/** What a node knows of one subject, and who waits. */
export interface Entry extends Lease {
  readonly subjectId: string;
  readonly waiting: Waiting[];
  isAsking: boolean;
}

/** How long what is known of a silent subject is kept, and how often that is looked after. */
const MEMORY_MILLISECONDS = 3_600_000;
const TIDY_MILLISECONDS = 60_000;
/**
 * With more subjects than this (each takes about 600 bytes), those that are silent for a minute are
 * forgotten.
 */
const REMEMBERED_MAX = 50_000;

/** The leases of one node. Times are in milliseconds, by the clock that windows go by. */
export class LeaseBook {
  readonly #entries = new Map<string, Entry>();
  /** Those that hold or owe something. */
  readonly #open = new Set<Entry>();
  #tidiedAt = 0;

  /** The entry of a subject, in the windows of this moment. */
  find(subjectId: string, at: number): Entry {
    const known = this.#entries.get(subjectId);
    if (known === undefined) {
      const entry: Entry = { ...buildLease(at), subjectId, waiting: [], isAsking: false };
      this.#entries.set(subjectId, entry);
      return entry;
    }
    // Redis may already be in an hour that has not begun by this clock.
    if (hourOf(at) > known.hour) this.roll(known, hourOf(at));
    return known;
  }

  roll(entry: Entry, hour: number): void {
    rollLease(entry, hour);
    if (isUnsettled(entry)) this.#open.add(entry);
  }

  /** Notes what Redis has debited of an entry's windows. */
  note(entry: Entry, { hour, day, at }: Debits): void {
    this.roll(entry, hourOf(at));
    entry.debitedHour = hour;
    entry.debitedDay = day;
  }

  /** Remembers that an entry holds or owes something. */
  keepOpen(entry: Entry): void {
    this.#open.add(entry);
  }

  /**
   * Those that owe something and are not being asked for; forgets those who neither hold nor owe.
   */
  listOwing(): Entry[] {
    const owing: Entry[] = [];
    for (const entry of this.#open) {
      if (isUnsettled(entry)) {
        if (!entry.isAsking) owing.push(entry);
      } else if (entry.unspent === 0) this.#open.delete(entry);
    }
    return owing;
  }

  /** Releases what is held of subjects that were silent for so long. */
  releaseSilent(idleMilliseconds: number, at: number): void {
    for (const entry of this.#open) {
      if (entry.isAsking) continue;
      this.find(entry.subjectId, at);
      if (at - entry.lastTakenAt >= idleMilliseconds) releaseUnspent(entry);
    }
  }

  /** What this node allowed of each subject or holds, to be told once each under a number. */
  describeAllowed(at: number, number: () => number): Map<Entry, Settlement> {
    const allowed = new Map<Entry, Settlement>();
    for (const entry of this.#entries.values()) {
      this.find(entry.subjectId, at);
      if (entry.ownDay + entry.unspent > 0) allowed.set(entry, describeAllowed(entry, number()));
    }
    return allowed;
  }

  /** Redis has forgotten everything but what it was told of this node since. */
  forgetDebits(at: number, told: ReadonlyMap<Entry, Settlement>): void {
    for (const entry of this.#entries.values()) {
      this.find(entry.subjectId, at);
      forgetDebits(entry, told.get(entry));
      this.#open.add(entry);
    }
  }

  /** Forgets subjects that were silent for long. */
  tidy(at: number): void {
    if (at - this.#tidiedAt < TIDY_MILLISECONDS) return;
    this.#tidiedAt = at;
    const memory = this.#entries.size > REMEMBERED_MAX ? TIDY_MILLISECONDS : MEMORY_MILLISECONDS;
    for (const [subjectId, entry] of this.#entries) {
      const isSilent = at - entry.lastTakenAt > memory && !entry.isAsking && !this.#open.has(entry);
      if (isSilent) this.#entries.delete(subjectId);
    }
  }
}

/**
 * Answers the requests that a lease was for, `wanted` of them, and later ones as far as it reaches.
 */
export function serveWaiting(entry: Entry, wanted: number, at: number): void {
  for (let served = 0; served < wanted || entry.unspent > 0; served++) {
    const first = entry.waiting.shift();
    if (first === undefined) return;
    const { limits, requests, resolve } = first;
    resolve(spend(entry, limits, at, requests) ?? refuse(entry, limits, at, requests));
  }
}
