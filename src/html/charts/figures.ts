import { digits, labelInWords } from "../../ask/grammar.ts";

/** Charts draw these figures, as the API publishes them. */

/** The bands of a scale, worst first. */
export type Bands = readonly { readonly id: string; readonly level: number; readonly label: string }[];

/** Counted things by band, with their median, as every area and company has them. */
export interface BandFigures {
  readonly median_level: number | null;
  /** Counts by the id of the band. */
  readonly distribution: Readonly<Record<string, number>>;
  readonly flips_to_lower: number | null;
  readonly flips_to_higher: number | null;
}

/** One band of a distribution that is not empty, with its place in the row of all. */
export interface Segment {
  readonly level: number;
  readonly label: string;
  readonly count: number;
  /** The number of things in worse bands. */
  readonly before: number;
}

/** Lists the bands of a distribution that are not empty, worst first. */
export function segmentsOf(bands: Bands, { distribution }: Pick<BandFigures, "distribution">): readonly Segment[] {
  const segments: Segment[] = [];
  let before = 0;
  for (const { id, level, label } of bands) {
    const count = distribution[id] ?? 0;
    if (count > 0) segments.push({ level, label, count, before });
    before += count;
  }
  return segments;
}

/** Returns the number of things in all segments. */
export function totalOf(segments: readonly Segment[]): number {
  return segments.reduce((sum, { count }) => sum + count, 0);
}

/**
 * Returns the place of the middle one in the row, from 1: its band is the median. The published
 * distances to the neighbouring bands meet there. Null where nothing is counted.
 */
export function middleOf(segments: readonly Segment[], figures: BandFigures): number | null {
  const own = segments.find(({ level }) => level === figures.median_level);
  if (own === undefined) return null;
  if (figures.flips_to_lower !== null) return own.before + figures.flips_to_lower;
  return figures.flips_to_higher === null ? null : own.before + own.count + 1 - figures.flips_to_higher;
}

/** Returns the label of a level; null for none. */
export function labelAt(bands: Bands, level: number | null): string | null {
  return bands.find((band) => band.level === level)?.label ?? null;
}

/** Says a distribution in words: `11 Very low, 40 Low`; `labels` are those of the scale. */
export function countsInWords(segments: readonly Segment[], labels: readonly string[]): string {
  return segments.map(({ count, label }) => `${digits(count)} ${labelInWords(label, labels)}`).join(", ");
}

/** Writes a share as a length of SVG, in percent of the width. */
export function percentOf(part: number, whole: number): string {
  return `${Number(((100 * part) / whole).toFixed(3))}%`;
}
