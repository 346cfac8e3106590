import type { Atlas } from "../atlas/atlas.ts";
import type { Releases, Snapshot } from "../snapshot/snapshot.ts";

/** Who asks. Nobody needs to say; a key only raises the limits. */
export interface Caller {
  readonly tier: "anonymous" | "free" | "pro" | "enterprise";
}

/** What a deployment says about itself in answers. */
export interface Site {
  /** Public origin without a trailing slash, for example `https://trust.example`. Every link in an answer begins with it. */
  readonly baseUrl: string;
}

/** Everything an operation may look at. There is no clock, file or network besides. */
export interface Sources {
  /** The release that answers this request, to its end. */
  readonly snapshot: Snapshot;
  readonly releases: Releases;
  readonly atlas: Atlas;
  readonly caller: Caller;
  readonly at: Date;
  readonly site: Site;
}
