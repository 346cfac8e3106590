import type { Ranking } from "../ranking/page-finding.ts";

/**
 * How high the frames of embeds are, in CSS pixels: enough for their content in a frame of 320
 * pixels and more, so that nothing has to be scrolled. A long notice of the publisher needs more.
 */
export const EMBED_HEIGHTS = {
  country: 560,
  company: 600,
  map: 650,
  /** Of a comparison of so many countries. */
  comparison: (countries: number): number => 540 + 62 * countries,
} as const;

/** How the one bar is drawn that an embed is about. */
export const EMBED_BAR = { height: 60, narrowest: 240 } as const;

/** The height of a ranking: a line for each country and for each group of them. */
export function rankingHeight({ items }: Pick<Ranking, "items">): number {
  const groups = new Set(items.map(({ rank, median_level: level }) => (rank === null ? null : level)));
  return 500 + 27 * items.length + 38 * groups.size;
}
