import { findTextFault } from "./kept-text.ts";
import { type Limits, TIER_LIMITS, type Tier } from "./quota.ts";

/**
 * State of the proof that the holder of a key reads the mail of its e-mail address: `not_required`
 * if the service sent no mails when the key was issued.
 */
export type EmailConfirmation = (typeof EMAIL_CONFIRMATIONS)[number];

export const EMAIL_CONFIRMATIONS = ["not_required", "pending", "confirmed"] as const;

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
   * The key under whose id its requests are counted: its own, or that of the first of the keys that
   * replaced one another. Keys that are counted together are one account.
   */
  readonly countedAs: string;
  readonly email: string;
  readonly useCase: string;
  readonly createdAt: Date;
  readonly emailConfirmation: EmailConfirmation;
  /** The time when it stopped or will stop working; null if no end is known. */
  readonly revokedAt: Date | null;
}

/** A key that was just issued, and is shown this one time. */
export interface IssuedKey {
  readonly apiKey: string;
  readonly keyPrefix: string;
  readonly tier: KeyRecord["tier"];
  readonly limits: Limits;
  readonly createdAt: Date;
  readonly emailConfirmation: EmailConfirmation;
}

/** Describes a key that was just issued. */
export function describeIssuedKey(apiKey: string, key: KeyRecord): IssuedKey {
  const { prefix: keyPrefix, tier, limits, createdAt, emailConfirmation } = key;
  return { apiKey, keyPrefix, tier, limits: limits ?? TIER_LIMITS[tier], createdAt, emailConfirmation };
}

/** The fields of a key that are known when it is issued. */
export type NewKey = Omit<KeyRecord, "countedAs" | "revokedAt">;

/** Some keys: those of an e-mail address, or those that are counted under the id of one. */
export type KeySelection = { readonly email: string } | { readonly countedAs: string };

export type KeyChange =
  | { readonly kind: "tier"; readonly tier: KeyRecord["tier"] }
  | { readonly kind: "limits"; readonly limits: Limits | null }
  | { readonly kind: "revoke"; readonly at: Date };

/** Returns true if a key works at a moment. */
export function isWorking({ revokedAt }: Pick<KeyRecord, "revokedAt">, at: Date): boolean {
  return revokedAt === null || at < revokedAt;
}

/**
 * Throws where a store could not give back the texts of a key as they are; callers are told before
 * it comes to this.
 */
export function expectTextsToKeep({ email, useCase }: Pick<KeyRecord, "email" | "useCase">): void {
  const fault = findTextFault(email) ?? findTextFault(useCase);
  if (fault !== null) throw new RangeError(`The e-mail address or the use case ${fault}.`);
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
   * Stores a key that is counted by itself. Rejects with a RangeError for a text that is not to be
   * kept (`findTextFault`).
   */
  create(key: NewKey): Promise<KeyRecord>;
  /**
   * The key with this hash, revoked ones included, or null. The same work whether it exists or not.
   */
  findByHash(hash: Uint8Array): Promise<KeyRecord | null>;
  /**
   * The key with this id, or with this prefix of 16 characters where it is the only one; null
   * otherwise.
   */
  find(idOrPrefix: string): Promise<KeyRecord | null>;
  /** Keys in order of creation, all or some. */
  list(selection?: KeySelection): Promise<readonly KeyRecord[]>;
  /**
   * Changes a key and returns it as it is afterwards; null where there is none of this id. A key
   * that was revoked before, or ends before, keeps its moment.
   */
  change(id: string, change: KeyChange): Promise<KeyRecord | null>;
  /**
   * Replaces a key by a new one, which takes over all other fields; the old one ends in the same
   * transaction, at `oldEndsAt`. Null where there is none, or one whose end was known before.
   */
  rotate(
    id: string,
    next: Pick<NewKey, "id" | "hash" | "prefix" | "createdAt">,
    oldEndsAt: Date,
  ): Promise<KeyRecord | null>;
  /** Removes everything about some keys, their usage included; returns their ids. */
  erase(selection: KeySelection): Promise<readonly string[]>;
  /** Returns a number that changes whenever a key is changed or removed. */
  changes(): Promise<number>;
}
