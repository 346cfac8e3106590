import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { KeyRecord } from "./accounts.ts";
import { CONFIRMATION_HOURS, type Confirmations } from "./confirmations.ts";
import { repeat } from "./repeat.ts";
import { hashOfCode } from "./self-service.ts";

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** By the names of headers. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Without angle brackets; one is made where there is none. */
  readonly messageId?: string;
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

/** How people are asked whether an e-mail address is theirs. */
export interface MailOptions {
  readonly mailer: Mailer;
  /** The page that confirms, for a code. */
  readonly linkOf: (code: string) => string;
}

interface ConfirmationMailsOptions extends MailOptions {
  readonly confirmations: Pick<Confirmations, "start">;
  readonly now: () => Date;
  readonly onTrouble?: ((sentence: string, error: Error | null) => void) | undefined;
}

interface Waiting {
  readonly key: Pick<KeyRecord, "id" | "email" | "prefix">;
  readonly code: string;
  readonly attempts: number;
  /** In milliseconds. */
  readonly dueAt: number;
}

const POLL_MILLISECONDS = 250;

/** Before each further attempt. After the last one a mail is given up. */
const PAUSES_MILLISECONDS = [30_000, 120_000, 600_000, 3_600_000, 21_600_000];

/** How long a mail waits after so many failed attempts, of which the last one ended in an error. */
export function pauseAfter(error: unknown, attempts: number): number | null {
  return error instanceof MailRefused ? null : (PAUSES_MILLISECONDS[attempts - 1] ?? null);
}

/** Mails waiting in memory; about a megabyte. */
const WAITING_MAX = 1000;

/** How long a stopping service waits for the mail that is being sent. */
export const MAIL_CLOSE_MILLISECONDS = 2000;

/**
 * Asks people whether the e-mail address they signed up with is theirs. No sign-up waits for that:
 * mails stand in a queue in memory, and are tried again while the mail server does not take them.
 * What is given up is reported with the id of the key, never with the e-mail address.
 */
export class ConfirmationMails {
  readonly #options: ConfirmationMailsOptions;
  readonly #stop: () => Promise<void>;
  #waiting: Waiting[] = [];
  #isFailing = false;
  #isClosed = false;

  constructor(options: ConfirmationMailsOptions) {
    this.#options = options;
    this.#stop = repeat(() => this.#sendDue(), POLL_MILLISECONDS);
  }

  /** Puts the mail about a new key in the queue. */
  add(key: Waiting["key"]): void {
    if (this.#waiting.length >= WAITING_MAX) {
      this.#report(`No mail is sent about the key ${key.id}: ${WAITING_MAX} others wait for the mail server.`);
      return;
    }
    const code = randomBytes(CODE_BYTES).toString("base64url");
    this.#waiting.push({ key, code, attempts: 0, dueAt: this.#options.now().getTime() });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.race([this.#stop(), wait(MAIL_CLOSE_MILLISECONDS, undefined, { ref: false })]);
    const ids = this.#waiting.map(({ key }) => key.id).join(", ");
    if (ids !== "") this.#report(`The service stops before it sent the mails about these keys: ${ids}.`);
  }

  async #sendDue(): Promise<void> {
    const at = this.#options.now().getTime();
    const due = this.#waiting.filter(({ dueAt }) => dueAt <= at);
    for (const each of due) {
      if (this.#isClosed) return;
      const later = await this.#send(each);
      this.#waiting = this.#waiting.flatMap((other) => (other === each ? (later ?? []) : other));
    }
  }

  /** Tries to send a mail; returns what is to be tried again. */
  async #send({ key, code, attempts }: Waiting): Promise<Waiting | null> {
    const { confirmations, mailer, now, linkOf } = this.#options;
    try {
      if (!(await confirmations.start(key.id, hashOfCode(code), now()))) return null;
      await mailer.send(writeMail(key, linkOf(code)));
      if (this.#isFailing) this.#report("The mail server takes mails again.");
      this.#isFailing = false;
      return null;
    } catch (error) {
      const reason = error instanceof MailFailed ? error.message : "the store of accounts does not answer";
      const pause = pauseAfter(error, attempts + 1);
      if (pause === null) {
        this.#report(`The mail about the key ${key.id} is given up: ${reason}. The key stays unconfirmed.`);
        return null;
      }
      if (!this.#isFailing) this.#report(`A mail could not be sent: ${reason}. It is tried again for some hours.`);
      this.#isFailing = true;
      return { key, code, attempts: attempts + 1, dueAt: now().getTime() + pause };
    }
  }

  #report(sentence: string): void {
    this.#options.onTrouble?.(sentence, null);
  }
}

const CODE_BYTES = 32;

function writeMail({ email, prefix }: Waiting["key"], link: string): Mail {
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
