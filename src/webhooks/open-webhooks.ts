import type { AttemptEnd, WebhookQueue } from "../access/webhooks.ts";
import type { Releases } from "../release/snapshot.ts";
import { buildAnnouncer } from "./announce-releases.ts";
import { buildAttemptDelivery } from "./attempt-delivery.ts";
import type { Targets } from "./targets.ts";
import { WebhookSender } from "./webhook-sender.ts";

interface WebhooksOptions {
  readonly queue: WebhookQueue;
  readonly releases: Releases;
  readonly targets: Targets;
  readonly now: () => Date;
  /** Public origin, without a trailing slash. */
  readonly baseUrl: string;
  /** Version of the software. */
  readonly version: string;
  readonly onAttempt: (outcome: AttemptEnd["outcome"]) => void;
  readonly onTrouble: (sentence: string, error: Error | null) => void;
}

/** Opens what tells webhooks of the releases of a service. Does nothing while there are none. */
export function openWebhooks(options: WebhooksOptions): WebhookSender {
  const { queue, releases, targets, now, baseUrl, version, onAttempt, onTrouble } = options;
  const userAgent = `country-trust/${version} (+${baseUrl}/docs/feeds)`;
  return new WebhookSender({
    queue,
    announce: buildAnnouncer({ queue, releases, now, baseUrl }),
    attempt: buildAttemptDelivery({ targets, now, userAgent }),
    now,
    random: Math.random,
    onAttempt,
    onTrouble,
  });
}
