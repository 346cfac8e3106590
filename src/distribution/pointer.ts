import { createHash } from "node:crypto";
import { readPublicKey, type SecretKey, SignatureError, signHash, verifyHash } from "../release/minisign.ts";
import { isReleaseId, parseJson } from "../release/store/release-register.ts";
import { isObject } from "../is-object.ts";
import { type BlobName, isBlobName } from "./origin.ts";
import { UserError } from "../user-error.ts";

/** The state of publication at one moment: the only thing in an origin that changes. */
export interface Pointer {
  /** Grows with every pointer. A rollback is a new one that names an older release. */
  readonly sequence: number;
  /** The release that was made current last; null where none was. */
  readonly release: string | null;
  /** Nodes answer with that release from this time on, RFC 3339, UTC; null for at once. */
  readonly answersFrom: string | null;
  readonly catalogue: BlobName;
  /** RFC 3339, UTC. */
  readonly publishedAt: string;
  /** A node does not take it over after this time: RFC 3339, UTC; null for none. */
  readonly expires: string | null;
  /** The key that signed it, a line of a public key file; null for none. */
  readonly key: string | null;
}

/** A pointer that a node does not take over, as a sentence. */
export class PointerError extends UserError {}

const POINTER_FORMAT = 2;

const DAY_MILLISECONDS = 86_400_000;

/**
 * Returns the text of a pointer as it is in the origin. The text inside is signed, so that nobody
 * has to agree about the spelling of JSON.
 */
export function writePointer(pointer: Omit<Pointer, "key">, key: SecretKey | null): string {
  const { sequence, release, answersFrom, catalogue, publishedAt, expires } = pointer;
  const text = JSON.stringify({
    format: POINTER_FORMAT,
    sequence,
    release,
    answers_from: answersFrom,
    catalogue,
    published_at: publishedAt,
    expires,
    key: key?.publicKey.text ?? null,
  });
  const signature = key && signHash(hashOf(text), key, `pointer:${sequence}`);
  return `${JSON.stringify({ pointer: text, signature }, null, 2)}\n`;
}

/**
 * Reads the text of a pointer. With trusted keys, one of them must have signed it. Throws a
 * PointerError.
 */
export function readPointer(text: string, trusted: readonly string[]): Pointer {
  const envelope = parseJson(text);
  if (!isObject(envelope) || typeof envelope["pointer"] !== "string") throw new PointerError("this is no pointer");
  if (trusted.length > 0) expectSigned(envelope["pointer"], envelope["signature"], trusted);
  const pointer = parsePointer(parseJson(envelope["pointer"]));
  if (pointer === null)
    throw new PointerError(
      "another version of this program wrote the pointer: upgrade this one; or, to publish what DATA_DIR has, move current.json of the origin away and run `country-trust renew`",
    );
  return pointer;
}

/** Warnings begin this long before the end, but at most a third of the lifetime before it. */
const WARNING_MILLISECONDS = 7 * DAY_MILLISECONDS;

/** The time by which a publisher should have renewed a pointer: RFC 3339, UTC; null for none. */
export function warnsFrom({ expires, publishedAt }: Pointer): string | null {
  if (expires === null) return null;
  const left = Math.max(0, Date.parse(expires) - Date.parse(publishedAt)) / 3;
  return timeOf(Date.parse(expires) - Math.min(WARNING_MILLISECONDS, left));
}

/** Returns true if a time, such as an end, is over; null never is. */
export function isOver(time: string | null, now: Date): boolean {
  return time !== null && time <= now.toISOString();
}

/** Returns true if a pointer is due: a third of its lifetime is over, or the lifetime changed. */
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

function expectSigned(text: string, signature: unknown, trusted: readonly string[]): void {
  if (typeof signature !== "string")
    throw new PointerError(
      "the pointer is not signed; to sign that of an own origin for the first time, run `country-trust renew` with SIGNING_KEY_FILE and without TRUSTED_KEYS",
    );
  const reasons: string[] = [];
  for (const key of trusted.map(readPublicKey)) {
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
  const { sequence, release, answers_from: answersFrom, catalogue, published_at: publishedAt, expires, key } = found;
  if (typeof sequence !== "number" || !Number.isSafeInteger(sequence) || sequence < 1) return null;
  if (release !== null && !(typeof release === "string" && isReleaseId(release))) return null;
  if (!isBlobName(catalogue) || !isTime(publishedAt)) return null;
  if ((answersFrom !== null && !isTime(answersFrom)) || (expires !== null && !isTime(expires))) return null;
  if (key !== null && typeof key !== "string") return null;
  return { sequence, release, answersFrom, catalogue, publishedAt, expires, key };
}

/** Returns true for a time as this program writes it, so that texts compare as times do. */
function isTime(value: unknown): value is string {
  if (typeof value !== "string") return false;
  const time = new Date(value);
  return !Number.isNaN(time.getTime()) && time.toISOString() === value;
}

function hashOf(text: string): Buffer {
  return createHash("blake2b512").update(text).digest();
}
