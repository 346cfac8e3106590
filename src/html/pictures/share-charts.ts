import { digits } from "../../ask/grammar.ts";
import { inkOnBand } from "../charts/band-colours.ts";
import { bandFill } from "../charts/band-patterns.ts";
import { type BandFigures, type Bands, segmentsOf } from "../charts/figures.ts";
import { middleLineBar } from "../charts/middle-line-bar.ts";
import { type Html, html } from "../html.ts";
import { SANS, SERIF } from "./font.ts";
import { chartTexts } from "../texts/chart.ts";
import { legible, shorten } from "./legible.ts";
import { INNER_WIDTH, MARGIN, softLine, textLine } from "./share-picture.ts";
import { SHARE_WIDTH } from "../link-preview.ts";

/** Places a chart of a page in a rectangle of a picture. */
export function placed(chart: Html, x: number, y: number, width: number, height: number): Html {
  return html`<svg x="${x}" y="${y}" width="${width}" height="${height}" overflow="visible">${chart}</svg>`;
}

/** One entry of a legend. */
export interface KeyEntry {
  /** Null for hatching. */
  readonly fill: string | null;
  readonly text: string;
}

const KEY_SIZE = 24;
const KEY_LEADING = 40;

/** Draws squares of colours and their names in lines; `y` is the first baseline. */
export function drawKey(entries: readonly KeyEntry[], y: number, linesMax: number): Html {
  let [x, line] = [MARGIN, 0];
  const drawn: Html[] = [];
  for (const { fill, text } of entries) {
    const shown = shorten(text, SANS, KEY_SIZE, INNER_WIDTH - 40);
    const width = 34 + SANS.widthOf(shown, KEY_SIZE);
    if (x > MARGIN && x + width > SHARE_WIDTH - MARGIN) [x, line] = [MARGIN, line + 1];
    if (line === linesMax) break;
    const base = y + line * KEY_LEADING;
    drawn.push(html`${swatch(fill, x, base)}${textLine(shown, x + 34, base, KEY_SIZE)}`);
    x += width + 32;
  }
  return html`${drawn}`;
}

/** Draws the square of a legend beside a text with this baseline. */
export function swatch(fill: string | null, x: number, base: number): Html {
  return html`<rect x="${x}" y="${base - 20}" width="22" height="22" fill="${fill ?? "url(#hatch)"}" class="frame"/>`;
}

const [BAR_HEIGHT_MIN, BAR_HEIGHT_MAX] = [48, 150];

/** The height of the key and the note below one bar. */
const UNDER_BAR = 110;

/** Draws one bar with its key, which has the counts of its bands, and a note. */
export function drawOneBar(bands: Bands, figures: BandFigures, isThin: boolean, note: string) {
  return (top: number, bottom: number): Html => {
    const key = segmentsOf(bands, figures).map(({ level, label, count }) => {
      return { fill: bandFill(level, bands.length), text: `${label}: ${digits(count)}` };
    });
    const room = Math.floor((bottom - top - UNDER_BAR - BAR_HEIGHT_MIN) / KEY_LEADING);
    const more = Math.max(0, Math.min(linesOf(key.map(({ text }) => text)) - 1, room));
    const height = Math.max(24, Math.min(BAR_HEIGHT_MAX, bottom - top - UNDER_BAR - more * KEY_LEADING));
    const bar = middleLineBar(bands, figures, isThin, { height, narrowest: INNER_WIDTH });
    return html`${placed(bar, MARGIN, top, INNER_WIDTH, height + 14)}${drawKey(key, top + height + 58, 1 + more)}
${softLine(note, MARGIN, bottom - 4, KEY_SIZE)}`;
  };
}

/** A bar of a picture with several. */
export interface NamedBar extends BandFigures {
  readonly name: string;
  /** The text to draw where the fonts lack letters of its name. */
  readonly fallback: string;
  readonly count: number;
  readonly isThin: boolean;
  /** Its scale, where it is not that of the others. */
  readonly scale?: Bands;
}

/** The column of names is as wide as its longest one, within these bounds. */
const [NAME_WIDTH, NAME_WIDTH_MAX] = [270, 460];
const COUNT_WIDTH = 70;

/** The height of the key below the bars. */
const KEY_HEIGHT = 56;

/** Returns the number of lines of the key. */
export function keyLines(bands: Bands): number {
  return linesOf(bands.map(({ label }) => label));
}

/** Returns the number of lines that these texts take in a key. */
function linesOf(texts: readonly string[]): number {
  let [x, lines] = [MARGIN, 1];
  for (const text of texts) {
    const width = 34 + SANS.widthOf(shorten(text, SANS, KEY_SIZE, INNER_WIDTH - 40), KEY_SIZE);
    if (x > MARGIN && x + width > SHARE_WIDTH - MARGIN) [x, lines] = [MARGIN, lines + 1];
    x += width + 32;
  }
  return lines;
}

/** Returns the height of a picture of so many bars with the whole key. */
export function barsHeight(bands: Bands, bars: number): number {
  return bars * 44 + KEY_HEIGHT + (keyLines(bands) - 1) * KEY_LEADING;
}

/**
 * Draws bars over one middle line, with names and counts, and a key of at most `linesMax` lines.
 */
export function drawBars(bands: Bands, bars: readonly NamedBar[], linesMax = 1) {
  return (top: number, bottom: number): Html => {
    const key = bands.map(({ level, label }) => ({ fill: bandFill(level, bands.length), text: label }));
    const below = (linesMax - 1) * KEY_LEADING;
    const pitch = Math.min(84, (bottom - top - KEY_HEIGHT - below) / bars.length);
    const height = pitch * 0.62;
    const size = Math.min(32, pitch * 0.6);
    const names = bars.map(({ name, fallback }) => legible(name, fallback));
    const longest = 16 + Math.max(0, ...names.map((name) => SERIF.widthOf(name, size)));
    const nameWidth = Math.min(NAME_WIDTH_MAX, Math.max(NAME_WIDTH, longest));
    const width = INNER_WIDTH - nameWidth - COUNT_WIDTH;
    const rows = bars.map((bar, index) => {
      const y = top + index * pitch;
      const base = y + 7 + height * 0.75;
      const name = shorten(names[index] ?? "", SERIF, size, nameWidth - 16);
      const drawn = middleLineBar(bar.scale ?? bands, bar, bar.isThin, { height, narrowest: width });
      return html`${textLine(name, MARGIN, base, size, { font: SERIF })}
${placed(drawn, MARGIN + nameWidth, y, width, height + 14)}
${softLine(String(bar.count), SHARE_WIDTH - MARGIN, base, Math.min(24, size), "end")}`;
    });
    return html`${rows}${drawKey(key, bottom - 12 - below, linesMax)}`;
  };
}

/** The rows of a column of a ranking under the band that they share. */
interface DrawnGroup {
  readonly level: number;
  /** Null where the group goes on from the column before. */
  readonly note: string | null;
  readonly rows: readonly NamedBar[];
}

const COLUMN_GAP = 36;
const ROW_PITCH = 28;
const HEAD_HEIGHT = 44;

/** Returns the height of the columns of a ranking, with the key. */
export function columnsHeight(bands: Bands, columns: readonly (readonly DrawnGroup[])[]): number {
  const heights = columns.map((groups) =>
    groups.reduce((sum, { rows }) => sum + HEAD_HEIGHT + 16 + rows.length * ROW_PITCH, 0),
  );
  return Math.max(0, ...heights) + KEY_HEIGHT + (keyLines(bands) - 1) * KEY_LEADING;
}

/** Draws a ranking in columns: groups of bars, each under its band and the rank that it shares. */
export function drawColumns(bands: Bands, columns: readonly (readonly DrawnGroup[])[]) {
  const width = (INNER_WIDTH + COLUMN_GAP) / Math.max(3, columns.length) - COLUMN_GAP;
  return (top: number, bottom: number): Html => {
    const drawn = columns.map((groups, index) => {
      const x = MARGIN + index * (width + COLUMN_GAP);
      let y = top;
      return groups.map(({ level, note, rows }) => {
        const base = y + 22;
        const label = shorten(bands.find((band) => band.level === level)?.label ?? "", SANS, 18, width - 130);
        const head = html`${swatch(bandFill(level, bands.length), x, base - 1)}${textLine(label, x + 30, base - 3, 18)}${softLine(note ?? chartTexts.continued, x + width, base - 3, 14, "end")}`;
        const bars = rows.map((row, at) => {
          const rowTop = y + HEAD_HEIGHT - 8 + at * ROW_PITCH;
          const name = shorten(legible(row.name, row.fallback), SANS, 16, width * 0.47);
          const bar = middleLineBar(bands, row, row.isThin, { height: 12, narrowest: width * 0.4 });
          return html`${textLine(name, x, rowTop + 18, 16)}${placed(bar, x + width * 0.48, rowTop, width * 0.4, 26)}${softLine(String(row.count), x + width, rowTop + 18, 14, "end")}`;
        });
        y += HEAD_HEIGHT + 16 + rows.length * ROW_PITCH;
        return html`${head}${bars}`;
      });
    });
    const key = bands.map((band) => ({ fill: bandFill(band.level, bands.length), text: band.label }));
    const lines = keyLines(bands);
    return html`${drawn}${drawKey(key, bottom - 12 - (lines - 1) * KEY_LEADING, lines)}`;
  };
}

/** A square of a heat table; null for none. */
export type DrawnCell = { readonly level: number | null; readonly judged: number; readonly isThin: boolean } | null;

const CELL_HEIGHT = 27;

/** The height of the names of columns, which stand upright. */
const HEADS_HEIGHT = 210;

/** Returns the height of a heat table, with the key. */
export function heatHeight(bands: Bands, rows: number): number {
  return HEADS_HEIGHT + rows * CELL_HEIGHT + KEY_HEIGHT + 20 + (keyLines(bands) - 1) * KEY_LEADING;
}

/** Draws squares in the colours of medians, with the number of companies that each counts. */
export function drawHeat(
  bands: Bands,
  columns: readonly string[],
  rows: readonly { readonly name: string; readonly cells: readonly DrawnCell[] }[],
) {
  const left = MARGIN + 200;
  const width = Math.min(56, (SHARE_WIDTH - MARGIN - left) / columns.length);
  return (top: number, bottom: number): Html => {
    const heads = columns.map((name, index) => {
      const x = left + (index + 0.5) * width + 5;
      const text = shorten(name, SANS, 15, HEADS_HEIGHT - 14);
      return html`<g transform="translate(${x.toFixed(1)} ${top + HEADS_HEIGHT - 8}) rotate(-90)">${textLine(text, 0, 0, 15)}</g>`;
    });
    const lines = rows.map(({ name, cells }, row) => {
      const y = top + HEADS_HEIGHT + row * CELL_HEIGHT;
      const squares = cells.map((cell, index) => {
        if (cell === null) return null;
        const { level, judged, isThin } = cell;
        const fill = bandFill(isThin && level !== null ? "few" : level, bands.length);
        const x = left + index * width;
        const isDark = level === null || isThin || inkOnBand(level, bands.length) === "dark";
        const count = level !== null && !isThin && SANS.widthOf(String(judged), 12) + 7 < width;
        return html`<rect x="${x.toFixed(1)}" y="${y}" width="${(width - 2).toFixed(1)}" height="${CELL_HEIGHT - 2}" fill="${fill}"/>${count && textLine(String(judged), x + 4, y + 18, 12, { colour: isDark ? "#101820" : "#fff" })}`;
      });
      return html`${textLine(shorten(name, SANS, 17, 190), MARGIN, y + 18, 17)}${squares}`;
    });
    const key = bands.map((band) => ({ fill: bandFill(band.level, bands.length), text: band.label }));
    const most = keyLines(bands);
    return html`${heads}${lines}${drawKey(key, bottom - 12 - (most - 1) * KEY_LEADING, most)}`;
  };
}
