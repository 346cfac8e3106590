/** Longer runs are left to the system, which copies them faster but takes as long to be called as some hundred bytes take here. */
const SHORT_BYTES = 512;

const WORD_BYTES = 8;

/** Copies the bytes between two places to another place, where they must not stand already: eight at a time, the last eight as they come. */
export function copyBytes(from: DataView, start: number, end: number, to: DataView, at: number): void {
  const last = end - WORD_BYTES;
  if (last - start > SHORT_BYTES) {
    bytesOf(to).set(bytesOf(from).subarray(start, end), at);
    return;
  }
  if (last < start) {
    for (let place = start; place < end; place += 1) to.setUint8(at + place - start, from.getUint8(place));
    return;
  }
  const ahead = at - start;
  for (let place = start; place < last; place += WORD_BYTES)
    to.setBigInt64(ahead + place, from.getBigInt64(place, true), true);
  to.setBigInt64(ahead + last, from.getBigInt64(last, true), true);
}

/** Bytes to copy from or to. */
export function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

function bytesOf({ buffer, byteOffset, byteLength }: DataView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
