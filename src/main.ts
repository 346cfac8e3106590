import { flushCompileCache } from "node:module";
import { type Logger, pino } from "pino";
import packageFacts from "../package.json" with { type: "json" };
import type { Access } from "./access/access.ts";
import { type Atlas, openAtlas } from "./atlas/atlas.ts";
import { SHARE_PICTURES } from "./topics/picture/picture-share.ts";
import type { AgentDoor } from "./ask/agents.ts";
import { type Metrics, type MetricsServer, openMetrics, openMetricsServer } from "./http/metrics.ts";
import { type HttpServer, openHttpServer } from "./http/http-server.ts";
import { chooseConnectionLimits, type Predecessor } from "./http/limit-connections.ts";
import { type FollowedState, isBehind, type ServeResult, troublesOf } from "./distribution/follower.ts";
import type { Manifest } from "./release/manifest.ts";
import { ReleaseStore } from "./release/store/release-store.ts";
import { buildSite } from "./topics/site.ts";
import { openCallers } from "./open-callers.ts";
import type { Settings } from "./settings.ts";
import { checkFilesDaily } from "./release/store/file-check.ts";
import { KeptReleases } from "./release/store/kept-releases.ts";
import type { Releases } from "./release/snapshot.ts";
import { openWebhooks } from "./webhooks/open-webhooks.ts";
import type { WebhookSender } from "./webhooks/webhook-sender.ts";
import { buildDnsLookup, buildTargets, type Targets } from "./webhooks/targets.ts";
import { endIdleThread } from "./xlsx/write-workbook.ts";

const EVERY_ADDRESS: ReadonlySet<string> = new Set(["0.0.0.0", "::"]);

export interface Service {
  /** The address at which a person finds it. */
  readonly url: string;
  /** The port it listens on, whatever its public address is. */
  readonly port: number;
  /** Of the release that answered first. */
  readonly manifest: Manifest;
  /** Looks for another current release now, and says what answers. */
  readonly look: () => Promise<ServeResult>;
  /** Sets what `/readyz` and the metrics say of the origin of the releases. */
  readonly tell: (state: FollowedState) => void;
  /** Finishes what is in flight, bounded by `stopGraceSeconds`, and lets go of the port. */
  close(): Promise<void>;
}

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

/** Opens what tells webhooks of new releases. */
function openSender(parts: SenderParts): WebhookSender {
  const { access, logger, metrics } = parts;
  return openWebhooks({
    ...parts,
    queue: access.webhookQueue,
    version: packageFacts.version,
    onAttempt: (outcome) => metrics?.webhookAttempts.count(outcome),
    onTrouble: (sentence, error) => logger.warn({ err: error }, sentence),
  });
}

/**
 * Joins the parts into the running service. Throws a ReleaseStoreError when nothing is published in
 * the data folder, and an AccessStoreError when its file of accounts and usage cannot be used.
 * `predecessor` listens in its place until then.
 */
export async function openService(
  settings: Settings,
  now: () => Date,
  predecessor: Predecessor = null,
): Promise<Service> {
  // The compile cache keeps its copy of every module in memory until it is written back.
  flushCompileCache();
  const logger = pino({ level: settings.logLevel });
  let followed: FollowedState | null = null;
  const { releases, closeReleases } = openReleases(settings, now, logger, () => followed);
  const targets = buildTargets({ lookup: buildDnsLookup(), allowsPrivate: settings.webhooksAllowPrivate });
  let sender: WebhookSender | null = null;
  const closeParts = async (servers: Servers | null, access: Access | null): Promise<void> => {
    await closeReleases();
    await Promise.all([servers?.http.close(), servers?.metricsServer?.close(), sender?.close()]);
    endIdleThread();
    // The counts of the last answers are written when no more can come.
    await access?.close();
  };
  let access: Access | null = null;
  try {
    access = await openCallers(settings, { now, logger, targets });
    const opened = access;
    const doubt = (error: unknown): boolean => releases.doubt(error);
    const shown = { atlas: openAtlas(), releases, doubt, access: opened, followed: () => followed };
    const servers = await openServers(settings, { ...shown, logger, now, predecessor });
    const { http, metrics } = servers;
    const local = EVERY_ADDRESS.has(settings.host) ? `http://localhost:${http.port}` : http.url;
    const url = settings.baseUrl ?? local;
    sender = openSender({ ...shown, targets, now, logger, metrics, baseUrl: url });
    return {
      url,
      port: http.port,
      manifest: releases.current().manifest,
      look: async () => releases.look(),
      tell: (state) => (followed = state),
      close: () => closeParts(servers, opened),
    };
  } catch (error) {
    await closeParts(null, access);
    throw error;
  }
}

/** Opens the releases, whose files are compared with what was published while they answer. */
function openReleases(
  settings: Settings,
  now: () => Date,
  logger: Logger,
  followed: () => FollowedState | null,
): { readonly releases: KeptReleases; readonly closeReleases: () => Promise<void> } {
  const store = new ReleaseStore(settings.dataFolder, now, settings.trustedKeys);
  const releases = new KeptReleases({
    store,
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
  const endCheck = checkFilesDaily({
    store,
    onDamaged: (file) => releases.noteDamaged(file),
    onError: (error) => logger.error(error, "files of a release could not be compared with what was published"),
  });
  const closeReleases = async (): Promise<void> => {
    await endCheck();
    releases.close();
  };
  return { releases, closeReleases };
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
  readonly logger: Logger;
  readonly now: () => Date;
  readonly predecessor: Predecessor;
}

/** More than a balancer lets pass between two looks at `/readyz` (deploy/caddy: 2). */
const DRAIN_SECONDS = 3;

/** Opens the servers of the service, all or none. */
async function openServers(
  settings: Settings,
  { atlas, releases, doubt, access, logger, now, predecessor, followed }: ServerParts,
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
  const metricsServer =
    metrics === null || metricsPort === null
      ? null
      : await openMetricsServer(metrics, metricsHost ?? settings.host, metricsPort);
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
      ...(settings.trustedProxies === null ? {} : { drainSeconds: DRAIN_SECONDS }),
      stopGraceSeconds: settings.stopGraceSeconds,
      settings,
      ...buildSite({ securityContact: settings.securityContact }),
      agents: loadAgentDoor((error) => logger.error({ err: error }, "a message of an agent could not be answered")),
      ...(metrics === null ? {} : { metrics: { metrics, path: metricsPath } }),
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
