import type { PageRequest } from "../ask/page.ts";
import type { Dataset } from "./frame.ts";
import { type UrlValues } from "../ask/urls.ts";

/** A request for a page, with everything that pages need to answer it. */
export interface SiteRequest extends PageRequest {
  readonly dataset: Dataset;
  /**
   * Returns the URL of a path of the site, as `urlTo` does, or nothing as a `Link` does. It keeps
   * the release that the visitor chose, unless `values` have another one or undefined.
   */
  href(path: string, values?: UrlValues): string;
  /** Returns the path and query of an answer of the API, for `PageContent.json`. */
  api(path: string, values?: UrlValues): string;
  /** Returns a path and query without the secret name of a draft, as the page may show it. */
  shown(path: string): string;
}
