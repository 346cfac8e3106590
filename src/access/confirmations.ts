import type { KeyRecord } from "./accounts.ts";

/** Lifetime of the link in a mail. */
export const CONFIRMATION_HOURS = 72;

/** Duration of the lease of a mail, which is longer than an attempt takes. */
export const MAIL_LEASE_MILLISECONDS = 120_000;

/** Maximum number of confirmed working keys of one e-mail address. */
export const CONFIRMED_KEYS_PER_EMAIL = 10;

/** The result of a confirmation: the key as it is now, or the reason why it is not confirmed. */
export type ConfirmationOutcome = KeyRecord | "too_many_keys" | null;

/** A mail that asks whether an e-mail address is the holder's, to be sent now. */
export interface LeasedMail {
  readonly key: KeyRecord;
  /** Number of this attempt, from 1. */
  readonly attempt: number;
}

/**
 * Confirmations of e-mail addresses, and the queue of the mails that ask for them: a key that was
 * created as `pending` waits in it. Of the code in a mail only the SHA-256 is stored; it is
 * forgotten when it was used.
 *
 * Every function rejects with `StoreUnavailable` when the store does not answer within the
 * configured wait.
 */
export interface Confirmations {
  /**
   * Leases mails that are due for `MAIL_LEASE_MILLISECONDS`, the longest due first. A mail whose
   * lease expired can be leased again.
   */
  lease(countMax: number, at: Date): Promise<readonly LeasedMail[]>;
  /**
   * Keeps the hash of a code that is about to be mailed, instead of an earlier one of the key.
   * False where the key is not waiting for a confirmation or does not work.
   */
  start(keyId: string, hash: Uint8Array, at: Date): Promise<boolean>;
  /** Sets the time when the mail about a key is due again; null takes it out of the queue. */
  finish(keyId: string, nextAt: Date | null): Promise<void>;
  /** The working key that a code mailed in the last `CONFIRMATION_HOURS` belongs to, or null. */
  find(hash: Uint8Array, at: Date): Promise<KeyRecord | null>;
  /**
   * Confirms the key of a code, and forgets the code; null where there is none. `too_many_keys`,
   * and nothing is changed, where `CONFIRMED_KEYS_PER_EMAIL` working keys of the e-mail address are
   * confirmed.
   */
  confirm(hash: Uint8Array, at: Date): Promise<ConfirmationOutcome>;
}

const HOUR_MILLISECONDS = 3_600_000;

/** Codes mailed before this moment do not work any more. */
export function firstValidMailing(at: Date): Date {
  return new Date(at.getTime() - CONFIRMATION_HOURS * HOUR_MILLISECONDS);
}
