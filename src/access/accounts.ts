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
