import type { Access } from "./access.ts";
import { openAddressHashes } from "./address-hashes.ts";
import { newKeyFields } from "./api-key.ts";
import { ConfirmationMails, type MailOptions } from "./confirmation-mails.ts";
import type { Confirmations } from "./confirmations.ts";
import type { Counters } from "./counters.ts";
import { buildMailFollowing, type Follows } from "./follows.ts";
import { buildIdempotency, type KeptAnswers } from "./idempotency.ts";
import { openKnownKeys } from "./known-keys.ts";
import { hourOf, OWN_LIMITS } from "./quota.ts";
import { repeat } from "./repeat.ts";
import { buildSelfService } from "./self-service.ts";
import { ownSubjectId, type Subject } from "./subject.ts";
import type { UsageHistory } from "./usage-history.ts";
import { buildWebhookRegistrations, type FindUrlFault } from "./webhook-registrations.ts";
import type { WebhookQueue, Webhooks } from "./webhooks.ts";
import { type Accounts, describeIssuedKey, type IssuedKey, StoreUnavailable } from "./accounts.ts";

/**
 * What the access of a service is built on; the embedded and the many-node one differ in these
 * alone.
 */
export interface AccessParts {
  readonly accounts: Accounts;
  readonly confirmations: Confirmations;
  readonly webhooks: Webhooks;
  readonly webhookQueue: WebhookQueue;
  readonly keptAnswers: KeptAnswers;
  readonly follows: Follows;
  readonly findUrlFault: FindUrlFault;
  /** Null where no mails are sent. */
  readonly mail: MailOptions | null;
  readonly usage: Pick<UsageHistory, "usageOf" | "secretOf">;
  readonly counters: Counters;
  readonly now: () => Date;
  /** Why no account can be written now, as far as that is known without trying, or null. */
  readonly accountsFailure?: () => string | null;
  /** Why usage is not complete now, or null. */
  readonly usageFailure?: () => string | null;
  /**
   * Called with a sentence for people when a store first fails, and when it answers again; by null
   * where there is no error.
   */
  readonly onTrouble?: ((sentence: string, error: Error | null) => void) | undefined;
  /** Closes the parts, after the counters. */
  readonly close: () => Promise<void>;
}

/** Well below the second within which a revoked key stops working everywhere. */
export const POLL_MILLISECONDS = 250;

const PRUNE_MILLISECONDS = 300_000;

/**
 * Opens the access of a service. Waits for the secret of the day and the position in the log of key
 * changes, if the stores answer.
 */
export async function openAccess(parts: AccessParts): Promise<Access> {
  const { confirmations, webhooks, webhookQueue, usage, counters, now, onTrouble } = parts;
  const { accounts, failure: writeFailure } = watchWrites(parts.accounts, now);
  let generation = 0;
  const onChange = (): void => void (generation += 1);
  const keys = openKnownKeys(accounts, now, onChange);
  const addresses = openAddressHashes((day) => usage.secretOf(day), onChange);
  const accountsState = watchCalls("accounts", onTrouble);
  const usageState = watchCalls("usage", onTrouble);
  const recent = new RecentOperations();

  const refresh = async (): Promise<void> => {
    await Promise.all([accountsState.watch(keys.refresh()), usageState.watch(addresses.refresh(now().getTime()))]);
  };
  await refresh();
  const stopRefreshing = repeat(refresh, POLL_MILLISECONDS);
  const stopPruning = repeat(() => accountsState.watch(prune(parts)), PRUNE_MILLISECONDS);
  const mails = parts.mail === null ? null : new ConfirmationMails({ ...parts.mail, confirmations, now, onTrouble });

  let closed: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    await Promise.all([stopRefreshing(), stopPruning(), mails?.close()]);
    await counters.close();
    await parts.close();
  };
  return {
    get generation() {
      return generation;
    },
    findKey: keys.find,
    findAddress: (address) => addresses.find(address, now().getTime()),
    async admit(subject, operation, requests) {
      const state = await counters.admit(subject.id, subject.limits, operation, requests);
      if (state.allowed) recent.note(subject, operation, hourOf(now().getTime()));
      return state;
    },
    admitOwn: (window, subject) => counters.admit(ownSubjectId(window, subject), OWN_LIMITS[window], window),
    peek: ({ id, limits }) => counters.peek(id, limits),
    signUp: (request) => signUp(accounts, mails, request, now()),
    selfService: buildSelfService({ accounts, confirmations, follows: parts.follows, webhooks, usage, now, refresh }),
    idempotency: buildIdempotency(parts.keptAnswers, now),
    following: parts.mail === null ? null : buildMailFollowing(parts.follows, now),
    follows: parts.follows,
    webhooks: buildWebhookRegistrations({ webhooks, findUrlFault: parts.findUrlFault, now }),
    webhookQueue,
    usageOf: ({ id }) => usage.usageOf(id, now()),
    recentOperations: (subject) => recent.of(subject, hourOf(now().getTime())),
    degraded() {
      const failures = [
        { part: "accounts", detail: accountsState.failure() ?? parts.accountsFailure?.() ?? writeFailure() },
        { part: "quotas", detail: counters.degraded },
        { part: "usage", detail: parts.usageFailure?.() ?? usageState.failure() },
      ] as const;
      return failures.flatMap(({ part, detail }) => (detail === null ? [] : [{ part, detail }]));
    },
    close: () => (closed ??= close()),
  };
}

/** Deletes what is kept for a while alone. */
async function prune({ keptAnswers, follows, now }: AccessParts): Promise<void> {
  await keptAnswers.prune(now());
  await follows.prune(now());
}

async function signUp(
  accounts: Accounts,
  mails: ConfirmationMails | null,
  { email, useCase }: { readonly email: string; readonly useCase: string },
  createdAt: Date,
): Promise<IssuedKey> {
  const { apiKey, ...fields } = newKeyFields();
  const emailConfirmation = mails === null ? "not_required" : "pending";
  const free = { tier: "free", limits: null, emailConfirmation } as const;
  const key = await accounts.create({ ...fields, ...free, email, useCase, createdAt });
  mails?.add(key);
  return describeIssuedKey(apiKey, key);
}

/**
 * Knows the operation that is more than half of a subject's requests in an hour, by the majority
 * vote of Boyer and Moore: one candidate and a count for each subject.
 */
class RecentOperations {
  readonly #votes = new WeakMap<Subject, { operation: string; count: number; hour: number }>();

  note(subject: Subject, operation: string, hour: number): void {
    const vote = this.#votes.get(subject);
    if (vote === undefined || vote.count === 0 || vote.hour !== hour)
      this.#votes.set(subject, { operation, count: 1, hour });
    else vote.count += vote.operation === operation ? 1 : -1;
  }

  of(subject: Subject, hour: number): readonly string[] {
    const vote = this.#votes.get(subject);
    return vote?.hour === hour ? [vote.operation] : [];
  }
}

/** Knows whether the last call of a part failed, and reports when that changes. */
function watchCalls(part: "accounts" | "usage", onTrouble: AccessParts["onTrouble"]) {
  let failure: string | null = null;
  const set = (error: Error | null): void => {
    const isChange = (error === null) !== (failure === null);
    failure = error?.message ?? null;
    if (isChange) onTrouble?.(`The store of ${part} ${error === null ? "answers again" : "does not answer"}.`, error);
  };
  return {
    failure: () => failure,
    watch: (call: Promise<void>): Promise<void> =>
      call.then(
        () => set(null),
        (error: unknown) => set(error instanceof Error ? error : new Error(String(error))),
      ),
  };
}

/** Accounts that remember whether the store takes what is written. */
interface WatchedAccounts {
  readonly accounts: Accounts;
  /** Why the last write failed, or null; forgotten after some seconds. */
  readonly failure: () => string | null;
}

/** Nobody writes for a while, and the disk may have room again: only a write would tell. */
const REMEMBERED_MILLISECONDS = 10_000;

/** Watches what is written to accounts; a full disk still lets them be read. */
function watchWrites(accounts: Accounts, now: () => Date): WatchedAccounts {
  let last: { readonly reason: string; readonly at: number } | null = null;
  const watch = async <Result>(write: Promise<Result>): Promise<Result> => {
    try {
      const result = await write;
      last = null;
      return result;
    } catch (error) {
      if (error instanceof StoreUnavailable) last = { reason: error.message, at: now().getTime() };
      throw error;
    }
  };
  return {
    accounts: {
      create: (key) => watch(accounts.create(key)),
      change: (id, change) => watch(accounts.change(id, change)),
      rotate: (id, next, oldEndsAt) => watch(accounts.rotate(id, next, oldEndsAt)),
      erase: (selection) => watch(accounts.erase(selection)),
      findByHash: (hash) => accounts.findByHash(hash),
      find: (idOrPrefix) => accounts.find(idOrPrefix),
      list: (selection) => accounts.list(selection),
      changesSince: (position) => accounts.changesSince(position),
    },
    failure: () => (last === null || now().getTime() - last.at > REMEMBERED_MILLISECONDS ? null : last.reason),
  };
}
