import type { Logger } from "pino";
import type { Site } from "../ask/sources.ts";
import { type ByteRange, cutRange, readRange } from "./byte-range.ts";
import { FRESH_SECONDS, STALE_SECONDS } from "./cache-times.ts";
import { addBody, chooseCoding, etagOf, etagsOf, findUnchanged } from "./represent.ts";
import type { Content, Description, Exchange, KeptFor, PreparedResponse } from "./endpoint.ts";
import type { RequestLog } from "./request-log.ts";
import { DATA_VARY, SHARED_HEADERS, sharedHeadersUnder } from "./response-headers.ts";

/** What sending responses takes. */
export interface SendParts {
  readonly site: Site;
  readonly logger: Logger;
  readonly requestLog: RequestLog | null;
}

/**
 * Sends 200 in the coding the client prefers, 206 with a part of a file, or 304 where the client
 * has the response. Rejects with `precondition_failed` or `range_not_satisfiable`.
 */
export async function sendPrepared(
  parts: SendParts,
  exchange: Exchange,
  response: PreparedResponse,
  caching: Caching,
): Promise<void> {
  const { request } = exchange;
  const { description } = response;
  const { lastModified } = description;
  const accepted = request.headers["accept-encoding"];
  const part = description.isFile ? readRange(request, { etag: etagOf(response, "identity"), lastModified }) : null;
  // Ranges are of the file itself, whatever codings the client accepts.
  const coding = part === null ? chooseCoding(response, accepted) : "identity";
  const etag = etagOf(response, coding);
  const etags = () => (part === null ? etagsOf(response, accepted) : [etag]);
  const heldEtag = findUnchanged(request, { etag, etags, lastModified });
  const headers = headersOf(exchange, description.contentSecurityPolicy);
  headers.push(...validatorHeaders(description, heldEtag ?? etag, caching));
  if (heldEtag !== null) return write(parts, exchange, 304, headers, null);
  const body = response.bodies[coding] ?? (await addBody(response, coding));
  const range = part === null ? null : cutRange(part, body.length);
  headers.push(...contentHeaders(description, body.length, range));
  if (coding !== "identity") headers.push("Content-Encoding", coding);
  if (range === null) return write(parts, exchange, 200, headers, body);
  write(parts, exchange, 206, headers, body.subarray(range.start, range.end));
}

/** How long a response may be kept, and what tells it from others. */
export function validatorHeaders(
  { keptFor, lastModified, varies }: Description,
  etag: string,
  caching: Caching,
): readonly string[] {
  const modified = lastModified === null ? [] : ["Last-Modified", lastModified];
  const vary = varies === undefined ? DATA_VARY : `${DATA_VARY}, ${varies}`;
  return ["Cache-Control", cacheControl(keptFor, caching), "Vary", vary, "ETag", etag, ...modified];
}

/** What describes so many bytes of content, of which a range is sent. */
export function contentHeaders(
  { headers, mediaType, isFile }: Description,
  bytes: number,
  range: ByteRange | null,
): readonly string[] {
  const { start, end } = range ?? { start: 0, end: bytes };
  return [
    ...headers,
    ...(isFile === true ? ["Accept-Ranges", "bytes"] : []),
    ...(range === null ? [] : ["Content-Range", `bytes ${start}-${end - 1}/${bytes}`]),
    "Content-Type",
    mediaType,
    "Content-Length",
    String(end - start),
  ];
}

/** Sends 308 to another URL of the same resource. */
export function sendRedirect(
  parts: SendParts,
  exchange: Exchange,
  { location, keptFor }: Extract<Content, { kind: "redirect" }>,
  caching: Caching,
): void {
  const headers = headersOf(exchange);
  headers.push("Cache-Control", cacheControl(keptFor, caching), "Vary", DATA_VARY);
  // The public origin may have a path of its own, below which the service is.
  const root = new URL(parts.site.baseUrl).pathname.replace(/\/$/u, "");
  headers.push("Location", root + location, "Content-Length", "0");
  write(parts, exchange, 308, headers, null);
}

/** Sends what nobody may keep, under the strict policy of data or another one. */
export function sendUnstored(
  parts: SendParts,
  exchange: Exchange,
  { status, mediaType, headers: own, text, contentSecurityPolicy }: Extract<Content, { kind: "unstored" }>,
): void {
  const body = typeof text === "string" ? Buffer.from(text) : text;
  const headers = [...headersOf(exchange, contentSecurityPolicy), ...own];
  headers.push("Cache-Control", "no-store", "Content-Type", mediaType, "Content-Length", String(body.length));
  write(parts, exchange, status, headers, body);
}

/** Sends 204 with these headers. */
export function sendNothing(parts: SendParts, exchange: Exchange, headers: readonly string[]): void {
  write(parts, exchange, 204, [...headersOf(exchange), ...headers], null);
}

/** Which caches may keep a response. */
export interface Caching {
  /** That of this caller only. */
  readonly isPrivate: boolean;
  /** The URL has the secret name of a draft: none. */
  readonly isSecret: boolean;
  /** In how many seconds another release becomes current by itself; null where none is to. */
  readonly until: number | null;
}

/** `Cache-Control` of data: for how long, and whether for the cache of one caller only. */
function cacheControl(keptFor: KeptFor, { isPrivate, isSecret, until }: Caching): string {
  if (isSecret) return "private, no-store";
  const scope = isPrivate ? "private" : "public";
  if (keptFor === "year") return `${scope}, max-age=31536000, immutable`;
  if (keptFor === "day") return `${scope}, max-age=86400`;
  // What answers before an embargo ends is not kept beyond that.
  const rest = until ?? FRESH_SECONDS + STALE_SECONDS;
  const fresh = Math.min(FRESH_SECONDS, rest);
  const stale = Math.min(STALE_SECONDS, rest - fresh);
  if (isPrivate) return `private, max-age=${fresh}`;
  return stale > 0 ? `public, max-age=${fresh}, stale-while-revalidate=${stale}` : `public, max-age=${fresh}`;
}

/** Headers of a response whatever its status. */
export function headersOf({ id, headers }: Exchange, contentSecurityPolicy?: string): string[] {
  const shared = contentSecurityPolicy === undefined ? SHARED_HEADERS : sharedHeadersUnder(contentSecurityPolicy);
  return [...shared, "X-Request-Id", id, ...headers];
}

/** Sends a whole response, of HEAD without its body. */
export function write(
  { requestLog }: SendParts,
  exchange: Exchange,
  status: number,
  headers: string[],
  body: Buffer | null,
): void {
  const { request, response } = exchange;
  if (response.destroyed) return;
  response.writeHead(status, headers);
  if (body === null || request.method === "HEAD") response.end();
  // As a text of one byte a character a short body leaves in one write with the headers.
  else if (body.length <= TEXT_BYTES_MAX) response.end(body.toString("latin1"), "latin1");
  else response.end(body);
  requestLog?.answered(exchange, status);
}

/** Longer bodies cost more to turn into text than the second write does. */
const TEXT_BYTES_MAX = 4 * 1024;
