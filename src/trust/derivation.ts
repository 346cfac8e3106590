import type { Distribution } from "./scale.ts";
import { countAroundMedian, middleOf } from "./statistics.ts";

/** Positions of things in a line, from 1; both included. */
export interface LineRange {
  readonly first: number;
  readonly last: number;
}

/**
 * The steps to a lower median on paper: stand all counted things in a line, those in the worst
 * band first, and go to the one in the middle.
 */
export interface Derivation {
  /** The level of the band in which the thing in the middle stands. */
  readonly median: number;
  /** The position of the one in the middle. */
  readonly middle: number;
  /** For each band, the number of things in it or a worse one. */
  readonly cumulative: readonly number[];
  /** The last ones below the median band; null where there are none. */
  readonly below: LineRange | null;
  /** The ones around the middle that stand in the median band. */
  readonly around: LineRange;
  /** The first ones above the median band; null where there are none. */
  readonly above: LineRange | null;
}

/** Numbers of things shown below and above the median band, and on each side of the middle. */
const BESIDE_BAND = 5;
const BESIDE_MIDDLE = 2;

/** Derives a lower median step by step; null when nothing is counted. */
export function deriveMedian(distribution: Distribution): Derivation | null {
  const counts = countAroundMedian(distribution);
  if (counts === null) return null;
  const { median, below, at, above, count } = counts;
  const middle = middleOf(count);
  return {
    median,
    middle,
    cumulative: cumulativeCounts(distribution),
    below: below === 0 ? null : { first: Math.max(1, below - BESIDE_BAND + 1), last: below },
    around: {
      first: Math.max(below + 1, middle - BESIDE_MIDDLE),
      last: Math.min(below + at, middle + BESIDE_MIDDLE),
    },
    above: above === 0 ? null : { first: below + at + 1, last: below + at + Math.min(above, BESIDE_BAND) },
  };
}

/** Counts, for each band, the things in it or a worse one. */
function cumulativeCounts(distribution: Distribution): number[] {
  let reached = 0;
  return distribution.map((count) => (reached += count));
}
