import { type IncomingMessage, type OutgoingHttpHeader, type OutgoingHttpHeaders, ServerResponse } from "node:http";
import { Problem, quote } from "../problem.ts";

type Headers = OutgoingHttpHeaders | OutgoingHttpHeader[];

/** The header of all responses of a preview. */
const MARK = ["X-Country-Trust-Preview", "not published"] as const;

/** What opens the responses of a service to caches and to pages of other origins. */
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
export class PreviewResponse extends ServerResponse {
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
export function expectThisMachine({ headers: { host = "" } }: IncomingMessage): void {
  if (/^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/iu.test(host)) return;
  const detail = `The Host header is ${quote(host)}; a preview answers this machine alone, as localhost.`;
  throw new Problem("invalid_request", detail);
}
