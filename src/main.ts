import { flushCompileCache } from "node:module";
import { type Logger, pino } from "pino";
import packageFacts from "../package.json" with { type: "json" };
import type { Access } from "./access/access.ts";
import type { ThreadShare } from "./access/embedded/open-embedded-access.ts";
import { type Atlas, openAtlas } from "./atlas/atlas.ts";
import { SHARE_PICTURES } from "./topics/picture/picture-share.ts";
import type { AgentDoor } from "./ask/agents.ts";
import { type Metrics, type MetricsServer, openMetrics, openMetricsServer } from "./http/metrics.ts";
import { type HttpServer, openHttpServer } from "./http/http-server.ts";
import type { Predecessor } from "./http/listen.ts";
import type { PageMaker } from "./http/page-maker.ts";
import { chooseConnectionLimits } from "./http/limit-connections.ts";
import { type FollowedState, isBehind, type Served, troublesOf } from "./distribution/follower.ts";
import type { Manifest } from "./release/manifest.ts";
import { keysOfReleases } from "./distribution/origin-state.ts";
import { ReleaseStore } from "./release/store/release-store.ts";
import { buildSite } from "./topics/site.ts";
import { buildMailer, openCallers } from "./open-callers.ts";
import { openPageThread } from "./open-page-thread.ts";
import type { Settings } from "./settings.ts";
import { KeptReleases } from "./release/store/kept-releases.ts";
import type { Releases } from "./release/snapshot.ts";
import { FollowerMails } from "./webhooks/mail-followers.ts";
import { openWebhooks } from "./webhooks/open-webhooks.ts";
import { buildDnsLookup, buildTargets, type Targets } from "./webhooks/targets.ts";

const EVERY_ADDRESS: ReadonlySet<string> = new Set(["0.0.0.0", "::"]);

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
  /** Looks for another current release now, and says what answers. */
  readonly look: () => Promise<Served>;
  /** What `/readyz` and the metrics say from now on of the origin of the releases. */
  readonly tell: (state: FollowedState) => void;
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

/** What tells webhooks and followers of new releases. */
type Senders = readonly { close(): Promise<void> }[];

interface SenderParts {
  readonly access: Access;
  readonly atlas: Atlas;
  readonly releases: KeptReleases;
  readonly targets: Targets;
  readonly now: () => Date;
  readonly logger: Logger;
  readonly metrics: Metrics | null;
  readonly baseUrl: string;
}

async function openSenders({ mail }: Settings, parts: SenderParts): Promise<Senders> {
  const { access, logger, metrics } = parts;
  const onTrouble = (sentence: string, error: Error | null): void => logger.warn({ err: error }, sentence);
  const webhooks = openWebhooks({
    ...parts,
    queue: access.webhookQueue,
    version: packageFacts.version,
    onAttempt: (outcome) => metrics?.webhookAttempts.count(outcome),
    onTrouble,
  });
  if (mail === null) return [webhooks];
  const mailer = await buildMailer(mail);
  return [webhooks, new FollowerMails({ ...parts, follows: access.follows, mailer, onTrouble })];
}

/**
 * Joins the parts into the running service, or into one of the threads that share a port
 * (`threads.ts`). Throws a ReleaseStoreError when nothing is published in the data folder, and an
 * AccessStoreError when its file of accounts and usage cannot be used. `predecessor` listens in its
 * place until then.
 */
export async function openService(
  settings: Settings,
  now: () => Date,
  thread: ThreadParts | null = null,
  predecessor: Predecessor = null,
): Promise<AnsweringService> {
  // What the compile cache gave of every module stays in memory until it is written back.
  flushCompileCache();
  const logger = pino({ level: settings.logLevel });
  const failure = Promise.withResolvers<Error>();
  let followed: FollowedState | null = null;
  const releases = openReleases(settings, now, logger, () => followed);
  const targets = buildTargets({ lookup: buildDnsLookup(), allowsPrivate: settings.webhooksAllowPrivate });
  let senders: Senders = [];
  const pageThread = openPageThread(settings, logger);
  const closeParts = async (servers: Servers | null, access: Access | null): Promise<void> => {
    releases.close();
    const ends = senders.map((sender) => sender.close());
    await Promise.all([servers?.http.close(), servers?.metricsServer?.close(), ...ends]);
    await pageThread.close();
    // What the last answers counted is written down when no more can come.
    await access?.close();
  };
  let access: Access | null = null;
  try {
    const share = thread?.share ?? null;
    access = await openCallers(settings, { now, logger, onFailure: failure.resolve, thread: share, targets });
    const opened = access;
    const doubt = (error: unknown): boolean => releases.doubt(error);
    const shown = {
      atlas: openAtlas(),
      releases,
      doubt,
      access: opened,
      followed: () => followed,
      pageMaker: pageThread,
    };
    const servers = await openServers(settings, { ...shown, logger, now, thread, predecessor });
    const { http, metrics } = servers;
    const local = EVERY_ADDRESS.has(settings.host) ? `http://localhost:${http.port}` : http.url;
    const url = settings.baseUrl ?? local;
    // One of several threads sends for all.
    if (share === null || share.isMaintainer)
      senders = await openSenders(settings, { ...shown, targets, now, logger, metrics, baseUrl: url });
    return {
      url,
      port: http.port,
      manifest: releases.current().manifest,
      metrics,
      failed: failure.promise,
      look: async () => releases.look(),
      tell: (state) => (followed = state),
      close: () => closeParts(servers, opened),
    };
  } catch (error) {
    await closeParts(null, access);
    throw error;
  }
}

function openReleases(
  settings: Settings,
  now: () => Date,
  logger: Logger,
  followed: () => FollowedState | null,
): KeptReleases {
  return new KeptReleases({
    store: new ReleaseStore(settings.dataFolder, now, () => keysOfReleases(settings)),
    pollMilliseconds: settings.releasePollMilliseconds,
    onError: (error) =>
      logger.error(error, "a release cannot be opened; the one that answers goes on and the other is tried again"),
    onMissed: (release) =>
      logger.warn(
        { release },
        "a draft did not become current when its embargo ended: another release was current than the one it was compared with",
      ),
    isBehind: () => isBehind(followed(), now(), settings.releasesPollSeconds * 1000),
  });
}

interface Servers {
  readonly http: HttpServer;
  readonly metrics: Metrics | null;
  readonly metricsServer: MetricsServer | null;
}

interface ServerParts {
  readonly atlas: Atlas;
  readonly releases: Releases;
  readonly doubt: (error: unknown) => boolean;
  readonly followed: () => FollowedState | null;
  readonly access: Access;
  readonly pageMaker: PageMaker;
  readonly logger: Logger;
  readonly now: () => Date;
  readonly thread: ThreadParts | null;
  readonly predecessor: Predecessor;
}

/** Opens the servers of the service, all or none. */
async function openServers(
  settings: Settings,
  { atlas, releases, doubt, access, pageMaker, logger, now, thread, predecessor, followed }: ServerParts,
): Promise<Servers> {
  const { metricsHost, metricsPort, metricsPath } = settings;
  const metrics =
    metricsPort === null && metricsPath === null
      ? null
      : await openMetrics(
          () => releases.current().manifest.id,
          () => [
            ...access.degraded().map(({ part }) => part),
            ...releases.troubles(),
            ...troublesOf(followed(), now()),
          ],
          settings.originUrl === null ? null : followed,
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
      atlas,
      access,
      followed,
      trustedProxies: settings.trustedProxies,
      baseUrl: settings.baseUrl,
      host: settings.host,
      port: settings.port,
      connectionLimits: chooseConnectionLimits(settings.connectionsMax, settings.connectionsPerAddress),
      cacheBytesMax: settings.cacheBytesMax,
      stopGraceSeconds: settings.stopGraceSeconds,
      settings,
      ...buildSite({ securityContact: settings.securityContact }),
      pageMaker,
      agents: loadAgentDoor((error) => logger.error({ err: error }, "a message of an agent could not be answered")),
      ...(shownMetrics === null ? {} : { metrics: { metrics: shownMetrics, path: metricsPath } }),
      sharesPort: thread !== null,
      predecessor,
      logger,
      doubt,
      version: packageFacts.version,
      now,
    });
    return { http, metrics, metricsServer };
  } catch (error) {
    await metricsServer?.close();
    throw error;
  }
}

/** Opens what answers agents for the first of them: what it loads takes 35 MB. */
function loadAgentDoor(onError: (error: unknown) => void): AgentDoor {
  const open = async (): Promise<AgentDoor> =>
    (await import("./mcp/open-door.ts")).openAgentDoor({
      version: packageFacts.version,
      hasPictures: SHARE_PICTURES.length > 0,
      onError,
    });
  let door: Promise<AgentDoor> | undefined;
  return async (message, sources) => await (await (door ??= open()))(message, sources);
}
