/** Methods a browser may use across origins, as preflights announce them. */
const SHARED_METHODS = "GET, HEAD, POST, DELETE, OPTIONS";

const SHARED_REQUEST_HEADERS =
  "Accept, Authorization, Content-Type, Idempotency-Key, If-Match, If-Modified-Since, If-None-Match, If-Range, If-Unmodified-Since, Mcp-Method, Mcp-Name, MCP-Protocol-Version, Prefer, Range, X-SVC-API-Key";

const EXPOSED_HEADERS =
  "Accept-Ranges, Age, Content-Disposition, Content-Range, Deprecation, ETag, Link, RateLimit, RateLimit-Policy, Retry-After, Sunset, WWW-Authenticate, X-Request-Id";

/**
 * Headers of every response whatever its status: open to any origin, harmless to embed.
 *
 * Headers are flat arrays of names and values, as `writeHead` takes them: a name may come more than
 * once.
 */
export const SHARED_HEADERS: readonly string[] = [
  ["Access-Control-Allow-Origin", "*"],
  ["Access-Control-Expose-Headers", EXPOSED_HEADERS],
  ["Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"],
  ["Cross-Origin-Resource-Policy", "cross-origin"],
  ["Referrer-Policy", "no-referrer"],
  ["Timing-Allow-Origin", "*"],
  ["X-Content-Type-Options", "nosniff"],
].flat();

/** The shared headers under another `Content-Security-Policy`, for pages. */
export function sharedHeadersUnder(contentSecurityPolicy: string): readonly string[] {
  return SHARED_HEADERS.with(SHARED_HEADERS.indexOf("Content-Security-Policy") + 1, contentSecurityPolicy);
}

/** What an OPTIONS request learns, a preflight or a plain one. */
export function optionsHeaders(allowed: readonly string[]): readonly string[] {
  return [
    ["Allow", allowed.join(", ")],
    ["Access-Control-Allow-Methods", SHARED_METHODS],
    ["Access-Control-Allow-Headers", SHARED_REQUEST_HEADERS],
    ["Access-Control-Max-Age", "86400"],
  ].flat();
}

/**
 * `Vary` of data: without the credentials a shared cache would answer a bad key with a 200 it has
 * kept, and without `Accept` a request that gets 406.
 */
export const DATA_VARY = "Accept, Accept-Encoding, Authorization, X-SVC-API-Key";
