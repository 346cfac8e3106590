import { createHash } from "node:crypto";
import {
  type PublicKey,
  readPublicKey,
  type SecretKey,
  SignatureError,
  signHash,
  verifyHash,
} from "../release/minisign.ts";
import { parseJson } from "../release/store/release-history.ts";
import { isReleaseId } from "../release/store/release-register.ts";
import { isBlobName, isObject, isTime, type BlobName } from "./blob-name.ts";

/** What is published, as of one moment: the one thing in an origin that changes. */
export interface Pointer {
  /** Grows with every pointer. A rollback is a new one that names an older release. */
  readonly sequence: number;
  /** The release that was made current last; null where none was. */
  readonly release: string | null;
  readonly catalogue: BlobName;
  /** RFC 3339, UTC. */
  readonly publishedAt: string;
  /** A node does not take it over after this time: RFC 3339, UTC; null for none. */
  readonly expires: string | null;
  /** The public keys in force, lines of public key files; the first one signed the pointer. */
  readonly keys: readonly string[];
}

/** A pointer that a node does not take over, as a sentence. */
export class PointerError extends Error {
  override name = "PointerError";
  readonly reason: "expired" | "refused";

  constructor(message: string, reason: PointerError["reason"] = "refused") {
    super(message);
    this.reason = reason;
  }
}

const POINTER_FORMAT = 1;

const DAY_MILLISECONDS = 86_400_000;

/** Larger texts are no pointers. */
const POINTER_CHARACTERS_MAX = 64 * 1024;

/**
 * The text of a pointer as it is in the origin. What is signed is the text inside, so that nobody
 * has to agree about the spelling of JSON.
 */
export function writePointer(pointer: Pointer, key: SecretKey | null): string {
  const { sequence, release, catalogue, publishedAt, expires, keys } = pointer;
  const fields = { format: POINTER_FORMAT, sequence, release, catalogue, published_at: publishedAt, expires, keys };
  const text = JSON.stringify(fields);
  const signature = key && signHash(hashOf(text), key, `pointer:${sequence}`);
  return `${JSON.stringify({ pointer: text, signature }, null, 2)}\n`;
}

/**
 * Reads the text of a pointer. With trusted keys, one of them must have signed it. Throws a
 * PointerError.
 */
export function readPointer(text: string, trusted: readonly string[]): Pointer {
  if (text.length > POINTER_CHARACTERS_MAX) throw new PointerError("the pointer is too long to be one");
  const envelope = parseJson(text);
  if (!isObject(envelope) || typeof envelope["pointer"] !== "string") throw new PointerError("this is no pointer");
  if (trusted.length > 0) expectSigned(envelope["pointer"], envelope["signature"], trusted.map(readPublicKey));
  const pointer = parsePointer(parseJson(envelope["pointer"]));
  if (pointer === null)
    throw new PointerError("the pointer cannot be read; a newer version of this program may have written it");
  return pointer;
}

/** Names the text of a pointer. */
export function hashPointer(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Until when a pointer is taken over, and from when on its end is near: RFC 3339, UTC. */
export interface PointerEnd {
  /** Null for no end. */
  readonly expires: string | null;
  /** Its publisher should have renewed it by then. Null for no end. */
  readonly warnsFrom: string | null;
}

/** How long before the end is warned; where a pointer lives shortly, a third of its time before. */
const WARNING_MILLISECONDS = 7 * DAY_MILLISECONDS;

/**
 * When a pointer ends. One that is signed and names no end has `signedDays` from when it was
 * published: otherwise everybody who kept an old one could show it to a new node for ever.
 */
export function endOf({ expires, publishedAt }: Pointer, signedDays: number | null): PointerEnd {
  const from = Date.parse(publishedAt);
  const end = expires ?? (signedDays === null ? null : timeOf(from + signedDays * DAY_MILLISECONDS));
  if (end === null) return { expires: null, warnsFrom: null };
  const left = Math.min(WARNING_MILLISECONDS, Math.max(0, Date.parse(end) - from) / 3);
  return { expires: end, warnsFrom: timeOf(Date.parse(end) - left) };
}

/** Whether a time, such as an end, is over; null never is. */
export function isOver(time: string | null, now: Date): boolean {
  return time !== null && time <= now.toISOString();
}

/** Whether a pointer is written again: when a third of its time is over, or it has another one. */
export function isDue({ expires, publishedAt }: Pointer, lifetimeDays: number | null, now: Date): boolean {
  if (lifetimeDays === null || expires === null) return lifetimeDays !== null || expires !== null;
  const lifetime = lifetimeDays * DAY_MILLISECONDS;
  const end = Math.min(Date.parse(publishedAt) + lifetime, Date.parse(expires));
  return end - now.getTime() < (lifetime * 2) / 3;
}

/** The times of a pointer that is written now. */
export function timesOfNew(now: Date, lifetimeDays: number | null): Pick<Pointer, "publishedAt" | "expires"> {
  const expires = lifetimeDays === null ? null : timeOf(now.getTime() + lifetimeDays * DAY_MILLISECONDS);
  return { publishedAt: now.toISOString(), expires };
}

function timeOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

function expectSigned(text: string, signature: unknown, trusted: readonly PublicKey[]): void {
  if (typeof signature !== "string") throw new PointerError("the pointer is not signed");
  const reasons: string[] = [];
  for (const key of trusted) {
    try {
      verifyHash(hashOf(text), signature, key);
      return;
    } catch (error) {
      if (!(error instanceof SignatureError)) throw error;
      reasons.push(error.message);
    }
  }
  throw new PointerError(`the pointer is not trusted: ${reasons.join("; ")}`);
}

function parsePointer(found: unknown): Pointer | null {
  if (!isObject(found) || found["format"] !== POINTER_FORMAT) return null;
  const { sequence, release, catalogue, published_at: publishedAt, expires, keys } = found;
  if (typeof sequence !== "number" || !Number.isSafeInteger(sequence) || sequence < 1) return null;
  if (release !== null && !(typeof release === "string" && isReleaseId(release))) return null;
  if (!isBlobName(catalogue) || !isTime(publishedAt) || (expires !== null && !isTime(expires))) return null;
  if (!Array.isArray(keys) || !keys.every(isKey)) return null;
  return { sequence, release, catalogue, publishedAt, expires, keys };
}

function isKey(value: unknown): value is string {
  try {
    return typeof value === "string" && readPublicKey(value).text === value;
  } catch (error) {
    if (error instanceof SignatureError) return false;
    throw error;
  }
}

function hashOf(text: string): Buffer {
  return createHash("blake2b512").update(text).digest();
}
