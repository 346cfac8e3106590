import type { FastifyInstance } from "fastify";
import { PROBLEM_CODES, Problem, problemPath } from "../problem.ts";
import { quote } from "../operations/read-parameters.ts";
import type { Operation } from "../operations/operation.ts";
import type { Site } from "../operations/sources.ts";
import type { Gate } from "./gate.ts";
import { JSON_TYPE } from "./make-answer.ts";
import { acceptedCodings, accepts } from "./negotiation.ts";
import { queryOf } from "./operation-routes.ts";
import { HTML_TYPE, renderProblemIndex, renderProblemPage } from "./problem-pages.ts";
import { notAcceptable } from "./refusals.ts";
import { type Exchange, type Replies } from "./replies.ts";
import { type Representation, addCoding, representText } from "./representation.ts";
import { describeService } from "./service-document.ts";

/** What the routes beside the operations need. */
export interface DocumentParts {
  readonly operations: readonly Operation[];
  readonly gate: Gate;
  readonly replies: Replies;
  readonly site: Site;
  readonly version: string;
  /** The OpenAPI document, once the router is ready. */
  readonly openapi: () => object;
  /** Id of the release that answers now; throws a `Problem` while nothing can be answered. */
  readonly readiness: () => string;
}

/** Adds the routes that describe the service: documents that change with the software only, and its health. */
export function addDocumentRoutes(app: FastifyInstance, parts: DocumentParts): void {
  const { operations, site, version } = parts;
  const service = () => JSON.stringify(describeService(operations, site, version));
  addDocument(app, parts, "/", JSON_TYPE, service);
  addDocument(app, parts, "/api", JSON_TYPE, service);
  addDocument(app, parts, "/api/openapi.json", JSON_TYPE, () => JSON.stringify(parts.openapi()));
  addDocument(app, parts, "/problems", HTML_TYPE, renderProblemIndex);
  for (const code of PROBLEM_CODES)
    addDocument(app, parts, problemPath(code), HTML_TYPE, () => renderProblemPage(code));
  addHealth(app, parts, "/healthz", () => ({ status: "ok" }));
  addHealth(app, parts, "/readyz", () => ({ status: "ready", release: parts.readiness() }));
}

/** A document that is made when first asked for and then kept. */
function addDocument(
  app: FastifyInstance,
  parts: DocumentParts,
  url: string,
  mediaType: string,
  make: () => string,
): void {
  let kept: Representation | undefined;
  const answer = async (exchange: Exchange): Promise<void> => {
    const { headers, url: asked = "" } = exchange.request;
    const verdict = parts.gate.admit(exchange.request);
    exchange.head = verdict.head;
    if (!verdict.allowed) throw verdict.problem;
    if (!accepts(headers.accept, mediaType)) throw notAcceptable(headers.accept, mediaType);
    refuseQuery(asked);
    kept ??= representText(make(), { mediaType, lastModified: null });
    const coding = acceptedCodings(headers["accept-encoding"])[0] ?? "identity";
    if (coding !== "identity") await addCoding(kept, coding, "moderate");
    parts.replies.representation(exchange, kept, { pinned: false, isPrivate: verdict.isPrivate });
  };
  app.get(url, { schema: { hide: true } }, (request, reply) => {
    reply.hijack();
    const exchange: Exchange = { id: request.id, request: request.raw, response: reply.raw, head: [] };
    answer(exchange).catch((error: unknown) => parts.replies.failure(exchange, error));
  });
}

function addHealth(app: FastifyInstance, { replies }: DocumentParts, url: string, state: () => object): void {
  app.get(url, { schema: { hide: true } }, (request, reply) => {
    reply.hijack();
    const exchange: Exchange = { id: request.id, request: request.raw, response: reply.raw, head: [] };
    try {
      replies.passing(exchange, 200, JSON_TYPE, JSON.stringify(state()));
    } catch (error) {
      replies.failure(exchange, error);
    }
  });
}

function refuseQuery(url: string): void {
  const errors = queryOf(url).map(([name]) => ({
    parameter: name,
    detail: `${quote(name)} is not a parameter of this address; no parameter is taken here.`,
  }));
  if (errors.length > 0) throw new Problem("unknown_parameter", errors.map(({ detail }) => detail).join(" "), errors);
}
