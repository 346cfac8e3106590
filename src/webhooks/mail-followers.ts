import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import {
  MAIL_CLOSE_MILLISECONDS,
  type Mail,
  type Mailer,
  MailFailed,
  pauseAfter,
} from "../access/confirmation-mails.ts";
import type { ClaimedMail, Follows } from "../access/follows.ts";
import { repeat } from "../access/repeat.ts";
import type { Sources } from "../ask/sources.ts";
import { FOLLOW_LINKS, followedInWords } from "../topics/account/follow-by-mail.ts";
import { readNews } from "../topics/change/release-news.ts";
import type { Releases, Snapshot } from "../release/snapshot.ts";
import { describeFirstMail, describeNewsMail, newsFor } from "../topics/change/words-of-mails.ts";

interface FollowersParts {
  readonly follows: Pick<Follows, "claim" | "settle" | "postpone">;
  readonly releases: Releases;
  readonly atlas: Sources["atlas"];
  readonly mailer: Mailer;
  readonly now: () => Date;
  /** Public origin, without a trailing slash. */
  readonly baseUrl: string;
  /** Called with what the publisher should know. No sentence names a person. */
  readonly onTrouble: (sentence: string, error: Error | null) => void;
  readonly pollMilliseconds?: number;
}

const POLL_MILLISECONDS = 1000;

/** Mails that are claimed together: they are sent one after the other, well within their lease. */
const CLAIMED_MAX = 5;

/** A release, and since when it is current. */
interface CurrentRelease {
  readonly snapshot: Snapshot;
  readonly since: Date;
}

/**
 * Sends the mails of those who follow: the one that asks, and one about each release that becomes
 * current. What is due is claimed in the store before it is sent, so that several nodes send it
 * once; a node that is killed between sending and noting that leaves a mail to be sent again, with
 * the same Message-ID. To be closed.
 */
export class FollowerMails {
  readonly #parts: FollowersParts;
  readonly #stop: () => Promise<void>;
  #isClosed = false;
  #isFailing = false;

  constructor(parts: FollowersParts) {
    this.#parts = parts;
    this.#stop = repeat(() => this.#work(), parts.pollMilliseconds ?? POLL_MILLISECONDS);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.race([this.#stop(), wait(MAIL_CLOSE_MILLISECONDS, undefined, { ref: false })]);
  }

  async #work(): Promise<void> {
    const { follows, now } = this.#parts;
    try {
      for (;;) {
        const current = this.#findCurrent();
        const claimed = this.#isClosed ? [] : await follows.claim(current.since, CLAIMED_MAX, now());
        if (claimed.length === 0) return;
        for (const mail of claimed) await this.#send(mail, current);
      }
    } catch (error) {
      this.#fail(error instanceof Error ? error : new Error(String(error)));
    }
  }

  /** Mails that are claimed together are all about it. */
  #findCurrent(): CurrentRelease {
    const { releases } = this.#parts;
    const snapshot = releases.current();
    const entry = releases.history().findLast(({ release }) => release === snapshot.manifest.id);
    return { snapshot, since: new Date(entry?.since ?? 0) };
  }

  async #send(claimed: ClaimedMail, { snapshot, since }: CurrentRelease): Promise<void> {
    const { follows, mailer, now } = this.#parts;
    if (this.#isClosed) return await follows.postpone(claimed, now());
    try {
      const mail = await this.#write(claimed, snapshot);
      if (mail !== null) await mailer.send(mail);
      this.#isFailing = false;
      await follows.settle(claimed, since);
    } catch (error) {
      if (!(error instanceof MailFailed)) throw error;
      const pause = pauseAfter(error, claimed.attempt);
      if (pause !== null) await follows.postpone(claimed, new Date(now().getTime() + pause));
      else await follows.settle(claimed, since);
      this.#fail(error);
    }
  }

  /** Null where there is nothing to say of a country that no release has. */
  async #write(claimed: ClaimedMail, snapshot: Snapshot): Promise<Mail | null> {
    const { releases, atlas, baseUrl } = this.#parts;
    const { code, email, country, confirmedAt } = claimed;
    const link = (path: string): string => `${baseUrl}${path}?code=${code}`;
    const { title } = snapshot.manifest.dataset;
    const about = { what: followedInWords({ atlas }, claimed), title, origin: baseUrl };
    if (confirmedAt === null)
      return { to: email, ...describeFirstMail(about, link(FOLLOW_LINKS.confirm)), messageId: this.#idOf(code, "") };
    const [from] = await readNews({ releases, snapshot });
    const told = from && newsFor(snapshot, from, country === null ? null : (atlas.byIso2(country) ?? null));
    if (told === undefined || told === null) return null;
    const leave = link(FOLLOW_LINKS.leave);
    return {
      to: email,
      ...describeNewsMail(about, told, leave),
      headers: { "List-Unsubscribe": `<${leave}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" },
      messageId: this.#idOf(code, from?.change.since ?? ""),
    };
  }

  /** The same for the same mail, so that a second copy can be told. */
  #idOf(code: string, since: string): string {
    const digest = createHash("sha256").update(`${code} ${since}`).digest("hex");
    return `${digest.slice(0, 32)}@${new URL(this.#parts.baseUrl).hostname}`;
  }

  #fail(error: Error): void {
    const isMail = error instanceof MailFailed;
    const reason = isMail ? error.message : "the store does not answer";
    if (!this.#isFailing && !this.#isClosed)
      this.#parts.onTrouble(`Mails to followers cannot be sent at present: ${reason}.`, isMail ? null : error);
    this.#isFailing = true;
  }
}
