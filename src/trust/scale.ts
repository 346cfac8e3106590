/**
 * One step of a scale. Only the order of bands has meaning: levels are never added, averaged or
 * interpolated.
 */
export interface Band {
  readonly id: string;
  readonly label: string;
  readonly description: string | null;
}

/** K ≥ 2 ordered bands, worst first. The level of `bands[i]` is `i + 1`. */
export interface Scale {
  readonly id: string;
  readonly bands: readonly Band[];
}

/** An aspect under which companies are judged. */
export interface Pillar {
  readonly id: string;
  readonly label: string;
  readonly description: string | null;
}

/** Counts per band in scale order, worst first; every band is present, 0 included. Length K. */
export type Distribution = readonly number[];

/** The distribution of nothing, for a scale of `bandCount` bands. */
export function emptyDistribution(bandCount: number): number[] {
  const distribution: number[] = [];
  for (let i = 0; i < bandCount; i++) distribution.push(0);
  return distribution;
}

/** How many things a distribution counts. */
export function countOf(distribution: Distribution): number {
  let count = 0;
  for (const n of distribution) count += n;
  return count;
}
