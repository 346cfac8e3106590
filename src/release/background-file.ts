import { type FileHandle, open } from "node:fs/promises";

/** So many writes may be waiting before `settle` waits. */
const WRITES_MAX = 8;
const BUFFER_BYTES = 1 << 20;

/** A new file that is written front to back by other threads, while this one fills the next bytes. To be finished or abandoned. */
export class BackgroundFile {
  readonly #handle: FileHandle;
  #position = 0;
  #isOpen = true;
  /** One at a time: the file system writes to a file from one thread, and others that try burn their processor while they wait. */
  #last: Promise<void> = Promise.resolve();
  #waiting = 0;
  readonly #idle: Buffer[] = [];
  #failure: { readonly error: unknown } | null = null;

  private constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  static async create(file: string): Promise<BackgroundFile> {
    return new BackgroundFile(await open(file, "w"));
  }

  /** A buffer of a mebibyte, to be filled and given back to `write`. */
  takeBuffer(): Buffer {
    return this.#idle.pop() ?? Buffer.allocUnsafeSlow(BUFFER_BYTES);
  }

  /** Appends the first `length` bytes of a buffer, which it takes back. A failure is thrown by the next `settle` or `finish`. */
  write(buffer: Buffer, length: number): void {
    const position = this.#position;
    this.#position += length;
    this.#waiting += 1;
    this.#last = this.#last
      .then(() => this.#writeAll(buffer.subarray(0, length), position))
      .catch((error: unknown) => {
        this.#failure ??= { error };
      })
      .finally(() => {
        this.#waiting -= 1;
        this.#idle.push(buffer);
      });
  }

  /** Whether the disk lags behind, or a write failed: `settle` has something to do. */
  get isAhead(): boolean {
    return this.#waiting > WRITES_MAX || this.#failure !== null;
  }

  /** Waits until the disk has caught up, which bounds the memory of bytes that are not written yet. */
  async settle(): Promise<void> {
    if (this.#waiting > WRITES_MAX) await this.#last;
    this.#throwFailure();
  }

  /** Completes and closes the file, which is not yet fsynced. */
  async finish(): Promise<void> {
    await this.#last;
    await this.abandon();
    this.#throwFailure();
  }

  /** Closes the file as it is. */
  async abandon(): Promise<void> {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    await this.#last;
    await this.#handle.close();
  }

  async #writeAll(bytes: Uint8Array, position: number): Promise<void> {
    for (let at = 0; at < bytes.length;) {
      const { bytesWritten } = await this.#handle.write(bytes, at, bytes.length - at, position + at);
      at += bytesWritten;
    }
  }

  #throwFailure(): void {
    if (this.#failure) throw this.#failure.error;
  }
}
