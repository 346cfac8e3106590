import { UNDATED } from "../trust/judged-on.ts";
import { littleEndian } from "./company-columns.ts";
import type { StoredJudgement } from "./stored-judgements.ts";

/**
 * One number per judgement and column, in the published order: by company, pillar, criterion and
 * judge. It is what a filtered list of judgements needs to know of every judgement. A million of
 * them take six megabytes.
 */
export interface JudgementArrays {
  /** Index in the publisher's order of pillars. */
  readonly pillar: Uint8Array;
  /** Level from 1. */
  readonly band: Uint8Array;
  /** Dates as `trust/judged-on.ts` numbers them, or `UNDATED`. */
  readonly day: Int32Array;
}

/** Fills the arrays with one judgement after another. */
export class JudgementArraysBuilder {
  readonly arrays: JudgementArrays;
  #count = 0;

  constructor(judgements: number) {
    this.arrays = {
      pillar: new Uint8Array(judgements),
      band: new Uint8Array(judgements),
      day: new Int32Array(judgements).fill(UNDATED),
    };
  }

  add({ pillar, band, judged_on: day }: Pick<StoredJudgement, "pillar" | "band" | "judged_on">): void {
    this.arrays.pillar[this.#count] = pillar;
    this.arrays.band[this.#count] = band;
    this.arrays.day[this.#count] = day;
    this.#count += 1;
  }
}

/** The arrays as rows of the `judgement_column` table: little-endian, named as below. */
export function* storedArrays({ pillar, band, day }: JudgementArrays): Generator<readonly [string, Uint8Array]> {
  yield ["band", band];
  yield ["day", littleEndian(new Uint32Array(day.buffer, day.byteOffset, day.length))];
  yield ["pillar", pillar];
}

/** The reverse of `storedArrays`. Throws where an array is missing or has the wrong length. */
export function readArrays(stored: (name: string) => Uint8Array | undefined, judgements: number): JudgementArrays {
  const bytes = (name: string, width: number): Uint8Array => {
    const array = stored(name);
    if (array?.byteLength === judgements * width) return littleEndian(Uint8Array.from(array), width);
    throw new Error(`judgement column ${name} has ${array?.byteLength ?? "no"} bytes, expected ${judgements * width}`);
  };
  return { pillar: bytes("pillar", 1), band: bytes("band", 1), day: new Int32Array(bytes("day", 4).buffer) };
}
