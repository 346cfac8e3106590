import {
  createServer,
  type Server,
  type IncomingMessage,
  type OutgoingHttpHeader,
  type OutgoingHttpHeaders,
  ServerResponse,
} from "node:http";
import type { Duplex } from "node:stream";
import type { Logger } from "pino";
import type { Access } from "../access/access.ts";
import type { AgentDoor } from "../ask/agents.ts";
import type { Operation } from "../ask/operation.ts";
import type { Page, PageSources, PreviewedRelease, ProblemPage } from "../ask/page.ts";
import type { Site } from "../ask/sources.ts";
import { type FollowedState, troublesOf } from "../distribution/follower.ts";
import { componentsOf, OPERATIONS } from "../topics/operations.ts";
import type { Releases } from "../release/snapshot.ts";
import { buildAgentRoute } from "./agent-endpoint.ts";
import { keepApiDescriptions } from "./api-documents.ts";
import { BodyBudget } from "./body-budget.ts";
import { type Authorize, authorizeAnybody, buildAuthorize, type BulkPaths } from "./authorize.ts";
import { buildClients, buildIsProxy, type TrustedProxies } from "./read-request.ts";
import { ConnectionDrainer, type ConnectionLimits, Episodes, limitConnections } from "./limit-connections.ts";
import {
  buildDocumentRoutes,
  buildGuessedRoutes,
  buildHealthRoute,
  buildMetricsRoute,
  describeServiceDocuments,
} from "./document-endpoints.ts";
import type { Exchange, HttpDocument } from "./endpoint.ts";
import { buildRequestHandler, type HandlerParts } from "./handle-request.ts";
import type { Metrics } from "./metrics.ts";
import { type AnswerContext, buildOperationEndpoint } from "./operation-endpoint.ts";
import { buildPageRoutes, type DescribedContext, buildPageContext } from "./page-endpoint.ts";
import { refuseMalformed, type RefuseParts } from "./refuse-malformed.ts";
import { buildRequestLog } from "./request-log.ts";
import { ResponseCache } from "./response-cache.ts";
import { joinRoutes, type Route, Routes, buildRetirement } from "./routes.ts";
import type { OpenSettings } from "../settings.ts";
import { Problem, quote } from "../problem.ts";

/** Settings and parts of the HTTP server. */
export interface BuildOptions {
  /** By default all operations. */
  readonly operations?: readonly Operation[];
  /** The operations that documents describe; by default all. */
  readonly describedOperations?: readonly Operation[];
  readonly releases: Releases;
  readonly atlas: AnswerContext["atlas"];
  /** Public origin without a trailing slash; null: `http://localhost` with the port. */
  readonly baseUrl: string | null;
  /** Replaces the budget of bodies. */
  readonly bodies?: BodyBudget;
  /** By default there are no limits. */
  readonly connectionLimits?: ConnectionLimits;
  /** Bytes of responses that are kept; 0 keeps none. */
  readonly cacheBytesMax: number;
  readonly logger: Logger;
  readonly now: () => Date;
  /** Version of the software. */
  readonly version: string;
  readonly settings: OpenSettings;
  /** Keys and usage of callers; without it, no caller is looked up and nothing is counted. */
  readonly access?: Access;
  /** The proxies whose headers are trusted; null trusts none. */
  readonly trustedProxies?: TrustedProxies;
  /** Replaces the one over `access`. */
  readonly authorize?: Authorize;
  /** Returns the state of the origin of the releases; null if they come from none. */
  readonly followed?: () => FollowedState | null;
  /** Takes unexpected errors; returns true if one may come from a damaged file of a release. */
  readonly doubt?: (error: unknown) => boolean;
  /** Guides and other documents beside the operations. */
  readonly documents?: readonly HttpDocument[];
  /** Pages that show the answers of operations. */
  readonly pages?: readonly Page[];
  /** Shows problems to browsers, outside the API. */
  readonly problemPages?: readonly ProblemPage[];
  /** Counts responses, where metrics are wanted; `path` shows them on this port. */
  readonly metrics?: { readonly metrics: Metrics; readonly path: string | null };
  readonly agents?: AgentDoor;
  /** The current release is a candidate that is shown to its publisher on this machine alone. */
  readonly preview?: PreviewedRelease;
  /** By default, pages are those of a service. */
  readonly mode?: PageSources["mode"];
}

/**
 * Idle connections are kept for longer than common balancers keep theirs, so that those close
 * first.
 */
const KEEP_ALIVE_MILLISECONDS = 72_000;

/** Liveness and readiness. */
const HEALTH_PATHS = ["/healthz", "/readyz"] as const;

/** A server that does not listen yet. */
export interface BuiltServer {
  readonly server: Server;
  /** All routes that answer. */
  readonly routes: readonly Route[];
  readonly drainer: ConnectionDrainer;
  readonly state: { isClosing: boolean };
  /** The origin is set when the port is known, where none was given. */
  readonly site: { baseUrl: string };
  /** Empties its cache whenever another release becomes current, until the result is called. */
  clearOnSwap(): () => void;
}

/** Joins the parts of the HTTP server. */
export function buildHttpServer(options: BuildOptions): BuiltServer {
  const { operations = OPERATIONS, releases, version, logger, now, access = null } = options;
  const describedOperations = documentedOperations(options);
  const site = { baseUrl: options.baseUrl ?? "", settings: options.settings };
  const context = buildPageContext({ releases, atlas: options.atlas, access, site, now }, options);
  const state = { isClosing: false };
  const readiness = buildReadiness({ releases, access, followed: options.followed ?? (() => null), state, now });
  const components = componentsOf(describedOperations);
  const described = { operations: describedOperations, components, context, version, logger };
  const describe = keepApiDescriptions(described);
  const routes = buildRoutes(options, operations, { ...context, describe }, readiness);
  const responses = new ResponseCache(options.cacheBytesMax);
  const drainer = new ConnectionDrainer();
  const parts = {
    routes: new Routes(routes),
    responses,
    authorize: options.authorize ?? chooseAuthorize(options, operations, site),
    site,
    logger,
    episodes: new Episodes(logger, now),
    doubt: options.doubt ?? (() => false),
    now,
    problems: { pages: options.problemPages ?? [], sources: () => context.pageSourcesOf(releases.current()) },
    requestLog: buildRequestLog(logger, options.metrics?.metrics.counter ?? null),
    bodies: options.bodies ?? new BodyBudget(),
    lastExchanges: new WeakMap<Duplex, Exchange>(),
    releases,
    state,
    checkHost: options.preview === undefined ? () => {} : expectThisMachine,
    drainer,
  };
  const clearOnSwap = (): (() => void) => {
    let release = releases.current().manifest.id;
    return releases.onSwap(({ manifest }) => {
      responses.clear();
      if (manifest.id === release) return;
      release = manifest.id;
      logger.info({ release }, "another release answers now");
    });
  };
  return { server: buildServer(parts, options), routes, drainer, state, site, clearOnSwap };
}

function buildServer(
  parts: HandlerParts & RefuseParts,
  { connectionLimits, trustedProxies = null, metrics, preview }: BuildOptions,
): Server {
  const server = createServer({
    ...(preview === undefined ? {} : { ServerResponse: PreviewResponse }),
    // `readBodyText` knows that no body comes then.
    optimizeEmptyRequests: true,
    // The handler checks it, so that its refusal is a problem document, too.
    requireHostHeader: false,
    keepAliveTimeout: KEEP_ALIVE_MILLISECONDS,
  });
  const handle = buildRequestHandler(parts);
  if (connectionLimits !== undefined)
    limitConnections(server, connectionLimits, {
      isProxy: buildIsProxy(trustedProxies),
      episodes: parts.episodes,
      onRefused: (cause) => metrics?.metrics.refusals.count(cause),
    });
  server.on("request", handle);
  // `readBodyText` tells the client to continue; where nothing does, Node.js closes the connection.
  server.on("checkContinue", handle);
  server.on("checkExpectation", handle);
  refuseMalformed(server, parts);
  return server;
}

function documentedOperations({ operations = OPERATIONS, describedOperations = operations }: BuildOptions) {
  return describedOperations.filter(({ isUndocumented }) => isUndocumented !== true);
}

/** Builds all routes that answer. */
function buildRoutes(
  options: BuildOptions,
  operations: readonly Operation[],
  context: DescribedContext,
  readiness: () => object,
): Route[] {
  const { documents = [], pages = [], metrics, agents, version, now } = options;
  const { site, describe } = context;
  const own = describeServiceDocuments(documentedOperations(options), documents, site, version);
  const ofOperations = [...Map.groupBy(operations, ({ path }) => path)].map(([path, ofPath]): Route => {
    const endpoints = ofPath.map(
      (operation) => [operation.method, buildOperationEndpoint(operation, context)] as const,
    );
    const successorPath = ofPath[0]!.deprecation?.successorPath;
    return {
      path,
      endpoints: Object.fromEntries(endpoints),
      ...choicesOf(ofPath[0]!),
      ...(successorPath === undefined ? {} : { retirement: buildRetirement(successorPath, site, now) }),
    };
  });
  return [
    ...ofOperations,
    ...joinRoutes([
      ...buildDocumentRoutes([...own, ...documents], context, describe),
      ...buildPageRoutes(pages, context),
    ]),
    ...(agents === undefined ? [] : [buildAgentRoute(agents, context)]),
    ...(metrics === undefined || metrics.path === null ? [] : [buildMetricsRoute(metrics.path, metrics.metrics)]),
    ...buildGuessedRoutes(),
    buildHealthRoute(HEALTH_PATHS[0], () => ({ status: "ok" })),
    buildHealthRoute(HEALTH_PATHS[1], readiness),
  ];
}

/** Lists the placeholders of a path that take one of a few values, with these. */
function choicesOf({ parameters }: Operation): Pick<Route, "choices"> {
  const listed = Object.entries<{ readonly enum?: readonly string[] }>(parameters.path.properties).flatMap(
    ([name, { enum: values }]) => (values === undefined ? [] : [[name, values] as const]),
  );
  return listed.length === 0 ? {} : { choices: Object.fromEntries(listed) };
}

function chooseAuthorize(
  { access, trustedProxies = null, logger }: BuildOptions,
  operations: readonly Operation[],
  site: Site,
): Authorize {
  if (access === undefined) return authorizeAnybody;
  const clients = buildClients(trustedProxies, () =>
    logger.warn(
      "a proxy says where requests come from, and TRUSTED_PROXIES trusts none: everybody behind it shares one quota",
    ),
  );
  const bulkPaths: BulkPaths = new Map(
    operations.flatMap(({ id, bulkPath = "" }) => {
      const [path = "", method = "GET"] = bulkPath.split(" ").toReversed();
      return path === "" ? [] : [[id, { path, method: method === "POST" ? "POST" : "GET" }] as const];
    }),
  );
  return buildAuthorize({ access, clients, site, bulkPaths });
}

interface ReadinessParts {
  readonly releases: Releases;
  readonly access: Access | null;
  readonly followed: () => FollowedState | null;
  readonly state: { readonly isClosing: boolean };
  readonly now: () => Date;
}

/**
 * Builds the answer of `/readyz`. It throws a Problem while requests should be sent to another
 * node; degraded parts do not keep a node from answering. Sentences and addresses stay in the log,
 * because everybody can read this.
 */
function buildReadiness({ releases, access, followed, state, now }: ReadinessParts): () => object {
  return () => {
    if (state.isClosing) throw new Problem("unavailable", "The service is stopping; another one will answer.");
    const known = followed();
    const ofAccess = (access?.degraded() ?? []).map(({ part }) => part);
    return {
      status: "ready",
      release: releases.current().manifest.id,
      refused_release: releases.refused(),
      degraded: [...new Set([...ofAccess, ...releases.troubles(), ...troublesOf(known, now())])],
      damaged_files: releases.damagedFiles().map(({ release, name }) => `${release}/${name}`),
      ...(known === null ? {} : { origin: describeFollowed(known) }),
    };
  };
}

function describeFollowed({ holds, serves, readAt, trouble, pointer }: FollowedState): object {
  const expires = pointer?.expires ?? null;
  return { holds, serves, read_at: readAt?.toISOString() ?? null, expires, trouble: trouble?.kind ?? null };
}

type Headers = OutgoingHttpHeaders | OutgoingHttpHeader[];

/** The header of all responses of a preview. */
const MARK = ["X-Country-Trust-Preview", "not published"] as const;

/** Headers that open the responses of a service to caches and to pages of other origins. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  "access-control-allow-origin",
  "access-control-expose-headers",
  "cache-control",
  "cross-origin-resource-policy",
  "timing-allow-origin",
]);

/**
 * The responses of a preview: marked, kept by no cache, and withheld from pages of other origins,
 * which a browser on the same machine may have open.
 */
class PreviewResponse extends ServerResponse {
  override writeHead(status: number, reasonOrHeaders?: string | Headers, headers?: Headers): this {
    const given = typeof reasonOrHeaders === "string" ? headers : reasonOrHeaders;
    return super.writeHead(status, Array.isArray(given) ? markHeaders(given) : given);
  }
}

/** `headers` are names and values in turn. */
function markHeaders(headers: readonly OutgoingHttpHeader[]): OutgoingHttpHeader[] {
  const kept = headers.filter((_, index) => !LEFT_OUT.has(String(headers[index - (index % 2)]).toLowerCase()));
  return [...kept, "Cache-Control", "no-store", "Cross-Origin-Resource-Policy", "same-origin", ...MARK];
}

/**
 * Throws `invalid_request` for a request to another host: a page of that host may have made its
 * name point at this machine (DNS rebinding).
 */
function expectThisMachine({ headers: { host = "" } }: IncomingMessage): void {
  if (/^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/iu.test(host)) return;
  const detail = `The Host header is ${quote(host)}; a preview answers this machine alone, as localhost.`;
  throw new Problem("invalid_request", detail);
}
