import type { ColourMode, Fault } from "./branding.ts";
import { type Channels, channelsOf, colourOf, contrastOf } from "./contrast.ts";

/**
 * The colours that links and buttons stand on, by mode: `--paper` and `--wash` of
 * html/assets/frame.css.
 */
export const BACKGROUNDS: Readonly<Record<ColourMode, readonly string[]>> = {
  light: ["#ffffff", "#f5f6f4"],
  dark: ["#14191d", "#1d2429"],
};

/**
 * What text needs (WCAG 2.2, 1.4.3 level AA), and on dark pages, where we choose the colour, a
 * little more: light letters look thin. Outlines of what has the focus need 3:1 (1.4.11).
 */
const CONTRAST_MIN = { light: 4.5, dark: 6 };

const STEPS = 255;

/** What is wrong with an accent, or null. `colour` is of the form `#0a5a6a`, in any case. */
export function findAccentFault(colour: string): Fault | null {
  const contrast = leastContrast(colour, "light");
  if (contrast >= CONTRAST_MIN.light) return null;
  // Cut, not rounded: 4.498 must not read as 4.50.
  const ratio = Math.floor(contrast * 100) / 100;
  return {
    line: null,
    found: `${JSON.stringify(colour)}, which has a contrast of ${ratio}:1 with the background of light pages`,
    expected: `a contrast of at least ${CONTRAST_MIN.light}:1, so that links can be read; the nearest darker colour of this hue that has it is ${darkened(colour)}`,
  };
}

/**
 * The accent of dark pages: the accent as it is, or mixed with as little white as makes links
 * legible there.
 */
export function darkAccentOf(accent: string): string {
  return nearest(accent, "dark", (channel, share) => channel + (255 - channel) * share);
}

function darkened(colour: string): string {
  return nearest(colour, "light", (channel, share) => channel * (1 - share));
}

/** The first legible colour on the way from a colour to black or white. */
function nearest(colour: string, mode: ColourMode, mix: (channel: number, share: number) => number): string {
  const [red, green, blue] = channelsOf(colour);
  for (let step = 0; step <= STEPS; step++) {
    const mixed: Channels = [mix(red, step / STEPS), mix(green, step / STEPS), mix(blue, step / STEPS)];
    const found = colourOf(mixed);
    if (leastContrast(found, mode) >= CONTRAST_MIN[mode]) return found;
  }
  throw new Error(`neither black nor white is legible on ${mode} pages`);
}

function leastContrast(colour: string, mode: ColourMode): number {
  return Math.min(...BACKGROUNDS[mode].map((background) => contrastOf(colour, background)));
}
