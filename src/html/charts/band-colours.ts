/**
 * The colour map viridis (S. van der Walt and N. Smith, matplotlib) at equal distances, for scales
 * of 2 to 9 bands. The worst band is the darkest. Neighbours differ in lightness, so that the order
 * survives print, dark mode and every kind of colour blindness.
 */
const VIRIDIS: readonly (readonly string[])[] = [
  ["#440154", "#fde725"],
  ["#440154", "#21918c", "#fde725"],
  ["#440154", "#31688e", "#35b779", "#fde725"],
  ["#440154", "#3b528b", "#21918c", "#5ec962", "#fde725"],
  ["#440154", "#414487", "#2a788e", "#22a884", "#7ad151", "#fde725"],
  ["#440154", "#443983", "#31688e", "#21918c", "#35b779", "#90d743", "#fde725"],
  ["#440154", "#46327e", "#365c8d", "#277f8e", "#1fa187", "#4ac16d", "#a0da39", "#fde725"],
  ["#440154", "#472d7b", "#3b528b", "#2c728e", "#21918c", "#28ae80", "#5ec962", "#addc30", "#fde725"],
];

/**
 * The colour of a level, from 1 (worst), on a scale of so many bands. A scale of more than nine
 * bands has neighbours of the same colour; their labels tell them apart.
 */
export function bandColour(level: number, bandCount: number): string {
  const finest = VIRIDIS.length + 1;
  const colours = VIRIDIS[Math.min(bandCount, finest) - 2] ?? [];
  const position = bandCount <= finest ? level - 1 : Math.round(((level - 1) * (finest - 1)) / (bandCount - 1));
  const colour = colours[position];
  if (colour === undefined) throw new RangeError(`level ${level} is not on a scale of ${bandCount} bands`);
  return colour;
}

/** What can be read on a colour: the lighter or the darker ink, whichever has more contrast. */
export function inkOn(colour: string): "light" | "dark" {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => linear(Number.parseInt(colour.slice(at, at + 2), 16)));
  // Relative luminance (WCAG 2.2). Black and white have the same contrast to 0.179.
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? "dark" : "light";
}

function linear(byte: number): number {
  const share = byte / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}
