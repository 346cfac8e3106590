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

const HOUR_MILLISECONDS = 3_600_000;

/** Codes mailed before this moment do not work any more. */
export function firstValidMailing(at: Date): Date {
  return new Date(at.getTime() - CONFIRMATION_HOURS * HOUR_MILLISECONDS);
}
