import type { Ranking } from "../ranking/page-finding.ts";

/**
 * The height of the frame of an embed, in CSS pixels: enough for its content in a column of 320
 * pixels and in one of 720, where text has fewer lines. A long notice of the publisher needs more.
 */
export interface EmbedHeight {
  readonly narrow: number;
  readonly wide: number;
}

const [NARROW, WIDE] = [320, 720];

/** The heights of the frames that do not depend on their content. */
export const EMBED_HEIGHTS = {
  country: { narrow: 570, wide: 390 },
  company: { narrow: 550, wide: 420 },
  map: { narrow: 650, wide: 650 },
  /** The height of a comparison of so many countries: a pair has a summary in place of notes. */
  comparison: (countries: number): EmbedHeight =>
    countries === 2 ? { narrow: 640, wide: 470 } : { narrow: 465 + 108 * countries, wide: 318 + 107 * countries },
} as const;

/** The sizes of the single bar that an embed is about. */
export const EMBED_BAR = { height: 60, narrowest: 240 } as const;

/** Returns the height of a ranking: a line for each country and for each group of them. */
export function rankingHeight({ items }: Pick<Ranking, "items">): EmbedHeight {
  const ranked = items.filter(({ rank }) => rank !== null);
  const groups = new Set(ranked.map(({ median_level: level }) => level)).size;
  const named = items.length - ranked.length;
  return {
    narrow: 560 + 30 * ranked.length + 38 * groups + 7 * named,
    wide: 340 + 21 * ranked.length + 30 * groups + 3 * named,
  };
}

export function heightAt({ narrow, wide }: EmbedHeight, width: number): number {
  const share = (Math.min(Math.max(width, NARROW), WIDE) - NARROW) / (WIDE - NARROW);
  return Math.round(narrow - share * (narrow - wide));
}

/**
 * Returns the height as a style for any width: that of the column, where a `size container` is
 * around it (CSS Containment 3).
 */
export function heightStyle({ narrow, wide }: EmbedHeight): string {
  if (narrow === wide) return `height:${narrow}px`;
  const slope = (narrow - wide) / (WIDE - NARROW);
  return `height:clamp(${wide}px,calc(${Math.ceil(narrow + slope * NARROW)}px - ${Number((100 * slope).toFixed(2))}cqw),${narrow}px)`;
}
