import { flushCompileCache } from "node:module";
import { type Logger, pino } from "pino";
import packageFacts from "../package.json" with { type: "json" };
import type { Access } from "./access/access.ts";
import { type ThreadShare, openEmbeddedAccess } from "./access/embedded/open-embedded-access.ts";
import type { MailOptions } from "./access/confirmation-mails.ts";
import { openAtlas } from "./atlas/atlas.ts";
import { type Metrics, type MetricsServer, openMetrics, openMetricsServer } from "./http/metrics.ts";
import { type HttpServer, openHttpServer } from "./http/http-server.ts";
import { chooseConnectionLimits } from "./http/limit-connections.ts";
import { CONFIRMATION_PATH } from "./operations/confirm-email.ts";
import type { Manifest } from "./release/manifest.ts";
import { ReleaseStore } from "./release/release-store.ts";
import { buildSite } from "./site/build-site.ts";
import type { Settings } from "./settings.ts";
import { KeptReleases } from "./snapshot/kept-releases.ts";
import type { Releases } from "./snapshot/snapshot.ts";
import { openWebhooks } from "./webhooks/open-webhooks.ts";
import { type Targets, buildDnsLookup, buildTargets } from "./webhooks/targets.ts";
import type { WebhookSender } from "./webhooks/webhook-sender.ts";

export interface Service {
  /** Where a person finds it. */
  readonly url: string;
  /** The port it listens on, whatever its public address is. */
  readonly port: number;
  /** Of the release that answered first. */
  readonly manifest: Manifest;
  /**
   * Settles when a part that the service cannot do without ended by a fault of ours: it should be
   * closed, and the process ended.
   */
  readonly failed: Promise<Error>;
  /** Finishes what is in flight, bounded by `stopGraceSeconds`, and lets go of the port. */
  close(): Promise<void>;
}

/** What one of several threads is given by those it stands beside. */
export interface ThreadParts {
  /** What it shares with the other threads to count exactly. */
  readonly share: ThreadShare;
  /** The metrics of all threads, in the format of Prometheus. */
  readonly metricsOfAll: () => Promise<string>;
}

/** A service, or one thread of it. */
export interface AnsweringService extends Service {
  /** What this thread counted; null where nobody wants metrics. */
  readonly metrics: Metrics | null;
}

/**
 * Joins the parts into the running service, or into one of the threads that share a port
 * (`threads.ts`). Throws a ReleaseStoreError when nothing is published in the data folder, and an
 * AccessStoreError when its file of accounts and usage cannot be used.
 */
export async function openService(
  settings: Settings,
  now: () => Date,
  thread: ThreadParts | null = null,
): Promise<AnsweringService> {
  // What the compile cache gave of every module stays in memory until it is written back.
  flushCompileCache();
  const logger = openLogger(settings);
  const failure = Promise.withResolvers<Error>();
  const releases = new KeptReleases({
    store: new ReleaseStore(settings.dataFolder, now, settings.trustedKeys),
    pollMilliseconds: settings.releasePollMilliseconds,
    onError: (error) =>
      logger.error(error, "a release cannot be opened; the one that answers goes on and the other is tried again"),
    onMissed: (release) =>
      logger.warn(
        { release },
        "a draft did not become current when its embargo ended: another release was current than the one it was compared with",
      ),
  });
  const targets = buildTargets({ lookup: buildDnsLookup(), allowsPrivate: settings.webhooksAllowPrivate });
  let sender: WebhookSender | null = null;
  const closeParts = async (servers: Servers | null, access: Access | null): Promise<void> => {
    releases.close();
    await Promise.all([servers?.http.close(), servers?.metricsServer?.close(), sender?.close()]);
    // What the last answers counted is written down when no more can come.
    await access?.close();
  };
  let access: Access | null = null;
  try {
    access = await openAccess(settings, { now, logger, onFailure: failure.resolve, thread, targets });
    const opened = access;
    const servers = await openServers(settings, { releases, access: opened, logger, now, thread });
    const { http, metrics } = servers;
    const url = settings.baseUrl ?? (isEveryAddress(settings.host) ? `http://localhost:${http.port}` : http.url);
    // One of several threads sends for all.
    if (thread === null || thread.share.isMaintainer)
      sender = openWebhooks({
        queue: opened.webhookQueue,
        releases,
        targets,
        now,
        baseUrl: url,
        version: packageFacts.version,
        onAttempt: (outcome) => metrics?.webhookAttempts.count(outcome),
        onTrouble: (sentence, error) => logger.warn({ err: error }, sentence),
      });
    return {
      url,
      port: http.port,
      manifest: releases.current().manifest,
      metrics,
      failed: failure.promise,
      close: () => closeParts(servers, opened),
    };
  } catch (error) {
    await closeParts(null, access);
    throw error;
  }
}

/** Opens the log of a service. */
function openLogger({ logLevel }: Pick<Settings, "logLevel">): Logger {
  return pino({ level: logLevel });
}

interface Servers {
  readonly http: HttpServer;
  readonly metrics: Metrics | null;
  readonly metricsServer: MetricsServer | null;
}

interface ServerParts {
  readonly releases: Releases;
  readonly access: Access;
  readonly logger: Logger;
  readonly now: () => Date;
  readonly thread: ThreadParts | null;
}

/** Opens the servers of the service, all or none. */
async function openServers(
  settings: Settings,
  { releases, access, logger, now, thread }: ServerParts,
): Promise<Servers> {
  const { metricsHost, metricsPort, metricsPath } = settings;
  const metrics =
    metricsPort === null && metricsPath === null
      ? null
      : await openMetrics(
          () => releases.current().manifest.id,
          () => [...access.degraded().map(({ part }) => part), ...releases.troubles()],
        );
  // Threads have one server for the metrics of all.
  const isMetricsServerOurs = metrics !== null && metricsPort !== null && thread === null;
  const metricsServer = isMetricsServerOurs
    ? await openMetricsServer(metrics, metricsHost ?? settings.host, metricsPort)
    : null;
  const shownMetrics = metrics !== null && thread !== null ? { ...metrics, text: thread.metricsOfAll } : metrics;
  try {
    const http = await openHttpServer({
      releases,
      atlas: openAtlas(),
      access,
      trustedProxies: settings.trustedProxies,
      baseUrl: settings.baseUrl,
      host: settings.host,
      port: settings.port,
      connectionLimits: chooseConnectionLimits(settings.connectionsMax, settings.connectionsPerAddress),
      cacheBytesMax: settings.cacheBytesMax,
      stopGraceSeconds: settings.stopGraceSeconds,
      retirement: {
        deprecatedAt: settings.v1DeprecatedAt,
        sunsetAt: settings.v1SunsetAt,
        sunsetEnforced: settings.v1SunsetEnforced,
      },
      ...buildSite({ securityContact: settings.securityContact }),
      ...(shownMetrics === null ? {} : { metrics: { metrics: shownMetrics, path: metricsPath } }),
      sharesPort: thread !== null,
      logger,
      version: packageFacts.version,
      now,
    });
    return { http, metrics, metricsServer };
  } catch (error) {
    await metricsServer?.close();
    throw error;
  }
}

interface AccessParts {
  readonly now: () => Date;
  readonly logger: Logger;
  readonly onFailure: (error: Error) => void;
  readonly thread: ThreadParts | null;
  readonly targets: Targets;
}

/**
 * Opens what is known about callers. `onFailure` is called when a part that it cannot do without
 * has ended.
 */
async function openAccess(
  { dataFolder, sharedStores, storeWaitMilliseconds, mail: mailSettings }: Settings,
  { now, logger, onFailure, thread: threadParts, targets }: AccessParts,
): Promise<Access> {
  const thread = threadParts?.share ?? null;
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

/** How people are asked whether an e-mail address is theirs. Loaded only where mails are sent. */
async function buildMail({ url, from, baseUrl }: NonNullable<Settings["mail"]>): Promise<MailOptions> {
  const { buildSmtpMailer } = await import("./access/smtp-mailer.ts");
  return {
    mailer: buildSmtpMailer({ url, from }),
    linkOf: (code) => `${baseUrl}${CONFIRMATION_PATH}?code=${code}`,
  };
}

function isEveryAddress(host: string): boolean {
  return host === "0.0.0.0" || host === "::";
}
