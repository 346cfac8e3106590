/** Bytes that grow as numbers are written to them. */
export class ByteWriter {
  #bytes = Buffer.alloc(1 << 16);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** An unsigned integer below 2³², seven bits a byte, the lowest first (LEB128). */
  varint(value: number): void {
    this.#reserve(5);
    let rest = value >>> 0;
    while (rest > 0x7f) {
      this.#bytes[this.#length++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    this.#bytes[this.#length++] = rest;
  }

  /** Ascending numbers from 0, as differences: the first from -1. */
  ascending(numbers: Iterable<number>): void {
    let before = -1;
    for (const number of numbers) {
      this.varint(number - before);
      before = number;
    }
  }

  /** A text as UTF-8 behind its length in bytes. */
  text(value: string): void {
    const bytes = Buffer.byteLength(value);
    this.varint(bytes);
    this.#reserve(bytes);
    this.#length += this.#bytes.write(value, this.#length);
  }

  bytes(value: Uint8Array): void {
    this.#reserve(value.length);
    this.#bytes.set(value, this.#length);
    this.#length += value.length;
  }

  /** What was written, without a copy, until more is written. */
  take(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  clear(): void {
    this.#length = 0;
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const larger = Buffer.alloc(Math.max(this.#bytes.length * 2, this.#length + more));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}

/** Reads varints one after another. Beyond the end it reads zeros, so that a damaged file cannot make it loop. */
export class ByteReader {
  readonly bytes: Uint8Array;
  at = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  varint(): number {
    const { bytes } = this;
    let byte = bytes[this.at++] ?? 0;
    if (byte < 0x80) return byte;
    let value = byte & 0x7f;
    for (let shift = 7; shift < 35; shift += 7) {
      byte = bytes[this.at++] ?? 0;
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) break;
    }
    return value >>> 0;
  }
}
