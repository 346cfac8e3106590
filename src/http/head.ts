/** Methods a browser may use across origins, as preflights announce them. */
const SHARED_METHODS = "GET, HEAD, POST, OPTIONS";

const SHARED_REQUEST_HEADERS = "Accept, Authorization, Content-Type, If-Modified-Since, If-None-Match, X-SVC-API-Key";

const EXPOSED_HEADERS =
  "Age, Content-Disposition, Deprecation, ETag, Link, RateLimit, RateLimit-Policy, Retry-After, Sunset, WWW-Authenticate, X-Request-Id";

/**
 * Headers of every answer whatever its status: open to any origin, harmless to embed.
 *
 * Heads are flat arrays of names and values, as `writeHead` takes them: cheaper than objects and repeatable.
 */
export const SHARED_HEAD: readonly string[] = [
  "Access-Control-Allow-Origin",
  "*",
  "Access-Control-Expose-Headers",
  EXPOSED_HEADERS,
  "Content-Security-Policy",
  "default-src 'none'; frame-ancestors 'none'",
  "Cross-Origin-Resource-Policy",
  "cross-origin",
  "Referrer-Policy",
  "no-referrer",
  "Timing-Allow-Origin",
  "*",
  "X-Content-Type-Options",
  "nosniff",
];

/** The same headers under another `Content-Security-Policy`, for pages. */
export function sharedHeadUnder(contentSecurityPolicy: string): readonly string[] {
  const head = [...SHARED_HEAD];
  head[head.indexOf("Content-Security-Policy") + 1] = contentSecurityPolicy;
  return head;
}

/** What an OPTIONS request learns, a preflight or a plain one. */
export function optionsHead(allowed: readonly string[]): readonly string[] {
  return [
    "Allow",
    allowed.join(", "),
    "Access-Control-Allow-Methods",
    SHARED_METHODS,
    "Access-Control-Allow-Headers",
    SHARED_REQUEST_HEADERS,
    "Access-Control-Max-Age",
    "86400",
  ];
}

/** How long an answer may be kept, and by whom. */
export interface Freshness {
  /** The address names a release, so its answer never changes. */
  readonly pinned: boolean;
  /** The answer is for one caller's cache only. */
  readonly isPrivate: boolean;
}

/** `Cache-Control` of a data answer. */
export function cacheControl({ pinned, isPrivate }: Freshness): string {
  if (pinned) return isPrivate ? "private, max-age=31536000, immutable" : "public, max-age=31536000, immutable";
  return isPrivate ? "private, max-age=300" : "public, max-age=300, stale-while-revalidate=3600";
}

/** `Vary` of a data answer: without the credentials a shared cache would answer a bad key with a kept 200. */
export const DATA_VARY = "Accept-Encoding, Authorization, X-SVC-API-Key";
