import { type MessagePort, workerData } from "node:worker_threads";
import { openAtlas } from "./atlas/atlas.ts";
import { keysOfReleases } from "./distribution/origin-state.ts";
import { buildPageMaking } from "./http/page-endpoint.ts";
import { ReleaseStore } from "./release/store/release-store.ts";
import { KeptReleases } from "./release/store/kept-releases.ts";
import type { Settings } from "./settings.ts";
import { answerCalls } from "./thread-calls.ts";
import { buildSite } from "./topics/site.ts";

/*
 * The thread that makes pages, so that the thread that answers requests does not. It opens the
 * releases for itself, and knows no callers.
 */

/** What the thread that makes pages is started with. */
export interface PageThreadStart {
  readonly settings: Settings;
  /** Where it is asked for pages. */
  readonly asked: MessagePort;
}

/** It looks for another current release when it is asked for a page of one. */
const NEVER_MILLISECONDS = 2 ** 31 - 1;

const { settings, asked }: PageThreadStart = workerData;
const now = (): Date => new Date();
const releases = new KeptReleases({
  store: new ReleaseStore(settings.dataFolder, now, () => keysOfReleases(settings)),
  pollMilliseconds: NEVER_MILLISECONDS,
  // The thread that asks meets the same error, and logs it.
  onError: () => {},
});
const { pages } = buildSite({ securityContact: settings.securityContact });
const make = buildPageMaking(pages, { releases, atlas: openAtlas(), settings, now });

answerCalls(asked, { pages: { make, ready: () => Promise.resolve() } });
