import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { randomUUID } from "node:crypto";
import {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
  fastify,
} from "fastify";
import type { Logger } from "pino";
import { Problem } from "../problem.ts";
import { type DocumentParts, addDocumentRoutes } from "./document-routes.ts";
import { type RouteParts, addOperationRoutes } from "./operation-routes.ts";
import { admissionOfPath } from "./gate.ts";
import { passGate, refuseCounted } from "./pass-gate.ts";
import { notFound } from "./refusals.ts";
import type { Exchange } from "./replies.ts";
import type { Route } from "./route-table.ts";

/** What the router joins. */
export interface RouterParts extends RouteParts, DocumentParts {
  /** Makes the server around the router's handler. */
  readonly buildServer: (handler: (request: IncomingMessage, response: ServerResponse) => void) => Server;
  readonly logger: Logger;
}

/** The router with its routes, and the list of them. */
export interface Router {
  readonly app: FastifyInstance;
  readonly routes: readonly Route[];
}

/** Builds the router: every operation and document, and refusals for all that fits none. Ready once `app.ready()` settles. */
export function buildRouter(parts: RouterParts): Router {
  const { operations, replies, gate, logger } = parts;
  const app: FastifyInstance = fastify({
    serverFactory: (handler) => parts.buildServer(handler),
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    return503OnClosing: false,
    // What never became a request is refused by the front.
    clientErrorHandler: () => {},
    // No route has a schema for the framework; left to itself it loads two compilers of them.
    schemaController: { compilersFactory: { buildValidator: compileNoSchema, buildSerializer: compileNoSchema } },
    // Parameters are read by the operations' own reader; path segments longer than a router likes are refused by it too.
    routerOptions: { maxParamLength: 1000, querystringParser: () => ({}) },
    frameworkErrors: (error, request, reply) => refuse(error, request, reply),
  }) as unknown as FastifyInstance;

  // Bodies are read by the operations' own reader, when everything else is known to be right.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, _payload, done) => done(null));

  const refuse = (error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): void => {
    reply.hijack();
    refuseCounted(gate, replies, exchangeOf(request, reply), translate(error));
  };
  const routes: Route[] = [];
  app.addHook("onRoute", ({ method, url }) => {
    for (const one of [method].flat()) routes.push({ method: one, path: url });
  });
  app.setErrorHandler((error: FastifyError, request, reply) => refuse(error, request, reply));
  app.setNotFoundHandler((request, reply) => {
    reply.hijack();
    const exchange = exchangeOf(request, reply);
    const { url = "" } = request.raw;
    passGate(gate, replies, exchange, admissionOfPath(url), () =>
      replies.failure(exchange, notFound(url.split("?", 1)[0]!)),
    );
  });
  addOperationRoutes(app, operations, parts);
  addDocumentRoutes(app, parts);
  return { app, routes };
}

function compileNoSchema(): never {
  throw new Error("a route has a schema for the framework");
}

function exchangeOf(request: FastifyRequest, reply: FastifyReply): Exchange {
  return { id: request.id, request: request.raw, response: reply.raw, head: [] };
}

/** The problem behind an error of the framework; anything unknown is passed on as it is, our mistake. */
function translate(error: FastifyError | Error): unknown {
  switch ("code" in error ? error.code : "") {
    case "FST_ERR_BAD_URL":
      return new Problem(
        "invalid_request",
        "The path of the address is not well-formed: a `%` must be followed by two hexadecimal digits of UTF-8.",
      );
    case "FST_ERR_MAX_PARAM_LENGTH":
      return new Problem("uri_too_long", "A segment of the path is longer than 1000 characters.");
    case "FST_ERR_CTP_BODY_TOO_LARGE":
      return new Problem("payload_too_large", "The body is larger than this address takes.");
    case "FST_ERR_CTP_INVALID_MEDIA_TYPE":
      return new Problem("unsupported_media_type", "The Content-Type is not one that can be read.");
    default:
      return error;
  }
}
