import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { KeyRecord } from "./accounts.ts";
import { CONFIRMATION_HOURS, type LeasedMail } from "./confirmations.ts";
import { repeat } from "./repeat.ts";
import { hashOfCode } from "./self-service.ts";
import type { Confirmations } from "./store/confirmations-store.ts";
import { StoreUnavailable } from "./store/sql.ts";

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Sends mails, one at a time. */
export interface Mailer {
  /**
   * Resolves when the mail server took the mail. Rejects with `MailRefused` where trying again does
   * not help, and with a `MailFailed` where it may, within a minute in any case.
   */
  send(mail: Mail): Promise<void>;
}

/** The mail was not sent. The message names no person: it goes to the log. */
export class MailFailed extends Error {
  override readonly name: string = "MailFailed";
}

/** The mail server will not take this mail, however often it is sent. */
export class MailRefused extends MailFailed {
  override readonly name = "MailRefused";
}

/** Parts of the mails that ask whether an e-mail address is the holder's. */
export interface MailOptions {
  readonly mailer: Mailer;
  /** Returns the URL of the page that confirms a code. */
  readonly linkOf: (code: string) => string;
}

interface ConfirmationMailsOptions extends MailOptions {
  readonly confirmations: Pick<Confirmations, "lease" | "start" | "finish">;
  /** Counts one mail to a mailbox; false where that is too many. */
  readonly consumeMail: (email: string) => Promise<boolean>;
  readonly now: () => Date;
  readonly onTrouble?: ((sentence: string, error: Error | null) => void) | undefined;
}

const POLL_MILLISECONDS = 250;
const LEASED_MAX = 10;

/** Pauses before further attempts. After the last one a mail is given up. */
const PAUSES_MILLISECONDS = [30_000, 120_000, 600_000, 3_600_000, 21_600_000];

/** Maximum wait of a stopping service for the mail that is being sent. */
const CLOSE_MILLISECONDS = 2000;

/**
 * Begins to ask people whether the e-mail address they signed up with is theirs, and returns a
 * function that stops it. No sign-up waits for that: keys stand in the queue of `Confirmations`,
 * and are tried again while the mail server does not take a mail. A mail that is given up is
 * reported with the id of the key, never with the e-mail address.
 */
export function startConfirmationMails(options: ConfirmationMailsOptions): () => Promise<void> {
  const { confirmations, now, onTrouble } = options;
  let isFailing = false;
  let isStopped = false;
  const sendOne = async ({ key, attempt }: LeasedMail): Promise<void> => {
    const failure = await trySending(options, { key, attempt });
    if (failure === null) {
      if (isFailing) onTrouble?.("The mail server takes mails again.", null);
      isFailing = false;
      return await confirmations.finish(key.id, null);
    }
    const pause = failure instanceof MailRefused ? undefined : PAUSES_MILLISECONDS[attempt - 1];
    if (pause === undefined)
      onTrouble?.(`The mail about the key ${key.id} is given up: ${failure.message}. The key stays unconfirmed.`, null);
    else if (!isFailing) {
      isFailing = true;
      onTrouble?.(`A mail could not be sent: ${failure.message}. It is tried again for some hours.`, null);
    }
    await confirmations.finish(key.id, pause === undefined ? null : new Date(now().getTime() + pause));
  };
  const sendDue = async (): Promise<void> => {
    try {
      for (const mail of await confirmations.lease(LEASED_MAX, now())) {
        if (isStopped) await confirmations.finish(mail.key.id, now());
        else await sendOne(mail);
      }
    } catch (error) {
      // Leased mails are due again when their lease ends.
      if (!(error instanceof StoreUnavailable)) throw error;
    }
  };
  const stop = repeat(sendDue, POLL_MILLISECONDS);
  return async () => {
    isStopped = true;
    await Promise.race([stop(), wait(CLOSE_MILLISECONDS, undefined, { ref: false })]);
  };
}

/**
 * Sends a mail with a new code, unless the key does not wait for one; returns why it was not sent.
 */
async function trySending(
  { confirmations, consumeMail, mailer, now, linkOf }: ConfirmationMailsOptions,
  { key, attempt }: LeasedMail,
): Promise<MailFailed | null> {
  if (attempt === 1 && !(await consumeMail(key.email))) return null;
  const code = randomBytes(CODE_BYTES).toString("base64url");
  if (!(await confirmations.start(key.id, hashOfCode(code), now()))) return null;
  try {
    await mailer.send(writeMail(key, linkOf(code)));
    return null;
  } catch (error) {
    if (error instanceof MailFailed) return error;
    throw error;
  }
}

const CODE_BYTES = 32;

function writeMail({ email, prefix }: KeyRecord, link: string): Mail {
  const { host, origin } = new URL(link);
  return {
    to: email,
    subject: `Confirm your API key at ${host}`,
    text: `Somebody, probably you, asked ${origin} for an API key with this e-mail address.
The key begins with ${prefix}.

To confirm the address, open this page and press the button:

${link}

The link works once, for ${CONFIRMATION_HOURS} hours. The key works without it.

If it was not you, do not confirm, and do nothing: the holder of a confirmed key
can read and erase everything that ${host} stores about this address.
`,
  };
}
