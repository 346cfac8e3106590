import { varint } from "./thrift.ts";

/** A run: its length, up to five bytes, and its value, up to four. */
const RUN_BYTES_MAX = 9;

/** How many bits every number up to `maximum` fits in, one at least. */
export function bitsOf(maximum: number): number {
  return Math.max(1, 32 - Math.clz32(maximum));
}

/**
 * The first `count` of some numbers of at most 24 bits each in Parquet's RLE/bit-packing hybrid: all as runs or all packed, whichever is likely to be smaller.
 */
export function encodeRuns(numbers: Int32Array, count: number, bits: number): Buffer {
  let runs = 1;
  for (let i = 1; i < count; i += 1) if (numbers[i] !== numbers[i - 1]) runs += 1;
  const width = Math.ceil(bits / 8);
  return 8 * runs * (2 + width) < count * bits ? runsOf(numbers, count, width, runs) : packed(numbers, count, bits);
}

function runsOf(numbers: Int32Array, count: number, width: number, runs: number): Buffer {
  const bytes = Buffer.allocUnsafe(runs * RUN_BYTES_MAX);
  let at = 0;
  for (let first = 0, next: number; first < count; first = next) {
    next = first + 1;
    while (next < count && numbers[next] === numbers[first]) next += 1;
    at += varint(2 * (next - first)).copy(bytes, at);
    at = bytes.writeUIntLE(numbers[first]!, at, width);
  }
  return bytes.subarray(0, at);
}

/** Eight numbers are a group, the last one is filled up with zeros. */
function packed(numbers: Int32Array, count: number, bits: number): Buffer {
  const groups = Math.ceil(count / 8);
  const head = varint(2 * groups + 1);
  const bytes = Buffer.alloc(head.length + groups * bits);
  let at = head.copy(bytes);
  let pending = 0;
  let pendingBits = 0;
  for (let i = 0; i < count; i += 1) {
    pending |= numbers[i]! << pendingBits;
    pendingBits += bits;
    while (pendingBits >= 8) {
      bytes[at++] = pending;
      pending >>>= 8;
      pendingBits -= 8;
    }
  }
  if (pendingBits > 0) bytes[at] = pending;
  return bytes;
}
