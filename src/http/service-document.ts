import { JSON_TYPE } from "./endpoint.ts";
import type { DocumentFacts, HttpDocument } from "./http-document.ts";
import type { AnswerLink, Operation } from "../ask/operation.ts";
import {
  CITATION_PATH,
  CROISSANT_PATH,
  DATA_PACKAGE_PATH,
  DATASET_PATH,
  DCAT_PATH,
} from "../topics/download/downloads.ts";
import { RELEASES_FEED_PATH } from "../topics/change/feed.ts";
import type { Site } from "../ask/sources.ts";

/**
 * The documents that describe the service, in the order its root links them. `documents` are those
 * it has besides.
 */
export function describeServiceDocuments(
  operations: readonly Operation[],
  documents: readonly HttpDocument[],
  site: Site,
  version: string,
): readonly HttpDocument[] {
  const service = (): string => JSON.stringify(describeService(operations, documents, site, version));
  const links = serviceLinks(documents);
  return [
    { path: "/", mediaType: JSON_TYPE, text: service, links },
    { path: "/api", mediaType: JSON_TYPE, text: service, links },
    { path: "/api/openapi.json", mediaType: JSON_TYPE, text: ({ openapi }) => JSON.stringify(openapi) },
    { path: "/api/postman-collection.json", mediaType: JSON_TYPE, text: ({ postman }) => JSON.stringify(postman) },
  ];
}

/**
 * What answers at `/api`: a short list of everything there is, for people and programs that start
 * from nothing.
 */
function describeService(
  operations: readonly Operation[],
  documents: readonly HttpDocument[],
  { baseUrl }: Site,
  version: string,
): object {
  const linked = documents.filter(({ linkedAs }) => linkedAs !== undefined);
  return {
    title: "Country Trust",
    description:
      "Countries, sectors and judged companies, each with a median band and a distribution over an ordinal scale that every answer declares.",
    version,
    links: {
      self: `${baseUrl}/api`,
      openapi: `${baseUrl}/api/openapi.json`,
      postman: `${baseUrl}/api/postman-collection.json`,
      data_package: `${baseUrl}${DATA_PACKAGE_PATH}`,
      dataset: `${baseUrl}${DATASET_PATH}`,
      croissant: `${baseUrl}${CROISSANT_PATH}`,
      catalog: `${baseUrl}${DCAT_PATH}`,
      citation: `${baseUrl}${CITATION_PATH}`,
      feed: `${baseUrl}${RELEASES_FEED_PATH}.atom`,
      ...Object.fromEntries(linked.map(({ linkedAs, path }) => [linkedAs, `${baseUrl}${path}`])),
      health: `${baseUrl}/healthz`,
      readiness: `${baseUrl}/readyz`,
    },
    operations: operations.map(({ id, method, path, summary, parameters, deprecation }) => ({
      id,
      method,
      [path.includes("{") ? "href_template" : "href"]: `${baseUrl}${path}`,
      summary,
      parameters: Object.keys(parameters.query.properties),
      deprecated: deprecation !== undefined,
    })),
  };
}

/**
 * The `Link` headers of the service document (RFC 8631, RFC 9727 §3), as far as they lead
 * somewhere.
 */
function serviceLinks(documents: readonly HttpDocument[]): (facts: DocumentFacts) => readonly AnswerLink[] {
  const paths = new Set(documents.map(({ path }) => path));
  const links = [
    { rel: "service-desc", path: "/api/openapi.json", type: "application/json" },
    { rel: "service-doc", path: "/docs", type: "text/html" },
    { rel: "api-catalog", path: "/.well-known/api-catalog", type: "application/linkset+json" },
  ].filter(({ path }) => path === "/api/openapi.json" || paths.has(path));
  return ({ baseUrl }) => links.map(({ rel, path, type }) => ({ rel, href: `${baseUrl}${path}`, type }));
}
