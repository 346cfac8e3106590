import type { IncomingMessage } from "node:http";
import type { Access } from "../access/access.ts";
import type { Subject } from "../access/subject.ts";
import type { Site } from "../ask/sources.ts";
import { Problem, quote } from "../problem.ts";
import { HttpProblem, versionNotSupported } from "./http-problem.ts";
import { refuseParameters } from "../ask/read-parameters.ts";
import { BlockList, isIP } from "node:net";
import type { Exchange } from "./endpoint.ts";

/*
 * Reads a request before it is routed: its head, its key, the address it comes from, its URL, and
 * so its caller.
 */

/**
 * Throws a problem if the head of a request is wrong for any caller: the version, the Host, the
 * framing of the body, the expectations. The connection is not kept then.
 */
export function checkHead({ request, headers }: Exchange): void {
  const problem = findVersionProblem(request) ?? findHostProblem(request) ?? findCodingProblem(request);
  const refusal = problem ?? findExpectProblem(request);
  if (refusal === null) return;
  headers.push("Connection", "close");
  throw refusal;
}

/** Node.js lets HTTP/0.9 and HTTP/2.0 through where they look like HTTP/1.1. */
function findVersionProblem({ httpVersionMajor, httpVersion }: IncomingMessage): Problem | null {
  return httpVersionMajor === 1 ? null : versionNotSupported(httpVersion);
}

/** Checks the Host header (RFC 9112 §3.2). */
function findHostProblem({ headers: { host }, httpVersion, rawHeaders }: IncomingMessage): Problem | null {
  if (host === undefined)
    return httpVersion === "1.1"
      ? new Problem("invalid_request", "The request has no Host header; HTTP/1.1 asks for one.")
      : null;
  // Node.js gives only the first of several.
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && /^host$/iu.test(name));
  if (hosts.length > 1)
    return new Problem("invalid_request", "The request has more than one Host header; expected one.");
  if (/^[\w.~!$&'()*+,;=%:[\]-]*$/u.test(host)) return null;
  const detail = `The Host header is ${quote(host)}; expected a name or an IP address, with or without a port.`;
  return new Problem("invalid_request", detail);
}

/**
 * RFC 9112 §6.1: where the last coding is not `chunked`, the length of the body is unknown; others
 * before it are not supported.
 */
function findCodingProblem({ headers }: IncomingMessage): Problem | null {
  const coding = headers["transfer-encoding"];
  if (coding === undefined || /^chunked$/iu.test(coding.trim())) return null;
  const found = `The Transfer-Encoding is ${quote(coding)}`;
  if (!/(?:^|,)\s*chunked\s*$/iu.test(coding))
    return new Problem("invalid_request", `${found}, which does not end with \`chunked\`: the body has no known end.`);
  return new Problem("not_implemented", `${found}; only \`chunked\` is supported.`);
}

/** Checks `Expect` (RFC 9110 §10.1.1). HTTP/1.0 has no expectations. */
function findExpectProblem({ headers: { expect = "" }, httpVersion }: IncomingMessage): Problem | null {
  if (httpVersion === "1.0" || /^[\s,]*$|^100-continue$/iu.test(expect.trim())) return null;
  return new Problem(
    "expectation_failed",
    `The Expect header is ${quote(expect)}; only \`100-continue\` is supported.`,
  );
}

/** The credential of a request. */
type Credential =
  | {
      readonly kind: "key";
      readonly key: string;
      /** It stood in the URL, where others may have seen it. */
      readonly isInUrl: boolean;
    }
  /** An `Authorization` of another scheme than Bearer. */
  | { readonly kind: "foreign" }
  /** More than one credential, or an empty one. */
  | { readonly kind: "conflict"; readonly problem: Problem };

/** The keys that stood in the URLs of requests. */
const keysInUrls = new WeakMap<IncomingMessage, readonly string[]>();

/**
 * Removes every `key` from the query of a request, however its name is escaped, so that nothing
 * after this sees or repeats it.
 *
 * Must come before anything reads `request.url`.
 */
export function removeKeyFromUrl(request: IncomingMessage): void {
  const { url } = request;
  const start = url?.indexOf("?") ?? -1;
  if (url === undefined || start < 0) return;
  const query = url.slice(start + 1);
  // Nearly every query has neither.
  if (!query.includes("key") && !query.includes("%")) return;
  const keys: string[] = [];
  const rest = query.split("&").filter((pair) => {
    const end = pair.indexOf("=");
    const name = end < 0 ? pair : pair.slice(0, end);
    if (name !== "key" && decodeOrNull(name) !== "key") return true;
    const value = end < 0 ? "" : pair.slice(end + 1);
    keys.push(decodeOrNull(value) ?? value);
    return false;
  });
  if (keys.length === 0) return;
  keysInUrls.set(request, keys);
  request.url = url.slice(0, start) + (rest.length === 0 ? "" : `?${rest.join("&")}`);
}

/** The credential of a request, or null where it has none. */
export function readCredential(request: IncomingMessage): Credential | null {
  const { headers } = request;
  const own = headers["x-svc-api-key"];
  const { authorization } = headers;
  const inUrl = keysInUrls.get(request);
  if (authorization === undefined && inUrl === undefined) {
    if (own === undefined) return null;
    // The values of a header that came more than once are joined by a comma, which no key has.
    if (typeof own === "string" && own !== "" && !own.includes(",")) return { kind: "key", key: own, isInUrl: false };
  }
  return findCredential(request, inUrl ?? [], authorization);
}

/** Returns true if a key stood in the URL of a request. */
export function hadKeyInUrl(request: IncomingMessage): boolean {
  return keysInUrls.has(request);
}

/** A location with the keys that stood in the URL of the request, so that a redirect loses none. */
export function keepKeyInUrl(request: IncomingMessage, location: string): string {
  const keys = (keysInUrls.get(request) ?? []).map((key) => `key=${encodeURIComponent(key)}`);
  return keys.length === 0 ? location : `${location}${location.includes("?") ? "&" : "?"}${keys.join("&")}`;
}

function findCredential(
  request: IncomingMessage,
  inUrl: readonly string[],
  authorization: string | undefined,
): Credential | null {
  const own = valuesOf(request, "x-svc-api-key");
  const stated = valuesOf(request, "authorization");
  for (const [name, { length }] of [
    ["`X-SVC-API-Key` header", own],
    ["`Authorization` header", stated],
    ["`key` parameter", inUrl],
  ] as const) {
    if (length > 1) return conflict(`The request has more than one ${name}; send one key once.`);
  }
  const bearer = authorization === undefined ? undefined : /^bearer(?: +(.*))?$/iu.exec(authorization);
  const isForeign = bearer === null && authorization !== "";
  const found = [...own, ...(authorization === undefined || isForeign ? [] : [bearer?.[1] ?? ""]), ...inUrl];
  if (found.includes("")) {
    return conflict("The request has an empty credential; send a key, or leave the header or parameter out.");
  }
  const different = new Set(found).size + (isForeign ? 1 : 0);
  if (different > 1) {
    return conflict("The request has different credentials; send one key once.");
  }
  if (isForeign) return { kind: "foreign" };
  return { kind: "key", key: found[0]!, isInUrl: inUrl.length > 0 };
}

/**
 * Every value of a header, one per line of it: Node.js would join them, or drop all but the first.
 */
function valuesOf({ rawHeaders }: IncomingMessage, wanted: string): string[] {
  const values: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]!.toLowerCase() === wanted) values.push(rawHeaders[index + 1]!);
  }
  return values;
}

function conflict(detail: string): Credential {
  return { kind: "conflict", problem: new Problem("conflicting_credentials", detail) };
}

/**
 * The proxies that are trusted: the nearest ones by number, or those in these ranges (`10.0.0.0/8`,
 * `::1`). Null trusts none.
 */
export type TrustedProxies = { readonly hops: number } | { readonly ranges: readonly string[] } | null;

/** Finds the clients of requests, also behind proxies. */
interface Clients {
  /** The client address, as text. */
  addressOf(request: IncomingMessage): string;
  /** Returns true if a trusted proxy says that the client spoke plain HTTP. */
  spokePlainly(request: IncomingMessage): boolean;
}

/**
 * Builds a reader of `X-Forwarded-For` and `X-Forwarded-Proto`.
 *
 * Every proxy appends the address it sees to the right, so only what trusted proxies wrote is read,
 * from right to left: whatever a client puts there itself stands further left and is never reached.
 * `Forwarded` (RFC 7239) is not read for addresses, because a proxy that writes the one header
 * passes the other on as the client sent it. `onUntrusted` is called once, when such headers arrive
 * although no proxy is trusted.
 */
export function buildClients(trusted: TrustedProxies, onUntrusted: () => void): Clients {
  const isTrusted = trusted === null ? null : buildTrust(trusted);
  let isReported = false;
  return {
    addressOf(request) {
      const nearest = request.socket.remoteAddress ?? UNKNOWN;
      const { headers } = request;
      if (isTrusted === null) {
        if (!isReported && (headers["x-forwarded-for"] !== undefined || headers["forwarded"] !== undefined)) {
          isReported = true;
          onUntrusted();
        }
        return nearest;
      }
      let client = nearest;
      const stated = listOf(headers["x-forwarded-for"]);
      for (let hop = 0; isTrusted(client, hop); hop++) {
        const before = readAddress(stated[stated.length - 1 - hop] ?? "");
        // No more entries, or one that is no address: the proxy that wrote it is the last one
        // known.
        if (before === null) break;
        client = before;
      }
      return client;
    },
    spokePlainly({ socket, headers }) {
      if (isTrusted === null || !isTrusted(socket.remoteAddress ?? UNKNOWN, 0)) return false;
      // The first is what the client spoke with the first proxy. A client that forges it refuses
      // only itself.
      const [protocol] = listOf(headers["x-forwarded-proto"]);
      const [forwarded = ""] = listOf(headers["forwarded"]);
      return protocol?.toLowerCase() === "http" || /(?:^|;)\s*proto="?http"?\s*(?:;|$)/iu.test(forwarded);
    },
  };
}

/** A closed socket has no address any more; its response reaches nobody. */
const UNKNOWN = "0.0.0.0";

/** Builds a test that is true for the addresses of trusted proxies that connect. */
export function buildIsProxy(trusted: TrustedProxies): (address: string) => boolean {
  const isTrusted = trusted === null ? null : buildTrust(trusted);
  return (address) => isTrusted?.(address, 0) ?? false;
}

/** Builds a test that is true if the address so many hops away is that of a trusted proxy. */
function buildTrust(trusted: NonNullable<TrustedProxies>): (address: string, hop: number) => boolean {
  if ("hops" in trusted) return (_address, hop) => hop < trusted.hops;
  const list = new BlockList();
  for (const range of trusted.ranges) {
    const [address = "", bits] = range.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => {
    const plain = withoutZone(address);
    // An IPv4 address written as an IPv6 one (RFC 4291 §2.5.5.2) is found in ranges of IPv4, too.
    return list.check(plain, isIP(plain) === 6 ? "ipv6" : "ipv4");
  };
}

/** The entries of a header that is a list, its lines joined as Node.js does. */
function listOf(header: string | string[] | undefined): readonly string[] {
  return header === undefined
    ? []
    : String(header)
        .split(",")
        .map((entry) => entry.trim());
}

/**
 * An entry of `X-Forwarded-For` without its port, brackets and zone; null where that leaves no
 * address.
 */
function readAddress(entry: string): string | null {
  const bare = /^\[([^\]]*)\](?::\d+)?$/u.exec(entry)?.[1] ?? /^([^:]*):\d+$/u.exec(entry)?.[1] ?? entry;
  const address = withoutZone(bare);
  return isIP(address) === 0 ? null : address;
}

function withoutZone(address: string): string {
  return address.split("%", 1)[0]!;
}

/** A part of a URL with its escapes undone; null where they are malformed. */
export function decodeOrNull(text: string): string | null {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Turns a request in absolute form (RFC 9112 §3.2.2) into one in origin form. */
export function useOriginForm(request: IncomingMessage): void {
  const [, rest] = /^https?:\/\/[^/?#]*([^#]*)/iu.exec(request.url ?? "") ?? [];
  if (rest !== undefined) request.url = rest.startsWith("/") ? rest : `/${rest}`;
}

/** The query of a URL, decoded, in order. Throws `invalid_request` where it cannot be decoded. */
export function readQuery(url: string): [name: string, value: string][] {
  const start = url.indexOf("?");
  if (start < 0) return [];
  const query = url.slice(start + 1);
  // Decoding would replace bytes that are not UTF-8 by a text that was not sent.
  const errors = query.split("&").flatMap((pair) => {
    if (decodeOrNull(pair) !== null) return [];
    const [name = ""] = pair.split("=", 1);
    const detail = `${quote(pair)} is not well-formed: a \`%\` must be followed by two hexadecimal digits of UTF-8.`;
    return [{ parameter: decodeOrNull(name) ?? name, detail }];
  });
  if (errors.length > 0) throw refuseParameters(errors, false);
  return [...new URLSearchParams(query)];
}

export interface FindCallerParts {
  readonly access: Access;
  readonly clients: Clients;
  readonly site: Site;
}

/** Finds callers. */
interface FindCaller {
  /**
   * Returns true if a secret crossed the network in the clear on its way to a service that is meant
   * to be reached by TLS.
   */
  readonly isExposed: (request: IncomingMessage) => boolean;
  /**
   * The caller by the credential of a request or, where it has none or a bad one, by its client
   * address; `formKey`, a key that stood in a form, takes the place of the credential.
   */
  readonly findCaller: (
    request: IncomingMessage,
    formKey: string | null,
  ) => Promise<{ readonly caller: Subject; readonly refusal: Problem | null }>;
}

/** The challenges of a 401 (RFC 9110 §11.6.1, RFC 6750 §3), exactly as the contract has them. */
export const CHALLENGES = 'ApiKey realm="ctds", header="X-SVC-API-Key", Bearer realm="ctds", error="invalid_token"';

/** Builds functions that find the caller of a request by its credential or its client address. */
export function buildFindCaller({ access, clients, site }: FindCallerParts): FindCaller {
  const isExposed: FindCaller["isExposed"] = (request) =>
    site.baseUrl.startsWith("https:") && clients.spokePlainly(request);

  const findCaller: FindCaller["findCaller"] = async (request, formKey) => {
    const credential: Credential | null =
      formKey === null ? readCredential(request) : { kind: "key", key: formKey, isInUrl: false };
    const byAddress = (refusal: Problem | null) => ({
      caller: access.findAddress(clients.addressOf(request)),
      refusal,
    });
    if (credential === null) return byAddress(null);
    if (isExposed(request)) return byAddress(credentialExposed(site));
    if (credential.kind === "conflict") return byAddress(credential.problem);
    const key = credential.kind === "key" ? await access.findKey(credential.key) : null;
    return key === null ? byAddress(unknownKey()) : { caller: key, refusal: null };
  };
  return { isExposed, findCaller };
}

export function credentialExposed({ baseUrl }: Site): Problem {
  const detail = `A credential came over plain HTTP, where others can read it. Treat it as compromised, get another one, and call ${baseUrl}.`;
  return new Problem("insecure_transport", detail);
}

function unknownKey(): Problem {
  const detail =
    "The API key is malformed, revoked or was never given out. Leave it out to call anonymously, or get one by POST /api/sign-up.";
  return new HttpProblem("unknown_api_key", detail, ["WWW-Authenticate", CHALLENGES]);
}

export function keyNeeded(): Problem {
  const detail = "This endpoint is about the key of the caller, and the request has none. Send it in X-SVC-API-Key.";
  return new HttpProblem("unknown_api_key", detail, ["WWW-Authenticate", CHALLENGES]);
}
