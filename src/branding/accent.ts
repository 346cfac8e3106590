import type { ColourMode, Fault } from "./branding.ts";

/**
 * The colours that links and buttons stand on, by mode: `--paper` and `--wash` of
 * html/assets/frame.css.
 */
export const BACKGROUNDS: Readonly<Record<ColourMode, readonly string[]>> = {
  light: ["#ffffff", "#f5f6f4"],
  dark: ["#14191d", "#1d2429"],
};

/**
 * Contrast that text needs (WCAG 2.2, 1.4.3 level AA), and on dark pages, where we choose it, a
 * little more: light letters look thin. Outlines of what has the focus need 3:1 (1.4.11).
 */
const CONTRAST_MIN = { light: 4.5, dark: 6 };

const STEPS = 255;

/** Finds the fault of an accent, or null. `colour` is of the form `#0a5a6a`, in any case. */
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

/** Red, green and blue from 0 to 255. */
type Channels = readonly [red: number, green: number, blue: number];

/** The channels of a colour of the form `#0a5a6a`. */
export function channelsOf(colour: string): Channels {
  const channel = (at: number): number => Number.parseInt(colour.slice(at, at + 2), 16);
  return [channel(1), channel(3), channel(5)];
}

/** The colour of channels, which may be fractions, as `#0a5a6a`. */
function colourOf(channels: Channels): string {
  return `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, "0")).join("")}`;
}

/** Relative luminance of a colour: 0 is black, 1 is white (WCAG 2.2). */
function luminanceOf(colour: string): number {
  const [red, green, blue] = channelsOf(colour);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** Contrast ratio of two colours, from 1 to 21 (WCAG 2.2). */
export function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function linear(byte: number): number {
  const share = byte / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}
