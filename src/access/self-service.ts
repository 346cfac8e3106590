import { createHash } from "node:crypto";
import { newKeyFields } from "./api-key.ts";
import type { ConfirmationOutcome } from "./confirmations.ts";
import type { KeySubject } from "./subject.ts";
import type { Accounts } from "./store/accounts-store.ts";
import type { Confirmations } from "./store/confirmations-store.ts";
import type { UsageStore } from "./store/usage-store.ts";
import type { Webhooks } from "./store/webhooks-store.ts";
import type { Usage } from "./usage.ts";
import type { Delivery, Webhook } from "./webhooks.ts";
import { describeIssuedKey, type IssuedKey, type KeyRecord, type KeySelection } from "./accounts.ts";

/** The keys that the holder of one may look at and erase. */
export type AccountScope = "key" | "email_address";

/** Everything stored about an account. */
export interface StoredAccount {
  readonly email: string;
  readonly scope: AccountScope;
  readonly keys: readonly { readonly key: KeyRecord; readonly usage: Usage }[];
  readonly webhooks: readonly { readonly webhook: Webhook; readonly deliveries: readonly Delivery[] }[];
}

interface SelfServiceParts {
  readonly accounts: Pick<Accounts, "find" | "list" | "change" | "rotate" | "erase">;
  readonly confirmations: Pick<Confirmations, "find" | "confirm">;
  readonly webhooks: Pick<Webhooks, "list" | "deliveries">;
  readonly usage: Pick<UsageStore, "usageOf">;
  /** Writes the counts that wait, so that usage includes every request before. */
  readonly writeCounts: () => Promise<void>;
  readonly now: () => Date;
  /** Looks for keys that were changed. Never rejects. */
  readonly refresh: () => Promise<void>;
}

export type SelfService = ReturnType<typeof buildSelfService>;

/**
 * Builds the functions for the holder of a key. A key whose e-mail address is confirmed stands for
 * everything stored about the address; any other for itself and the keys it replaced, because
 * anybody can sign up with the e-mail address of another person.
 *
 * A function that finds no key any more returns null: it was erased a moment ago. All reject with
 * `StoreUnavailable`.
 */
export function buildSelfService(parts: SelfServiceParts) {
  const { accounts, confirmations, webhooks, usage, writeCounts, now, refresh } = parts;
  const findAccount = async ({ keyId }: KeySubject) => {
    const key = await accounts.find(keyId);
    if (key === null) return null;
    const scope: AccountScope = key.emailConfirmation === "confirmed" ? "email_address" : "key";
    const selection: KeySelection = scope === "key" ? { countedAs: key.countedAs } : { email: key.email };
    return { email: key.email, scope, selection };
  };

  return {
    /**
     * Replaces the key by a new one with the same tier, limits and count; the old one works for as
     * many seconds more. Null also for a key that was replaced before.
     */
    async rotate({ keyId }: KeySubject, keepOldSeconds: number): Promise<IssuedKey | null> {
      const { apiKey, ...fields } = newKeyFields();
      const createdAt = now();
      const oldEndsAt = new Date(createdAt.getTime() + keepOldSeconds * 1000);
      const key = await accounts.rotate(keyId, { ...fields, createdAt }, oldEndsAt);
      await refresh();
      return key === null ? null : describeIssuedKey(apiKey, key);
    },
    /** Ends the key; here at once, elsewhere within a second. */
    async revoke({ keyId }: KeySubject): Promise<KeyRecord | null> {
      const revoked = await accounts.change(keyId, { kind: "revoke", at: now() });
      await refresh();
      return revoked;
    },
    /** Everything stored about the account. */
    async readAccount(caller: KeySubject): Promise<StoredAccount | null> {
      const account = await findAccount(caller);
      if (account === null) return null;
      const { selection, ...rest } = account;
      await writeCounts();
      const keys = [];
      for (const key of await accounts.list(selection))
        keys.push({ key, usage: await usage.usageOf(`k_${key.countedAs}`, now()) });
      const owners = [...new Set(keys.map(({ key }) => `k_${key.countedAs}`))];
      const owned = await Promise.all(owners.map((owner) => readWebhooks(webhooks, owner)));
      return { ...rest, keys, webhooks: owned.flat() };
    },
    /** Erases the account; returns how many keys it had. */
    async eraseAccount(caller: KeySubject) {
      const account = await findAccount(caller);
      if (account === null) return null;
      const { length: keys } = await accounts.erase(account.selection);
      await refresh();
      return { keys, scope: account.scope };
    },
    /** The key that the code of a mail would confirm, or null. */
    findConfirmation: (code: string) => confirmations.find(hashOfCode(code), now()),
    /** Confirms the e-mail address of that key. */
    async confirmEmail(code: string): Promise<ConfirmationOutcome> {
      const outcome = await confirmations.confirm(hashOfCode(code), now());
      await refresh();
      return outcome;
    },
  };
}

async function readWebhooks(webhooks: SelfServiceParts["webhooks"], owner: string): Promise<StoredAccount["webhooks"]> {
  const deliveries = Map.groupBy(await webhooks.deliveries(owner), ({ webhookId }) => webhookId);
  return (await webhooks.list(owner)).map((webhook) => ({ webhook, deliveries: deliveries.get(webhook.id) ?? [] }));
}

/** Returns the hash that is stored of the code in a mail. It is random, so no salt is needed. */
export function hashOfCode(code: string): Uint8Array {
  return createHash("sha256").update(code).digest();
}
