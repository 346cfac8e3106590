import { bandColour } from "../charts/band-colours.ts";
import { type BandFigures, type Bands, segmentsOf } from "../charts/figures.ts";
import { middleLineBar } from "../charts/middle-line-bar.ts";
import { type Html, html } from "../html.ts";
import { SANS, SERIF } from "./font.ts";
import { legible, shorten } from "./legible.ts";
import { INNER_WIDTH, MARGIN, softLine, textLine } from "./share-picture.ts";
import { SHARE_WIDTH } from "./share-size.ts";

/** A chart of a page within a rectangle of a picture. */
export function placed(chart: Html, x: number, y: number, width: number, height: number): Html {
  return html`<svg x="${x}" y="${y}" width="${width}" height="${height}" overflow="visible">${chart}</svg>`;
}

/** One entry of a legend. */
export interface KeyEntry {
  /** Null for what is hatched. */
  readonly colour: string | null;
  readonly text: string;
}

const KEY_SIZE = 24;
const KEY_LEADING = 40;

/** A square of a colour and its name, one after the other in lines; `y` is the first baseline. */
export function drawKey(entries: readonly KeyEntry[], y: number, linesMax: number): Html {
  let [x, line] = [MARGIN, 0];
  const drawn: Html[] = [];
  for (const { colour, text } of entries) {
    const shown = shorten(text, SANS, KEY_SIZE, INNER_WIDTH - 40);
    const width = 34 + SANS.widthOf(shown, KEY_SIZE);
    if (x > MARGIN && x + width > SHARE_WIDTH - MARGIN) [x, line] = [MARGIN, line + 1];
    if (line === linesMax) break;
    const base = y + line * KEY_LEADING;
    drawn.push(html`${swatch(colour, x, base)}${textLine(shown, x + 34, base, KEY_SIZE)}`);
    x += width + 32;
  }
  return html`${drawn}`;
}

/** The square of a legend beside a text with this baseline. */
export function swatch(colour: string | null, x: number, base: number): Html {
  return html`<rect x="${x}" y="${base - 20}" width="22" height="22" fill="${colour ?? "url(#hatch)"}" class="frame"/>`;
}

/** One bar with its middle line, its counts, and how much it counts. */
export function drawOneBar(bands: Bands, figures: BandFigures, isThin: boolean, count: string) {
  return (top: number, bottom: number): Html => {
    const height = Math.min(140, bottom - top - 150);
    const key = segmentsOf(bands, figures).map(({ level, label, count: own }) => {
      return { colour: bandColour(level, bands.length), text: `${own} ${label}` };
    });
    const under = top + height + 68;
    return html`${placed(middleLineBar(bands, figures, isThin, { height }), MARGIN, top, INNER_WIDTH, height + 20)}
${drawKey(key, under, 2)}
${softLine(count, MARGIN, bottom - 12, KEY_SIZE)}`;
  };
}

/** A bar of a picture with several. */
export interface NamedBar extends BandFigures {
  readonly name: string;
  readonly iso3: string;
  readonly judged_companies: number;
}

const NAME_WIDTH = 270;
const COUNT_WIDTH = 70;

/** Bars under each other over one middle line, with names and counts, and what the colours mean. */
export function drawBars(bands: Bands, bars: readonly NamedBar[], minimum: number) {
  return (top: number, bottom: number): Html => {
    const pitch = Math.min(84, (bottom - top - 56) / bars.length);
    const height = pitch * 0.62;
    const size = Math.min(32, pitch * 0.6);
    const width = INNER_WIDTH - NAME_WIDTH - COUNT_WIDTH;
    const rows = bars.map((bar, index) => {
      const y = top + index * pitch;
      const base = y + 6 + height * 0.75;
      const name = shorten(legible(bar.name, bar.iso3), SERIF, size, NAME_WIDTH - 16);
      const isThin = bar.judged_companies < minimum;
      return html`${textLine(name, MARGIN, base, size, { font: SERIF })}
${placed(middleLineBar(bands, bar, isThin, { height }), MARGIN + NAME_WIDTH, y, width, height + 14)}
${softLine(String(bar.judged_companies), SHARE_WIDTH - MARGIN, base, Math.min(24, size), "end")}`;
    });
    const key = bands.map(({ level, label }) => ({ colour: bandColour(level, bands.length), text: label }));
    return html`${rows}${drawKey(key, bottom - 12, 1)}`;
  };
}
