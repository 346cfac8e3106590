import { type Logger, pino } from "pino";
import packageFacts from "../package.json" with { type: "json" };
import type { Access } from "./access/access.ts";
import { openEmbeddedAccess } from "./access/embedded/open-embedded-access.ts";
import { openAtlas } from "./atlas/atlas.ts";
import { type FiguresDoor, openFigures, openFiguresDoor } from "./http/figures.ts";
import { type HttpDoor, openHttpDoor } from "./http/open-http-door.ts";
import { LOG_SERIALIZERS } from "./http/watch.ts";
import { Shelf } from "./release/shelf.ts";
import { buildSite } from "./site/build-site.ts";
import type { Settings } from "./settings.ts";
import { keepReleases } from "./snapshot/keep-releases.ts";
import type { Releases, Snapshot } from "./snapshot/snapshot.ts";

export interface Service {
  /** Where a person finds it. */
  readonly url: string;
  /** The port it listens on, whatever its public address is. */
  readonly port: number;
  /** The release that answered first. */
  readonly snapshot: Snapshot;
  /** Finishes what is in flight, bounded by `stopGraceSeconds`, and lets go of the port. */
  close(): Promise<void>;
}

/**
 * Joins the parts into the running service. Throws a ShelfError when nothing is published in the data folder, and an AccessStoreError when
 * another service runs over it.
 */
export async function openService(settings: Settings, now: () => Date): Promise<Service> {
  const logger = pino({ level: settings.logLevel, serializers: LOG_SERIALIZERS });
  const releases = keepReleases({
    shelf: new Shelf(settings.dataFolder),
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
    access = await openAccess(settings, now, logger);
    const opened = access;
    const doors = await openDoors(settings, { releases, access: opened, logger, now });
    return {
      url: settings.baseUrl ?? (isEveryAddress(settings.host) ? `http://localhost:${doors.door.port}` : doors.door.url),
      port: doors.door.port,
      snapshot: releases.current(),
      close: () => closeParts(doors, opened),
    };
  } catch (error) {
    await closeParts(null, access);
    throw error;
  }
}

interface Doors {
  readonly door: HttpDoor;
  readonly figuresDoor: FiguresDoor | null;
}

interface DoorParts {
  readonly releases: Releases;
  readonly access: Access;
  readonly logger: Logger;
  readonly now: () => Date;
}

/** Opens the doors of the service, all or none. */
async function openDoors(settings: Settings, { releases, access, logger, now }: DoorParts): Promise<Doors> {
  const { metricsPort, metricsPath } = settings;
  const figures =
    metricsPort === null && metricsPath === null
      ? null
      : await openFigures(
          () => releases.current().manifest.id,
          () => access.degraded().map(({ part }) => part),
        );
  const figuresDoor =
    figures === null || metricsPort === null ? null : await openFiguresDoor(figures, settings.host, metricsPort);
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
      ...(figures === null ? {} : { figures: { figures, path: metricsPath } }),
      logger,
      version: packageFacts.version,
      now,
    });
    return { door, figuresDoor };
  } catch (error) {
    await figuresDoor?.close();
    throw error;
  }
}

/** Opens what is known of callers; the stores tell what fails and what comes back. */
function openAccess({ dataFolder }: Settings, now: () => Date, logger: Logger): Promise<Access> {
  const onTrouble = (sentence: string, error: Error | null): void => logger.warn({ err: error }, sentence);
  return openEmbeddedAccess({ dataFolder, now, onTrouble });
}

function isEveryAddress(host: string): boolean {
  return host === "0.0.0.0" || host === "::";
}
