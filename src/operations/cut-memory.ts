/** Memory that bodies of answers are cut from, one after another: one allocation for many. */
let slab = Buffer.alloc(0);
let slabUsed = 0;

const SLAB_BYTES = 512 * 1024;

/** Cuts memory for a body that is sent once; one that is kept would keep all of the slab with it. What stands in it is unknown. */
export function cutMemory(bytes: number): Buffer {
  if (bytes > SLAB_BYTES / 8) return Buffer.allocUnsafeSlow(bytes);
  if (slabUsed + bytes > slab.length) {
    slab = Buffer.allocUnsafeSlow(SLAB_BYTES);
    slabUsed = 0;
  }
  slabUsed += bytes;
  return slab.subarray(slabUsed - bytes, slabUsed);
}
