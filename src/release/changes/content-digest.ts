const PRIMES = [0x85_eb_ca_6b, 0xc2_b2_ae_35] as const;
const RADIX = 36;

/*
 * Digests by which contents are compared, mixed like the end of a MurmurHash3 (A. Appleby): with
 * SHA-256, judgements take three times as long. They protect against nobody: who publishes both
 * contents gains nothing from two that are taken for equal.
 */

/** Adds a number to a digest of 32 bits; each lane mixes differently. */
export function mix(digest: number, number: number, lane: 0 | 1): number {
  const mixed = Math.imul((Math.imul(digest, 31) + number) ^ (digest >>> 15), PRIMES[lane]);
  return mixed ^ (mixed >>> 13);
}

/** Two lanes as one text. */
export function digestOf(first: number, second: number): string {
  return `${(first >>> 0).toString(RADIX)}.${(second >>> 0).toString(RADIX)}`;
}

export function digestText(text: string): string {
  let [first, second] = [text.length, text.length];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    first = mix(first, unit, 0);
    second = mix(second, unit, 1);
  }
  return digestOf(first, second);
}

/** A digest of 32 bits. */
export function digestShort(text: string): number {
  let digest = text.length;
  for (let at = 0; at < text.length; at += 1) digest = mix(digest, text.charCodeAt(at), 0);
  return digest;
}
