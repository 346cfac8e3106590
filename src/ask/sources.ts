import type { Access } from "../access/access.ts";
import type { Subject } from "../access/subject.ts";
import type { Atlas } from "../atlas/atlas.ts";
import type { OpenSettings } from "../settings.ts";
import type { Releases, Snapshot } from "../release/snapshot.ts";

/** Properties of the deployment that answers depend on. */
export interface Site {
  /**
   * Public origin without a trailing slash, for example `https://trust.example`. Every link in an
   * answer begins with it.
   */
  readonly baseUrl: string;
  readonly settings: OpenSettings;
}

/** Everything an operation may use: it has no clock, file or network of its own. */
export interface Sources {
  /** The release that answers this request, to its end. */
  readonly snapshot: Snapshot;
  readonly releases: Releases;
  readonly atlas: Atlas;
  /** Null if the answer is the same for every caller. */
  readonly caller: Subject | null;
  /** Accounts and usage; null where nobody is counted, as on the command line. */
  readonly access: Access | null;
  readonly at: Date;
  readonly site: Site;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  /** Resolves when other requests have had their turn; long work awaits it between its parts. */
  readonly nextTurn: () => Promise<void>;
}
