import { openAtlas } from "../atlas/atlas.ts";
import type { Sources } from "../ask/sources.ts";
import { ReleaseStore } from "../release/store/release-store.ts";
import { KeptReleases } from "../release/store/kept-releases.ts";
import type { Console } from "./command.ts";

/**
 * Opens the sources of operations, as of the moment of asking, for the block that opens them.
 * Throws a ReleaseStoreError where nothing is published in the data folder.
 */
export function openSources({ settings, now, say }: Pick<Console, "settings" | "now" | "say">) {
  const releases = new KeptReleases({
    store: new ReleaseStore(settings.dataFolder, now),
    pollMilliseconds: settings.releasePollMilliseconds,
    onError: (error) => say(String(error)),
  });
  const baseUrl = settings.baseUrl ?? `http://localhost:${settings.port}`;
  const atlas = openAtlas();
  const signal = new AbortController().signal;
  const sourcesNow = (): Omit<Sources, "snapshot"> => ({
    releases,
    atlas,
    caller: null,
    access: null,
    at: now(),
    site: { baseUrl, settings },
    signal,
    nextTurn: () => Promise.resolve(),
  });
  return { releases, sourcesNow, [Symbol.dispose]: () => releases.close() };
}
