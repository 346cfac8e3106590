import { randomBytes } from "node:crypto";

/*
 * E-mail addresses that are told of new releases. This room knows nothing of what a mail says: it
 * keeps who follows what, and until when each was told.
 */

/** What one e-mail address may follow, confirmed or not. */
export const FOLLOWS_PER_EMAIL = 20;

/** Mails to one e-mail address within 24 hours that ask whether it follows: anybody can type it. */
export const ASKED_PER_EMAIL = 5;

/** How long a claimed mail belongs to who claimed it; well above the time of an attempt. */
export const MAIL_LEASE_MILLISECONDS = 120_000;

/** An e-mail address, and what it follows. */
export interface Follow {
  /**
   * The secret part of the links in its mails: 43 random characters. It confirms and ends the
   * follow, and nothing else.
   */
  readonly code: string;
  readonly email: string;
  /** ISO 3166-1 alpha-2; null for every release. */
  readonly country: string | null;
  readonly askedAt: Date;
  /** Null until the link in the first mail was used. */
  readonly confirmedAt: Date | null;
}

/** A mail to be sent now by who claimed it: the first one, or one about a release. */
export interface ClaimedMail extends Follow {
  /** Number of this attempt, from 1. */
  readonly attempt: number;
}

/** Which attempt of which mail: the first one is that of a follow that is not confirmed. */
export type ClaimedKey = Pick<ClaimedMail, "code" | "attempt" | "confirmedAt">;

/**
 * Who is told of releases by e-mail. Durable when a promise resolves.
 *
 * Every function rejects with `StoreUnavailable` when the store does not answer within the
 * configured wait.
 */
export interface Follows {
  /**
   * Keeps a follow that waits to be confirmed, and makes its first mail due. False, and nothing is
   * kept, where the e-mail address follows the same already, was asked within 24 hours, was asked
   * `ASKED_PER_EMAIL` times in them, or follows `FOLLOWS_PER_EMAIL`.
   */
  start(follow: Pick<Follow, "code" | "email" | "country">, at: Date): Promise<boolean>;
  /** Null where there is none, and where it was not confirmed within `CONFIRMATION_HOURS`. */
  find(code: string, at: Date): Promise<Follow | null>;
  /** The follow, confirmed from now on: what becomes current later is told. Null as in `find`. */
  confirm(code: string, at: Date): Promise<Follow | null>;
  /** Deletes a follow; returns what it was, or null. */
  leave(code: string): Promise<Follow | null>;
  /** Everything that an e-mail address follows, in order. */
  list(email: string): Promise<readonly Follow[]>;
  /** Deletes all of that. */
  leaveAll(email: string): Promise<void>;
  /**
   * Mails that are due, the longest due first, for `MAIL_LEASE_MILLISECONDS`: first mails, and
   * those about a release that became current at `since`. Any number of nodes and threads may
   * claim.
   */
  claim(since: Date, countMax: number, at: Date): Promise<readonly ClaimedMail[]>;
  /**
   * The mail was sent, or given up: the next is about what becomes current after `since`. Nothing
   * else that was claimed of the follow in the meantime is touched.
   */
  settle(claimed: ClaimedKey, since: Date): Promise<void>;
  /** The mail is to be tried again, unless it was claimed again. */
  postpone(claimed: ClaimedKey, until: Date): Promise<void>;
  /** Deletes what was not confirmed within `CONFIRMATION_HOURS`. */
  prune(at: Date): Promise<void>;
}

const DAY_MILLISECONDS = 86_400_000;

/**
 * Whether an e-mail address that follows `others` may be asked whether it follows a country, too:
 * `refused` where `Follows.start` says false, else the follow that the new one takes the place of.
 */
export function judgeAsking(others: readonly Follow[], country: string | null, at: Date): Follow | "refused" | null {
  const isRecent = ({ askedAt }: Follow): boolean => at.getTime() - askedAt.getTime() < DAY_MILLISECONDS;
  const same = others.find((other) => other.country === country) ?? null;
  if (same !== null && (same.confirmedAt !== null || isRecent(same))) return "refused";
  const asked = others.filter((other) => other.confirmedAt === null && isRecent(other)).length;
  const isFull = same === null && others.length >= FOLLOWS_PER_EMAIL;
  return asked >= ASKED_PER_EMAIL || isFull ? "refused" : same;
}

const CODE_BYTES = 32;

/** Who follows by e-mail, as operations see it. */
export interface MailFollowing {
  /** The same whether the address follows already or not. */
  start(email: string, country: string | null): Promise<void>;
  find(code: string): Promise<Follow | null>;
  confirm(code: string): Promise<Follow | null>;
  leave(code: string): Promise<Follow | null>;
}

export function buildMailFollowing(follows: Follows, now: () => Date): MailFollowing {
  return {
    async start(email, country) {
      await follows.start({ code: randomBytes(CODE_BYTES).toString("base64url"), email, country }, now());
    },
    find: (code) => follows.find(code, now()),
    confirm: (code) => follows.confirm(code, now()),
    leave: (code) => follows.leave(code),
  };
}
