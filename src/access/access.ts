import type { Follows, MailFollowing } from "./follows.ts";
import type { Idempotency, KeptAnswers } from "./idempotency.ts";
import type { OwnWindow, QuotaState } from "./quota.ts";
import type { SelfService } from "./self-service.ts";
import type { AddressSubject, KeySubject, Subject } from "./subject.ts";
import type { Confirmations } from "./confirmations.ts";
import type { Usage, UsageHistory } from "./usage-history.ts";
import type { WebhookRegistrations } from "./webhook-registrations.ts";
import type { WebhookQueue, Webhooks } from "./webhooks.ts";
import type { Accounts, IssuedKey } from "./accounts.ts";

/** Everything a running service knows about its callers. */
export interface Access {
  /**
   * Grows when keys were changed or revoked, and when the UTC day ends: subjects found under a
   * lower number are to be found again.
   */
  readonly generation: number;
  /**
   * The caller who sent this key; null for one that is malformed, revoked or was never given out.
   * Answers at once for a key seen before; otherwise asks a store. Rejects with `StoreUnavailable`
   * when it cannot tell.
   */
  findKey(apiKey: string): KeySubject | null | Promise<KeySubject | null>;
  /**
   * The caller behind a client address (textual IPv4 or IPv6, IPv4-mapped too; IPv6 is grouped by
   * /64).
   */
  findAddress(address: string): AddressSubject;
  /**
   * Judges one request against both windows of its subject and, where it is allowed, debits them
   * and counts it under an operation. A refusal debits and counts nothing. Requests of one turn of
   * the event loop are one batch; the promise resolves when that survives the end of the process.
   * `requests` is how many it counts as, by default one: all of them are allowed, or none.
   */
  admit(subject: Subject, operation: string, requests?: number): Promise<QuotaState>;
  /** Admits one request to what has windows of its own likewise, under `OWN_LIMITS`. */
  admitOwn(window: OwnWindow, subject: Subject): Promise<QuotaState>;
  /** How a subject's windows stand. */
  peek(subject: Subject): Promise<QuotaState>;
  /**
   * Gives out a key of the free tier. Resolves when it is on disk; rejects with `StoreUnavailable`.
   */
  signUp(request: { readonly email: string; readonly useCase: string }): Promise<IssuedKey>;
  /** What holders of keys can do about them. */
  readonly selfService: SelfService;
  /** Requests that create, sent again. */
  readonly idempotency: Idempotency;
  /** Who follows by e-mail; null where no mails are sent. */
  readonly following: MailFollowing | null;
  /** The same for who sends these mails. */
  readonly follows: Follows;
  /** The webhooks of holders of keys. */
  readonly webhooks: WebhookRegistrations;
  /** What is to be delivered to them. */
  readonly webhookQueue: WebhookQueue;
  /** Usage of a subject up to now, everything admitted by this process included. */
  usageOf(subject: Subject): Promise<Usage>;
  /**
   * The operation that makes up most of a subject's requests to this process in the present hour,
   * if there is one; a refusal advises by it.
   */
  recentOperations(subject: Subject): readonly string[];
  /** What is degraded now and why, for /readyz, logs and metrics; empty while all is well. */
  degraded(): readonly { readonly part: "accounts" | "quotas" | "usage"; readonly detail: string }[];
  /** Writes what is counted, gives back leases, closes stores. */
  close(): Promise<void>;
}

/** What the publisher's commands work on; no service needs to run. */
export interface AccessStores {
  readonly accounts: Accounts;
  readonly confirmations: Confirmations;
  readonly webhooks: Webhooks;
  readonly webhookQueue: WebhookQueue;
  readonly keptAnswers: KeptAnswers;
  readonly follows: Follows;
  readonly usage: UsageHistory;
  close(): Promise<void>;
}
