import type { Access, IssuedKey } from "./access.ts";
import type { Accounts } from "./accounts.ts";
import { openAddressHashes } from "./address-hashes.ts";
import { hashOf, makeApiKey, makeKeyId, prefixOf } from "./api-key.ts";
import type { Counters } from "./counters.ts";
import type { Journal } from "./journal/journal.ts";
import { openKnownKeys } from "./known-keys.ts";
import { SIGN_UP_LIMITS, TIER_LIMITS, hourOf } from "./quota.ts";
import { noteOperation, recentOperation } from "./recent-operation.ts";
import type { AddressSubject } from "./subject.ts";
import type { UsageHistory } from "./usage-history.ts";

/** What the access of a service stands on; the embedded and the many-node one differ in these alone. */
export interface AccessParts {
  readonly accounts: Pick<Accounts, "create" | "findByHash" | "changesSince">;
  readonly usage: Pick<UsageHistory, "usageOf" | "secretOf">;
  readonly counters: Counters;
  readonly journal: Journal;
  /** Brings what the journal holds into the usage. */
  readonly mergeJournals: () => Promise<void>;
  readonly now: () => Date;
  /** Why counts cannot be brought there now, or null. */
  readonly usageFault?: () => string | null;
  /** How often changes of keys are asked for, in milliseconds. */
  readonly pollMilliseconds?: number;
  /** Is told, in a sentence for people, of the first failure of a store that answered and of its return; by null where there is no error. */
  readonly onTrouble?: ((sentence: string, error: Error | null) => void) | undefined;
  /** Lets go of the parts, after the journal and the counters are closed. */
  readonly close: () => Promise<void>;
}

/** Well below the second within which a revoked key stops to work everywhere. */
export const POLL_MILLISECONDS = 250;

/** Under what sign-ups are counted, beside the operations. */
const SIGN_UP_OPERATION = "signUp";

/** Opens the access of a service over its parts. Waits for the secret of the day and the place in the log of changes, if the stores answer. */
export async function openAccess(parts: AccessParts): Promise<Access> {
  const { accounts, usage, counters, journal, now } = parts;
  let generation = 0;
  const turn = (): void => void (generation += 1);
  const keys = openKnownKeys(accounts, turn);
  const addresses = openAddressHashes(
    (day) => usage.secretOf(day),
    () => {
      turn();
      // What it holds of yesterday's addresses goes with their day.
      journal.rotate();
    },
  );
  let presentHour = hourOf(now().getTime());
  const accountsState = keepState("accounts", parts.onTrouble);
  const usageState = keepState("usage", parts.onTrouble);

  const pollMilliseconds = parts.pollMilliseconds ?? POLL_MILLISECONDS;
  const tend = async (): Promise<number> => {
    const at = now().getTime();
    presentHour = hourOf(at);
    await Promise.all([accountsState.watch(keys.refresh()), usageState.watch(addresses.tend(at))]);
    return pollMilliseconds;
  };
  await tend();
  const stopTending = repeat(tend, pollMilliseconds);

  let committed: Promise<void> | null = null;
  /** Resolves when what this turn of the event loop counted is durable. */
  const commitTurn = (): Promise<void> =>
    (committed ??= new Promise((resolve) => {
      setImmediate(() => {
        committed = null;
        journal.commit();
        resolve();
      });
    }));
  const signUpIdOf = ({ id }: AddressSubject): string => `s_${id.slice(2)}`;
  let closed: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    await stopTending();
    journal.close();
    await counters.close();
    await parts.close();
  };
  return {
    get generation() {
      return generation;
    },
    findKey: keys.find,
    findAddress: (address) => addresses.find(address, now().getTime()),
    async admit(subject, operation) {
      const state = await counters.take(subject.id, subject.limits);
      if (!state.allowed) return state;
      journal.count(subject.id, operation);
      noteOperation(subject, operation, presentHour);
      await commitTurn();
      return state;
    },
    async admitSignUp(address) {
      const id = signUpIdOf(address);
      const state = await counters.take(id, SIGN_UP_LIMITS);
      if (!state.allowed) return state;
      journal.count(id, SIGN_UP_OPERATION);
      await commitTurn();
      return state;
    },
    take: ({ id, limits }) => counters.take(id, limits),
    takeSignUp(address) {
      const id = signUpIdOf(address);
      const count = <State extends { readonly allowed: boolean }>(state: State): State => {
        if (state.allowed) journal.count(id, SIGN_UP_OPERATION);
        return state;
      };
      const state = counters.take(id, SIGN_UP_LIMITS);
      return state instanceof Promise ? state.then(count) : count(state);
    },
    peek: ({ id, limits }) => counters.peek(id, limits),
    count(subject, operation) {
      journal.count(subject.id, operation);
      noteOperation(subject, operation, presentHour);
    },
    commit: journal.commit,
    signUp: (request) => signUp(accounts, request, now()),
    async usageOf({ id }) {
      journal.commit();
      await parts.mergeJournals();
      return await usage.usageOf(id, now());
    },
    recentOperations(subject) {
      const operation = recentOperation(subject, presentHour);
      return operation === null ? [] : [operation];
    },
    degraded() {
      const faults = [
        { part: "accounts", detail: accountsState.fault() },
        { part: "quotas", detail: counters.degraded },
        { part: "usage", detail: parts.usageFault?.() ?? usageState.fault() ?? journal.degraded },
      ] as const;
      return faults.flatMap(({ part, detail }) => (detail === null ? [] : [{ part, detail }]));
    },
    close: () => (closed ??= close()),
  };
}

async function signUp(
  accounts: AccessParts["accounts"],
  { email, useCase }: { readonly email: string; readonly useCase: string },
  createdAt: Date,
): Promise<IssuedKey> {
  const apiKey = makeApiKey();
  const keyPrefix = prefixOf(apiKey);
  const tier = "free";
  const known = { id: makeKeyId(), hash: hashOf(apiKey), prefix: keyPrefix, tier, limits: null } as const;
  await accounts.create({ ...known, email, useCase, createdAt });
  return { apiKey, keyPrefix, tier, limits: TIER_LIMITS[tier], createdAt };
}

/** Knows whether the last call of a part failed, and tells when that changes. */
function keepState(part: "accounts" | "usage", onTrouble: AccessParts["onTrouble"]) {
  let fault: string | null = null;
  const set = (error: Error | null): void => {
    const changed = (error === null) !== (fault === null);
    fault = error?.message ?? null;
    if (!changed) return;
    const sentence = `The store of ${part} ${error === null ? "answers again" : "does not answer"}.`;
    onTrouble?.(sentence, error);
  };
  return {
    fault: () => fault,
    watch: (call: Promise<void>): Promise<void> =>
      call.then(
        () => set(null),
        (error: unknown) => set(error instanceof Error ? error : new Error(String(error))),
      ),
  };
}

/** Does work again and again, each time as many milliseconds later as it says; the returned function ends that and waits for what is under way. */
export function repeat(work: () => Promise<number>, milliseconds: number): () => Promise<void> {
  let isStopped = false;
  let underWay = Promise.resolve();
  let timer: NodeJS.Timeout;
  const runAndWait = async (): Promise<void> => {
    const next = await work();
    if (!isStopped) wait(next);
  };
  const wait = (delay: number): void => {
    timer = setTimeout(() => {
      underWay = runAndWait();
    }, delay).unref();
  };
  wait(milliseconds);
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await underWay;
  };
}
