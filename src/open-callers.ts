import type { Logger } from "pino";
import type { Access } from "./access/access.ts";
import type { MailOptions } from "./access/confirmation-mails.ts";
import { openAccess } from "./access/open-access.ts";
import { CONFIRMATION_PATH } from "./topics/account/confirm-email.ts";
import type { Settings } from "./settings.ts";
import type { Targets } from "./webhooks/targets.ts";

interface AccessParts {
  readonly now: () => Date;
  readonly logger: Logger;
  readonly targets: Targets;
}

/** Opens what is known about callers. */
export async function openCallers(
  { dataFolder, sharedStores, storeWaitMilliseconds, mail }: Settings,
  { now, logger, targets }: AccessParts,
): Promise<Access> {
  return openAccess({
    dataFolder,
    shared: sharedStores,
    waitMilliseconds: storeWaitMilliseconds,
    now,
    onTrouble: (sentence, error) => logger.warn({ err: error }, sentence),
    mail: mail === null ? null : await buildMail(mail),
    findUrlFault: (url) => targets.findFault(url),
  });
}

/** Builds the mailer of confirmations. Loaded only where mails are sent. */
async function buildMail({ baseUrl, ...mail }: NonNullable<Settings["mail"]>): Promise<MailOptions> {
  const { buildSmtpMailer } = await import("./access/smtp-mailer.ts");
  return {
    mailer: buildSmtpMailer(mail),
    linkOf: (code) => `${baseUrl}${CONFIRMATION_PATH}?code=${code}`,
  };
}
