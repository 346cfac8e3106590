import path from "node:path";
import { pino } from "pino";
import packageFacts from "../../package.json" with { type: "json" };
import { openAtlas } from "../atlas/atlas.ts";
import { ReleaseStore, ReleaseStoreError } from "../release/store/release-store.ts";
import { SEARCH_FILE } from "../release/search-index.ts";
import type { Settings } from "../settings.ts";
import { buildSite } from "../topics/site.ts";
import { KeptReleases } from "../release/store/kept-releases.ts";
import { replaceCurrent } from "../release/store/replace-current.ts";
import type { Releases } from "../release/snapshot.ts";

/** Options of a service that answers for one release, at one moment. */
export interface ExportServiceOptions {
  readonly settings: Settings;
  readonly baseUrl: string;
  /** The id of the release; null for the current one. */
  readonly release: string | null;
  readonly at: Date;
}

/**
 * Opens a release and the service that answers for it, for the block that opens them. Throws a
 * ReleaseStoreError for one that is not published.
 */
export function openExportService({ settings, baseUrl, release, at }: ExportServiceOptions) {
  const { dataFolder, releasePollMilliseconds, trustedKeys } = settings;
  const now = (): Date => at;
  const logger = pino({ level: "error" }, process.stderr);
  const store = new ReleaseStore(dataFolder, now, trustedKeys);
  const kept = new KeptReleases({
    store,
    pollMilliseconds: releasePollMilliseconds,
    onError: (error) => logger.error({ err: error }, "the releases could not be read"),
  });
  try {
    const releases = chooseRelease(kept, release);
    const snapshot = releases.current();
    const service = {
      releases,
      atlas: openAtlas(),
      baseUrl,
      cacheBytesMax: 0,
      settings,
      ...buildSite({ securityContact: settings.securityContact }),
      logger,
      version: packageFacts.version,
      now,
    };
    const searchFile = path.join(store.folderOf(snapshot.manifest.id), SEARCH_FILE);
    return { service, snapshot, searchFile, [Symbol.dispose]: () => kept.close() };
  } catch (error) {
    kept.close();
    throw error;
  }
}

/** The releases with the one that is exported as the current one. Throws a ReleaseStoreError. */
function chooseRelease(kept: KeptReleases, id: string | null): Releases {
  const snapshot = id === null ? kept.current() : kept.byId(id);
  const gone = id === null ? null : kept.gone(id);
  if (gone !== null) throw new ReleaseStoreError(`the release ${id} was ${gone.kind} by its publisher`);
  if (snapshot === undefined) throw new ReleaseStoreError(`there is no release ${id}; see \`country-trust releases\``);
  if (snapshot.isDraft) throw new ReleaseStoreError(`the release ${id} is a draft: only what is published is exported`);
  // Answers are as of one moment, and lists are read once. No file changes when an embargo ends.
  const [list, history] = [kept.list(), kept.history()];
  return { ...replaceCurrent(kept, snapshot), list: () => list, history: () => history, nextAppearance: () => null };
}
