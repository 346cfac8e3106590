/*
 * Webhooks of callers, and the queue of deliveries to them. This room does not read events: it
 * matches topics, and keeps payloads as texts.
 */

/** Maximum number of webhooks of one key; keys that replaced one another share them. */
export const WEBHOOKS_PER_KEY = 5;

/** Maximum number of finished deliveries that are kept of each webhook. */
export const DELIVERIES_KEPT = 100;

/** Maximum time that a finished delivery is kept. */
export const DELIVERY_DAYS = 30;

/** Duration of the lease of a claimed delivery, which is much longer than an attempt takes. */
export const LEASE_MILLISECONDS = 60_000;

/** The reason why a webhook gets no deliveries any more. */
export type DisabledBecause = (typeof DISABLED_BECAUSE)[number];

export const DISABLED_BECAUSE = ["gone", "attempts_failed"] as const;

/** A webhook as its owner knows it. */
export interface Webhook {
  /** `wh_` and 24 random characters. */
  readonly id: string;
  /** Absolute, at most 2,048 ASCII characters. */
  readonly url: string;
  readonly topics: readonly string[];
  readonly createdAt: Date;
  /** Null while it gets deliveries. */
  readonly disabled: { readonly at: Date; readonly because: DisabledBecause } | null;
}

/** Something to be told; `id` is the same wherever and however often it is noticed. */
export interface WebhookEvent {
  /** At most 64 ASCII characters. It is sent as `webhook-id`. */
  readonly id: string;
  /** Webhooks with this topic are told. */
  readonly topic: string;
  /** Its name for people, such as `release.published`. */
  readonly type: string;
  /** The body that is sent, byte for byte. */
  readonly payload: string;
}

/** Something to announce, by the name that its announcer gave it, and the time when it happened. */
export interface Occasion {
  readonly name: string;
  readonly at: Date;
}

/** The outcome of an attempt: only `delivered` is a success. */
export type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number];

export const ATTEMPT_OUTCOMES = [
  "delivered",
  "gone",
  "redirected",
  "refused",
  "timed_out",
  "no_connection",
  "no_public_address",
] as const;

/** Reads a stored outcome; null if there is none. */
export function readOutcome(stored: unknown): AttemptOutcome | null {
  return ATTEMPT_OUTCOMES.find((each) => each === stored) ?? null;
}

/** A delivery as its owner sees it. */
export interface Delivery {
  readonly webhookId: string;
  readonly eventId: string;
  readonly type: string;
  /** `pending` until it was delivered, or given up. */
  readonly state: "pending" | "delivered" | "failed";
  readonly createdAt: Date;
  /** Attempts so far, the one under way included. */
  readonly attempts: number;
  /** Null before the first attempt has ended. */
  readonly last: { readonly at: Date; readonly outcome: AttemptOutcome; readonly status: number | null } | null;
  /** Null where no attempt follows. */
  readonly nextAt: Date | null;
}

/** A claimed delivery, to be attempted now. */
export interface ClaimedDelivery extends Pick<WebhookEvent, "payload"> {
  readonly webhookId: string;
  readonly eventId: string;
  readonly url: string;
  /** The secrets that sign it: the present one, then the one before while that is valid. */
  readonly secrets: readonly Uint8Array[];
  /** Number of this attempt, from 1. */
  readonly attempt: number;
}

/** Identifies an attempt of a delivery. */
export type ClaimKey = Pick<ClaimedDelivery, "webhookId" | "eventId" | "attempt">;

/** The end of an attempt, and its consequences. */
export interface AttemptEnd {
  readonly outcome: AttemptOutcome;
  /** Status of the response, if there was one. */
  readonly status: number | null;
  readonly at: Date;
  /** The time of the next attempt; null after a success, and if the delivery is given up. */
  readonly nextAt: Date | null;
  /** Disables the webhook; its other pending deliveries fail then. */
  readonly disable: DisabledBecause | null;
}

/**
 * The webhooks of callers. `owner` is the id of a subject (`k_…`). Durable when a promise resolves.
 *
 * A webhook ends with the last working key of its owner: nothing is delivered from that moment, and
 * it is deleted when the key is revoked or erased, or by the next `prune`.
 *
 * Every function rejects with `StoreUnavailable` when the store does not answer within the
 * configured wait.
 */
export interface Webhooks {
  /** `too_many` where the owner has `WEBHOOKS_PER_KEY`, `no_key` where none of its keys works. */
  create(
    owner: string,
    webhook: Omit<Webhook, "disabled">,
    secret: Uint8Array,
  ): Promise<"created" | "too_many" | "no_key">;
  /** Lists webhooks in order of creation. */
  list(owner: string): Promise<readonly Webhook[]>;
  /**
   * Gives a webhook another secret. The one before is valid until `oldEndsAt`, and forgotten at
   * once where that is null; one before that ends in any case. False where the owner has no webhook
   * of this id.
   */
  replaceSecret(owner: string, id: string, secret: Uint8Array, oldEndsAt: Date | null): Promise<boolean>;
  /** Deletes a webhook and its deliveries; false where the owner has none of this id. */
  remove(owner: string, id: string): Promise<boolean>;
  /** Deliveries that are pending or kept, newest first. */
  deliveries(owner: string): Promise<readonly Delivery[]>;
  /** Makes an event due for one webhook; false where the owner has no such webhook that works. */
  tell(owner: string, id: string, event: Omit<WebhookEvent, "topic">, at: Date): Promise<boolean>;
}

/**
 * The queue of deliveries. Any number of nodes, processes and threads may work on it: a delivery is
 * claimed by one of them at a time. Rejects like `Webhooks`; nothing is lost then, because
 * deliveries are stored before they are sent.
 */
export interface WebhookQueue {
  /** Returns the last announced occasion, null at first, and the topics that webhooks wait for. */
  outlook(): Promise<{ readonly last: Occasion | null; readonly topics: readonly string[] }>;
  /**
   * Makes the events of an occasion due for all working webhooks of their topics, and remembers it
   * as the last one unless a later one was announced, in one transaction. An event that was
   * announced before is left out, by its id. Returns how many deliveries were made.
   */
  announce(events: readonly WebhookEvent[], occasion: Occasion, at: Date): Promise<number>;
  /**
   * Claims due deliveries for `LEASE_MILLISECONDS`, the longest due first, at most one for each
   * webhook. If a claimant is killed, its deliveries can be claimed again after that.
   */
  claim(countMax: number, at: Date): Promise<readonly ClaimedDelivery[]>;
  /**
   * Records how an attempt ended. One that failed is ignored where the delivery was claimed again
   * in the meantime; a success always counts.
   */
  settle(claimed: ClaimKey, end: AttemptEnd): Promise<void>;
  /** Gives a claimed delivery back as if it had not been claimed. */
  giveBack(claimed: ClaimKey, at: Date): Promise<void>;
  /**
   * Deletes deliveries and events beyond the limits, webhooks without a working key, and secrets
   * that are valid no more.
   */
  prune(at: Date): Promise<void>;
}

const DAY_MILLISECONDS = 86_400_000;

/** Deliveries that finished before this moment are not kept. */
export function firstKeptDelivery(at: Date): Date {
  return new Date(at.getTime() - DELIVERY_DAYS * DAY_MILLISECONDS);
}
