import { isObject } from "../is-object.ts";
import { UserError } from "../user-error.ts";

/** The hash by which a blob is requested, and its length. */
export interface BlobName {
  /** Hexadecimal. */
  readonly sha256: string;
  readonly bytes: number;
}

export function isBlobName(value: unknown): value is BlobName {
  if (!isObject(value)) return false;
  const { sha256, bytes } = value;
  const isHash = typeof sha256 === "string" && /^[0-9a-f]{64}$/u.test(sha256);
  return isHash && typeof bytes === "number" && Number.isSafeInteger(bytes) && bytes >= 0;
}

/** `damaged`: the bytes under the name of a blob are not those of its hash. */
export type BlobState = "whole" | "missing" | "damaged";

/** The clock of an origin: when it was read, it stood between these two. */
export interface ClockReading {
  readonly from: Date;
  readonly until: Date;
}

/** Content that can be written to an origin. */
export interface Content extends BlobName {
  /** Reads its bytes from the start, each time it is called. */
  readonly read: () => AsyncIterable<Uint8Array>;
}

/**
 * The place that nodes get their releases from. Under `sha256/` it holds blobs, named by the hash
 * of their bytes, and under `current.json` one pointer, which says what is published. Only the
 * pointer ever changes, so that no origin needs transactions or conditional writes.
 *
 * An origin is not trusted: who reads from it checks hashes and signatures.
 */
export interface Origin {
  /** Its name in messages, without passwords. */
  readonly name: string;
  /**
   * Opens what is stored under a key: its bytes may be wrong, and end early. Null where nothing is
   * stored. Throws an OriginError, as does the reading.
   */
  read(key: string, signal: AbortSignal): Promise<AsyncIterable<Uint8Array> | null>;
  /**
   * The state of a blob where the origin can tell it without sending the bytes, null where they
   * have to be read. Throws an OriginError.
   */
  check?(key: string, blob: BlobName, signal: AbortSignal): Promise<BlobState | null>;
  /** The time by the clock of the origin; null where it does not tell. Throws an OriginError. */
  readClock(signal: AbortSignal): Promise<ClockReading | null>;
}

/** An origin that a publisher may write to. Every write may be repeated. */
export interface WritableOrigin extends Origin {
  /** Stores content under a key, or replaces it: readers see all of the old or all of the new. */
  write(key: string, content: Content, signal: AbortSignal): Promise<void>;
  /** Removes what is stored under a key, if anything is. */
  remove(key: string, signal: AbortSignal): Promise<void>;
  /**
   * Runs `work` while no other publisher does, as far as the origin can know; `onWait` is called
   * when another one is at work.
   */
  alone<Result>(onWait: () => void, work: () => Promise<Result>): Promise<Result>;
}

/** The reason why a request to an origin failed. */
export type OriginFault = "missing" | "unreachable" | "refused" | "damaged";

/** An origin that cannot be used, as a sentence without passwords. */
export class OriginError extends UserError {
  readonly reason: OriginFault;

  constructor(reason: OriginFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/** Returns true if an error says that an origin no longer has what was published there. */
export function isLoss(error: unknown): error is OriginError & { readonly reason: "missing" | "damaged" } {
  return error instanceof OriginError && (error.reason === "missing" || error.reason === "damaged");
}
