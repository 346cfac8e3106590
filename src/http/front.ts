import { type IncomingMessage, type Server, type ServerResponse, createServer } from "node:http";
import type { Duplex } from "node:stream";
import { quote } from "../contract/read-parameters.ts";
import type { Site } from "../contract/sources.ts";
import { Problem } from "../problem.ts";
import { takeKeyFromAddress } from "./credentials.ts";
import { type Gate, admissionOfPath } from "./gate.ts";
import { passGate, refuseCounted } from "./pass-gate.ts";
import { optionsHead } from "./head.ts";
import { accepts } from "./negotiation.ts";
import type { Lingering } from "./lingering.ts";
import type { FoundOperation } from "./operation-finder.ts";
import type { Question } from "./operation-routes.ts";
import type { Outbox } from "./outbox.ts";
import type { Prebuilt } from "./prebuilt.ts";
import { type ParserError, explainParserError, targetOf, writeRefusal } from "./raw-refusal.ts";
import { URL_CHARACTERS_MAX, methodNotAllowed, notAcceptable, notFound, uriTooLong } from "./refusals.ts";
import { type Exchange, type Replies, openExchange } from "./replies.ts";
import type { VersionOne } from "./version-one.ts";
import { TimedResponse, type Watch } from "./watch.ts";

/** What the front joins: what it can answer by itself, and where the rest goes. */
export interface FrontParts {
  readonly prebuilt: () => Prebuilt;
  /** Takes requests for answers that are kept ready, and counts those refused for their method or address. */
  readonly gate: Gate;
  readonly replies: Replies;
  readonly outbox: Outbox;
  /** Answers an operation the front has found. */
  readonly answer: (question: Question) => void;
  /** Answers what the front does not. */
  readonly fallback: (request: IncomingMessage, response: ServerResponse) => void;
  readonly site: Site;
  readonly now: () => Date;
  readonly state: FrontState;
  readonly versionOne: VersionOne;
  readonly watch: Watch | null;
  /** Where connections end. */
  readonly lingering: Lingering;
}

/** What changes while the front stands. */
export interface FrontState {
  /** The methods an address takes, or undefined where nothing answers. */
  readonly methodsOf: (path: string) => readonly string[] | undefined;
  /** The operation that GET asks for at an address, where that can be told at a glance. */
  readonly operationAt: (path: string) => FoundOperation | undefined;
  /** Connections are no longer kept. */
  readonly isClosing: boolean;
}

/** How long an idle connection is kept: longer than common balancers keep theirs, so that they hang up first. */
const KEEP_ALIVE_MILLISECONDS = 72_000;

/**
 * Builds the server whose front answers, without a router, what is kept ready, and what is decided before anything is parsed.
 *
 * The order of the checks is that of the contract: form of the address, method, gate, parameters, answer.
 */
export function buildFront(parts: FrontParts): Server {
  const server = createServer({
    optimizeEmptyRequests: true,
    // The check is ours, so that its refusal is a problem document too.
    requireHostHeader: false,
    keepAliveTimeout: KEEP_ALIVE_MILLISECONDS,
    ...(parts.watch === null ? {} : { ServerResponse: TimedResponse }),
  });
  // Who has said all he wants to say still gets the answers that take a while; left to itself Node.js would drop them.
  Object.assign(server, { httpAllowHalfOpen: true });
  const withBody = new WeakMap<Duplex, ServerResponse>();
  const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    takeKeyFromAddress(request);
    if (parts.state.isClosing) response.shouldKeepAlive = false;
    const { headers } = request;
    if (headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined)
      withBody.set(request.socket, response);
    const exchange = openExchange(request, response);
    if (answerPrebuilt(parts, exchange) || answerFound(parts, exchange)) return;
    route(parts, exchange);
  };
  server.on("request", onRequest);
  // An expectation we do not know may be ignored (RFC 9110 §10.1.1).
  server.on("checkExpectation", onRequest);
  // So Node.js closes a connection after the last answer.
  server.on("connection", (socket) => (socket.destroySoon = () => parts.lingering.close(socket)));
  server.on("connect", (request: IncomingMessage, socket: Duplex) => {
    parts.outbox.flush();
    const allowed = ["GET", "HEAD", "OPTIONS"];
    refuseConnection(parts, socket, methodNotAllowed(request.method ?? "", allowed), ["Allow", allowed.join(", ")]);
  });
  server.on("clientError", (error: ParserError, socket) => {
    if (error.code === "ECONNRESET" || !socket.writable) {
      socket.destroy();
      return;
    }
    // Answers to earlier requests of this connection go first.
    parts.outbox.flush();
    const answered = withBody.get(socket);
    if (answered?.headersSent === true && !answered.req.complete) {
      // The fault is in the body of a request that has its answer; a second one would be taken for that of the next.
      parts.lingering.close(socket);
      return;
    }
    const { problem, head } = explainParserError(error, parts.state.methodsOf);
    const lifecycle = parts.versionOne.headOf(targetOf(error) ?? "");
    refuseConnection(parts, socket, problem, [...lifecycle, ...head]);
  });
  return server;
}

/** Refuses what the parser could not make a request of, after the answers to earlier requests of the connection, and closes that. */
function refuseConnection(parts: FrontParts, socket: Duplex, problem: Problem, head: readonly string[]): void {
  const { lingering, site, now, watch } = parts;
  lingering.deafen(socket);
  afterAnswers(socket, () => {
    lingering.close(socket, writeRefusal(problem, head, site, now));
    watch?.refused(problem.status);
  });
}

/** Does something when the answers to earlier requests of a connection have left it; at once where none is under way. */
function afterAnswers(socket: Duplex, work: () => void): void {
  // Where Node.js keeps the answer it writes at present; it offers no other way to it.
  const { _httpMessage: underWay = null } = socket as { readonly _httpMessage?: ServerResponse | null };
  // What went wrong within the body of a request has no other answer than this one.
  if (underWay === null || !underWay.req.complete) work();
  else underWay.once("close", () => afterAnswers(socket, work));
}

/** Answers from what is kept ready; false where that is for the router to do. */
function answerPrebuilt(parts: FrontParts, exchange: Exchange): boolean {
  const { request } = exchange;
  const { method, url = "" } = request;
  if (method !== "GET" && method !== "HEAD") return false;
  // Nothing is kept ready under an address with a query.
  if (url.includes("?") || findHostFault(request) !== null) return false;
  try {
    const representation = parts.prebuilt().find(url);
    if (representation === undefined || representation instanceof Promise) return false;
    const { mediaType, label } = representation;
    exchange.label = label;
    passGate(parts.gate, parts.replies, exchange, admissionOfPath(url), ({ isPrivate }) => {
      const { accept } = request.headers;
      if (accepts(accept, mediaType))
        parts.replies.representation(exchange, representation, { pinned: false, isPrivate });
      else parts.replies.failure(exchange, notAcceptable(accept, mediaType));
    });
  } catch (error) {
    parts.replies.failure(exchange, error);
  }
  return true;
}

/** Decides what can be decided from the request line, and hands the rest to the router. */
function route(parts: FrontParts, exchange: Exchange): void {
  const { replies } = parts;
  const { request, response } = exchange;
  const { method = "", url = "" } = request;
  const hostFault = findHostFault(request);
  if (hostFault !== null) {
    response.shouldKeepAlive = false;
    return replies.failure(exchange, new Problem("invalid_request", hostFault));
  }
  const refuse = (problem: Problem, head?: readonly string[]): void =>
    refuseCounted(parts.gate, replies, exchange, problem, head);
  const path = pathOf(request);
  if (url.length > URL_CHARACTERS_MAX) return refuse(uriTooLong());
  if (path === null && method !== "OPTIONS") {
    const detail = "The address of the request is neither a path nor a URL.";
    return replies.failure(exchange, new Problem("invalid_request", detail));
  }
  const allowed = parts.state.methodsOf(path ?? "*");
  if (method === "OPTIONS") {
    return replies.nothing(exchange, optionsHead(allowed ?? ["GET", "HEAD", "OPTIONS"]));
  }
  if (allowed !== undefined && !allowed.includes(method)) {
    return refuse(methodNotAllowed(method, allowed), ["Allow", allowed.join(", ")]);
  }
  if (allowed === undefined && method !== "GET" && method !== "HEAD") {
    return refuse(notFound(path ?? ""));
  }
  parts.fallback(request, response);
}

/** Answers an operation without the router; false where finding it takes more than a look. */
function answerFound(parts: FrontParts, exchange: Exchange): boolean {
  const { request } = exchange;
  const { method, url = "" } = request;
  if ((method !== "GET" && method !== "HEAD") || url.length > URL_CHARACTERS_MAX) return false;
  const end = url.indexOf("?");
  const found = parts.state.operationAt(end < 0 ? url : url.slice(0, end));
  if (found === undefined || findHostFault(request) !== null) return false;
  exchange.label = found.operation.id;
  parts.answer({ ...found, exchange });
  return true;
}

/** What is wrong with the Host header (RFC 9112 §3.2), or null. */
function findHostFault({ headers, httpVersion, rawHeaders }: IncomingMessage): string | null {
  const { host } = headers;
  if (host === undefined)
    return httpVersion === "1.1" ? "The request has no Host header; HTTP/1.1 asks for one." : null;
  if (!/^[\w.~!$&'()*+,;=%:[\]-]*$/u.test(host))
    return `The Host header is ${quote(host)}; expected a name or an address, with or without a port.`;
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    if (name.length === 4 && name.toLowerCase() === "host") hosts++;
  }
  return hosts > 1 ? "The request has more than one Host header; expected one." : null;
}

/** The path of a request without its query. A request in absolute form (RFC 9112 §3.2.2) is turned into one in origin form. */
function pathOf(request: IncomingMessage): string | null {
  const { url = "" } = request;
  if (!url.startsWith("/")) {
    const absolute = /^https?:\/\/[^/?#]*([^#]*)/iu.exec(url);
    if (absolute === null) return null;
    request.url = absolute[1]!.startsWith("/") ? absolute[1]! : `/${absolute[1]!}`;
  }
  return request.url!.split("?", 1)[0]!;
}
