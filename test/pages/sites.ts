import type { HttpServer, HttpServerOptions } from "../../src/http/http-server.ts";
import { buildMemoryReleases, buildMemorySnapshot } from "../fixtures/memory-release.ts";
import { RELEASE, openTestServer } from "../http/test-server.ts";
import { HOSTILE_BRANDING, HOSTILE_COMPANIES, HOSTILE_FACTS } from "./hostile-dataset.ts";
import { DATA_PAGES } from "./paths.ts";

/**
 * Sites that are opened once for all tests of this process, which leave them as they are. They are
 * closed with the process's other servers.
 */

/** What browsers need: links to where they are, and the clock by which they keep answers. */
export const FOR_BROWSERS: Partial<HttpServerOptions> = { baseUrl: null, now: () => new Date() };

/** The small test dataset. */
export const openSite = once(() => openTestServer());

/** The small test dataset, for browsers. */
export const openSiteForBrowsers = once(() => openTestServer(FOR_BROWSERS));

/** A dataset whose every text is hostile. */
export const HOSTILE_SNAPSHOT = buildMemorySnapshot(
  RELEASE,
  HOSTILE_COMPANIES,
  HOSTILE_FACTS,
  undefined,
  HOSTILE_BRANDING,
);

/** The pages of data in it; those that name what it has not are not there. */
export const HOSTILE_PAGES = DATA_PAGES.map((path) =>
  path.replace("/sectors/energy", `/sectors/${HOSTILE_SNAPSHOT.sectors[0]?.slug}`),
);

export const openHostileSite = once(() => openTestServer({ releases: buildMemoryReleases(HOSTILE_SNAPSHOT) }));

export const openHostileSiteForBrowsers = once(() =>
  openTestServer({ ...FOR_BROWSERS, releases: buildMemoryReleases(HOSTILE_SNAPSHOT) }),
);

function once(open: () => Promise<HttpServer>): () => Promise<HttpServer> {
  let opened: Promise<HttpServer> | undefined;
  return () => (opened ??= open());
}
