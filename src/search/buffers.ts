/** So many records share one entry in a table of offsets. */
export const RECORDS_PER_BLOCK = 8;

/** Bytes that grow as values are appended. */
export class ByteWriter {
  #bytes = Buffer.alloc(1 << 16);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Appends an unsigned integer below 2³², seven bits per byte, lowest first (LEB128). */
  varint(value: number): void {
    this.#reserve(5);
    let rest = value >>> 0;
    while (rest > 0x7f) {
      this.#bytes[this.#length++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    this.#bytes[this.#length++] = rest;
  }

  /** Appends ascending numbers from 0, as differences; the first is relative to -1. */
  ascending(numbers: Iterable<number>): void {
    let before = -1;
    for (const number of numbers) {
      this.varint(number - before);
      before = number;
    }
  }

  /** Appends a text as UTF-8, after its length in bytes. */
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

  /** The bytes, without a copy: valid until more is appended. */
  view(): Uint8Array {
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

/** Reads varints. Beyond the end it reads zeros, so that a damaged file cannot make it loop. */
export class ByteReader {
  readonly bytes: Uint8Array;
  offset = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  varint(): number {
    const { bytes } = this;
    let byte = bytes[this.offset++] ?? 0;
    if (byte < 0x80) return byte;
    let value = byte & 0x7f;
    for (let shift = 7; shift < 35; shift += 7) {
      byte = bytes[this.offset++] ?? 0;
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) break;
    }
    return value >>> 0;
  }
}

/**
 * Writes numbered records, each after its length. Returns the offset of every eighth record, and
 * the records.
 *
 * `write` appends the content of one record.
 */
export function packRecords(
  count: number,
  write: (record: ByteWriter, number: number) => void,
): [offsets: Uint32Array, records: Uint8Array] {
  const writer = new ByteWriter();
  const record = new ByteWriter();
  const offsets = new Uint32Array(Math.ceil(count / RECORDS_PER_BLOCK));
  for (let number = 0; number < count; number += 1) {
    if (number % RECORDS_PER_BLOCK === 0) offsets[number / RECORDS_PER_BLOCK] = writer.length;
    record.clear();
    write(record, number);
    writer.varint(record.length);
    writer.bytes(record.view());
  }
  return [offsets, writer.view()];
}

/** Reads what `packRecords` wrote, one record at a time. */
export class RecordReader extends ByteReader {
  /** The end of the current record. */
  end = 0;
  readonly #offsets: Uint32Array;

  constructor(bytes: Uint8Array, offsets: Uint32Array) {
    super(bytes);
    this.#offsets = offsets;
  }

  /** Moves to the beginning of a record. */
  seek(number: number): void {
    this.offset = this.#offsets[Math.floor(number / RECORDS_PER_BLOCK)]!;
    for (let skip = number % RECORDS_PER_BLOCK; skip > 0; skip -= 1) {
      const length = this.varint();
      this.offset += length;
    }
    const length = this.varint();
    this.end = this.offset + length;
  }
}

/** A growing list of unsigned 32-bit numbers, four bytes each. */
export class NumberList {
  #numbers = new Uint32Array(1 << 12);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(number: number): void {
    if (this.#length === this.#numbers.length) {
      const larger = new Uint32Array(this.#numbers.length * 2);
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    this.#numbers[this.#length++] = number;
  }

  at(index: number): number {
    return this.#numbers[index]!;
  }

  /** The list without a copy: valid until the next `push`. */
  numbers(): Uint32Array {
    return this.#numbers.subarray(0, this.#length);
  }
}

/** A hash table of numbers: those of bucket `b` are from `offsets[b]` to `offsets[b + 1]`. */
export interface HashBuckets {
  /** One more than there are buckets, whose number is a power of two. */
  readonly offsets: Uint32Array;
  readonly values: Uint32Array;
}

/** Puts values into buckets by their hashes, about four into each. */
export function fillBuckets(hashes: ArrayLike<number>, values: ArrayLike<number>): HashBuckets {
  const buckets = 2 ** Math.max(0, Math.ceil(Math.log2(hashes.length / 4 + 1)));
  const offsets = new Uint32Array(buckets + 1);
  for (let at = 0; at < hashes.length; at += 1) offsets[(hashes[at]! & (buckets - 1)) + 1]! += 1;
  for (let bucket = 0; bucket < buckets; bucket += 1) offsets[bucket + 1]! += offsets[bucket]!;
  const sorted = new Uint32Array(hashes.length);
  const filled = offsets.slice();
  for (let at = 0; at < hashes.length; at += 1) sorted[filled[hashes[at]! & (buckets - 1)]!++] = values[at]!;
  return { offsets, values: sorted };
}

/** The values under a hash, and some under others. */
export function bucketOf({ offsets, values }: HashBuckets, hash: number): Uint32Array {
  const bucket = hash & (offsets.length - 2);
  return values.subarray(offsets[bucket], offsets[bucket + 1]);
}
