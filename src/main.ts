import { pino } from "pino";
import packageFacts from "../package.json" with { type: "json" };
import { openAtlas } from "./atlas/atlas.ts";
import { openFigures, openFiguresDoor } from "./http/figures.ts";
import { openHttpDoor } from "./http/open-http-door.ts";
import { LOG_SERIALIZERS } from "./http/watch.ts";
import { Shelf } from "./release/shelf.ts";
import { buildSite } from "./site/build-site.ts";
import type { Settings } from "./settings.ts";
import { keepReleases } from "./snapshot/keep-releases.ts";
import type { Snapshot } from "./snapshot/snapshot.ts";

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

/** Joins the parts into the running service. Throws a ShelfError when nothing is published in the data folder. */
export async function openService(settings: Settings, now: () => Date): Promise<Service> {
  const logger = pino({ level: settings.logLevel, serializers: LOG_SERIALIZERS });
  const atlas = openAtlas();
  const releases = keepReleases({
    shelf: new Shelf(settings.dataFolder),
    pollMilliseconds: settings.releasePollMilliseconds,
    onError: (error) =>
      logger.error(error, "the new current release cannot be opened; the one before goes on answering"),
  });
  const { metricsPort, metricsPath } = settings;
  const figures =
    metricsPort === null && metricsPath === null ? null : await openFigures(() => releases.current().manifest.id);
  const figuresDoor =
    figures === null || metricsPort === null ? null : await openFiguresDoor(figures, settings.host, metricsPort);
  const door = await openHttpDoor({
    releases,
    atlas,
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
  }).catch(async (error: unknown) => {
    await figuresDoor?.close();
    throw error;
  });
  return {
    url: settings.baseUrl ?? (isEveryAddress(settings.host) ? `http://localhost:${door.port}` : door.url),
    port: door.port,
    snapshot: releases.current(),
    async close() {
      releases.close();
      await Promise.all([door.close(), figuresDoor?.close()]);
    },
  };
}

function isEveryAddress(host: string): boolean {
  return host === "0.0.0.0" || host === "::";
}
