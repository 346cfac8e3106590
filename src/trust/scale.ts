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
