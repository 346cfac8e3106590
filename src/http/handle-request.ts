import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { Operation } from "../ask/operation.ts";
import { namesDraft } from "../release/store/draft-names.ts";
import type { Releases } from "../release/snapshot.ts";
import { type Authorization, type Authorize, authorizeAnybody } from "./authorize.ts";
import type { BodyBudget } from "./body-budget.ts";
import { checkHead, decodeOrNull, removeKeyFromUrl, useOriginForm } from "./read-request.ts";
import {
  type AskedType,
  type Content,
  type Endpoint,
  type EndpointRequest,
  type Exchange,
  admissionOf,
} from "./endpoint.ts";
import { notAcceptable, notFound } from "./http-problem.ts";
import { preferredType } from "./represent.ts";
import { type ResponseCache, cacheKey } from "./response-cache.ts";
import {
  sendFile,
  sendRows,
  optionsHeaders,
  sendNothing,
  sendPrepared,
  sendRedirect,
  sendUnstored,
} from "./send-response.ts";
import { type Routes, pathOf, routeHeaders } from "./routes.ts";
import { type ProblemParts, isForPrograms, sendProblem } from "./send-problem.ts";

/** Parts that handle requests. */
export interface HandlerParts extends ProblemParts {
  readonly routes: Routes;
  readonly authorize: Authorize;
  readonly responses: ResponseCache;
  /** The last request of each connection is noted here. */
  readonly lastExchanges: WeakMap<Duplex, Exchange>;
  readonly releases: Releases;
  /** Throws if the request is for another host. */
  readonly checkHost: (request: IncomingMessage) => void;
  /** The budget of the bodies of all requests together. */
  readonly bodies: BodyBudget;
  readonly now: () => Date;
  readonly state: { /** Connections are no longer kept. */ readonly isClosing: boolean };
}

/** Requests that no endpoint answers are counted under this name. */
const UNKNOWN_OPERATION = "unknown";

/** Builds the listener of all requests: the one way from a request to its response. */
export function buildRequestHandler(parts: HandlerParts): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    const exchange: Exchange = {
      id: randomUUID(),
      request,
      response,
      headers: parts.state.isClosing ? ["Connection", "close"] : [],
      label: null,
      startedAt: parts.requestLog?.startedAt() ?? 0,
      bodies: parts.bodies,
      brokenBody: null,
      failBody: null,
    };
    parts.lastExchanges.set(request.socket, exchange);
    handleRequest(parts, exchange)
      .catch(async (error: unknown) => await sendProblem(parts, exchange, error))
      .catch((error: unknown) => {
        // No response can be sent any more; the process reports errors thrown here.
        response.destroy();
        throw error;
      });
  };
}

/** Rejects with the error that is sent as a problem. */
async function handleRequest(parts: HandlerParts, exchange: Exchange): Promise<void> {
  const { request } = exchange;
  removeKeyFromUrl(request);
  if (request.url?.startsWith("/") !== true) useOriginForm(request);
  const { method = "", url = "" } = request;
  const isSecret = hideSecret(exchange, url);

  // Find. A wrong method or URL is refused for every caller. One with a wrong head is
  // counted for nobody.
  const { route, endpoint, params, methods, admission, refusal } = parts.routes.find(method, url);
  exchange.headers.push(...routeHeaders(route, params));
  checkHead(exchange);
  parts.checkHost(request);
  if (method === "OPTIONS") {
    if (route === null && refusal === null && url !== "*") throw notFound(pathOf(url));
    return sendNothing(parts, exchange, optionsHeaders(methods));
  }
  if (refusal === null) exchange.label = endpoint?.label ?? null;

  // Authorise: credential, caller, quota. The request is counted here, before its response is made.
  const operation = exchange.label ?? UNKNOWN_OPERATION;
  const authorize = admission === "open" ? authorizeAnybody : parts.authorize;
  const authorization = await authorize(request, admission, operation);
  exchange.headers.push(...authorization.headers);
  if (refusal !== null) throw refusal;
  if (authorization.refusal !== null) throw authorization.refusal;
  if (endpoint === null) return sendSlashless(parts, exchange, url, authorization);
  route?.retirement?.checkEnd(params);

  // Read parameters and answer, unless the response is kept.
  const { mediaType, isForSender } = chooseMediaType(endpoint, request, endpoint.typeOf?.(params, url) ?? null);
  const isKept = endpoint.isStored && !isSecret;
  const key = isKept ? cacheKey(parts.releases.current(), mediaType, url) : null;
  let content: Content | undefined = key === null ? undefined : parts.responses.get(key);
  if (content === undefined) {
    const admitBody = (requests: number) => admitLate(authorization, exchange, requests);
    const admitForm: EndpointRequest["admitForm"] = (asked, formKey) => admitAs(parts, exchange, asked, formKey);
    const { caller } = authorization;
    content = await endpoint.answer({ params, url, mediaType, caller, exchange, admitBody, admitForm });
    if (key !== null && content.kind === "prepared") parts.responses.offer(key, content);
  }

  // Negotiate and send.
  const caching = { isPrivate: authorization.isPrivate || isForSender, isSecret, until: secondsUntilSwap(parts) };
  if (content.kind === "prepared") {
    await sendPrepared(parts, exchange, content, caching);
    // A client that accepts another coding than those before adds a body to the kept response.
    if (key !== null) parts.responses.recount(key, content);
    return;
  }
  if (content.kind === "file") return await sendFile(parts, exchange, content, caching);
  if (content.kind === "rows") return await sendRows(parts, exchange, content, caching);
  if (content.kind === "redirect") return sendRedirect(parts, exchange, content, caching);
  return sendUnstored(parts, exchange, content);
}

/** Redirects from a path with a slash at its end to the page without. Throws `not_found`. */
function sendSlashless(parts: HandlerParts, exchange: Exchange, url: string, { isPrivate }: Authorization): void {
  const path = pathOf(url);
  const slashless = path.replace(/(?<!\/)\/+$/u, "");
  if (slashless === path || isForPrograms(path)) throw notFound(path);
  if (parts.routes.find("GET", slashless).endpoint === null) throw notFound(path);
  const location = slashless + url.slice(path.length);
  const caching = { isPrivate, isSecret: namesDraft(url), until: secondsUntilSwap(parts) };
  sendRedirect(parts, exchange, { kind: "redirect", location, keptFor: "minutes" }, caching);
}

/** Returns true if a URL has the secret name of a draft; search engines do not list it then. */
function hideSecret({ headers }: Exchange, url: string): boolean {
  const isSecret = namesDraft(decodeOrNull(url) ?? url);
  if (isSecret) headers.push("X-Robots-Tag", "noindex, nofollow");
  return isSecret;
}

/** Returns the whole seconds until a draft becomes current by itself; null if none is to. */
function secondsUntilSwap({ releases, now }: HandlerParts): number | null {
  const next = releases.nextAppearance();
  return next === null ? null : Math.max(0, Math.floor((next.getTime() - now().getTime()) / 1000));
}

async function admitLate({ admitBody }: Authorization, exchange: Exchange, requests: number): Promise<void> {
  if (admitBody === undefined) return;
  const { headers, refusal } = await admitBody(requests);
  replaceHeaders(exchange.headers, headers);
  if (refusal !== null) throw refusal;
}

/** See `EndpointRequest.admitForm`. */
async function admitAs(
  { authorize }: HandlerParts,
  exchange: Exchange,
  operation: Operation,
  key: string | null,
): ReturnType<EndpointRequest["admitForm"]> {
  const authorization = await authorize(exchange.request, admissionOf(operation), operation.id, key);
  replaceHeaders(exchange.headers, authorization.headers);
  if (authorization.refusal !== null) throw authorization.refusal;
  const admitBody = (requests: number) => admitLate(authorization, exchange, requests);
  return { caller: authorization.caller, admitBody };
}

/** Adds headers, names and values in turn; those of the same names go. */
function replaceHeaders(all: string[], headers: readonly string[]): void {
  for (let at = all.length - 2; at >= 0; at -= 2) {
    if (headers.some((name, index) => index % 2 === 0 && name === all[at])) all.splice(at, 2);
  }
  all.push(...headers);
}

/**
 * The media type that the URL asks for, or that the client prefers of those the endpoint answers
 * in. Throws `not_acceptable`.
 */
function chooseMediaType(
  { mediaTypes, ignoresAccept = false, typeOf }: Endpoint,
  { headers: { accept } }: IncomingMessage,
  asked: AskedType | null,
): { readonly mediaType: string; readonly isForSender: boolean } {
  if (mediaTypes.length === 0) return { mediaType: "", isForSender: false };
  const offered = asked === null ? mediaTypes : [asked.mediaType];
  const preferred = preferredType(ignoresAccept || asked?.ignoresAccept === true ? undefined : accept, offered);
  if (preferred === undefined) throw notAcceptable(accept, offered);
  // Some shared caches know one response for each URL, whatever `Vary` says.
  return { mediaType: preferred, isForSender: typeOf !== undefined && asked === null && preferred !== mediaTypes[0] };
}
