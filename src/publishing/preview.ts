import path from "node:path";
import type { Logger } from "pino";
import packageFacts from "../../package.json" with { type: "json" };
import { openAtlas } from "../atlas/atlas.ts";
import { openHttpServer } from "../http/http-server.ts";
import { KeptReleases } from "../release/store/kept-releases.ts";
import { linkReleases } from "../release/store/link-releases.ts";
import { ReleaseStore } from "../release/store/release-store.ts";
import { markCurrent } from "../release/store/replace-current.ts";
import { buildSite } from "../topics/site.ts";
import type { Candidate } from "./candidate.ts";
import type { PublishingContext } from "./context.ts";

/** The only address: what is not published yet is for this machine alone. */
const HOST = "127.0.0.1";

/** Stands at the beginning of the notice of a previewed release. */
const NOTICE = "Preview: this release is not published.";

/**
 * Serves what was built beside the releases there are, on this machine alone; port 0 is any free
 * one. `folder` is empty but for the bundle.
 */
export async function servePreview(
  context: PublishingContext,
  { folder: bundle, manifest, comparison, notices }: Candidate,
  { folder, port, logger }: { readonly folder: string; readonly port: number; readonly logger: Logger },
) {
  const { settings, now } = context;
  const store = new ReleaseStore(settings.dataFolder, now);
  const dataFolder = path.join(folder, "data");
  await linkReleases(store, dataFolder, { bundle, manifest, now: now() });
  const releases = new KeptReleases({
    store: new ReleaseStore(dataFolder, now),
    pollMilliseconds: settings.releasePollMilliseconds,
    onError: (error) => context.onNotice(String(error)),
  });
  try {
    const server = await openHttpServer({
      releases: markCurrent(releases, NOTICE),
      atlas: openAtlas(),
      baseUrl: null,
      host: HOST,
      port,
      cacheBytesMax: settings.cacheBytesMax,
      // Nobody depends on the last responses of a preview.
      stopGraceSeconds: 0,
      settings,
      ...buildSite({ securityContact: settings.securityContact }),
      preview: { before: comparison.before, reason: comparison.reason, notices },
      logger,
      version: packageFacts.version,
      now,
    });
    const close = async (): Promise<void> => {
      await server.close();
      releases.close();
    };
    return { address: `http://localhost:${server.port}`, close };
  } catch (error) {
    releases.close();
    throw error;
  }
}
