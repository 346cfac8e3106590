import { API, fillPath, withQuery } from "../ask/urls.ts";
import { refuseParameters } from "../ask/read-parameters.ts";
import { quote } from "../problem.ts";
import type { ApiDescriptions } from "./api-documents.ts";
import {
  admissionOf,
  type Content,
  type Endpoint,
  type EndpointRequest,
  JSON_TYPE,
  type HttpDocument,
  type DocumentFacts,
} from "./endpoint.ts";
import type { Metrics } from "./metrics.ts";
import type { PageContext } from "./page-endpoint.ts";
import { describeHeaders, prepareText } from "./represent.ts";
import { readQuery } from "./read-request.ts";
import type { Route } from "./routes.ts";
import type { AnswerLink, Operation } from "../ask/operation.ts";
import { CITATION_PATH, DATA_PACKAGE_PATH, DATASET_PATH, DCAT_PATH } from "../topics/download/downloads.ts";
import { RELEASES_FEED_PATH } from "../topics/change/feed.ts";
import type { Site } from "../ask/sources.ts";

/**
 * Builds the routes of documents; `describe` gives the descriptions of the operations for the
 * present release.
 */
export function buildDocumentRoutes(
  documents: readonly HttpDocument[],
  { releases, pageSourcesOf, now }: PageContext,
  describe: () => Promise<ApiDescriptions>,
): Route[] {
  const answer = async (forms: readonly HttpDocument[], { url, mediaType }: EndpointRequest): Promise<Content> => {
    refuseQuery(url);
    const document = forms.find((form) => form.mediaType === mediaType)!;
    const facts = {
      ...pageSourcesOf(releases.current()),
      now: now(),
      ...(await describe()),
    };
    const { contentSecurityPolicy } = document;
    return prepareText(await document.text(facts), {
      mediaType,
      lastModified: null,
      keptFor: "minutes",
      headers: describeHeaders({ links: document.links?.(facts) }),
      ...(contentSecurityPolicy === undefined ? {} : { contentSecurityPolicy }),
    });
  };
  return [...Map.groupBy(documents, ({ path }) => path)].map(([path, forms]): Route => {
    const endpoint: Endpoint = {
      label: path,
      admission: "free",
      mediaTypes: forms.map(({ mediaType }) => mediaType),
      isStored: forms.every((form) => form.isDaily !== true),
      answer: (request) => answer(forms, request),
    };
    return { path, endpoints: { GET: endpoint } };
  });
}

/** Addresses that people guess, and where they lead. */
const GUESSED: Readonly<Record<string, string>> = {
  "/openapi.json": "/api/openapi.json",
  "/api/v2/countries": API.countries,
  "/api/v2/search": API.search,
};

/** Builds the routes of guessed addresses: each redirects with its query. */
export function buildGuessedRoutes(): Route[] {
  return Object.entries(GUESSED).map(([path, to]): Route => {
    const answer: Endpoint["answer"] = ({ params, url }) => {
      const location = withQuery(fillPath(to, params), Object.fromEntries(readQuery(url)));
      return { kind: "redirect", location, keptFor: "minutes" };
    };
    const endpoint: Endpoint = {
      label: path,
      admission: admissionOf({ path }),
      mediaTypes: [],
      isStored: false,
      answer,
    };
    return { path, endpoints: { GET: endpoint } };
  });
}

/**
 * Builds the route of a state of the process, which nobody keeps. `state` throws a `Problem` if the
 * process is not well.
 */
export function buildHealthRoute(path: string, state: () => object): Route {
  return buildUnstoredRoute(path, JSON_TYPE, () => JSON.stringify(state()));
}

/** Builds the route of the metrics. */
export function buildMetricsRoute(path: string, { mediaType, text }: Pick<Metrics, "mediaType" | "text">): Route {
  return buildUnstoredRoute(path, mediaType, text);
}

function buildUnstoredRoute(path: string, mediaType: string, text: () => string | Promise<string>): Route {
  const answer = async (): Promise<Content> => {
    return { kind: "unstored", status: 200, mediaType, headers: [], text: await text() };
  };
  const endpoint: Endpoint = { label: path, admission: "open", mediaTypes: [], isStored: false, answer };
  return { path, endpoints: { GET: endpoint } };
}

function refuseQuery(url: string): void {
  const errors = readQuery(url).map(([name]) => ({
    parameter: name,
    detail: `${quote(name)} is not a parameter of this endpoint; no parameter is accepted here.`,
  }));
  if (errors.length > 0) throw refuseParameters(errors, true);
}

/**
 * The documents that describe the service, in the order its root links them. `documents` are the
 * other ones.
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
 * Builds the answer at `/api`: a short list of everything there is, for people and programs that
 * start from nothing.
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
      catalog: `${baseUrl}${DCAT_PATH}`,
      citation: `${baseUrl}${CITATION_PATH}`,
      feed: `${baseUrl}${RELEASES_FEED_PATH}`,
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
