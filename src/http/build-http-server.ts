import { createServer, type IncomingMessage, type Server } from "node:http";
import type { Duplex } from "node:stream";
import type { Logger } from "pino";
import type { Access } from "../access/access.ts";
import type { AgentDoor } from "../ask/agents.ts";
import type { Operation } from "../ask/operation.ts";
import type { Page, PreviewedRelease, ProblemPage } from "../ask/page.ts";
import type { Site } from "../ask/sources.ts";
import { type FollowedState, troublesOf } from "../distribution/follower.ts";
import { componentsOf, OPERATIONS } from "../topics/operations.ts";
import type { Releases } from "../release/snapshot.ts";
import { buildAgentRoute } from "./agent-endpoint.ts";
import { keepApiDescriptions } from "./api-documents.ts";
import { type Authorize, authorizeAnybody, buildAuthorize } from "./authorize.ts";
import { buildClients, buildIsProxy, type TrustedProxies } from "./read-request.ts";
import type { ConnectionLimits } from "./connection-allotment.ts";
import { ConnectionDrainer } from "./connection-drainer.ts";
import { buildDocumentRoutes, buildHealthRoute, buildMetricsRoute } from "./document-endpoints.ts";
import type { Exchange } from "./endpoint.ts";
import { Episodes } from "./episodes.ts";
import { buildRequestHandler, type HandlerParts } from "./handle-request.ts";
import type { HttpDocument } from "./http-document.ts";
import { limitConnections } from "./limit-connections.ts";
import type { Metrics } from "./metrics.ts";
import { type AnswerContext, buildOperationEndpoint } from "./operation-endpoint.ts";
import { buildPageRoutes } from "./page-endpoint.ts";
import type { PageMaker } from "./page-maker.ts";
import { buildPageContext, type PageContext } from "./page-sources.ts";
import { expectThisMachine, PreviewResponse } from "./preview-response.ts";
import type { BulkPaths } from "./quota-problems.ts";
import type { PreparedParts } from "./prepare-pages.ts";
import { refuseMalformed, type RefuseParts } from "./refuse-malformed.ts";
import { buildRequestLog } from "./request-log.ts";
import { ResponseCache } from "./response-cache.ts";
import { joinRoutes, pathOf, type Route, Routes } from "./routes.ts";
import { describeServiceDocuments } from "./service-document.ts";
import { buildRetirement, MIGRATION_DOCUMENT } from "./version-one.ts";
import { keepWarm, type WarmCache } from "./warm-cache.ts";
import type { OpenSettings } from "../settings.ts";
import { Problem } from "../problem.ts";

/** What the HTTP server is built with. */
export interface BuildOptions {
  /** All there are, unless it says otherwise. */
  readonly operations?: readonly Operation[];
  /** Those that documents describe, where they are not all. */
  readonly describedOperations?: readonly Operation[];
  readonly releases: Releases;
  readonly atlas: AnswerContext["atlas"];
  /** Public origin without a trailing slash; null: `http://localhost` with the port. */
  readonly baseUrl: string | null;
  /** None where it is absent. */
  readonly connectionLimits?: ConnectionLimits;
  /** Bytes of responses that are kept; 0 keeps none. */
  readonly cacheBytesMax: number;
  readonly logger: Logger;
  readonly now: () => Date;
  /** Version of the software. */
  readonly version: string;
  readonly settings: OpenSettings;
  /** Who is known and what they used; without it nobody is asked and nothing is counted. */
  readonly access?: Access;
  /** The proxies whose headers are trusted; null trusts none. */
  readonly trustedProxies?: TrustedProxies;
  /** Replaces the one over `access`. */
  readonly authorize?: Authorize;
  /** What is known of the origin that the releases come from; null where they come from none. */
  readonly followed?: () => FollowedState | null;
  /** Hears of unexpected errors; whether one may come from a damaged file of a release. */
  readonly doubt?: (error: unknown) => boolean;
  /** Guides and other documents beside the operations. */
  readonly documents?: readonly HttpDocument[];
  /** Pages that show the answers of operations. */
  readonly pages?: readonly Page[];
  /** Makes pages in another thread; without it they are made in this one. */
  readonly pageMaker?: PageMaker;
  /** Shows problems to browsers, outside the API. */
  readonly problemPages?: readonly ProblemPage[];
  /** Counts responses, where metrics are wanted; `path` shows them on this port. */
  readonly metrics?: { readonly metrics: Metrics; readonly path: string | null };
  readonly agents?: AgentDoor;
  /** The current release is a candidate that is shown to its publisher on this machine alone. */
  readonly preview?: PreviewedRelease;
}

/**
 * How long an idle connection is kept: longer than common balancers keep theirs, so that they hang
 * up first.
 */
const KEEP_ALIVE_MILLISECONDS = 72_000;

/** Liveness and readiness. */
const HEALTH_PATHS = ["/healthz", "/readyz"] as const;

/** A server that does not listen yet. */
export interface BuiltServer {
  readonly server: Server;
  /** Everything that answers. */
  readonly routes: readonly Route[];
  readonly drainer: ConnectionDrainer;
  readonly state: { isClosing: boolean };
  /** The origin is set when the port is known, where none was given. */
  readonly site: { baseUrl: string };
  /** Fills its cache; see `keepWarm`. */
  warm(): WarmCache;
}

/** Joins the parts of the HTTP server. */
export function buildHttpServer(options: BuildOptions): BuiltServer {
  const { operations = OPERATIONS, pages = [], releases, version, logger, now, access = null } = options;
  const { describedOperations = operations } = options;
  const site = { baseUrl: options.baseUrl ?? "", settings: options.settings };
  const context = buildPageContext({ releases, atlas: options.atlas, access, site, now }, options.preview);
  const state = { isClosing: false };
  const readiness = buildReadiness({ releases, access, followed: options.followed ?? (() => null), state, now });
  const components = componentsOf(describedOperations);
  const described = { operations: describedOperations, components, context, version, logger };
  const describe = keepApiDescriptions(described);
  const routes = buildRoutes(options, operations, { ...context, describe }, readiness);
  const responses = new ResponseCache(options.cacheBytesMax, (error) =>
    logger.error({ err: error }, "a response could not be compressed"),
  );
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
    lastExchanges: new WeakMap<Duplex, Exchange>(),
    releases,
    state,
    checkHost: options.preview === undefined ? () => {} : expectThisMachine,
    drainer,
  };
  const warm = (): WarmCache =>
    keepWarm({ operations, context, responses, pages, maker: options.pageMaker ?? null, describe, logger });
  return { server: buildServer(parts, options), routes, drainer, state, site, warm };
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
  const answer = buildRequestHandler(parts);
  const mayAnswer =
    connectionLimits === undefined
      ? () => true
      : limitConnections(server, connectionLimits, {
          isProxy: buildIsProxy(trustedProxies),
          isForOperators: buildIsForOperators(metrics?.path ?? null),
          episodes: parts.episodes,
          onRefused: (cause) => metrics?.metrics.refusals.count(cause),
        });
  const handle: typeof answer = (request, response) => {
    if (mayAnswer(request, response)) answer(request, response);
  };
  server.on("request", handle);
  // `readBodyText` tells the client to continue; where nothing does, Node.js closes the connection.
  server.on("checkContinue", handle);
  server.on("checkExpectation", handle);
  refuseMalformed(server, parts);
  return server;
}

/** Whether a request is about health or metrics. */
function buildIsForOperators(metricsPath: string | null): (request: IncomingMessage) => boolean {
  const paths = new Set([...HEALTH_PATHS, metricsPath]);
  return ({ url = "" }) => paths.has(pathOf(url));
}

/** Everything that answers. */
function buildRoutes(
  { describedOperations, documents = [], pages = [], pageMaker, metrics, agents, version, now }: BuildOptions,
  operations: readonly Operation[],
  context: PageContext & Pick<PreparedParts, "describe">,
  readiness: () => object,
): Route[] {
  const { site, describe } = context;
  const published = [MIGRATION_DOCUMENT, ...documents];
  const own = describeServiceDocuments(describedOperations ?? operations, published, site, version);
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
      ...buildDocumentRoutes([...own, ...published], context, describe),
      ...buildPageRoutes(pages, context, pageMaker),
    ]),
    ...(agents === undefined ? [] : [buildAgentRoute(agents, context)]),
    ...(metrics === undefined || metrics.path === null ? [] : [buildMetricsRoute(metrics.path, metrics.metrics)]),
    buildHealthRoute(HEALTH_PATHS[0], () => ({ status: "ok" })),
    buildHealthRoute(HEALTH_PATHS[1], readiness),
  ];
}

/** The placeholders of a path that take one of a few values, with these. */
function choicesOf({ parameters }: Operation): Pick<Route, "choices"> {
  const listed = Object.entries<{ readonly enum?: readonly string[] }>(parameters.path.properties).flatMap(
    ([name, { enum: values }]) => (values === undefined ? [] : [[name, values] as const]),
  );
  return listed.length === 0 ? {} : { choices: Object.fromEntries(listed) };
}

function chooseAuthorize(
  { access, trustedProxies = null, logger, now }: BuildOptions,
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
    operations.flatMap(({ id, bulkPath, bulkMethod = "GET" as const }) =>
      bulkPath === undefined ? [] : [[id, { path: bulkPath, method: bulkMethod }] as const],
    ),
  );
  return buildAuthorize({ access, clients, site, bulkPaths, now });
}

interface ReadinessParts {
  readonly releases: Releases;
  readonly access: Access | null;
  readonly followed: () => FollowedState | null;
  readonly state: { readonly isClosing: boolean };
  readonly now: () => Date;
}

/**
 * Builds what `/readyz` says. It throws a Problem while requests should be sent to another node;
 * what is degraded does not keep a node from answering. Sentences and addresses stay in the log,
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
      degraded: [...ofAccess, ...releases.troubles(), ...troublesOf(known, now())],
      ...(known === null ? {} : { origin: describeFollowed(known) }),
    };
  };
}

function describeFollowed({ holds, serves, readAt, trouble, expires }: FollowedState): object {
  return { holds, serves, read_at: readAt?.toISOString() ?? null, expires, trouble: trouble?.kind ?? null };
}
