import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setFlagsFromString } from "node:v8";
import type { Logger } from "pino";
import { OPERATIONS, componentsOf } from "../operations/all.ts";
import type { Operation } from "../contract/operation.ts";
import type { Access } from "../access/access.ts";
import { Problem } from "../problem.ts";
import type { Site } from "../contract/sources.ts";
import type { Releases } from "../snapshot/snapshot.ts";
import { keepApiDescriptions } from "./api-documents.ts";
import type { DocumentParts } from "./document-routes.ts";
import type { DoorDocument } from "./door-document.ts";
import type { Figures } from "./figures.ts";
import { type FrontState, buildFront } from "./front.ts";
import { buildAccessGate } from "./access-gate.ts";
import { type TrustedProxies, buildClients } from "./client-address.ts";
import { type Gate, buildOpenGate } from "./gate.ts";
import { type Lingering, openLingering } from "./lingering.ts";
import type { AnswerContext } from "./make-answer.ts";
import { openOperationAnswers } from "./operation-answers.ts";
import { buildOperationFinder } from "./operation-finder.ts";
import { type Question, answerOperation } from "./operation-routes.ts";
import { openOutbox } from "./outbox.ts";
import type { BulkPaths } from "./over-quota.ts";
import { type Prebuilt, prebuild } from "./prebuilt.ts";
import { buildReplies } from "./replies.ts";
import { buildRouteTable } from "./route-table.ts";
import { buildRouter } from "./router.ts";
import { MIGRATION_DOCUMENT, type Retirement, buildVersionOne } from "./version-one.ts";
import { buildWatch } from "./watch.ts";

/** What the HTTP door is opened with. */
export interface HttpDoorOptions {
  /** All there are, unless it says otherwise. */
  readonly operations?: readonly Operation[];
  readonly releases: Releases;
  readonly atlas: AnswerContext["atlas"];
  /** Public origin without a trailing slash; every link begins with it. Null: `http://localhost` with the port. */
  readonly baseUrl: string | null;
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Whether other threads of this process listen on the same port; the system deals connections out among them. */
  readonly sharesPort?: boolean;
  /** Bytes kept of answers that were made on demand; 0 keeps none. */
  readonly cacheBytesMax: number;
  readonly logger: Logger;
  readonly now: () => Date;
  /** How long a stop waits for answers under way. */
  readonly stopGraceSeconds: number;
  /** Version of the software. */
  readonly version: string;
  /** When version 1 ends. */
  readonly retirement: Retirement;
  /** Who is known and what they used; without it nobody is asked and nothing is counted. */
  readonly access?: Access;
  /** Whose word is taken for where a request comes from; null takes nobody's. */
  readonly trustedProxies?: TrustedProxies;
  /** In place of the one over `access`. */
  readonly gate?: Gate;
  /** Pages and other documents beside the operations. */
  readonly documents?: readonly DoorDocument[];
  /** Counts answers, where figures are wanted; `path` shows them on this port. */
  readonly figures?: { readonly figures: Figures; readonly path: string | null };
}

/** The open HTTP door. */
export interface HttpDoor {
  /** Where it listens: `http://127.0.0.1:8080`. */
  readonly url: string;
  readonly port: number;
  /** Settles when the answers of the present release are made and compressed; nobody has to wait for it. */
  readonly whenPrebuilt: Promise<void>;
  /** Takes no more connections, lets answers under way finish within the grace, then cuts what is left. */
  close(): Promise<void>;
}

/** Opens the HTTP door; rejects when the address cannot be listened on. */
export async function openHttpDoor(options: HttpDoorOptions): Promise<HttpDoor> {
  tuneCollection();
  const { operations = OPERATIONS, releases, atlas, logger, now, version } = options;
  const site = { baseUrl: options.baseUrl ?? "", versionOneEndsAt: options.retirement.sunsetAt };
  const { access = null } = options;
  const context: AnswerContext = { releases, atlas, access, site, now };
  const versionOne = buildVersionOne(operations, options.retirement, site, now);
  const gate = versionOne.guard(options.gate ?? buildGate(options, operations, site));
  const outbox = openOutbox(() => gate.commit(), now);
  const lingering = openLingering();
  const watch = buildWatch(logger, options.figures?.figures.counter ?? null);
  const count = gate.count.bind(gate);
  const replies = buildReplies({ outbox, count, site, logger, versionOne, watch });
  const state: DoorState = {
    prebuilt: undefined,
    methodsOf: () => undefined,
    operationAt: () => undefined,
    isClosing: false,
  };
  const prebuilt = (): Prebuilt => (state.prebuilt ??= prebuild(operations, context, releases.current(), logger));
  const answers = openOperationAnswers(context, prebuilt, options.cacheBytesMax);
  const { app, routes } = buildRouter({
    operations,
    documents: [MIGRATION_DOCUMENT, ...(options.documents ?? [])],
    describeOperations: keepApiDescriptions({
      operations,
      components: componentsOf(operations),
      context,
      version,
      logger,
    }),
    gate,
    replies,
    answers,
    site,
    version,
    logger,
    now,
    shownFigures: shownFigures(options.figures),
    readiness: () => {
      if (state.isClosing) throw new Problem("unavailable", "The service is stopping; another one will answer.");
      const degraded = access?.degraded().map(({ part }) => part) ?? [];
      return { release: releases.current().manifest.id, degraded };
    },
    buildServer: (fallback) => {
      const answer = (question: Question): void => answerOperation(question, { gate, replies, answers });
      const own = { gate, replies, outbox, lingering, site, now, state, versionOne, watch };
      return buildFront({ ...own, prebuilt, answer, fallback });
    },
  });
  await app.ready();
  state.methodsOf = buildRouteTable(routes);
  state.operationAt = buildOperationFinder(operations, routes);
  await listen(app.server, options);
  const { address, family, port } = app.server.address() as AddressInfo;
  // Nothing can be asked before this turn of the event loop ends, so nobody meets an address without its origin.
  site.baseUrl = options.baseUrl ?? `http://localhost:${port}`;
  try {
    prebuilt();
  } catch (error) {
    await stop(app.server, lingering, 0);
    throw error;
  }
  const endSwaps = releases.onSwap((snapshot) => {
    state.prebuilt?.stop();
    state.prebuilt = prebuild(operations, context, snapshot, logger);
    logger.info({ release: snapshot.manifest.id }, "another release answers now");
  });
  const close = async (): Promise<void> => {
    state.isClosing = true;
    endSwaps();
    prebuilt().stop();
    await stop(app.server, lingering, options.stopGraceSeconds);
    await app.close();
  };
  let closed: Promise<void> | undefined;
  return {
    url: `http://${family === "IPv6" ? `[${address}]` : address}:${port}`,
    port,
    get whenPrebuilt() {
      return prebuilt().whenReady;
    },
    close: () => (closed ??= close()),
  };
}

function buildGate(
  { access, trustedProxies = null, logger }: HttpDoorOptions,
  operations: readonly Operation[],
  site: Site,
): Gate {
  if (access === undefined) return buildOpenGate();
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
  return buildAccessGate({ access, clients, site, bulkPaths });
}

/**
 * Keeps V8 from allocating objects in the old generation at once, and from collecting the young one in several threads.
 *
 * It begins to do so where it sees nearly all objects of a place in the code survive a collection, as they do when the first burst of
 * requests meets a young heap. Dead ones there keep whole answers until the next full collection: twice the processor time and memory for
 * as long as the process lives, after one start in ten (docs/benchmarks.md). And the young generation of a service is so small (bin/country-trust.cjs)
 * that waking threads to collect it costs more than the work they take: a twentieth of an answer.
 */
function tuneCollection(): void {
  setFlagsFromString("--no-allocation-site-pretenuring");
  setFlagsFromString("--no-parallel-scavenge");
}

interface DoorState extends FrontState {
  /** What is kept ready of the release that answers now, replaced whole by a swap. */
  prebuilt: Prebuilt | undefined;
  methodsOf: FrontState["methodsOf"];
  operationAt: FrontState["operationAt"];
  isClosing: boolean;
}

function shownFigures(figures: HttpDoorOptions["figures"]): DocumentParts["shownFigures"] {
  return figures === undefined || figures.path === null ? null : { figures: figures.figures, path: figures.path };
}

function listen(server: Server, { host, port, sharesPort = false }: HttpDoorOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host, port, reusePort: sharesPort }, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

/** How often connections are looked at that have become idle since the stop began. */
const IDLE_CHECK_MILLISECONDS = 50;

function stop(server: Server, lingering: Lingering, graceSeconds: number): Promise<void> {
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MILLISECONDS);
  const grace = setTimeout(() => {
    server.closeAllConnections();
    lingering.cut();
  }, graceSeconds * 1000);
  return new Promise((resolve) => {
    server.close(() => {
      clearInterval(idle);
      clearTimeout(grace);
      resolve();
    });
  });
}
