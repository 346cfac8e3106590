import { hash } from "node:crypto";
import { promisify } from "node:util";
import * as zlib from "node:zlib";
import type { AnswerLink } from "../ask/operation.ts";
import type { Coding, Description, PreparedResponse } from "./endpoint.ts";
import { COMPRESSED_BYTES_MIN } from "./negotiation.ts";

/** Characters of a base64url SHA-256 that stand for a body: 162 bits. */
const HASH_CHARACTERS = 27;

/**
 * Longer bodies are compressed on the thread pool. Up to this size that takes less than 0.1 ms, and
 * the way there and back costs more.
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
  return { kind: "prepared", description, hash: contentHash, bodies: { identity: body }, effort: "quick" };
}

/**
 * Compresses a response quickly and adds the body to those it has: at once where it is short,
 * otherwise on the thread pool.
 */
export function addBody({ bodies }: PreparedResponse, coding: Coding): Buffer | Promise<Buffer> {
  const { identity } = bodies;
  if (coding === "identity") return identity;
  if (identity.length <= SYNC_BYTES_MAX) return (bodies[coding] = compressSync(identity, coding));
  return compress(identity, coding, LEVELS.quick).then((body) => (bodies[coding] = body));
}

/**
 * The same response compressed on the thread pool: as far as br and gzip go, or a page nearly so.
 */
export async function compressThoroughly(response: PreparedResponse): Promise<PreparedResponse> {
  const { identity } = response.bodies;
  const { isPacked, isPage } = response.description;
  if (identity.length < COMPRESSED_BYTES_MIN || isPacked === true) return response;
  const levels = isPage === true ? LEVELS.page : LEVELS.thorough;
  const br = await compress(identity, "br", levels);
  const gzip = await compress(identity, "gzip", levels);
  return { ...response, bodies: { identity, br, gzip }, effort: "thorough" };
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

/** Bytes a prepared response holds in memory, about. */
export function bytesHeld({ bodies }: PreparedResponse): number {
  return Object.values(bodies).reduce((sum, body) => sum + body.length, OVERHEAD_BYTES);
}

/** Objects and keys around the bodies, about. */
const OVERHEAD_BYTES = 1500;

/** How hard brotli and gzip try. */
interface Levels {
  readonly br: number;
  readonly gzip: number;
}

/** With brotli 5 a page is a sixth longer than with 11, and takes a fiftieth of the time. */
const LEVELS = { quick: { br: 1, gzip: 1 }, page: { br: 5, gzip: 9 }, thorough: { br: 11, gzip: 9 } };

const brotliCompress = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);
const zstdCompress = promisify(zlib.zstdCompress);

function compressSync(body: Buffer, coding: Exclude<Coding, "identity">): Buffer {
  if (coding === "br") return zlib.brotliCompressSync(body, brotliOptions(body, LEVELS.quick));
  if (coding === "gzip") return zlib.gzipSync(body, { level: LEVELS.quick.gzip });
  return zlib.zstdCompressSync(body);
}

function compress(body: Buffer, coding: Exclude<Coding, "identity">, levels: Levels): Promise<Buffer> {
  if (coding === "br") return brotliCompress(body, brotliOptions(body, levels));
  if (coding === "gzip") return gzip(body, { level: levels.gzip });
  return zstdCompress(body);
}

function brotliOptions(body: Buffer, levels: Levels): zlib.BrotliOptions {
  const { constants } = zlib;
  return {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: levels.br,
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
