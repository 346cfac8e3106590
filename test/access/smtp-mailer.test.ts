import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { SMTPServerOptions } from "smtp-server";
import { buildSmtpMailer } from "../../src/access/smtp-mailer.ts";
import { openMailServer } from "../fixtures/mail-server.ts";

const MAIL = { to: "reader@example.org", subject: "Your key", text: "Confirm it." };

const replying = (responseCode: number): Error => Object.assign(new Error("no"), { responseCode });

/** What a mail server replies to the recipient of a mail. */
const toRecipient = (code: number): SMTPServerOptions => ({
  onRcptTo: (_address, _session, done) => done(replying(code)),
});
const toText = (code: number): SMTPServerOptions => ({
  onData(stream, _session, done) {
    stream.resume();
    stream.once("end", () => done(replying(code)));
  },
});
/** What a mail server replies to whoever connects, before any mail. */
const toConnection = (code: number): SMTPServerOptions => ({ onConnect: (_session, done) => done(replying(code)) });

async function send(server: SMTPServerOptions): Promise<void> {
  const { port } = await openMailServer(server);
  await buildSmtpMailer({ url: `smtp://127.0.0.1:${port}`, from: "keys@trust.example" }).send(MAIL);
}

describe("a mail that a mail server does not take", () => {
  for (const [what, server, name] of [
    ["for good, by the least permanent code", toRecipient(500), "MailRefused"],
    ["for good", toRecipient(550), "MailRefused"],
    ["for good, by its text", toText(554), "MailRefused"],
    ["for now, by its text", toText(451), "MailFailed"],
    ["for now", toRecipient(450), "MailFailed"],
    ["for good, whatever the mail is", toConnection(554), "MailFailed"],
  ] as const) {
    test(`${what} is ${name === "MailRefused" ? "refused" : "tried again"}`, async () => {
      await assert.rejects(send(server), (error: Error) => {
        assert.equal(error.name, name);
        assert.doesNotMatch(error.message, /reader|example\.org/u);
        return true;
      });
    });
  }
});
