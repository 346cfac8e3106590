import type { Limits, Tier } from "./quota.ts";

/** A key as it is stored: never the key itself. */
export interface KeyRecord {
  /** Short, random, safe to show and to type: 12 characters of base58. */
  readonly id: string;
  /** SHA-256 of the whole key, 32 bytes. */
  readonly hash: Uint8Array;
  /** `ctds_live_` and the next six characters. */
  readonly prefix: string;
  readonly tier: Exclude<Tier, "anonymous">;
  /** Its own limits; null takes those of the tier. */
  readonly limits: Limits | null;
  /**
   * The key under whose id its requests are counted; its own but for keys beyond the cap of the
   * account.
   */
  readonly countedAs: string;
  readonly email: string;
  readonly useCase: string;
  readonly createdAt: Date;
  /** Null while it works. */
  readonly revokedAt: Date | null;
}

/** What is known when a key is given out. */
export type NewKey = Pick<KeyRecord, "id" | "hash" | "prefix" | "tier" | "limits" | "email" | "useCase" | "createdAt">;

/** What can be changed about a key. */
export type KeyChange =
  | { readonly kind: "tier"; readonly tier: KeyRecord["tier"] }
  | { readonly kind: "limits"; readonly limits: Limits | null }
  | { readonly kind: "revoke"; readonly at: Date };

/**
 * Active keys of one e-mail address that count for themselves whatever is signed up later; all
 * further ones share one count.
 */
export const ACTIVE_KEYS_PER_EMAIL = 5;

/** The store did not answer in time. Callers go on with what they know, or refuse with 503. */
export class StoreUnavailable extends Error {
  override readonly name = "StoreUnavailable";
}

/**
 * Keeps accounts and keys, durable when a promise resolves. E-mail addresses are compared in lower
 * case.
 *
 * Every function rejects with `StoreUnavailable` when the store does not answer within the
 * configured wait.
 */
export interface Accounts {
  /**
   * Stores a key; `countedAs` is decided here. Of the active keys of an e-mail address that count
   * for themselves there are at most `ACTIVE_KEYS_PER_EMAIL` and one more, the newest: with that
   * one the next keys count together. So somebody who signs up with the e-mail address of another
   * person cannot use up the quota of the first keys.
   */
  create(key: NewKey): Promise<KeyRecord>;
  /**
   * The key with this hash, revoked ones included, or null. The same work whether it exists or not.
   */
  findByHash(hash: Uint8Array): Promise<KeyRecord | null>;
  /**
   * The key with this id, or the only one whose prefix begins so; null where there is none or more
   * than one.
   */
  find(idOrPrefix: string): Promise<KeyRecord | null>;
  /** Keys in order of creation, those of one e-mail address when given. */
  list(filter?: { readonly email?: string }): Promise<readonly KeyRecord[]>;
  /** Changes a key and returns it as it is afterwards; null where there is none of this id. */
  change(id: string, change: KeyChange): Promise<KeyRecord | null>;
  /**
   * Replaces a key by a new one, which takes over tier, limits, count, e-mail address and use; the
   * old one is revoked in the same transaction (at `createdAt` of the new one). Null where there is
   * none, or none that works.
   */
  rotate(id: string, next: Pick<NewKey, "id" | "hash" | "prefix" | "createdAt">): Promise<KeyRecord | null>;
  /**
   * Removes everything about an e-mail address, its usage included; returns the ids of its keys.
   */
  erase(email: string): Promise<readonly string[]>;
  /**
   * Ids of keys changed or removed after a position in the log of changes, and the position
   * reached; after null only the position.
   */
  changesSince(position: number | null): Promise<{ readonly position: number; readonly keyIds: readonly string[] }>;
}
