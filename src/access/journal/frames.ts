import { crc32 } from "node:zlib";
import type { UsageCount } from "../usage-history.ts";

/*
 * A journal is a file of frames, each written at once:
 *
 *   u32 bytes of the records · u32 CRC-32 of the minute and the records · u32 minute · records
 *
 * and each record one request, or the number that an operation has from there on in this file (little-endian throughout):
 *
 *   u8 number of the operation · u8 length · id of the subject
 *   u8 255 · u8 number · u8 length · id of the operation
 *
 * A frame that is cut off or does not fit its CRC was never finished, so nothing in it was answered.
 */
const HEAD_BYTES = 12;
const MINUTE_AT = 8;
const NAMES = 255;

/** Operations that a file can number. */
const OPERATIONS_MAX = NAMES;
const TEXT_BYTES_MAX = 255;

/** The longest record. */
const RECORD_BYTES_MAX = 3 + TEXT_BYTES_MAX;

/** Fills frames. Ids are Latin-1, at most 255 characters. */
export class FrameWriter {
  readonly #bytes: Buffer;
  #length = 0;
  readonly #numbers = new Map<string, number>();

  constructor(bytesMax: number) {
    this.#bytes = Buffer.allocUnsafeSlow(bytesMax);
  }

  get isEmpty(): boolean {
    return this.#length === 0;
  }

  /** Whether the next record may not fit. */
  get isFull(): boolean {
    return this.#length + 2 * RECORD_BYTES_MAX > this.#bytes.length;
  }

  /** Begins a file, in which no operation has a number yet. */
  beginFile(): void {
    this.#numbers.clear();
  }

  begin(minute: number): void {
    this.#bytes.writeUInt32LE(minute, MINUTE_AT);
    this.#length = HEAD_BYTES;
  }

  add(subjectId: string, operation: string): void {
    const number = this.#numbers.get(operation) ?? this.#nameOperation(operation);
    const bytes = this.#bytes;
    const { length } = subjectId;
    let at = this.#length;
    bytes[at] = number;
    bytes[at + 1] = length;
    at += 2;
    for (let place = 0; place < length; place += 1) bytes[at + place] = subjectId.charCodeAt(place);
    this.#length = at + length;
  }

  /** The finished frame; to be written before anything else is done. */
  finish(): Uint8Array {
    const frame = this.#bytes.subarray(0, this.#length);
    frame.writeUInt32LE(this.#length - HEAD_BYTES, 0);
    frame.writeUInt32LE(crc32(frame.subarray(MINUTE_AT)), 4);
    return frame;
  }

  /** Lets go of the frame, once it is written or given up. */
  clear(): void {
    this.#length = 0;
  }

  #nameOperation(operation: string): number {
    const number = this.#numbers.size;
    if (number >= OPERATIONS_MAX) throw new RangeError(`a journal numbers at most ${OPERATIONS_MAX} operations`);
    this.#numbers.set(operation, number);
    const bytes = this.#bytes;
    const length = bytes.write(operation, this.#length + 3, TEXT_BYTES_MAX, "latin1");
    bytes[this.#length] = NAMES;
    bytes[this.#length + 1] = number;
    bytes[this.#length + 2] = length;
    this.#length += 3 + length;
    return number;
  }
}

/** Reads the frames of one file from its beginning, as it grows. */
export class FrameReader {
  readonly #operations: string[] = [];
  /** Bytes of the file that were read. */
  position = 0;

  /** Reads whole frames from the bytes after `position`; counts those that begin at `countFrom` or later. */
  read(bytes: Buffer, countFrom: number): UsageCount[] {
    const counts = new CountTable();
    let at = 0;
    while (bytes.length - at >= HEAD_BYTES) {
      const end = at + HEAD_BYTES + bytes.readUInt32LE(at);
      if (end > bytes.length || crc32(bytes.subarray(at + MINUTE_AT, end)) !== bytes.readUInt32LE(at + 4)) break;
      const minute = bytes.readUInt32LE(at + MINUTE_AT);
      this.#readRecords(bytes, at + HEAD_BYTES, end, this.position >= countFrom ? counts : null, minute);
      this.position += end - at;
      at = end;
    }
    return counts.list;
  }

  #readRecords(bytes: Buffer, start: number, end: number, counts: CountTable | null, minute: number): void {
    for (let at = start; at < end;) {
      if (bytes[at] === NAMES) {
        const textEnd = at + 3 + bytes[at + 2]!;
        this.#operations[bytes[at + 1]!] = bytes.toString("latin1", at + 3, textEnd);
        at = textEnd;
      } else {
        const textEnd = at + 2 + bytes[at + 1]!;
        counts?.add(minute, bytes.toString("latin1", at + 2, textEnd), this.#operations[bytes[at]!]!);
        at = textEnd;
      }
    }
  }
}

/** Adds requests up. A table of each minute and operation: few tables of many subjects make less to collect than the other way round. */
class CountTable {
  readonly list: UsageCount[] = [];
  readonly #minutes = new Map<number, Map<string, Map<string, { requests: number }>>>();

  add(minute: number, subjectId: string, operation: string): void {
    const subjects = entryOf(entryOf(this.#minutes, minute), operation);
    const known = subjects.get(subjectId);
    if (known !== undefined) {
      known.requests += 1;
      return;
    }
    const count = { subjectId, operation, minute, requests: 1 };
    subjects.set(subjectId, count);
    this.list.push(count);
  }
}

function entryOf<Key, InnerKey, Value>(map: Map<Key, Map<InnerKey, Value>>, key: Key): Map<InnerKey, Value> {
  let inner = map.get(key);
  if (inner === undefined) map.set(key, (inner = new Map()));
  return inner;
}
