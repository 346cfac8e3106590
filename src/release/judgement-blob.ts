import { UNDATED } from "../trust/judgement-columns.ts";

/**
 * A company's current judgements as one compact value: unsigned LEB128 numbers, six per judgement, in the order
 * pillar, band, criterion, judge, judged_on, source. Criterion and judge are terms, the source is a place from 1 in the
 * company's own list of addresses; 0 is none. Ten million judgements take about 100 MB this way, and a
 * company's detail costs one row instead of a hundred.
 */

const NUMBERS_PER_JUDGEMENT = 6;
const BYTES_PER_NUMBER_MAX = 5;

/** Collects the judgements of one company after another, reusing its memory. */
export class JudgementPacker {
  #bytes = Buffer.allocUnsafe(16 * 1024);
  #length = 0;

  /** Terms and places are ≥ 0; `judgedOn` is days since 1970-01-01 or `UNDATED`. */
  add(pillar: number, band: number, criterion: number, judge: number, judgedOn: number, source: number): void {
    if (this.#bytes.length - this.#length < NUMBERS_PER_JUDGEMENT * BYTES_PER_NUMBER_MAX) {
      this.#bytes = Buffer.concat([this.#bytes, Buffer.allocUnsafe(this.#bytes.length)]);
    }
    const bytes = this.#bytes;
    let at = putNumber(bytes, this.#length, pillar);
    at = putNumber(bytes, at, band);
    at = putNumber(bytes, at, criterion);
    at = putNumber(bytes, at, judge);
    at = putNumber(bytes, at, judgedOn === UNDATED ? 0 : ((judgedOn << 1) ^ (judgedOn >> 31)) + 1);
    this.#length = putNumber(bytes, at, source);
  }

  /** The packed judgements so far, valid until the next `add`; the packer starts anew. */
  take(): Buffer {
    const packed = this.#bytes.subarray(0, this.#length);
    this.#length = 0;
    return packed;
  }
}

/** Writes an unsigned LEB128 number at a place and returns the place behind it. */
export function putNumber(bytes: Buffer, at: number, value: number): number {
  let end = at;
  let rest = value;
  while (rest > 127) {
    bytes[end++] = (rest & 127) | 128;
    rest >>>= 7;
  }
  bytes[end++] = rest;
  return end;
}

export interface PackedJudgement {
  readonly pillar: number;
  readonly band: number;
  readonly criterion: number;
  readonly judge: number;
  /** Days since 1970-01-01 or `UNDATED`. */
  readonly judgedOn: number;
  readonly source: number;
}

/** Reads what a `JudgementPacker` packed. Throws a RangeError where the bytes end within a judgement. */
export function unpackJudgements(bytes: Uint8Array): PackedJudgement[] {
  let at = 0;
  const next = (): number => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++];
      if (byte === undefined) throw new RangeError(`judgements end in the middle, at byte ${at - 1}`);
      value |= (byte & 127) << shift;
      if (byte < 128) return value >>> 0;
    }
  };
  const judgements: PackedJudgement[] = [];
  while (at < bytes.length) {
    const pillar = next();
    const band = next();
    const criterion = next();
    const judge = next();
    const judgedOn = dayOf(next());
    judgements.push({ pillar, band, criterion, judge, judgedOn, source: next() });
  }
  return judgements;
}

/** Days since 1970-01-01, or `UNDATED`, of the number that stands for them. */
export function dayOf(packed: number): number {
  return packed === 0 ? UNDATED : ((packed - 1) >>> 1) ^ -((packed - 1) & 1);
}

const MILLISECONDS_PER_DAY = 86_400_000;

/** `YYYY-MM-DD` of days since 1970-01-01, or null when undated. */
export function isoDate(judgedOn: number): string | null {
  return judgedOn === UNDATED ? null : new Date(judgedOn * MILLISECONDS_PER_DAY).toISOString().slice(0, 10);
}
