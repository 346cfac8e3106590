import type { WebhookQueue } from "../access/store/queue-store.ts";
import type { AttemptEnd } from "../access/webhooks.ts";
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
export function openWebhooks({ releases, targets, baseUrl, version, ...options }: WebhooksOptions): WebhookSender {
  const { queue, now } = options;
  const userAgent = `country-trust/${version} (+${baseUrl}/docs/feeds)`;
  return new WebhookSender({
    ...options,
    announce: buildAnnouncer({ queue, releases, now, baseUrl }),
    attempt: buildAttemptDelivery({ targets, now, userAgent }),
    random: Math.random,
  });
}
