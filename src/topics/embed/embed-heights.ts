import type { Ranking } from "../ranking/page-finding.ts";

/**
 * How high the frame of an embed is, in CSS pixels: enough for its content in a column of 320
 * pixels and in one of 720, where text has fewer lines. A long notice of the publisher needs more.
 */
export interface EmbedHeight {
  readonly narrow: number;
  readonly wide: number;
}

const [NARROW, WIDE] = [320, 720];

/** The heights of the frames that do not depend on how much is in them. */
export const EMBED_HEIGHTS = {
  country: { narrow: 600, wide: 400 },
  company: { narrow: 590, wide: 430 },
  map: { narrow: 650, wide: 650 },
  /** Of a comparison of so many countries. */
  comparison: (countries: number): EmbedHeight => ({ narrow: 540 + 62 * countries, wide: 340 + 75 * countries }),
} as const;

/** How the one bar is drawn that an embed is about. */
export const EMBED_BAR = { height: 60, narrowest: 240 } as const;

/** The height of a ranking: a line for each country and for each group of them. */
export function rankingHeight({ items }: Pick<Ranking, "items">): EmbedHeight {
  const ranked = items.filter(({ rank }) => rank !== null);
  const groups = new Set(ranked.map(({ median_level: level }) => level)).size;
  const named = items.length - ranked.length;
  return {
    narrow: 560 + 30 * ranked.length + 38 * groups + 7 * named,
    wide: 340 + 21 * ranked.length + 30 * groups + 3 * named,
  };
}

/** The height for a column of a known width. */
export function heightAt({ narrow, wide }: EmbedHeight, width: number): number {
  const share = (Math.min(Math.max(width, NARROW), WIDE) - NARROW) / (WIDE - NARROW);
  return Math.round(narrow - share * (narrow - wide));
}

/**
 * The same as a style for any width: of the column it stands in, where a `size container` is around
 * it (CSS Containment 3).
 */
export function heightStyle({ narrow, wide }: EmbedHeight): string {
  if (narrow === wide) return `height:${narrow}px`;
  const slope = (narrow - wide) / (WIDE - NARROW);
  return `height:clamp(${wide}px,calc(${Math.ceil(narrow + slope * NARROW)}px - ${Number((100 * slope).toFixed(2))}cqw),${narrow}px)`;
}
