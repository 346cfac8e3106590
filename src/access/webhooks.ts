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

const DAY_MILLISECONDS = 86_400_000;

/** Deliveries that finished before this moment are not kept. */
export function firstKeptDelivery(at: Date): Date {
  return new Date(at.getTime() - DELIVERY_DAYS * DAY_MILLISECONDS);
}
