import { hash } from "node:crypto";
import { promisify } from "node:util";
import * as zlib from "node:zlib";
import type { AnswerLink } from "../contract/operation.ts";
import { type Coding, acceptedCodings, readEtags } from "./negotiation.ts";

/** What a response says about itself besides its body. */
export interface Description {
  readonly mediaType: string;
  /** HTTP date, or null when unknown. */
  readonly lastModified: string | null;
  /** The URL names a release, so that its answer never changes. */
  readonly isPinned: boolean;
  readonly filename?: string;
  readonly links?: readonly AnswerLink[];
  /** In place of the strict policy of data. */
  readonly contentSecurityPolicy?: string;
}

/** The body of a response in every coding made so far. */
export interface PreparedResponse {
  readonly kind: "prepared";
  readonly description: Description;
  /** Stands for the body in entity tags: a SHA-256 or a prefix of it. */
  readonly hash: string;
  readonly bodies: { readonly identity: Buffer } & Partial<Record<Coding, Buffer>>;
  /** The bodies are compressed as far as br and gzip go, or quickly. */
  readonly effort: Effort;
}

/** How hard to compress: `quick` while a client waits, `thorough` in the background for a response that is kept. */
export type Effort = "quick" | "thorough";

/** Characters of a base64url SHA-256 that stand for a body: 162 bits. */
const HASH_CHARACTERS = 27;

/** Smaller bodies are not compressed: it would save nothing on the wire. */
const COMPRESSED_BYTES_MIN = 1024;

/** Longer bodies are compressed on the thread pool. Up to this size that takes less than 0.1 ms, and the way there and back costs more. */
const SYNC_BYTES_MAX = 64 * 1024;

/** The codings of each effort, the best first. */
const CODINGS: Readonly<Record<Effort, readonly Coding[]>> = {
  quick: ["zstd", "br", "gzip"],
  thorough: ["br", "gzip", "zstd"],
};

/**
 * What distinguishes the entity tags of the codings. A strong tag stands for the very bytes (RFC 9110 §8.8.1), so that the effort is
 * in it, too.
 */
const ETAG_SUFFIXES: Readonly<Record<Effort, Readonly<Record<Coding, string>>>> = {
  quick: { identity: "", br: "-br1", gzip: "-gz1", zstd: "-zst" },
  thorough: { identity: "", br: "-br", gzip: "-gz", zstd: "-zst" },
};

/** Prepares a response with this text. */
export function prepareText(text: string, description: Description): PreparedResponse {
  const body = Buffer.from(text);
  return prepareBytes(body, hash("sha256", body, "base64url").slice(0, HASH_CHARACTERS), description);
}

/** Prepares a response with these bytes of text; `contentHash` stands for them in entity tags. */
export function prepareBytes(body: Buffer, contentHash: string, description: Description): PreparedResponse {
  return { kind: "prepared", description, hash: contentHash, bodies: { identity: body }, effort: "quick" };
}

/** The coding a client gets. */
export function chooseCoding({ bodies, effort }: PreparedResponse, acceptEncoding: string | undefined): Coding {
  if (acceptEncoding === undefined || bodies.identity.length < COMPRESSED_BYTES_MIN) return "identity";
  return acceptedCodings(acceptEncoding, CODINGS[effort])[0]!;
}

/** The strong entity tag of a coding, in its quotation marks. */
export function etagOf({ hash: bodyHash, effort }: PreparedResponse, coding: Coding): string {
  return `"${bodyHash}${ETAG_SUFFIXES[effort][coding]}"`;
}

/**
 * The entity tag of `If-None-Match` that says that the client has this response in a coding it accepts; null where there is none.
 *
 * A client may hold what was compressed with another effort; it is the same response.
 */
export function findHeldEtag(
  response: PreparedResponse,
  ifNoneMatch: string,
  acceptEncoding: string | undefined,
): string | null {
  const etags = readEtags(ifNoneMatch);
  if (etags === "*") return etagOf(response, chooseCoding(response, acceptEncoding));
  const codings = acceptedCodings(acceptEncoding, CODINGS.quick);
  const own = codings.flatMap((coding) => [
    etagOf(response, coding),
    `"${response.hash}${ETAG_SUFFIXES.quick[coding]}"`,
  ]);
  return etags.find((etag) => own.includes(etag)) ?? null;
}

/** The body in a coding, compressed now where it was not before: at once where it is short, otherwise on the thread pool. */
export function bodyOf(response: PreparedResponse, coding: Coding): Buffer | Promise<Buffer> {
  const { bodies } = response;
  const made = bodies[coding];
  if (made !== undefined || coding === "identity") return made ?? bodies.identity;
  const { identity } = bodies;
  if (identity.length <= SYNC_BYTES_MAX) return (bodies[coding] = compressSync(identity, coding));
  return compress(identity, coding, "quick").then((body) => (bodies[coding] = body));
}

/** The same response compressed as far as br and gzip go, on the thread pool. */
export async function compressThoroughly(response: PreparedResponse): Promise<PreparedResponse> {
  const { identity } = response.bodies;
  if (identity.length < COMPRESSED_BYTES_MIN) return response;
  const br = await compress(identity, "br", "thorough");
  const gzip = await compress(identity, "gzip", "thorough");
  return { ...response, bodies: { identity, br, gzip }, effort: "thorough" };
}

/** Bytes a prepared response holds in memory, about. */
export function bytesHeld({ bodies }: PreparedResponse): number {
  return Object.values(bodies).reduce((sum, body) => sum + body.length, OVERHEAD_BYTES);
}

/** Objects and keys around the bodies, about. */
const OVERHEAD_BYTES = 1500;

const brotliCompress = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);
const zstdCompress = promisify(zlib.zstdCompress);

function compressSync(body: Buffer, coding: Exclude<Coding, "identity">): Buffer {
  if (coding === "br") return zlib.brotliCompressSync(body, brotliOptions(body, "quick"));
  if (coding === "gzip") return zlib.gzipSync(body, { level: 1 });
  return zlib.zstdCompressSync(body);
}

function compress(body: Buffer, coding: Exclude<Coding, "identity">, effort: Effort): Promise<Buffer> {
  if (coding === "br") return brotliCompress(body, brotliOptions(body, effort));
  if (coding === "gzip") return gzip(body, { level: effort === "quick" ? 1 : 9 });
  return zstdCompress(body);
}

function brotliOptions(body: Buffer, effort: Effort): zlib.BrotliOptions {
  const { constants } = zlib;
  return {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: effort === "quick" ? 1 : constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      [constants.BROTLI_PARAM_LGWIN]: windowBits(body.length),
    },
  };
}

/** The smallest window that holds a whole body: it compresses as well as a larger one and takes a fraction of its memory. */
function windowBits(bytes: number): number {
  const { BROTLI_MIN_WINDOW_BITS, BROTLI_DEFAULT_WINDOW } = zlib.constants;
  return Math.min(Math.max(Math.ceil(Math.log2(bytes + 16)), BROTLI_MIN_WINDOW_BITS), BROTLI_DEFAULT_WINDOW);
}
