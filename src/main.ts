import { flushCompileCache } from "node:module";
import { type Logger, pino } from "pino";
import packageFacts from "../package.json" with { type: "json" };
import type { Access } from "./access/access.ts";
import { openEmbeddedAccess } from "./access/embedded/open-embedded-access.ts";
import { holdTime } from "./access/hold-time.ts";
import { openAtlas } from "./atlas/atlas.ts";
import { type Figures, type FiguresDoor, openFigures, openFiguresDoor } from "./http/figures.ts";
import { type HttpDoor, openHttpDoor } from "./http/open-http-door.ts";
import { LOG_SERIALIZERS } from "./http/watch.ts";
import type { Manifest } from "./release/manifest.ts";
import { ReleaseStore } from "./release/release-store.ts";
import { buildSite } from "./site/build-site.ts";
import type { Settings } from "./settings.ts";
import { keepReleases } from "./snapshot/keep-releases.ts";
import type { Releases } from "./snapshot/snapshot.ts";

export interface Service {
  /** Where a person finds it. */
  readonly url: string;
  /** The port it listens on, whatever its public address is. */
  readonly port: number;
  /** Of the release that answered first. */
  readonly manifest: Manifest;
  /** Settles when a part that the service cannot do without ended by a fault of ours: it should be closed, and the process ended. */
  readonly failed: Promise<Error>;
  /** Finishes what is in flight, bounded by `stopGraceSeconds`, and lets go of the port. */
  close(): Promise<void>;
}

/** What one of several threads is given by those it stands beside. */
export interface ThreadParts {
  readonly access: Access;
  /** The figures of all threads, in the format of Prometheus. */
  readonly figuresOfAll: () => Promise<string>;
}

/** A service, or one thread of it. */
export interface AnsweringService extends Service {
  /** What this thread counted; null where nobody wants figures. */
  readonly figures: Figures | null;
}

/**
 * Joins the parts into the running service, or into one of the threads that share a port (`threads.ts`). Throws a ReleaseStoreError when nothing
 * is published in the data folder, and an AccessStoreError when another service runs over it.
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
  const releases = keepReleases({
    store: new ReleaseStore(settings.dataFolder),
    pollMilliseconds: settings.releasePollMilliseconds,
    onError: (error) =>
      logger.error(error, "the new current release cannot be opened; the one before goes on answering"),
  });
  const closeParts = async (doors: Doors | null, access: Access | null): Promise<void> => {
    releases.close();
    await Promise.all([doors?.door.close(), doors?.figuresDoor?.close()]);
    // What the last answers counted is written down when no more can come.
    await access?.close();
  };
  let access: Access | null = null;
  try {
    access = thread?.access ?? (await openAccess(settings, now, logger, failure.resolve));
    const opened = access;
    const doors = await openDoors(settings, { releases, access: opened, logger, now, thread });
    return {
      url: settings.baseUrl ?? (isEveryAddress(settings.host) ? `http://localhost:${doors.door.port}` : doors.door.url),
      port: doors.door.port,
      manifest: releases.current().manifest,
      figures: doors.figures,
      failed: failure.promise,
      close: () => closeParts(doors, opened),
    };
  } catch (error) {
    await closeParts(null, access);
    throw error;
  }
}

/** Opens the log of a service. */
export function openLogger({ logLevel }: Pick<Settings, "logLevel">): Logger {
  return pino({ level: logLevel, serializers: LOG_SERIALIZERS });
}

interface Doors {
  readonly door: HttpDoor;
  readonly figures: Figures | null;
  readonly figuresDoor: FiguresDoor | null;
}

interface DoorParts {
  readonly releases: Releases;
  readonly access: Access;
  readonly logger: Logger;
  readonly now: () => Date;
  readonly thread: ThreadParts | null;
}

/** Opens the doors of the service, all or none. */
async function openDoors(settings: Settings, { releases, access, logger, now, thread }: DoorParts): Promise<Doors> {
  const { metricsPort, metricsPath } = settings;
  const figures =
    metricsPort === null && metricsPath === null
      ? null
      : await openFigures(
          () => releases.current().manifest.id,
          () => access.degraded().map(({ part }) => part),
        );
  // Threads have one door for the figures of all.
  const isFiguresDoorOurs = figures !== null && metricsPort !== null && thread === null;
  const figuresDoor = isFiguresDoorOurs ? await openFiguresDoor(figures, settings.host, metricsPort) : null;
  const shownFigures = figures !== null && thread !== null ? { ...figures, text: thread.figuresOfAll } : figures;
  try {
    const door = await openHttpDoor({
      releases,
      atlas: openAtlas(),
      access,
      trustedProxies: settings.trustedProxies,
      baseUrl: settings.baseUrl,
      host: settings.host,
      port: settings.port,
      cacheBytesMax: settings.cacheBytesMax,
      stopGraceSeconds: settings.stopGraceSeconds,
      retirement: {
        deprecatedAt: settings.v1DeprecatedAt,
        sunsetAt: settings.v1SunsetAt,
        sunsetEnforced: settings.v1SunsetEnforced,
      },
      documents: buildSite({ securityContact: settings.securityContact }),
      ...(shownFigures === null ? {} : { figures: { figures: shownFigures, path: metricsPath } }),
      sharesPort: thread !== null,
      logger,
      version: packageFacts.version,
      now,
    });
    return { door, figures, figuresDoor };
  } catch (error) {
    await figuresDoor?.close();
    throw error;
  }
}

/** Opens what is known of callers; the stores tell what fails and what comes back. `onFailure` is told where they cannot go on. */
export async function openAccess(
  { dataFolder, sharedStores, storeWaitMilliseconds }: Settings,
  now: () => Date,
  logger: Logger,
  onFailure: (error: Error) => void,
): Promise<Access> {
  const onTrouble = (sentence: string, error: Error | null): void => logger.warn({ err: error }, sentence);
  const options = { dataFolder, waitMilliseconds: storeWaitMilliseconds, onTrouble, onFailure };
  if (sharedStores === null) return openEmbeddedAccess({ ...options, now: holdTime(now) });
  // Loaded only where it is used: the drivers of the stores come with it.
  const { openClusterAccess } = await import("./access/cluster/open-cluster-access.ts");
  return openClusterAccess({ ...options, ...sharedStores, now });
}

function isEveryAddress(host: string): boolean {
  return host === "0.0.0.0" || host === "::";
}
