import { hash } from "node:crypto";
import { promisify } from "node:util";
import * as zlib from "node:zlib";
import type { AnswerLink } from "../ask/operation.ts";
import type { Coding, Description, PreparedResponse } from "./endpoint.ts";
import type { IncomingMessage } from "node:http";
import { Problem, quote } from "../problem.ts";

/*
 * Represents answers: their bytes and entity tags, the forms that clients accept, and conditions.
 */

/** Characters of a base64url SHA-256 that stand for a body: 162 bits. */
const HASH_CHARACTERS = 27;

/**
 * Longer bodies are compressed on the thread pool. Up to this size that takes about a millisecond.
 */
const SYNC_BYTES_MAX = 64 * 1024;

/** Prepares a response with this text. */
export function prepareText(text: string, description: Description): PreparedResponse {
  const body = Buffer.from(text);
  return prepareBytes(body, hashOf(body), description);
}

/** Prepares a response with bytes that no coding makes shorter. */
export function preparePacked(body: Buffer, description: Description): PreparedResponse {
  return prepareBytes(body, hashOf(body), { ...description, isPacked: true });
}

function hashOf(body: Buffer): string {
  return hash("sha256", body, "base64url").slice(0, HASH_CHARACTERS);
}

/** Prepares a response with these bytes of text; `contentHash` stands for them in entity tags. */
export function prepareBytes(body: Buffer, contentHash: string, description: Description): PreparedResponse {
  return { kind: "prepared", description, hash: contentHash, bodies: { identity: body } };
}

/**
 * Compresses a response and adds the body to those it has: at once where it is short, otherwise on
 * the thread pool.
 */
export function addBody({ bodies }: PreparedResponse, coding: Coding): Buffer | Promise<Buffer> {
  const { identity } = bodies;
  if (coding === "identity") return identity;
  if (identity.length <= SYNC_BYTES_MAX) return (bodies[coding] = cutToSize(compressSync(identity, coding)));
  return compress(identity, coding).then((body) => (bodies[coding] = cutToSize(body)));
}

/** `Content-Disposition` and `Link` of an answer, where there are any. */
export function describeHeaders({
  filename,
  links = [],
}: {
  readonly filename?: string;
  readonly links?: readonly AnswerLink[] | undefined;
}): readonly string[] {
  const disposition = filename === undefined ? [] : ["Content-Disposition", `attachment; filename="${filename}"`];
  const described = links.map(
    ({ rel, href, type }) => `<${href}>; rel="${rel}"${type === undefined ? "" : `; type="${type}"`}`,
  );
  return [...disposition, ...described.flatMap((link) => ["Link", link])];
}

/** Estimates the bytes that a response holds in memory. Each body holds the whole of its buffer. */
export function bytesHeld({ bodies }: PreparedResponse): number {
  return Object.values(bodies).reduce((sum, body) => sum + body.buffer.byteLength, OVERHEAD_BYTES);
}

/** Gives a text that is to be kept memory of its own: a short one is a part of a pool of 64 KiB. */
export function leavePool({ bodies }: PreparedResponse): void {
  Object.assign(bodies, { identity: cutToSize(bodies.identity) });
}

/** Copies bytes into memory of their own: zlib returns a part of an output buffer of 64 KiB. */
function cutToSize(body: Buffer): Buffer {
  if (body.buffer.byteLength === body.length) return body;
  const cut = Buffer.allocUnsafeSlow(body.length);
  body.copy(cut);
  return cut;
}

/** Estimated size of objects and keys around the bodies. */
const OVERHEAD_BYTES = 1500;

/** At 6, a page is a sixth longer than at 11, and takes a fiftieth of the time. */
const BROTLI_QUALITY = 6;

const brotliCompress = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);
const zstdCompress = promisify(zlib.zstdCompress);

function compressSync(body: Buffer, coding: Exclude<Coding, "identity">): Buffer {
  if (coding === "br") return zlib.brotliCompressSync(body, brotliOptions(body));
  return coding === "gzip" ? zlib.gzipSync(body) : zlib.zstdCompressSync(body);
}

function compress(body: Buffer, coding: Exclude<Coding, "identity">): Promise<Buffer> {
  if (coding === "br") return brotliCompress(body, brotliOptions(body));
  return coding === "gzip" ? gzip(body) : zstdCompress(body);
}

function brotliOptions(body: Buffer): zlib.BrotliOptions {
  const { constants } = zlib;
  return {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      [constants.BROTLI_PARAM_LGWIN]: windowBits(body.length),
    },
  };
}

/**
 * The smallest window that holds a whole body: it compresses as well as a larger one and takes a
 * fraction of its memory.
 */
function windowBits(bytes: number): number {
  const { BROTLI_MIN_WINDOW_BITS, BROTLI_DEFAULT_WINDOW } = zlib.constants;
  return Math.min(Math.max(Math.ceil(Math.log2(bytes + 16)), BROTLI_MIN_WINDOW_BITS), BROTLI_DEFAULT_WINDOW);
}

/**
 * Maximum number of cached header values; clients send few, and strangers must not fill the memory.
 */
const REMEMBERED = 500;

/**
 * The media type an `Accept` header prefers (RFC 9110 §12.5.1), the first among equals; undefined
 * where it accepts none.
 */
export function preferredType(header: string | undefined, mediaTypes: readonly string[]): string | undefined {
  if (header === undefined || header === "*/*" || header.trim() === "") return mediaTypes[0];
  const weights = readWeights(header);
  let best: string | undefined;
  let bestWeight = 0;
  for (const mediaType of mediaTypes) {
    const type = mediaType.split(";", 1)[0]!;
    const range = `${type.split("/", 1)[0]!}/*`;
    const weight = weights.get(type) ?? weights.get(range) ?? weights.get("*/*") ?? 0;
    if (weight > bestWeight) [best, bestWeight] = [mediaType, weight];
  }
  return best;
}

/** Caches the results of reading header values. */
function remember<Read>(read: (header: string) => Read): (header: string) => Read {
  const remembered = new Map<string, Read>();
  return (header) => {
    const known = remembered.get(header);
    if (known !== undefined) return known;
    const value = read(header);
    if (remembered.size >= REMEMBERED) remembered.clear();
    remembered.set(header, value);
    return value;
  };
}

/**
 * Reads `name;q=0.5, …`; of a name given twice the larger weight holds, an unreadable weight counts
 * as 1.
 */
const readWeights = remember((header): ReadonlyMap<string, number> => {
  const weights = new Map<string, number>();
  for (const part of header.split(",")) {
    const [name = "", ...options] = part.split(";").map((piece) => piece.trim().toLowerCase());
    if (name === "") continue;
    const stated = options.find((option) => option.startsWith("q="))?.slice(2);
    const weight = stated !== undefined && /^[01](?:\.\d{0,3})?$/u.test(stated) ? Number(stated) : 1;
    weights.set(name === "x-gzip" ? "gzip" : name, Math.max(weight, weights.get(name) ?? 0));
  }
  return weights;
});

/** Smaller bodies are not compressed: it would save nothing on the wire. */
const COMPRESSED_BYTES_MIN = 1024;

/** The codings, the best first. */
const CODINGS: readonly Coding[] = ["br", "gzip", "zstd", "identity"];

/**
 * The codings a client accepts, best first (RFC 9110 §12.5.3), among equals in the order of
 * `CODINGS`. `*` is gzip, which every program reads; br and zstd have to be named.
 *
 * Identity is always among them, last where the client excludes it: a body as it is serves better
 * than none.
 */
export const acceptedCodings = remember((header): readonly Coding[] => {
  const weights = readWeights(header);
  const weightOf = (coding: Coding): number => {
    const any = coding === "gzip" || coding === "identity" ? weights.get("*") : 0;
    return weights.get(coding) ?? any ?? (coding === "identity" ? LEAST : 0);
  };
  const accepted = CODINGS.filter((coding) => weightOf(coding) > 0).toSorted((a, b) => weightOf(b) - weightOf(a));
  return accepted.includes("identity") ? accepted : [...accepted, "identity"];
});

/**
 * Less than any weight a client can state: identity unnamed is acceptable, but what was named is
 * preferred.
 */
const LEAST = 0.0001;

/** The coding a client gets. */
export function chooseCoding({ bodies, description }: PreparedResponse, acceptEncoding: string | undefined): Coding {
  const isShort = bodies.identity.length < COMPRESSED_BYTES_MIN;
  if (acceptEncoding === undefined || isShort || description.isPacked === true) return "identity";
  return acceptedCodings(acceptEncoding)[0]!;
}

/**
 * The strong entity tag of a coding, in its quotation marks: such a tag stands for the very bytes
 * (RFC 9110 §8.8.1).
 */
export function etagOf({ hash: bodyHash }: PreparedResponse, coding: Coding): string {
  return `"${bodyHash}${coding === "identity" ? "" : `-${coding}`}"`;
}

/** The entity tags of the codings that a client accepts. */
export function etagsOf(response: PreparedResponse, acceptEncoding: string | undefined): readonly string[] {
  return acceptedCodings(acceptEncoding ?? "identity").map((coding) => etagOf(response, coding));
}

/** The validators with which the conditions of a request are compared. */
interface Validators {
  /** The strong entity tag of what would be sent, in its quotation marks. */
  readonly etag: string;
  /** The entity tags of the same response in every form the client may hold; few requests ask. */
  readonly etags: () => readonly string[];
  /** HTTP date, or null when unknown. */
  readonly lastModified: string | null;
}

/**
 * Evaluates the conditions of a request in their order (RFC 9110 §13.2.2). Returns the entity tag
 * under which the client has the response already, or null where it is to be sent; throws
 * `precondition_failed`.
 */
export function findUnchanged({ headers }: IncomingMessage, validators: Validators): string | null {
  const { etag, etags, lastModified } = validators;
  const ifMatch = headers["if-match"];
  if (ifMatch !== undefined) checkMatch(ifMatch, validators);
  else checkUnmodified(headers["if-unmodified-since"], lastModified);
  const ifNoneMatch = headers["if-none-match"];
  if (ifNoneMatch === undefined) return isThatDate(headers["if-modified-since"], lastModified) ? etag : null;
  // Compared weakly (§13.1.2).
  const held = readEtags(ifNoneMatch);
  if (held === "*") return etag;
  const known = etags();
  return held.map(({ tag }) => tag).find((tag) => known.includes(tag)) ?? null;
}

/** Compared strongly (§13.1.1): a weak tag matches nothing. */
function checkMatch(ifMatch: string, { etags }: Validators): void {
  const wanted = readEtags(ifMatch);
  if (wanted === "*") return;
  const known = etags();
  if (wanted.some(({ tag, isWeak }) => !isWeak && known.includes(tag))) return;
  const detail = `If-Match is ${quote(ifMatch)}; the response is another one now. Start again without the header.`;
  throw new Problem("precondition_failed", detail);
}

/** A header that is no HTTP date is ignored (§13.1.4). */
function checkUnmodified(ifUnmodifiedSince: string | undefined, lastModified: string | null): void {
  const since = ifUnmodifiedSince === undefined ? null : readHttpDate(ifUnmodifiedSince);
  if (since === null || lastModified === null || Date.parse(lastModified) <= since) return;
  const detail = `If-Unmodified-Since is ${quote(ifUnmodifiedSince ?? "")}; the data were last modified ${lastModified}. Start again without the header.`;
  throw new Problem("precondition_failed", detail);
}

/**
 * Compares a date that a client holds with the one that was sent, in any of the three forms. A
 * later one is another: after a rollback the data are older than the date a client holds.
 */
export function isThatDate(header: string | undefined, lastModified: string | null): boolean {
  return header !== undefined && lastModified !== null && readHttpDate(header) === Date.parse(lastModified);
}

/** An entity tag of a request, with its quotation marks. */
interface SentEtag {
  readonly tag: string;
  readonly isWeak: boolean;
}

/** The entity tags of `If-Match` or `If-None-Match`; `*` stands for all. */
export function readEtags(header: string): readonly SentEtag[] | "*" {
  if (header.trim() === "*") return "*";
  const found = header.matchAll(/(W\/)?("[\x21\x23-\x7e\x80-\xff]*")/gu);
  return [...found].map(([, weak, tag = ""]) => ({ tag, isWeak: weak !== undefined }));
}

const DATE_FORMS = [
  // IMF-fixdate, then the two obsolete forms (RFC 9110 §5.6.7).
  /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/u,
  /^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/u,
  /^[A-Z][a-z]{2} [A-Z][a-z]{2} [\d ]\d \d{2}:\d{2}:\d{2} \d{4}$/u,
];

/** Milliseconds since 1970 of an HTTP date, or null. */
function readHttpDate(text: string): number | null {
  if (!DATE_FORMS.some((form) => form.test(text))) return null;
  const time = Date.parse(text.endsWith("GMT") ? text : `${text} GMT`);
  return Number.isNaN(time) ? null : time;
}
