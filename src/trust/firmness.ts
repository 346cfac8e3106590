import { placeMedian } from "./median.ts";
import type { Distribution } from "./scale.ts";

/** How many of the counted things would have to be re-judged before the median moves; null at that end of the scale. */
export interface Firmness {
  /** Re-judged below the median band until the median drops; null (`scale_end`) when it is the worst band. */
  readonly flipsToLower: number | null;
  /** Re-judged above the median band until the median rises; null (`scale_end`) when it is the best band. */
  readonly flipsToHigher: number | null;
}

/**
 * Says how far the lower median of a distribution is from moving.
 *
 * Exact, and no statement about companies that were not judged: no sample and no model is assumed. Returns null when the
 * distribution counts nothing (`not_judged`).
 */
export function firmnessOf(distribution: Distribution): Firmness | null {
  const place = placeMedian(distribution);
  if (place === null) return null;
  const half = Math.ceil(place.count / 2);
  const atOrBelow = place.below + place.at;
  return {
    flipsToLower: place.median === 1 ? null : half - place.below,
    flipsToHigher: place.median === distribution.length ? null : atOrBelow - half + 1,
  };
}
