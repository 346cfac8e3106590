import type { PageSources } from "../ask/page.ts";

/** Dependencies of the text of a document. */
export interface PageFacts extends PageSources {
  /** The OpenAPI document. */
  readonly openapi: object;
  readonly now: Date;
}

/** A page or another document of the site, as the HTTP server takes it. */
export interface SiteDocument {
  readonly path: string;
  readonly mediaType: string;
  /** The name under which the service document links it. */
  readonly linkedAs?: string;
  readonly contentSecurityPolicy?: string;
  readonly links?: (
    facts: PageFacts,
  ) => readonly { readonly rel: string; readonly href: string; readonly type?: string }[];
  readonly text: (facts: PageFacts) => string | Promise<string>;
  /** The text depends on the day. */
  readonly isDaily?: true;
}
