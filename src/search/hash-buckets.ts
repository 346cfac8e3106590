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
