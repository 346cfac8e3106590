import type { Separator } from "../ask/csv.ts";
import type { Page } from "../ask/page.ts";
import type { Content } from "./endpoint.ts";

/*
 * Pages that are made outside the thread that answers requests. That thread still admits, keeps and
 * sends them, and makes a page itself where it gets none.
 */

/** Everything that decides a page. It can be copied to another thread. */
export interface AskedPage {
  /** Path template and media type of the page, which together are its own. */
  readonly path: string;
  readonly mediaType: string;
  /** Decoded segments of the path by the names of its placeholders. */
  readonly params: Readonly<Record<string, string>>;
  /** Path and query. */
  readonly url: string;
  /** See `PageRequest.separator`. */
  readonly separator: Separator;
  /** The header of the request: the page is compressed for it at once. */
  readonly acceptEncoding: string | undefined;
  /** Which release is current for whoever asks, and what is noted about it. */
  readonly edition: string;
  /** See `Site.baseUrl`. */
  readonly baseUrl: string;
}

/** Makes pages elsewhere. */
export interface PageMaker {
  /** Resolves with null where whoever asks should make the page: not ready, or a problem. */
  make(asked: AskedPage): Promise<Content | null>;
  /** Resolves when pages can be made for the first time. */
  readonly whenOpen: Promise<void>;
}

/** Whether another thread can make a page: from a release, and with nothing prepared here. */
export function canBeMadeElsewhere({ dependsOn, prepare }: Page): boolean {
  return dependsOn !== "service" && prepare === undefined;
}

/** A page as it arrives from another thread, where bodies are no buffers any more. */
export function receivePage(content: Content): Content {
  if (content.kind !== "prepared") return content;
  const bodies = { ...content.bodies };
  for (const [coding, body] of Object.entries(bodies)) Object.assign(bodies, { [coding]: Buffer.from(body) });
  return { ...content, bodies };
}
