import type { KeyRecord } from "./accounts.ts";

/** How long the link in a mail works. */
export const CONFIRMATION_HOURS = 72;

/** Mails to one e-mail address within 24 hours: a stranger may have signed up with it. */
export const MAILS_PER_EMAIL = 5;

/** Working keys of one e-mail address that may be confirmed. */
export const CONFIRMED_KEYS_PER_EMAIL = 10;

/** What came of a confirmation: the key as it is now, or why it is not confirmed. */
export type ConfirmationOutcome = KeyRecord | "too_many_keys" | null;

/**
 * Confirmations of e-mail addresses. Of the code in a mail only the SHA-256 is stored; it is
 * forgotten when it was used.
 *
 * Every function rejects with `StoreUnavailable` when the store does not answer within the
 * configured wait.
 */
export interface Confirmations {
  /**
   * Keeps the hash of a code that is about to be mailed, instead of an earlier one of the key.
   * False where the key is not waiting for a confirmation or does not work, and where
   * `MAILS_PER_EMAIL` mails about other keys of the e-mail address were sent in the last 24 hours.
   */
  start(keyId: string, hash: Uint8Array, at: Date): Promise<boolean>;
  /** The working key that a code mailed in the last `CONFIRMATION_HOURS` belongs to, or null. */
  find(hash: Uint8Array, at: Date): Promise<KeyRecord | null>;
  /**
   * Confirms that key and forgets the code; null where there is none. `too_many_keys`, and nothing
   * is changed, where `CONFIRMED_KEYS_PER_EMAIL` working keys of the e-mail address are confirmed.
   */
  confirm(hash: Uint8Array, at: Date): Promise<ConfirmationOutcome>;
}

const HOUR_MILLISECONDS = 3_600_000;

/** Codes mailed before this moment do not work any more. */
export function firstValidMailing(at: Date): Date {
  return new Date(at.getTime() - CONFIRMATION_HOURS * HOUR_MILLISECONDS);
}

/** Mails sent after this moment count for `MAILS_PER_EMAIL`. */
export function firstCountedMailing(at: Date): Date {
  return new Date(at.getTime() - 24 * HOUR_MILLISECONDS);
}
