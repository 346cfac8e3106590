/**
 * The place that nodes get their releases from. All it holds are blobs, named by the SHA-256 of
 * their bytes (hexadecimal), and one pointer, which says what is published. Only the pointer ever
 * changes, so that no origin needs transactions or conditional writes.
 *
 * An origin is not trusted: who reads from it checks hashes and signatures.
 */
export interface Origin {
  /** How messages call it; without passwords. */
  readonly name: string;
  /** The text of the pointer; null where nothing was published yet. Throws an OriginError. */
  readPointer(signal: AbortSignal): Promise<string | null>;
  /**
   * Has the next reading ask for the whole pointer: the last one may have been damaged on its way,
   * and would be kept for as long as the origin says that it has not changed.
   */
  forgetPointer(): void;
  /**
   * The bytes of a blob from byte `start` on, as they are stored: they may be wrong, and end early.
   * Throws an OriginError, whose reason is `missing` where there is no such blob.
   */
  readBlob(sha256: string, start: number, signal: AbortSignal): AsyncIterable<Uint8Array>;
  /**
   * Has `listener` called soon after the pointer changed. Where an origin cannot tell, or its
   * connection is cut, that is never: the pointer has to be polled as well. Returns what ends it.
   */
  onPointerChange(listener: () => void): () => void;
  close(): Promise<void>;
}

/** An origin that a publisher may write to. Every write may be repeated. */
export interface WritableOrigin extends Origin {
  hasBlob(sha256: string, signal: AbortSignal): Promise<boolean>;
  /**
   * Stores a blob of `bytes` bytes, all of it or nothing; `read` gives its content from the start,
   * each time it is called. Throws an OriginError where the content is not what its name says.
   */
  writeBlob(sha256: string, bytes: number, read: () => AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void>;
  /** Replaces the pointer. Readers see the old text or the new one. */
  writePointer(text: string, signal: AbortSignal): Promise<void>;
  /**
   * Runs `work` while no other publisher does, as far as the origin can know; `onWait` is called
   * when another one is at work.
   */
  alone<Result>(onWait: () => void, work: () => Promise<Result>): Promise<Result>;
  /** Deletes the blobs that are not in use and were written before a time. Returns how many. */
  removeUnused(inUse: ReadonlySet<string>, before: Date, signal: AbortSignal): Promise<number>;
}

/** Why an origin did not do what it was asked. */
export type OriginFault = "missing" | "unreachable" | "refused" | "damaged";

/** An origin that cannot be used, as a sentence without passwords. */
export class OriginError extends Error {
  override name = "OriginError";
  readonly reason: OriginFault;

  constructor(reason: OriginFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
