import { randomUUID } from "node:crypto";

/** Digits of an id that count; as many ids share the others. */
const COUNTED_DIGITS = 6;
const COUNTED_MASK = 0xff_ffff;

/** Odd, so that ids of neighbours do not look like neighbours and none comes twice. */
const STEP = 0x9e_3779;

const THREE_DIGITS = Array.from({ length: 4096 }, (_, number) => number.toString(16).padStart(3, "0"));

let shared = "";
let count = COUNTED_MASK;

/**
 * An id for a request: a UUID of version 4 (RFC 9562) that no other request has. 98 random bits are shared by 16 million of them, which is
 * all the randomness that telling requests apart takes, at a tenth of the price.
 */
export function newRequestId(): string {
  count = (count + 1) & COUNTED_MASK;
  if (count === 0) shared = randomUUID().slice(0, -COUNTED_DIGITS);
  const digits = Math.imul(count, STEP) & COUNTED_MASK;
  return shared + THREE_DIGITS[digits >>> 12]! + THREE_DIGITS[digits & 0xfff]!;
}
