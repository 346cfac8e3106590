import type { FastifyInstance } from "fastify";
import { Problem } from "../problem.ts";
import { quote } from "../contract/read-parameters.ts";
import type { Operation } from "../contract/operation.ts";
import type { Site } from "../contract/sources.ts";
import type { ApiDescriptions } from "./api-documents.ts";
import type { Figures } from "./figures.ts";
import type { Admitted, Gate } from "./gate.ts";
import { passGate } from "./pass-gate.ts";
import { JSON_TYPE } from "./make-answer.ts";
import type { DocumentFacts, DoorDocument } from "./door-document.ts";
import { acceptedCodings, preferredType } from "./negotiation.ts";
import { queryOf } from "./operation-routes.ts";
import { notAcceptable } from "./refusals.ts";
import { type Exchange, type Replies } from "./replies.ts";
import { type Representation, addCoding, representText } from "./representation.ts";
import { describeService, serviceLinks } from "./service-document.ts";

/** What the routes beside the operations need. */
export interface DocumentParts {
  readonly operations: readonly Operation[];
  /** Pages and other documents made elsewhere. */
  readonly documents: readonly DoorDocument[];
  readonly gate: Gate;
  readonly replies: Replies;
  readonly site: Site;
  readonly version: string;
  readonly describeOperations: () => Promise<ApiDescriptions>;
  readonly now: () => Date;
  /** Figures of the running service, and the path they are shown at. */
  readonly shownFigures: { readonly path: string; readonly figures: Figures } | null;
  /** Id of the release that answers now, and the parts that make do without their store; throws a `Problem` while nothing can be answered. */
  readonly readiness: () => { readonly release: string; readonly degraded: readonly string[] };
}

/** Adds the routes that describe the service: documents that change with the software and the release only, and its health. */
export function addDocumentRoutes(app: FastifyInstance, parts: DocumentParts): void {
  const { operations, documents, site, version } = parts;
  const service = () => JSON.stringify(describeService(operations, documents, site, version));
  const links = serviceLinks(documents);
  const own: readonly DoorDocument[] = [
    { path: "/", mediaType: JSON_TYPE, text: service, links },
    { path: "/api", mediaType: JSON_TYPE, text: service, links },
    { path: "/api/openapi.json", mediaType: JSON_TYPE, text: ({ openapi }) => JSON.stringify(openapi) },
    { path: "/api/postman-collection.json", mediaType: JSON_TYPE, text: ({ postman }) => JSON.stringify(postman) },
  ];
  for (const [path, forms] of Map.groupBy([...own, ...documents], (document) => document.path)) {
    addDocument(app, parts, path, forms);
  }
  if (parts.shownFigures !== null) addFigures(app, parts, parts.shownFigures);
  addHealth(app, parts, "/healthz", () => ({ status: "ok" }));
  addHealth(app, parts, "/readyz", () => ({ status: "ready", ...parts.readiness() }));
}

interface Kept {
  readonly day: string;
  readonly described: ApiDescriptions;
  readonly made: Promise<Representation>;
}

/** One path with its forms, each made when first asked for in a release and then kept. */
function addDocument(app: FastifyInstance, parts: DocumentParts, path: string, forms: readonly DoorDocument[]): void {
  const kept = new Map<DoorDocument, Kept>();
  const mediaTypes = forms.map(({ mediaType }) => mediaType);
  const find = async (document: DoorDocument): Promise<Representation> => {
    const now = parts.now();
    const day = document.isDaily === true ? now.toISOString().slice(0, 10) : "";
    const described = await parts.describeOperations();
    const before = kept.get(document);
    if (before?.day === day && before.described === described) return before.made;
    const made = makeDocument(document, { baseUrl: parts.site.baseUrl, ...described, now });
    kept.set(document, { day, described, made });
    // What could not be made is tried again by the next who asks.
    made.catch(() => kept.delete(document));
    return made;
  };
  const answer = async (exchange: Exchange, { isPrivate }: Admitted): Promise<void> => {
    const { headers, url: asked = "" } = exchange.request;
    if (forms.length > 1) exchange.head = [...exchange.head, "Vary", "Accept"];
    const chosen = preferredType(headers.accept, mediaTypes);
    const document = forms.find(({ mediaType }) => mediaType === chosen);
    if (document === undefined) throw notAcceptable(headers.accept, mediaTypes.join(" or "));
    refuseQuery(asked);
    const representation = await find(document);
    const coding = acceptedCodings(headers["accept-encoding"])[0] ?? "identity";
    if (coding !== "identity") await addCoding(representation, coding, "moderate");
    const { contentSecurityPolicy } = document;
    const page = contentSecurityPolicy === undefined ? exchange : { ...exchange, contentSecurityPolicy };
    parts.replies.representation(page, representation, { pinned: false, isPrivate });
  };
  app.get(path, (request, reply) => {
    reply.hijack();
    const exchange: Exchange = { id: request.id, request: request.raw, response: reply.raw, head: [], label: path };
    passGate(parts.gate, parts.replies, exchange, "free", (verdict) => {
      answer(exchange, verdict).catch((error: unknown) => parts.replies.failure(exchange, error));
    });
  });
}

async function makeDocument(document: DoorDocument, facts: DocumentFacts): Promise<Representation> {
  const { mediaType, path } = document;
  const links = document.links?.(facts) ?? [];
  return representText(await document.text(facts), { mediaType, lastModified: null, links, label: path });
}

function addHealth(app: FastifyInstance, { replies }: DocumentParts, url: string, state: () => object): void {
  app.get(url, (request, reply) => {
    reply.hijack();
    const exchange: Exchange = { id: request.id, request: request.raw, response: reply.raw, head: [], label: url };
    try {
      replies.passing(exchange, 200, JSON_TYPE, JSON.stringify(state()));
    } catch (error) {
      replies.failure(exchange, error);
    }
  });
}

function addFigures(
  app: FastifyInstance,
  { replies }: DocumentParts,
  { path, figures }: { readonly path: string; readonly figures: Figures },
): void {
  app.get(path, (request, reply) => {
    reply.hijack();
    const exchange: Exchange = { id: request.id, request: request.raw, response: reply.raw, head: [], label: path };
    figures.text().then(
      (text) => replies.passing(exchange, 200, figures.mediaType, text),
      (error: unknown) => replies.failure(exchange, error),
    );
  });
}

function refuseQuery(url: string): void {
  const errors = queryOf(url).map(([name]) => ({
    parameter: name,
    detail: `${quote(name)} is not a parameter of this address; no parameter is taken here.`,
  }));
  if (errors.length > 0) throw new Problem("unknown_parameter", errors.map(({ detail }) => detail).join(" "), errors);
}
