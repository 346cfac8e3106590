import type { PageRequest } from "../ask/page.ts";
import type { Dataset } from "./frame.ts";
import { type UrlValues } from "../ask/urls.ts";

/** A request for a page, with what pages need to answer it. */
export interface SiteRequest extends PageRequest {
  readonly dataset: Dataset;
  /**
   * The URL of a path of the site, as of `urlTo`. It keeps the release that the visitor chose,
   * unless `values` have another one or undefined.
   */
  href(path: string, values?: UrlValues): string;
  /** The path and query of an answer of the API, for `PageContent.json`. */
  api(path: string, values?: UrlValues): string;
  /** A path and query as it may be read on the page: without the secret name of a draft. */
  shown(path: string): string;
}
