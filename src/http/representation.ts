import { hash } from "node:crypto";
import { promisify } from "node:util";
import {
  type BrotliOptions,
  type ZlibOptions,
  brotliCompress,
  brotliCompressSync,
  constants,
  gzip,
  gzipSync,
} from "node:zlib";
import { ByteSheet, giveBack } from "../contract/byte-sheet.ts";
import type { AnswerLink } from "../contract/operation.ts";
import type { Coding } from "./negotiation.ts";

/** Bytes ready to leave: a string holds one byte per character (latin1), a sheet leaves once, and is given back then. */
export type Body = string | Buffer | ByteSheet;

/** One coding of a representation. Its entity tag differs from that of every other coding. */
export interface Form {
  readonly etag: string;
  readonly body: Body;
  readonly bytes: number;
  readonly mediaType: string;
  readonly coding: Coding;
  /** The head as text for each kind of freshness, as far as it was asked for: see head-text.ts. Null where the form leaves once. */
  readonly lines: (HeadLines | undefined)[] | null;
}

/** What follows what is an answer's own in its head: of a 200 and of a 304. */
export interface HeadLines {
  readonly whole: string;
  readonly unchanged: string;
}

/** What one address answers in one release, in all codings made so far. */
export interface Representation {
  readonly mediaType: string;
  /** Entity tag without quotes: a SHA-256 of the identity body, a prefix of it, or what decides the body (`representWritten`). */
  readonly tag: string;
  /** HTTP date, or null when unknown. */
  readonly lastModified: string | null;
  /** `Content-Disposition` and `Link`, where there are any. */
  readonly ownHead: readonly string[];
  /** What answers, for the figures: an operation's id or a document's path. */
  readonly label: string;
  readonly forms: { readonly identity: Form; br?: Form; gzip?: Form };
}

/** What a representation says about itself besides its bytes. */
export interface Description {
  readonly mediaType: string;
  readonly lastModified: string | null;
  readonly filename?: string;
  readonly links?: readonly AnswerLink[];
  /** What answers, for the figures: an operation's id or a document's path. */
  readonly label: string;
}

/** Smaller bodies are not compressed: it would save nothing on the wire. */
export const COMPRESSED_BYTES_MIN = 1024;

/** Bodies up to this size leave as one string with their head: Node.js writes up to 16 KiB of it without allocating. */
const STRING_BYTES_MAX = 14 * 1024;

/** Characters of the entity tag kept from a base64url SHA-256: 162 bits. */
const TAG_CHARACTERS = 27;

/** Makes the representation of a text. */
export function representText(text: string, description: Description): Representation {
  const bytes = Buffer.byteLength(text);
  const tag = hash("sha256", text, "base64url").slice(0, TAG_CHARACTERS);
  // Text of ASCII alone already is its own latin1 form.
  const body = bytes === text.length && bytes <= STRING_BYTES_MAX ? text : bodyOf(Buffer.from(text));
  return represent(tag, body, bytes, description);
}

/** What becomes of an answer: it is kept and leaves more than once, it leaves once as it is, or it leaves once but compressed. */
export type Use = "kept" | "sent" | "compressed";

/**
 * Makes the representation of JSON that is written, from its sheet or a copy of it.
 *
 * Its tag names what decides the answer of an address, the release and the edition of the program: a digest of the text would cost more than
 * the text does.
 */
export function representWritten(sheet: ByteSheet, tag: string, use: Use, description: Description): Representation {
  const bytes = sheet.length;
  if (use === "sent") return represent(tag, sheet, bytes, description, false);
  const body = copyOf(sheet.written());
  giveBack(sheet);
  return represent(tag, body, bytes, description, use === "kept");
}

/** Gives back the memory of a form that does not leave after all. */
export function letGo({ body }: Form): void {
  if (body instanceof ByteSheet) giveBack(body);
}

/** Makes the representation of a file's bytes, whose SHA-256 is known. */
export function representBytes(content: Buffer, sha256: string, description: Description): Representation {
  return represent(sha256, bodyOf(content), content.length, description);
}

/** How hard to compress: `most` once per release, `moderate` while a caller waits. */
export type Effort = "most" | "moderate";

const compressors = { br: promisify(brotliCompress), gzip: promisify(gzip) };

/**
 * Bodies up to this size are compressed at once while a caller waits: that takes less than half a millisecond, and the way to the
 * thread pool and back costs more, in time and in memory.
 */
const COMPRESSED_AT_ONCE_BYTES_MAX = 64 * 1024;

/**
 * Adds one coding to a representation, larger bodies off the event loop, unless it is there or would not pay.
 *
 * The same bytes and effort always give the same coding, so a strong entity tag stays true on every node.
 */
export async function addCoding(
  representation: Representation,
  coding: Exclude<Coding, "identity">,
  effort: Effort,
): Promise<void> {
  const { forms } = representation;
  if (forms[coding] !== undefined || forms.identity.bytes < COMPRESSED_BYTES_MIN) return;
  const { body } = forms.identity;
  const content = contentOf(body);
  const packed = await compress(content, coding, effort);
  if (packed.length >= content.length) return;
  const { tag, mediaType } = representation;
  const etag = `"${tag}-${coding === "br" ? "br" : "gz"}"`;
  forms[coding] = { etag, body: bodyOf(packed), bytes: packed.length, mediaType, coding, lines: [] };
}

function compress(content: Buffer, coding: "br" | "gzip", effort: Effort): Buffer | Promise<Buffer> {
  const isAtOnce = effort === "moderate" && content.length <= COMPRESSED_AT_ONCE_BYTES_MAX;
  if (coding === "gzip") {
    const options: ZlibOptions = { level: effort === "most" ? 9 : 6 };
    return isAtOnce ? gzipSync(content, options) : compressors.gzip(content, options);
  }
  const options: BrotliOptions = {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: effort === "most" ? 11 : 5,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      [constants.BROTLI_PARAM_LGWIN]: windowBits(content.length),
    },
  };
  return isAtOnce ? brotliCompressSync(content, options) : compressors.br(content, options);
}

/** The smallest window that holds a whole body: packs as well as a larger one and takes a fraction of its memory. */
function windowBits(bytes: number): number {
  const bits = Math.ceil(Math.log2(bytes + 16));
  return Math.min(Math.max(bits, constants.BROTLI_MIN_WINDOW_BITS), constants.BROTLI_DEFAULT_WINDOW);
}

/** The form to send to a client that accepts these codings, best first, of those that are ready. */
export function chooseForm({ forms }: Representation, accepted: readonly Coding[]): Form {
  for (const coding of accepted) {
    const form = forms[coding];
    if (form !== undefined) return form;
  }
  return forms.identity;
}

/** The headers a description adds to an answer. */
export function describeHead({ filename, links = [] }: Pick<Description, "filename" | "links">): readonly string[] {
  if (filename === undefined && links.length === 0) return NOTHING;
  const disposition = filename === undefined ? [] : ["Content-Disposition", `attachment; filename="${filename}"`];
  return [...disposition, ...links.flatMap((link) => ["Link", describeLink(link)])];
}

const NOTHING: readonly string[] = [];

/** Bytes a representation keeps in memory, about. */
export function bytesKept({ forms }: Representation): number {
  return KEPT_BESIDES + forms.identity.bytes + (forms.br?.bytes ?? 0) + (forms.gzip?.bytes ?? 0);
}

/** Objects, heads and keys around a body, about. */
const KEPT_BESIDES = 1500;

function represent(tag: string, body: Body, bytes: number, description: Description, isKept = true): Representation {
  const ownHead = describeHead(description);
  const { mediaType, lastModified, label } = description;
  const identity: Form = { etag: `"${tag}"`, body, bytes, mediaType, coding: "identity", lines: isKept ? [] : null };
  return { mediaType, tag, lastModified, ownHead, label, forms: { identity } };
}

/** The headers that describe the body of a form, without those of validators and caching. */
export function describeForm({ mediaType, bytes, coding }: Form): readonly string[] {
  const head = ["Content-Type", mediaType, "Content-Length", String(bytes)];
  return coding === "identity" ? head : [...head, "Content-Encoding", coding];
}

/** Bytes in the form in which they leave fastest. */
export function bodyOf(content: Buffer): string | Buffer {
  return content.length <= STRING_BYTES_MAX ? content.toString("latin1") : content;
}

function copyOf(content: Buffer): Body {
  const body = bodyOf(content);
  return typeof body === "string" ? body : Buffer.from(body);
}

function contentOf(body: Body): Buffer {
  if (typeof body === "string") return Buffer.from(body, "latin1");
  return body instanceof ByteSheet ? body.written() : body;
}

function describeLink({ rel, href, type }: AnswerLink): string {
  return `<${href}>; rel="${rel}"${type === undefined ? "" : `; type="${type}"`}`;
}
