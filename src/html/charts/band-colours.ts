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
 * Viridis on dark paper: the dark end is lightened until the worst band has 3 to 1 against paper
 * and land (WCAG 1.4.11). `data.css` replaces each colour above by the one in its place here.
 */
const VIRIDIS_BY_NIGHT: readonly (readonly string[])[] = [
  ["#9e6193", "#fff24c"],
  ["#9e6193", "#6abdc0", "#fff24c"],
  ["#9e6193", "#7b9dc4", "#69dca9", "#fff24c"],
  ["#9e6193", "#858cc1", "#6abdc0", "#7ee891", "#fff24c"],
  ["#9e6193", "#8b82bd", "#74aac4", "#64d0b6", "#94ee81", "#fff24c"],
  ["#9e6193", "#917bb8", "#7b9dc4", "#6abdc0", "#69dca9", "#a6f074", "#fff24c"],
  ["#9e6193", "#9376b5", "#8194c3", "#71b0c4", "#66cbba", "#73e49c", "#b3f26b", "#fff24c"],
  ["#9e6193", "#9573b1", "#858cc1", "#77a5c4", "#6abdc0", "#65d5b2", "#7ee891", "#bef265", "#fff24c"],
];

/** The theme of a page; markup has the colours of the day. */
export type Theme = "day" | "night";

/**
 * Returns the colour of a level, from 1 (worst), on a scale of so many bands. A scale of more than
 * nine bands has neighbours of the same colour; their labels tell them apart.
 */
export function bandColour(level: number, bandCount: number, theme: Theme = "day"): string {
  const ramps = theme === "day" ? VIRIDIS : VIRIDIS_BY_NIGHT;
  const colour = ramps[rampSize(bandCount) - 2]?.[placeOnRamp(level, bandCount) - 1];
  if (colour === undefined) throw new RangeError(`level ${level} is not on a scale of ${bandCount} bands`);
  return colour;
}

/** Returns the number of colours in the ramp of a scale. */
export function rampSize(bandCount: number): number {
  return Math.min(bandCount, VIRIDIS.length + 1);
}

/** Returns the place of the colour of a level on that ramp, from 1 (worst). */
export function placeOnRamp(level: number, bandCount: number): number {
  const size = rampSize(bandCount);
  return bandCount === size ? level : 1 + Math.round(((level - 1) * (size - 1)) / (bandCount - 1));
}

/**
 * Returns the class of text on a band: the lighter or the darker ink, whichever has more contrast;
 * `turned` is light by day and dark by night.
 */
export function inkOnBand(level: number, bandCount: number): "light" | "dark" | "turned" {
  const [day, night] = [inkOn(bandColour(level, bandCount)), inkOn(bandColour(level, bandCount, "night"))];
  return day === "light" && night === "dark" ? "turned" : day;
}

/** Chooses the lighter or the darker ink, whichever has more contrast on a colour. */
export function inkOn(colour: string): "light" | "dark" {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => linear(Number.parseInt(colour.slice(at, at + 2), 16)));
  // Relative luminance (WCAG 2.2). White and #101820 have the same contrast to 0.198.
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.198 ? "dark" : "light";
}

function linear(byte: number): number {
  const share = byte / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}
