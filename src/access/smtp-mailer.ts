import { createTransport } from "nodemailer";
import { type Mailer, MailFailed, MailRefused } from "./confirmation-mails.ts";

export interface SmtpMailerOptions {
  /** `smtp://…` or `smtps://…`, with what nodemailer reads from such a URL. */
  readonly url: string;
  /** `name@example.org` or `Name <name@example.org>`. */
  readonly from: string;
  /** Time limit of the mail server for each step. */
  readonly stepMilliseconds?: number;
}

const STEP_MILLISECONDS = 10_000;

/** Builds a mailer that hands mails to a server, by STARTTLS where that offers it. */
export function buildSmtpMailer({ url, from, stepMilliseconds = STEP_MILLISECONDS }: SmtpMailerOptions): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: stepMilliseconds,
    greetingTimeout: stepMilliseconds,
    socketTimeout: stepMilliseconds,
    dnsTimeout: stepMilliseconds,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, subject, text }) {
      try {
        await transport.sendMail({
          from,
          to: { name: "", address: to },
          subject,
          text,
          headers: { "Auto-Submitted": "auto-generated" },
        });
      } catch (error) {
        throw translate(error);
      }
    },
  };
}

/** Keeps the parts of an error that name nobody: replies of mail servers repeat the address. */
function translate(error: unknown): MailFailed {
  const name = error instanceof Error && "code" in error ? String(error.code) : "an unknown error";
  const responseCode = error instanceof Error && "responseCode" in error ? Number(error.responseCode) : null;
  if (responseCode === null) return new MailFailed(`the mail server cannot be used (${name})`);
  const sentence = `the mail server replied ${responseCode} (${name})`;
  const isOfMail = name === "EENVELOPE" || name === "EMESSAGE";
  return isOfMail && responseCode >= 500 ? new MailRefused(sentence) : new MailFailed(sentence);
}
