import { refuseParameters } from "../ask/read-parameters.ts";
import { quote } from "../problem.ts";
import type { ApiDescriptions } from "./api-documents.ts";
import { type Content, type Endpoint, type EndpointRequest, JSON_TYPE } from "./endpoint.ts";
import type { HttpDocument } from "./http-document.ts";
import type { Metrics } from "./metrics.ts";
import type { PageContext } from "./page-sources.ts";
import { describeHeaders, prepareText } from "./represent.ts";
import { readQuery } from "./read-request.ts";
import type { Route } from "./routes.ts";

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

/**
 * Builds the route of a state of the process, which nobody keeps. `state` throws a `Problem` where
 * it is not well.
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
