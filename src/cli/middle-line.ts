/**
 * The bar with the middle line in a terminal: block characters, the higher the better, without
 * colours or control characters.
 */

const BLOCKS = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"] as const;

/** Characters at each side of the line. */
const SIDE = 15;

/** The character of a level, from 1 (worst); neighbours share one on a scale of more than eight. */
export function blockOf(level: number, bandCount: number): string {
  return BLOCKS[Math.round(((level - 1) * (BLOCKS.length - 1)) / (bandCount - 1))] ?? "█";
}

/**
 * A distribution, worst band first, as a bar of 31 characters. The block before the line is the
 * median band. `isThin`: there are too few for a median, and no line.
 */
export function middleLineText(counts: readonly number[], isThin: boolean): string {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return " ".repeat(SIDE + 1 + SIDE);
  /** The level of the first one behind a share of all, or of the one that completes it. */
  const levelAt = (share: number, isBehind: boolean): number => {
    let before = 0;
    return (
      1 +
      counts.findIndex((count) => {
        before += count;
        const reached = before * (SIDE + SIDE);
        return isBehind ? reached > share * total : reached >= share * total;
      })
    );
  };
  const side = (from: number, isBehind: boolean): string =>
    Array.from({ length: SIDE }, (_, index) => blockOf(levelAt(from + index, isBehind), counts.length)).join("");
  return `${side(1, false)}${isThin ? " " : "│"}${side(SIDE, true)}`;
}
