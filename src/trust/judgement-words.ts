/**
 * How judgements, as numbers, are packed into few 64-bit words: intake sorts them so, and a release is built from them. Sorted by their words, the first
 * the most significant, judgements stand in the order of `current.ts`.
 */

import { UNDATED } from "./judgement-columns.ts";

export { UNDATED };

/** How large the numbers of the judgements can be. Pillars count from 0; companies from 0, below `companies`; bands and terms from 1. */
export interface NumberRanges {
  readonly companies: number;
  readonly pillars: number;
  readonly bands: number;
  /** The largest term of each column; null where no judgement has the column. */
  readonly criterion: number | null;
  readonly judge: number | null;
  readonly source: number | null;
  /** Whether a judgement may have a date. */
  readonly dated: boolean;
}

/** The last day that is read, 2999-12-31, in days since 1970-01-01. The age of a judgement is counted from it, so that the newest comes first. */
export const LAST_DAY = 376_199;
/** The undated is older than every date, the first of which is 1000-01-01. */
export const AGE_UNDATED = 730_485;

/** `judged_on`, in days since 1970-01-01 or `UNDATED`, of an age. */
export function judgedOnOf(age: number, { nothing }: Pick<NumberPlace, "nothing">): number {
  return age === nothing ? UNDATED : LAST_DAY - age;
}

/** The numbers of a judgement, in the order in which they count. */
export const NUMBER_NAMES = ["company", "pillar", "criterion", "judge", "age", "band", "source"] as const;

export type NumberName = (typeof NUMBER_NAMES)[number];

/** Where a number stands: `(half >>> shift) & mask` of the low (0) or the high (1) 32 bits of a word, so that no number lies across both. */
export interface NumberPlace {
  readonly word: number;
  readonly half: 0 | 1;
  readonly shift: number;
  /** 0 for a number without bits, which reads 0. */
  readonly mask: number;
  /** The number that says that a judgement has no such thing; null where each has one. */
  readonly nothing: number | null;
}

export interface WordLayout {
  readonly words: number;
  readonly places: Readonly<Record<NumberName, NumberPlace>>;
}

/** The sign of a word stays free. */
const BITS_OF_HALF = { 1: 31, 0: 32 } as const;

/** Lays the numbers out, each with as few bits as it needs. */
export function layOutWords(ranges: NumberRanges): WordLayout {
  const fields = fieldsOf(ranges);
  const places = {} as Record<NumberName, NumberPlace>;
  let word = 0;
  let half: 0 | 1 = 1;
  let room: number = BITS_OF_HALF[half];
  for (const name of NUMBER_NAMES) {
    const { bits, nothing } = fields[name];
    if (bits > room) {
      if (half === 0) word += 1;
      half = half === 1 ? 0 : 1;
      room = BITS_OF_HALF[half];
    }
    room -= bits;
    places[name] = { word, half, shift: room, mask: 2 ** bits - 1, nothing };
  }
  return { words: word + 1, places };
}

interface Field {
  readonly bits: number;
  readonly nothing: number | null;
}

function fieldsOf({
  companies,
  pillars,
  bands,
  criterion,
  judge,
  source,
  dated,
}: NumberRanges): Record<NumberName, Field> {
  // One without a source comes last, as `current.ts` has it.
  const noSource = source === null ? 0 : source + 1;
  return {
    company: { bits: bitsOf(companies), nothing: null },
    pillar: { bits: bitsOf(pillars), nothing: null },
    criterion: { bits: criterion === null ? 0 : bitsOf(criterion), nothing: 0 },
    judge: { bits: judge === null ? 0 : bitsOf(judge), nothing: 0 },
    age: dated ? { bits: bitsOf(AGE_UNDATED), nothing: AGE_UNDATED } : { bits: 0, nothing: 0 },
    band: { bits: bitsOf(bands), nothing: null },
    source: { bits: source === null ? 0 : bitsOf(noSource), nothing: noSource },
  };
}

/** What may be there has a bit at least, so that a NULL among what is packed shows. */
function bitsOf(maximum: number): number {
  return Math.max(1, 32 - Math.clz32(maximum));
}
