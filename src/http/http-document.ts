import type { AnswerLink } from "../ask/operation.ts";
import type { PageSources } from "../ask/page.ts";

/** What the text of a document may depend on. */
export interface DocumentFacts extends PageSources {
  /** The OpenAPI document. */
  readonly openapi: object;
  /** The Postman collection. */
  readonly postman: object;
  readonly now: Date;
}

/**
 * A document beside the operations: a page, an asset, a description of the service. It changes with
 * the software and the release.
 *
 * Several documents at one path are forms of the same thing; `Accept` chooses, and the first is for
 * clients without a preference.
 */
export interface HttpDocument {
  /** Literal path: `/docs/quick-start`. */
  readonly path: string;
  readonly mediaType: string;
  /** The name under which the service document links it. */
  readonly linkedAs?: string;
  /** `Content-Security-Policy`, replacing the strict one of data. */
  readonly contentSecurityPolicy?: string;
  readonly links?: (facts: DocumentFacts) => readonly AnswerLink[];
  readonly text: (facts: DocumentFacts) => string | Promise<string>;
  /** The text depends on the day. */
  readonly isDaily?: true;
}
