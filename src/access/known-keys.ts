import { LRUCache } from "lru-cache";
import { type KeyRecord, isWorking } from "./accounts.ts";
import { hashOf, isWellFormed } from "./api-key.ts";
import { TIER_LIMITS } from "./quota.ts";
import type { Accounts } from "./store/accounts-store.ts";
import type { KeySubject } from "./subject.ts";

const KNOWN_MAX = 50_000;

/**
 * Opens a cache of keys that were used lately, so that the store is asked once for each. Calls
 * `onChange` when subjects found before are not valid any more.
 *
 * Only working keys are cached: a cache of others would grow with every guess. A guess with the
 * right checksum costs the same whether the key exists or not: one hash and one look-up.
 */
export function openKnownKeys(
  accounts: Pick<Accounts, "findByHash" | "changes">,
  now: () => Date,
  onChange: () => void,
) {
  const known = new LRUCache<string, KeySubject>({ max: KNOWN_MAX });
  /** The number of changes that the store reported last; null before it was asked. */
  let changes: number | null = null;

  const lookUp = async (apiKey: string): Promise<KeySubject | null> => {
    const before = changes;
    const record = await accounts.findByHash(hashOf(apiKey));
    if (record === null || !isWorking(record, now())) return null;
    const subject = subjectOf(record);
    // A record read before a change that became known meanwhile must not outlive it.
    if (changes === before && changes !== null) known.set(apiKey, subject);
    return subject;
  };

  return {
    /** The subject of a key, at once for one seen before; null for one that does not work. */
    find(apiKey: string): KeySubject | null | Promise<KeySubject | null> {
      const subject = known.get(apiKey);
      if (subject !== undefined) return isWorking({ revokedAt: subject.endsAt }, now()) ? subject : null;
      return isWellFormed(apiKey) ? lookUp(apiKey) : null;
    },
    /** Forgets all keys where one was changed since the last time. Rejects as the store does. */
    async refresh(): Promise<void> {
      const next = await accounts.changes();
      if (next === changes) return;
      changes = next;
      known.clear();
      onChange();
    },
  };
}

/** Turns a working key into a subject. */
function subjectOf(record: KeyRecord): KeySubject {
  const { id, prefix, tier, limits, countedAs, createdAt, emailConfirmation, revokedAt } = record;
  return {
    kind: "key",
    id: `k_${countedAs}`,
    tier,
    limits: limits ?? TIER_LIMITS[tier],
    keyId: id,
    keyPrefix: prefix,
    createdAt,
    emailConfirmation,
    endsAt: revokedAt,
  };
}
