import type { Access } from "../access/access.ts";
import type { Subject } from "../access/subject.ts";
import type { Atlas } from "../atlas/atlas.ts";
import type { Releases, Snapshot } from "../snapshot/snapshot.ts";

/** What a deployment says about itself in answers. */
export interface Site {
  /** Public origin without a trailing slash, for example `https://trust.example`. Every link in an answer begins with it. */
  readonly baseUrl: string;
  /** When version 1 ends. */
  readonly versionOneEndsAt: Date;
}

/** Everything an operation may look at. There is no clock, file or network besides. */
export interface Sources {
  /** The release that answers this request, to its end. */
  readonly snapshot: Snapshot;
  readonly releases: Releases;
  readonly atlas: Atlas;
  /** Who asks; null where an answer is made for anybody. */
  readonly caller: Subject | null;
  /** What is known of callers; null where nobody is counted, as on the command line. */
  readonly access: Access | null;
  readonly at: Date;
  readonly site: Site;
}
