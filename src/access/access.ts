import type { OwnWindow, QuotaState } from "./quota.ts";
import type { SelfService } from "./self-service.ts";
import type { AddressSubject, KeySubject, Subject } from "./subject.ts";
import type { Usage } from "./usage.ts";
import type { WebhookRegistrations } from "./webhook-registrations.ts";
import type { WebhookQueue } from "./store/queue-store.ts";
import type { IssuedKey } from "./accounts.ts";

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
   * Judges requests against both windows of their subject and, where all of them are allowed,
   * counts them in both and under an operation. A refusal counts nothing. Never rejects for a
   * store, and answers at once where this process alone counts.
   */
  consume(subject: Subject, operation: string, requests?: number): QuotaState | Promise<QuotaState>;
  /** Judges and counts requests likewise in a window of its own, under `OWN_LIMITS`. */
  consumeOwn(window: OwnWindow, subject: Pick<Subject, "id">, requests?: number): QuotaState | Promise<QuotaState>;
  /** Returns the state of a subject's windows. */
  peek(subject: Subject): Promise<QuotaState>;
  /**
   * Gives out a key of the free tier. Resolves when it is on disk; rejects with `StoreUnavailable`.
   */
  signUp(request: { readonly email: string; readonly useCase: string }): Promise<IssuedKey>;
  /** Lets holders of keys manage them. */
  readonly selfService: SelfService;
  /** The webhooks of holders of keys. */
  readonly webhooks: WebhookRegistrations;
  /** The queue of deliveries to these webhooks. */
  readonly webhookQueue: WebhookQueue;
  /**
   * Usage of a subject up to now, what this process counted included. Rejects with
   * `StoreUnavailable`.
   */
  usageOf(subject: Subject): Promise<Usage>;
  /**
   * The operation that makes up most of a subject's requests to this process in the present hour,
   * if there is one; a refusal advises by it.
   */
  recentOperations(subject: Subject): readonly string[];
  /** Lists degraded parts and the reasons, for /readyz, logs and metrics. */
  degraded(): readonly { readonly part: "accounts" | "quotas" | "usage"; readonly detail: string }[];
  /** Writes pending counts and closes the stores. */
  close(): Promise<void>;
}
