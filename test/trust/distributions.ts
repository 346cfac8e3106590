import * as fc from "fast-check";
import type { Distribution } from "../../src/trust/scale.ts";
import { emptyDistribution } from "../../src/trust/statistics.ts";

/** Every distribution over `bandCount` bands that counts exactly `count` things. */
export function distributionsOf(bandCount: number, count: number): Distribution[] {
  if (bandCount === 1) return [[count]];
  const all: Distribution[] = [];
  for (let first = 0; first <= count; first++) {
    for (const rest of distributionsOf(bandCount - 1, count - first)) all.push([first, ...rest]);
  }
  return all;
}

/** The counted things one by one, as ranks, worst first: [2, 0, 1] is 1, 1, 3. */
export function writtenOut(distribution: Distribution): number[] {
  return distribution.flatMap((count, i) => Array.from({ length: count }, () => i + 1));
}

/**
 * The slow twin of the lower median: write everything out in order and take the middle one, the
 * worse of two.
 */
export function slowMedian(distribution: Distribution): number | null {
  const ranks = writtenOut(distribution);
  return ranks[Math.ceil(ranks.length / 2) - 1] ?? null;
}

/** Counts ranks; null stands for not judged and is not counted. */
export function distributionOf(ranks: readonly (number | null)[], bandCount: number): Distribution {
  return emptyDistribution(bandCount).map((_, i) => ranks.filter((rank) => rank === i + 1).length);
}

export function anyDistribution(bandCount: number, countMax: number): fc.Arbitrary<Distribution> {
  return fc.array(fc.nat(countMax), { minLength: bandCount, maxLength: bandCount });
}
