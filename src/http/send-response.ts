import { type FileHandle, open } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Logger } from "pino";
import type { Site } from "../ask/sources.ts";
import { addBody, chooseCoding, etagOf, etagsOf, findUnchanged, isThatDate } from "./represent.ts";
import type { Content, Description, Exchange, KeptFor, PreparedResponse } from "./endpoint.ts";
import { keepKeyInUrl } from "./read-request.ts";
import type { RequestLog } from "./request-log.ts";
import { quote } from "../problem.ts";
import { HttpProblem } from "./http-problem.ts";

/** Parts that send responses. */
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

/** Returns the caching headers and validators of a response. */
function validatorHeaders({ keptFor, lastModified }: Description, etag: string, caching: Caching): readonly string[] {
  const modified = lastModified === null ? [] : ["Last-Modified", lastModified];
  return ["Cache-Control", cacheControl(keptFor, caching), "Vary", DATA_VARY, "ETag", etag, ...modified];
}

/** Returns the headers of so many bytes of content, of which a range may be sent. */
function contentHeaders(
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
  headers.push("Location", root + keepKeyInUrl(exchange.request, location), "Content-Length", "0");
  write(parts, exchange, 308, headers, null);
}

/** Sends an answer that nobody may keep, under the strict policy of data or another one. */
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

/** The caches that may keep a response. */
interface Caching {
  /** Only the cache of this caller may. */
  readonly isPrivate: boolean;
  /** The URL has the secret name of a draft: no cache may. */
  readonly isSecret: boolean;
  /** Seconds until another release becomes current by itself; null if none is to. */
  readonly until: number | null;
}

/** Returns the `Cache-Control` of data: the time, and if it is for the cache of one caller only. */
function cacheControl(keptFor: KeptFor, { isPrivate, isSecret, until }: Caching): string {
  if (isSecret) return "private, no-store";
  const scope = isPrivate ? "private" : "public";
  if (keptFor === "year") return `${scope}, max-age=31536000, immutable`;
  if (keptFor === "day") return `${scope}, max-age=86400`;
  // Answers from before the end of an embargo are not kept beyond it.
  const rest = until ?? FRESH_SECONDS + STALE_SECONDS;
  const fresh = Math.min(FRESH_SECONDS, rest);
  const stale = Math.min(STALE_SECONDS, rest - fresh);
  if (isPrivate) return `private, max-age=${fresh}`;
  return stale > 0 ? `public, max-age=${fresh}, stale-while-revalidate=${stale}` : `public, max-age=${fresh}`;
}

/** Headers of a response whatever its status. */
function headersOf({ id, headers }: Exchange, contentSecurityPolicy?: string): string[] {
  const shared = contentSecurityPolicy === undefined ? SHARED_HEADERS : sharedHeadersUnder(contentSecurityPolicy);
  return [...shared, "X-Request-Id", id, ...headers];
}

/** Sends a whole response, of HEAD without its body. */
function write(
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
  // A short body as text, one byte a character, leaves in one write with the headers.
  else if (body.length <= TEXT_BYTES_MAX) response.end(body.toString("latin1"), "latin1");
  else response.end(body);
  requestLog?.answered(exchange, status);
}

/** Longer bodies cost more to turn into text than the second write does. */
const TEXT_BYTES_MAX = 4 * 1024;

/** A cache may keep data of the current release for so long, and show them while it asks again. */
export const FRESH_SECONDS = 300;
export const STALE_SECONDS = 3600;

/** A part of a file: its first byte and the one after its last. */
interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** A part as a client asks for it: from a byte on, up to one (inclusive), or so many at the end. */
interface RangeRequest {
  /** The header. */
  readonly text: string;
  readonly first: number | null;
  readonly last: number | null;
}

/**
 * The one range of bytes that a GET asks for (RFC 9110 §14.2), in the file with this entity tag and
 * date; null where the whole file is to be sent: for several ranges, other units, a range that is
 * malformed, and where `If-Range` names another file.
 */
function readRange(
  { method, headers: { range, "if-range": ifRange } }: IncomingMessage,
  { etag, lastModified }: { readonly etag: string; readonly lastModified: string | null },
): RangeRequest | null {
  if (method !== "GET" || range === undefined) return null;
  const [, first = "", last = ""] = /^bytes=[ \t]*(\d{0,15})-(\d{0,15})[ \t]*$/iu.exec(range) ?? [];
  if (first === "" && last === "") return null;
  if (first !== "" && last !== "" && Number(last) < Number(first)) return null;
  if (ifRange !== undefined && !isSameFile(String(ifRange), etag, lastModified)) return null;
  return { text: range, first: first === "" ? null : Number(first), last: last === "" ? null : Number(last) };
}

/** Compares `If-Range` (RFC 9110 §13.1.5): a strong entity tag, or the very date that was sent. */
function isSameFile(ifRange: string, etag: string, lastModified: string | null): boolean {
  if (!ifRange.includes('"')) return isThatDate(ifRange, lastModified);
  return ifRange.trim() === etag;
}

/** The part of a file of so many bytes; throws `range_not_satisfiable` where it has none of it. */
function cutRange({ text, first, last }: RangeRequest, bytes: number): ByteRange {
  const start = first ?? Math.max(0, bytes - (last ?? 0));
  const end = first === null || last === null ? bytes : Math.min(last + 1, bytes);
  if (start < end) return { start, end };
  const detail = `The Range header is ${quote(text)}; the file has ${bytes} bytes.`;
  throw new HttpProblem("range_not_satisfiable", detail, ["Content-Range", `bytes */${bytes}`]);
}

/** Methods a browser may use across origins, as preflights announce them. */
const SHARED_METHODS = "GET, HEAD, POST, DELETE, OPTIONS";

const SHARED_REQUEST_HEADERS =
  "Accept, Authorization, Content-Type, If-Match, If-Modified-Since, If-None-Match, If-Range, If-Unmodified-Since, Mcp-Method, Mcp-Name, MCP-Protocol-Version, Range, X-SVC-API-Key";

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
function sharedHeadersUnder(contentSecurityPolicy: string): readonly string[] {
  return SHARED_HEADERS.with(SHARED_HEADERS.indexOf("Content-Security-Policy") + 1, contentSecurityPolicy);
}

/** Returns the headers of the response to an OPTIONS request, a preflight or a plain one. */
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

/**
 * Streams a file, or a part of it, no faster than the client takes it. Rejects where nothing has
 * been sent yet, as `sendPrepared` does; later errors cut the connection.
 */
export async function sendFile(
  parts: SendParts,
  exchange: Exchange,
  { file, description }: Extract<Content, { kind: "file" }>,
  caching: Caching,
): Promise<void> {
  const { request } = exchange;
  const { lastModified } = description;
  const etag = `"${file.sha256}"`;
  const headers = headersOf(exchange);
  const heldEtag = findUnchanged(request, { etag, etags: () => [etag], lastModified });
  headers.push(...validatorHeaders(description, etag, caching));
  if (heldEtag !== null) return write(parts, exchange, 304, headers, null);
  const { bytes } = file;
  const part = readRange(request, { etag, lastModified });
  const range = part === null ? null : cutRange(part, bytes);
  headers.push(...contentHeaders(description, bytes, range));
  if (request.method === "HEAD") return write(parts, exchange, 200, headers, null);
  const handle = await open(file.path);
  await stream(parts, exchange, range === null ? 200 : 206, headers, handle, range ?? { start: 0, end: bytes });
}

async function stream(
  { logger, requestLog }: SendParts,
  exchange: Exchange,
  status: 200 | 206,
  headers: string[],
  handle: FileHandle,
  range: ByteRange,
): Promise<void> {
  const { id, response } = exchange;
  try {
    // The client may have gone away while the file was opened.
    if (response.destroyed) return;
    response.writeHead(status, headers);
    requestLog?.answered(exchange, status);
    const failure = await copy(handle, response, range);
    if (failure !== null) {
      response.destroy();
      logger.error({ err: failure, requestId: id }, "a file was cut off");
    } else if (!response.destroyed) response.end();
  } finally {
    await handle.close();
  }
}

/**
 * Writes a part of a file into a response, which it does not end. Returns the error of the file;
 * null also if the client went away.
 */
async function copy(handle: FileHandle, response: ServerResponse, { start, end }: ByteRange): Promise<Error | null> {
  const bytes = end - start;
  if (bytes === 0) return null;
  const content = handle.createReadStream({ start, end: end - 1 });
  let failure: Error | null = null;
  content.once("error", (error) => {
    // When the client goes away, the response ends first and then the file because of it.
    if (!response.destroyed) failure = error;
  });
  try {
    await pipeline(content, response, { end: false });
  } catch {
    return failure;
  }
  return content.bytesRead === bytes ? null : new Error(`the file ends ${bytes - content.bytesRead} bytes early`);
}

/**
 * Sends a file while it is made, no faster than the client takes it and with other requests in
 * between. Rejects where nothing has been sent yet; later errors cut the connection.
 */
export async function sendRows(
  parts: SendParts,
  exchange: Exchange,
  { hash, isWeak, bytes, chunks, description }: Extract<Content, { kind: "rows" }>,
  caching: Caching,
): Promise<void> {
  const { request, response } = exchange;
  const { lastModified } = description;
  const etag = `"${hash}"`;
  const part = bytes === undefined ? null : readRange(request, { etag, lastModified });
  const headers = headersOf(exchange);
  const heldEtag = findUnchanged(request, { etag, etags: () => [etag], lastModified });
  headers.push(...validatorHeaders(description, isWeak === true ? `W/${etag}` : etag, caching));
  if (heldEtag !== null) return write(parts, exchange, 304, headers, null);
  const range = part === null || bytes === undefined ? null : cutRange(part, bytes);
  if (bytes === undefined) headers.push(...description.headers, "Content-Type", description.mediaType);
  else headers.push(...contentHeaders(description, bytes, range));
  if (request.method === "HEAD") return write(parts, exchange, 200, headers, null);
  const status = range === null ? 200 : 206;
  response.writeHead(status, headers);
  parts.requestLog?.answered(exchange, status);
  let failure: unknown = null;
  const source = async function* (): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of cutChunks(chunks, range)) {
        yield chunk;
        await nextTurn();
      }
    } catch (error) {
      // The pipeline throws in here when the client has gone.
      if (!response.destroyed) failure = error;
      throw error;
    }
  };
  try {
    await pipeline(Readable.from(source(), { objectMode: false }), response);
  } catch {
    // The client went away, unless a part could not be made.
    if (failure === null) return;
    parts.logger.error({ err: failure, requestId: exchange.id }, "a file was cut off");
    response.destroy();
  }
}

/** Leaves out what lies before a range and behind it. */
async function* cutChunks(
  chunks: Iterable<string> | AsyncIterable<Uint8Array>,
  range: ByteRange | null,
): AsyncGenerator<Buffer> {
  const { start, end } = range ?? { start: 0, end: Infinity };
  let at = 0;
  for await (const chunk of chunks) {
    const bytes = Buffer.from(chunk);
    const cut = bytes.subarray(Math.max(0, start - at), Math.max(0, end - at));
    at += bytes.length;
    if (cut.length > 0) yield cut;
    if (at >= end) return;
  }
}
