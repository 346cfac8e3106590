import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { Access } from "./access.ts";
import { openAddressHashes } from "./address-hashes.ts";
import { newKeyFields } from "./api-key.ts";
import { type MailOptions, startConfirmationMails } from "./confirmation-mails.ts";
import { openKnownKeys } from "./known-keys.ts";
import type { Limiter } from "./limiter/limiter.ts";
import type { RedisLimiter } from "./limiter/redis-limiter.ts";
import { MemoryLimiter } from "./limiter/memory-limiter.ts";
import { hourOf, minuteOf, OWN_LIMITS, type OwnWindow, type QuotaState } from "./quota.ts";
import { repeat } from "./repeat.ts";
import { buildSelfService } from "./self-service.ts";
import type { Accounts } from "./store/accounts-store.ts";
import { type AccessStores, openStores } from "./store/open-stores.ts";
import { StoreUnavailable } from "./store/sql.ts";
import type { UsageStore } from "./store/usage-store.ts";
import { ownSubjectId, type Subject } from "./subject.ts";
import type { Usage, UsageCount } from "./usage.ts";
import { buildWebhookRegistrations, type FindUrlFault, refuseEveryUrl } from "./webhook-registrations.ts";
import { describeIssuedKey, type IssuedKey } from "./accounts.ts";

/** Settings of the access of a service. */
export interface AccessOptions {
  readonly dataFolder: string;
  /** The stores of several nodes; null on one machine. */
  readonly shared: { readonly databaseUrl: string; readonly redisUrl: string } | null;
  /** Maximum wait of a request for a store. */
  readonly waitMilliseconds: number;
  readonly now: () => Date;
  /** Called with a sentence for operators when a part fails, and when it works again. */
  readonly onTrouble?: ((sentence: string, error: Error | null) => void) | undefined;
  /** By default no mails are sent. */
  readonly mail?: MailOptions | null;
  /** By default no webhook is registered. */
  readonly findUrlFault?: FindUrlFault;
  /** Prefix of all keys in Redis. */
  readonly keyPrefix?: string;
}

/** Pause between polls, well below the second in which a revoked key stops working everywhere. */
export const POLL_MILLISECONDS = 250;

/** Pause between flushes: a process that is killed loses the counts of this time. */
const FLUSH_MILLISECONDS = 1000;
const SHARED_FLUSH_MILLISECONDS = 3000;
const PRUNE_MILLISECONDS = 300_000;

/** Maximum number of pending counts, by subject, operation and minute: about 60 MB. */
const PENDING_MAX = 300_000;

/** Maximum wait of a start for PostgreSQL: all servers may be starting together. */
const START_MILLISECONDS = 10_000;
const RETRY_MILLISECONDS = 250;

/**
 * Opens the access of a service: over a file of the data folder and counts in memory, or, with
 * several nodes, over PostgreSQL and Redis.
 *
 * Rejects with `StoreUnavailable` where PostgreSQL does not answer within ten seconds, or Redis
 * refuses the credentials, and with `AccessStoreError` where the stores cannot be used as they are.
 * Starts without Redis where that cannot be reached.
 */
export async function openAccess(options: AccessOptions): Promise<Access> {
  const { shared, waitMilliseconds, now, onTrouble } = options;
  const stores = await openPatiently(options);
  let limiter: RedisLimiter | undefined;
  try {
    if (shared === null) {
      const memory = new MemoryLimiter(now);
      memory.add(await stores.usage.quotasAt(now()));
      return await joinAccess(options, stores, memory, memory);
    }
    // Only those who use it load the driver.
    const { RedisLimiter } = await import("./limiter/redis-limiter.ts");
    const { keyPrefix } = options;
    const url = shared.redisUrl;
    limiter = new RedisLimiter({
      url,
      waitMilliseconds,
      now,
      onTrouble,
      ...(keyPrefix === undefined ? {} : { keyPrefix }),
    });
    await limiter.ready;
    if (/WRONGPASS|NOAUTH|NOPERM/.test(limiter.degraded ?? "")) throw new StoreUnavailable(limiter.degraded!);
    return await joinAccess(options, stores, limiter, null);
  } catch (error) {
    limiter?.close();
    await stores.close();
    throw error;
  }
}

/** Joins stores and a limiter; `memory` is that limiter where its counts are kept by the stores. */
async function joinAccess(
  options: AccessOptions,
  stores: AccessStores,
  limiter: Limiter,
  memory: MemoryLimiter | null,
): Promise<Access> {
  const { now, onTrouble, findUrlFault = refuseEveryUrl, mail = null } = options;
  const { accounts, webhooks, webhookQueue, usage } = stores;
  let generation = 0;
  const onChange = (): void => void (generation += 1);
  const keys = openKnownKeys(accounts, now, onChange);
  const addresses = openAddressHashes((day) => usage.secretOf(day), onChange);
  const states = { accounts: watchCalls("accounts", onTrouble), usage: watchCalls("usage", onTrouble) };
  const written = watchCalls("accounts", onTrouble);
  const counts = openCounts(options, stores, limiter, memory, () => written.set(null));

  const refresh = async (): Promise<void> => {
    await Promise.all([states.accounts.watch(keys.refresh()), states.usage.watch(addresses.refresh(now().getTime()))]);
  };
  await refresh();
  const stops = [
    repeat(refresh, POLL_MILLISECONDS),
    repeat(() => states.usage.watch(usage.prune(now())), PRUNE_MILLISECONDS),
    startMails(options, stores, async (email) => {
      const id = addresses.hash(email.toLowerCase(), now().getTime());
      return (await counts.consumeOwn("confirmation_mail", { id })).allowed;
    }),
  ];
  let closed: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    for (const stop of stops) await stop?.();
    await counts.close();
    limiter.close();
    await stores.close();
  };
  return {
    get generation() {
      return generation;
    },
    findKey: (apiKey) => keys.find(apiKey),
    findAddress: (address) => addresses.find(address, now().getTime()),
    consume: (subject, operation, requests) => counts.consume(subject, operation, requests),
    consumeOwn: counts.consumeOwn,
    peek: async ({ id, limits }) => limiter.peek(id, limits),
    signUp: (request) => written.track(signUp(accounts, mail !== null, request, now())),
    selfService: buildSelfService({ ...stores, writeCounts: counts.write, now, refresh }),
    webhooks: buildWebhookRegistrations(webhooks, findUrlFault, now),
    webhookQueue,
    usageOf: counts.usageOf,
    recentOperations: counts.recentOperations,
    degraded: () =>
      describeFailures({
        accounts: states.accounts.failure() ?? written.failure(),
        quotas: limiter.degraded ?? counts.neighbours(),
        usage: counts.failure() ?? states.usage.failure(),
      }),
    close: () => (closed ??= close()),
  };
}

/** Begins to send confirmation mails where mails are sent. */
function startMails(
  { mail = null, now, onTrouble }: AccessOptions,
  { confirmations }: AccessStores,
  consumeMail: (email: string) => Promise<boolean>,
): (() => Promise<void>) | null {
  return mail === null ? null : startConfirmationMails({ ...mail, confirmations, consumeMail, now, onTrouble });
}

/** Lists the parts that fail, with the reasons. */
function describeFailures(
  failures: Readonly<Record<"accounts" | "quotas" | "usage", string | null>>,
): ReturnType<Access["degraded"]> {
  const parts = ["accounts", "quotas", "usage"] as const;
  return parts.flatMap((part) => {
    const detail = failures[part];
    return detail === null ? [] : [{ part, detail }];
  });
}

/** Counts requests in memory, and writes the counts to the stores at intervals. */
function openCounts(
  { now, onTrouble }: AccessOptions,
  { usage }: AccessStores,
  limiter: Limiter,
  memory: MemoryLimiter | null,
  onWritten: () => void,
) {
  const id = randomUUID();
  const pending = new PendingCounts();
  const recent = new RecentOperations();
  const state = watchCalls("usage", onTrouble);
  let servers = 1;
  const writePending = async (): Promise<void> => {
    await writeCounts(usage, pending, memory);
    if (memory !== null) servers = await usage.countServers(id, now());
    onWritten();
  };
  let writing: Promise<void> = Promise.resolve();
  /** Writes counts made before the call, after the write that is under way. */
  const flush = (): Promise<void> => (writing = writing.catch(() => {}).then(writePending));
  /** Writes what waits before it is read. On a full disk, stored counts can still be read. */
  const write = (): Promise<void> =>
    flush().catch((error: unknown) => {
      if (!(error instanceof StoreUnavailable)) throw error;
    });
  const stop = repeat(() => state.watch(flush()), memory === null ? SHARED_FLUSH_MILLISECONDS : FLUSH_MILLISECONDS);
  return {
    /** See `Access`. Answers at once where the limiter does. */
    consume(subject: Subject, operation: string, requests = 1): QuotaState | Promise<QuotaState> {
      const judged = limiter.consume(subject.id, subject.limits, requests);
      const note = (judgement: QuotaState): QuotaState => {
        if (!judgement.allowed) return judgement;
        const at = now().getTime();
        pending.add({ subjectId: subject.id, operation, minute: minuteOf(at), requests });
        recent.note(subject, operation, hourOf(at));
        return judgement;
      };
      return judged instanceof Promise ? judged.then(note) : note(judged);
    },
    consumeOwn: (window: OwnWindow, subject: Pick<Subject, "id">, requests = 1): QuotaState | Promise<QuotaState> =>
      limiter.consume(ownSubjectId(window, subject), OWN_LIMITS[window], requests),
    write,
    usageOf: async ({ id: subjectId }: Subject): Promise<Usage> => {
      await write();
      return await usage.usageOf(subjectId, now());
    },
    recentOperations: (subject: Subject) => recent.of(subject, hourOf(now().getTime())),
    failure: () =>
      pending.lost === 0
        ? state.failure()
        : `${state.failure() ?? "The store was away"}; ${pending.lost} were not counted`,
    neighbours: () =>
      servers <= 1 ? null : "another process serves from this data folder: each of them counts for itself",
    async close(): Promise<void> {
      await stop();
      await state.watch(flush());
      if (memory !== null) await usage.forgetServer(id).catch(() => {});
    },
  };
}

/** Writes pending counts; those that cannot be written stay pending. */
async function writeCounts(usage: UsageStore, pending: PendingCounts, memory: MemoryLimiter | null): Promise<void> {
  const counts = pending.take();
  const quotas = memory?.takeAdditions() ?? [];
  try {
    await usage.add(counts, quotas);
  } catch (error) {
    for (const count of counts) pending.add(count);
    memory?.keepAdditions(quotas);
    throw error;
  }
}

async function signUp(
  accounts: Accounts,
  sendsMails: boolean,
  { email, useCase }: { readonly email: string; readonly useCase: string },
  createdAt: Date,
): Promise<IssuedKey> {
  const { apiKey, ...fields } = newKeyFields();
  const emailConfirmation = sendsMails ? "pending" : "not_required";
  const free = { tier: "free", limits: null, emailConfirmation } as const;
  return describeIssuedKey(apiKey, await accounts.create({ ...fields, ...free, email, useCase, createdAt }));
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

/** Remembers whether the last call of a part failed, and reports when that changes. */
function watchCalls(part: "accounts" | "usage", onTrouble: AccessOptions["onTrouble"]) {
  let failure: string | null = null;
  const set = (error: Error | null): void => {
    const isChange = (error === null) !== (failure === null);
    failure = error?.message ?? null;
    if (isChange) onTrouble?.(`The store of ${part} ${error === null ? "answers again" : "does not answer"}.`, error);
  };
  return {
    failure: () => failure,
    set,
    watch: (call: Promise<void>): Promise<void> =>
      call.then(
        () => set(null),
        (error: unknown) => set(error instanceof Error ? error : new Error(String(error))),
      ),
    /** Remembers that the store did not answer, and settles as the call does. */
    track: async <Result>(call: Promise<Result>): Promise<Result> => {
      try {
        return await call;
      } catch (error) {
        if (error instanceof StoreUnavailable) set(error);
        throw error;
      }
    },
  };
}

async function openPatiently({ dataFolder, shared, waitMilliseconds }: AccessOptions): Promise<AccessStores> {
  const databaseUrl = shared?.databaseUrl ?? null;
  const over = AbortSignal.timeout(START_MILLISECONDS);
  for (;;) {
    try {
      return await openStores({ dataFolder, databaseUrl, waitMilliseconds });
    } catch (error) {
      if (!(error instanceof StoreUnavailable) || over.aborted) throw error;
      await wait(RETRY_MILLISECONDS);
    }
  }
}

/** Counts that wait in memory until a store has them. */
class PendingCounts {
  #counts = new Map<string, UsageCount>();
  #lost = 0;

  /** Number of requests that were not counted because too many counts were pending. */
  get lost(): number {
    return this.#lost;
  }

  add(count: UsageCount): void {
    const key = `${count.minute} ${count.operation} ${count.subjectId}`;
    const before = this.#counts.get(key);
    if (before === undefined && this.#counts.size >= PENDING_MAX) this.#lost += count.requests;
    else this.#counts.set(key, { ...count, requests: count.requests + (before?.requests ?? 0) });
  }

  /** Returns pending counts, and forgets them. */
  take(): readonly UsageCount[] {
    const taken = [...this.#counts.values()];
    this.#counts = new Map();
    return taken;
  }
}
