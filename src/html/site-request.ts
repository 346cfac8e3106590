import type { PageRequest } from "../ask/page.ts";
import type { Dataset } from "./frame.ts";

/** A request for a page, with what pages need to answer it. */
export interface SiteRequest extends PageRequest {
  readonly dataset: Dataset;
  /**
   * The URL of a path of the site. It keeps the release that the visitor chose; parameters that are
   * undefined are left out.
   */
  href(path: string, query?: Readonly<Record<string, string | undefined>>): string;
  /** The path and query of an answer of the API, for `PageContent.json`. */
  api(path: string, query?: Readonly<Record<string, string | undefined>>): string;
  /** A path and query as it may be read on the page: without the secret name of a draft. */
  shown(path: string): string;
}
