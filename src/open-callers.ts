import type { Logger } from "pino";
import type { Access } from "./access/access.ts";
import type { Mailer, MailOptions } from "./access/confirmation-mails.ts";
import { type ThreadShare, openEmbeddedAccess } from "./access/embedded/open-embedded-access.ts";
import { CONFIRMATION_PATH } from "./topics/account/confirm-email.ts";
import type { Settings } from "./settings.ts";
import type { Targets } from "./webhooks/targets.ts";

interface AccessParts {
  readonly now: () => Date;
  readonly logger: Logger;
  readonly onFailure: (error: Error) => void;
  /** Null in a service of one thread. */
  readonly thread: ThreadShare | null;
  readonly targets: Targets;
}

/**
 * Opens what is known about callers. `onFailure` is called when a part that it cannot do without
 * has ended.
 */
export async function openCallers(
  { dataFolder, sharedStores, storeWaitMilliseconds, mail: mailSettings }: Settings,
  { now, logger, onFailure, thread, targets }: AccessParts,
): Promise<Access> {
  const onTrouble = (sentence: string, error: Error | null): void => logger.warn({ err: error }, sentence);
  const mail = mailSettings === null ? null : await buildMail(mailSettings);
  const findUrlFault = (url: string): Promise<string | null> => targets.findFault(url);
  const options = {
    dataFolder,
    waitMilliseconds: storeWaitMilliseconds,
    now,
    onTrouble,
    onFailure,
    thread,
    mail,
    findUrlFault,
  };
  if (sharedStores === null) return openEmbeddedAccess(options);
  // Loaded only where it is used: the drivers of the stores come with it.
  const { openClusterAccess } = await import("./access/cluster/open-cluster-access.ts");
  return openClusterAccess({ ...options, ...sharedStores });
}

/** Sends mails. Loaded only where mails are sent. */
export async function buildMailer({ url, from }: NonNullable<Settings["mail"]>): Promise<Mailer> {
  const { buildSmtpMailer } = await import("./access/smtp-mailer.ts");
  return buildSmtpMailer({ url, from });
}

/** How people are asked whether an e-mail address is theirs. */
async function buildMail(settings: NonNullable<Settings["mail"]>): Promise<MailOptions> {
  const { baseUrl } = settings;
  return {
    mailer: await buildMailer(settings),
    linkOf: (code) => `${baseUrl}${CONFIRMATION_PATH}?code=${code}`,
  };
}
