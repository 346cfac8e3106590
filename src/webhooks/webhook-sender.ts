import { setTimeout as wait } from "node:timers/promises";
import { repeat } from "../access/repeat.ts";
import type { WebhookQueue } from "../access/store/queue-store.ts";
import type { AttemptEnd, ClaimedDelivery, DisabledBecause } from "../access/webhooks.ts";
import type { AttemptDelivery } from "./attempt-delivery.ts";

/** Dependencies of the sender. */
interface SenderParts {
  readonly queue: WebhookQueue;
  /** Stores what became news since the last time. Rejects as the queue does. */
  readonly announce: () => Promise<void>;
  readonly attempt: AttemptDelivery;
  readonly now: () => Date;
  /** A number from 0 to 1. */
  readonly random: () => number;
  readonly onAttempt?: ((outcome: AttemptEnd["outcome"]) => void) | undefined;
  /** Called with what the publisher should know. No sentence names a URL: it may hold a secret. */
  readonly onTrouble?: ((sentence: string, error: Error | null) => void) | undefined;
  readonly pollMilliseconds?: number;
}

const POLL_MILLISECONDS = 1000;

/** Attempts of this process at a time. */
const ATTEMPTS_MAX = 16;

const PRUNE_MILLISECONDS = 300_000;

/** A stopping service waits this long for the store. */
const CLOSE_MILLISECONDS = 2000;

/**
 * Delivers webhooks: it looks each second for what is due, and keeps no process alive. Everything
 * due is stored before it is sent, so what a killed process did not finish is delivered by the next
 * one, or by another. To be closed.
 */
export class WebhookSender {
  readonly #parts: SenderParts;
  readonly #closing = new AbortController();
  readonly #underWay = new Set<Promise<void>>();
  readonly #stop: () => Promise<void>;
  /** Claims follow one another, so that none takes more than there are attempts for. */
  #claiming = Promise.resolve();
  #prunedAt: number;
  #isFailing = false;

  constructor(parts: SenderParts) {
    this.#parts = parts;
    this.#prunedAt = parts.now().getTime();
    const work = (): Promise<void> => (this.#claiming = this.#claiming.then(() => this.#work()));
    this.#stop = repeat(work, parts.pollMilliseconds ?? POLL_MILLISECONDS);
  }

  /** Ends what is under way, which others then continue; bounded by a few seconds. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.race([this.#finish(), wait(CLOSE_MILLISECONDS, undefined, { ref: false })]);
  }

  async #finish(): Promise<void> {
    await this.#stop();
    await this.#claiming;
    await Promise.all(this.#underWay);
  }

  async #work(): Promise<void> {
    try {
      await this.#parts.announce();
      await this.#claim();
      await this.#prune();
      this.#isFailing = false;
    } catch (error) {
      this.#report(error);
    }
  }

  async #claim(): Promise<void> {
    const { queue, now } = this.#parts;
    const free = ATTEMPTS_MAX - this.#underWay.size;
    if (free <= 0 || this.#closing.signal.aborted) return;
    for (const claimed of await queue.claim(free, now())) this.#start(claimed);
  }

  #start(claimed: ClaimedDelivery): void {
    const one = this.#deliver(claimed)
      .catch((error: unknown) => this.#report(error))
      .finally(() => {
        this.#underWay.delete(one);
        // The next delivery of the same webhook does not wait for the clock.
        if (!this.#closing.signal.aborted) this.#claimMore();
      });
    this.#underWay.add(one);
  }

  #claimMore(): void {
    this.#claiming = this.#claiming.then(() => this.#claim()).catch((error: unknown) => this.#report(error));
  }

  async #deliver(claimed: ClaimedDelivery): Promise<void> {
    const { queue, attempt, now, random, onAttempt, onTrouble } = this.#parts;
    const result = await attempt(claimed, this.#closing.signal);
    if (result === null) return await queue.giveBack(claimed, now());
    onAttempt?.(result.outcome);
    const end = judgeAttempt(claimed, result, now(), random());
    await queue.settle(claimed, end);
    if (end.disable !== null) onTrouble?.(`The webhook ${claimed.webhookId} ${DISABLED_SENTENCES[end.disable]}`, null);
  }

  async #prune(): Promise<void> {
    const at = this.#parts.now();
    if (at.getTime() - this.#prunedAt < PRUNE_MILLISECONDS) return;
    this.#prunedAt = at.getTime();
    await this.#parts.queue.prune(at);
  }

  #report(error: unknown): void {
    if (!this.#isFailing && !this.#closing.signal.aborted) this.#parts.onTrouble?.(FAILING, asError(error));
    this.#isFailing = true;
  }
}

const FAILING = "Webhooks cannot be delivered at present; they are kept and tried again.";

const DISABLED_SENTENCES: Readonly<Record<DisabledBecause, string>> = {
  gone: "is disabled: its receiver answered that it is gone.",
  attempts_failed: "is disabled: every attempt to deliver an event failed.",
};

/** Decides what follows from an attempt. */
function judgeAttempt(
  { attempt }: ClaimedDelivery,
  { outcome, status }: Pick<AttemptEnd, "outcome" | "status">,
  at: Date,
  random: number,
): AttemptEnd {
  if (outcome === "delivered") return { outcome, status, at, nextAt: null, disable: null };
  if (outcome === "gone") return { outcome, status, at, nextAt: null, disable: "gone" };
  const nextAt = nextAttemptAt(attempt, at, random);
  return { outcome, status, at, nextAt, disable: nextAt === null ? "attempts_failed" : null };
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/**
 * Waits before each further attempt, in milliseconds: those that Standard Webhooks suggests, to a
 * little more than a day.
 */
const WAITS: readonly number[] = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR];

/** A wait may be this much longer, so that what failed together is not retried together. */
const JITTER = 0.2;

/**
 * When to try again after an attempt that failed at `at`; null after the last one.
 *
 * @param attempt number of the attempt, from 1
 * @param random a number from 0 to 1
 */
export function nextAttemptAt(attempt: number, at: Date, random: number): Date | null {
  const milliseconds = WAITS[attempt - 1];
  if (milliseconds === undefined) return null;
  return new Date(at.getTime() + Math.round(milliseconds * (1 + JITTER * random)));
}
