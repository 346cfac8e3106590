import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import type { Site } from "../ask/sources.ts";
import { Problem, quote } from "../problem.ts";

/**
 * Throws `foreign_origin` for a request that a page of another site may have had a browser send: by
 * its `Origin`, or by a `Host` that such a page made point at this machine (DNS rebinding).
 * Programs send no `Origin`. A browser has an address as its `Host` only if that stands in the URL.
 */
export function expectOwnOrigin({ headers: { host = "", origin } }: IncomingMessage, { baseUrl }: Site): void {
  const own = new URL(baseUrl).hostname;
  const isOwn = (name: string | undefined): boolean => name !== undefined && (name === own || isThisMachine(name));
  const asked = URL.parse(`http://${host}`)?.hostname;
  if (!isOwn(asked) && (asked === undefined || isIP(withoutBrackets(asked)) === 0)) {
    const detail = `The Host header is ${quote(host)}; this endpoint answers as ${own}. Where that is right, set BASE_URL; where a proxy changed it, have it pass the header on.`;
    throw new Problem("foreign_origin", detail);
  }
  if (origin === undefined) return;
  const sender = URL.parse(origin)?.hostname;
  if (isOwn(sender) || (sender !== undefined && sender === asked)) return;
  throw new Problem(
    "foreign_origin",
    `The Origin header is ${quote(origin)}; pages of other sites cannot send messages here. The API at ${baseUrl}/api answers them.`,
  );
}

function isThisMachine(name: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/u.test(name);
}

function withoutBrackets(name: string): string {
  return name.replace(/^\[|\]$/gu, "");
}
