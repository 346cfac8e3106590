import path from "node:path";
import { pino } from "pino";
import packageFacts from "../../package.json" with { type: "json" };
import { openAtlas } from "../atlas/atlas.ts";
import type { BuildOptions } from "../http/build-http-server.ts";
import { ReleaseStore, ReleaseStoreError } from "../release/store/release-store.ts";
import { SEARCH_FILE } from "../release/search-index.ts";
import type { Settings } from "../settings.ts";
import { buildSite } from "../topics/site.ts";
import { KeptReleases } from "../release/store/kept-releases.ts";
import { replaceCurrent } from "../release/store/replace-current.ts";
import type { Releases, Snapshot } from "../release/snapshot.ts";

/** What a service is built of that answers for one release, at one moment. */
export interface ExportServiceOptions {
  readonly settings: Settings;
  readonly baseUrl: string;
  /** Null: the current one. */
  readonly release: string | null;
  readonly at: Date;
}

/** A release and what answers for it. */
export interface ExportService {
  readonly service: BuildOptions & { readonly baseUrl: string };
  readonly snapshot: Snapshot;
  readonly searchFile: string;
  readonly close: () => void;
}

/** Opens a release for an export. Throws a ReleaseStoreError for one that is not published. */
export function openExportService({ settings, baseUrl, release, at }: ExportServiceOptions): ExportService {
  const { dataFolder, releasePollMilliseconds, trustedKeys } = settings;
  const now = (): Date => at;
  const logger = pino({ level: "error" }, process.stderr);
  const store = new ReleaseStore(dataFolder, now, () => trustedKeys);
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
    return { service, snapshot, searchFile, close: () => kept.close() };
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
  // Everything is as of one moment, and read once. Files do not change when an embargo ends.
  const [list, history] = [kept.list(), kept.history()];
  return { ...replaceCurrent(kept, snapshot), list: () => list, history: () => history, nextAppearance: () => null };
}
