import type { IncomingMessage } from "node:http";
import { Problem } from "../problem.ts";
import { decodeOrNull } from "./request-url.ts";

/** What a request says about who sends it. */
export type Credential =
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
    // Of a header that came more than once the values are joined by a comma, which no key has.
    if (typeof own === "string" && own !== "" && !own.includes(",")) return { kind: "key", key: own, isInUrl: false };
  }
  return findCredential(request, inUrl ?? [], authorization);
}

/** Whether a key stood in the URL of a request. */
export function hadKeyInUrl(request: IncomingMessage): boolean {
  return keysInUrls.has(request);
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
