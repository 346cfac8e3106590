import type { Distribution } from "./scale.ts";
import { countOf, lowerMedian } from "./statistics.ts";

/** Between which bands a median lies, whatever is found about what is not judged yet. */
export interface MedianBounds {
  /** The level of the median if everything that is not judged were in the worst band. */
  readonly lowest: number;
  /** The same if it were in the best band. */
  readonly highest: number;
}

/**
 * The bounds of the median of `listed` companies, those of `distribution` among them. They are
 * exact and assume no model. Null where nothing is listed.
 */
export function boundsOf(distribution: Distribution, listed: number): MedianBounds | null {
  const unjudged = listed - countOf(distribution);
  const medianWith = (band: number): number | null =>
    lowerMedian(distribution.map((count, index) => (index === band ? count + unjudged : count)));
  const lowest = medianWith(0);
  const highest = medianWith(distribution.length - 1);
  return lowest === null || highest === null ? null : { lowest, highest };
}
