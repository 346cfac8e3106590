import { digits } from "../../ask/grammar.ts";
import { inkOnBand } from "../charts/band-colours.ts";
import { bandFill } from "../charts/band-patterns.ts";
import { type BandFigures, type Bands, segmentsOf } from "../charts/figures.ts";
import { middleLineBar } from "../charts/middle-line-bar.ts";
import { type Html, html } from "../html.ts";
import { SANS, SERIF } from "./font.ts";
import { chartTexts } from "../texts/chart.ts";
import { legible, shorten } from "./legible.ts";
import { INNER_WIDTH, MARGIN, type SharedFinding, softLine, textLine } from "./share-picture.ts";
import { SHARE_WIDTH } from "../link-preview.ts";

/** Places a chart of a page in a rectangle of a picture. */
export function placed(chart: Html, x: number, y: number, width: number, height: number): Html {
  return html`<svg x="${x}" y="${y}" width="${width}" height="${height}" overflow="visible">${chart}</svg>`;
}

/** One entry of a legend. */
interface KeyEntry {
  readonly fill: string;
  readonly text: string;
}

const KEY_SIZE = 24;
const KEY_LEADING = 40;
/** The height of a key of one line, with the room above it. */
const KEY_HEIGHT = 56;

/** Sets the entries of a legend in lines between the margins. */
function setKey(entries: readonly KeyEntry[]) {
  let [x, line] = [MARGIN, 0];
  return entries.map(({ fill, text }) => {
    const shown = shorten(text, SANS, KEY_SIZE, INNER_WIDTH - 40);
    const width = 34 + SANS.widthOf(shown, KEY_SIZE);
    if (x > MARGIN && x + width > SHARE_WIDTH - MARGIN) [x, line] = [MARGIN, line + 1];
    const set = { fill, shown, x, line };
    x += width + 32;
    return set;
  });
}

function linesOf(entries: readonly KeyEntry[]): number {
  return (setKey(entries).at(-1)?.line ?? 0) + 1;
}

/** Draws squares of colours and their names in lines; `y` is the first baseline. */
function drawKey(entries: readonly KeyEntry[], y: number, linesMax: number): Html {
  const drawn = setKey(entries).filter(({ line }) => line < linesMax);
  return html`${drawn.map(({ fill, shown, x, line }) => {
    const base = y + line * KEY_LEADING;
    return html`${swatch(fill, x, base)}${textLine(shown, x + 34, base, KEY_SIZE)}`;
  })}`;
}

function keyOf(bands: Bands): readonly KeyEntry[] {
  return bands.map(({ level, label }) => ({ fill: bandFill(level, bands.length), text: label }));
}

/** Draws the key of a scale above the foot of a picture. */
function drawScale(bands: Bands, bottom: number, lines = linesOf(keyOf(bands))): Html {
  return drawKey(keyOf(bands), bottom - 12 - (lines - 1) * KEY_LEADING, lines);
}

/** Returns the height of that key. */
function scaleHeight(bands: Bands, lines = linesOf(keyOf(bands))): number {
  return KEY_HEIGHT + (lines - 1) * KEY_LEADING;
}

/** A chart between two heights of a picture, and the height that shows all of it. */
type DrawnChart = Required<Pick<SharedFinding, "chart" | "chartHeight">>;

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
    const more = Math.max(0, Math.min(linesOf(key) - 1, room));
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

/** Draws bars over one middle line, with names and counts, and the whole key or its first lines. */
export function drawBars(bands: Bands, bars: readonly NamedBar[], lines?: number): DrawnChart {
  const chart = (top: number, bottom: number): Html => {
    const pitch = Math.min(84, (bottom - top - scaleHeight(bands, lines)) / bars.length);
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
    return html`${rows}${drawScale(bands, bottom, lines)}`;
  };
  return { chart, chartHeight: bars.length * 44 + scaleHeight(bands, lines) };
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

/** Draws a ranking in columns: groups of bars, each under its band and the rank that it shares. */
export function drawColumns(bands: Bands, columns: readonly (readonly DrawnGroup[])[]): DrawnChart {
  const width = (INNER_WIDTH + COLUMN_GAP) / Math.max(3, columns.length) - COLUMN_GAP;
  const heightOf = ({ rows }: DrawnGroup): number => HEAD_HEIGHT + 16 + rows.length * ROW_PITCH;
  const heights = columns.map((groups) => groups.reduce((sum, group) => sum + heightOf(group), 0));
  const chart = (top: number, bottom: number): Html => {
    const drawn = columns.map((groups, index) => {
      const x = MARGIN + index * (width + COLUMN_GAP);
      let y = top;
      return groups.map((group) => {
        const { level, note, rows } = group;
        const base = y + 22;
        const label = shorten(bands.find((band) => band.level === level)?.label ?? "", SANS, 18, width - 130);
        const head = html`${swatch(bandFill(level, bands.length), x, base - 1)}${textLine(label, x + 30, base - 3, 18)}${softLine(note ?? chartTexts.continued, x + width, base - 3, 14, "end")}`;
        const bars = rows.map((row, at) => {
          const rowTop = y + HEAD_HEIGHT - 8 + at * ROW_PITCH;
          const name = shorten(legible(row.name, row.fallback), SANS, 16, width * 0.47);
          const bar = middleLineBar(bands, row, row.isThin, { height: 12, narrowest: width * 0.4 });
          return html`${textLine(name, x, rowTop + 18, 16)}${placed(bar, x + width * 0.48, rowTop, width * 0.4, 26)}${softLine(String(row.count), x + width, rowTop + 18, 14, "end")}`;
        });
        y += heightOf(group);
        return html`${head}${bars}`;
      });
    });
    return html`${drawn}${drawScale(bands, bottom)}`;
  };
  return { chart, chartHeight: Math.max(0, ...heights) + scaleHeight(bands) };
}

/** A square of a heat table; null for none. */
export type DrawnCell = { readonly level: number | null; readonly judged: number; readonly isThin: boolean } | null;

const CELL_HEIGHT = 27;

/** The height of the names of columns, which stand upright. */
const HEADS_HEIGHT = 210;

/** Draws squares in the colours of medians, with the number of companies that each counts. */
export function drawHeat(
  bands: Bands,
  columns: readonly string[],
  rows: readonly { readonly name: string; readonly cells: readonly DrawnCell[] }[],
): DrawnChart {
  const left = MARGIN + 200;
  const width = Math.min(56, (SHARE_WIDTH - MARGIN - left) / columns.length);
  const chart = (top: number, bottom: number): Html => {
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
    return html`${heads}${lines}${drawScale(bands, bottom)}`;
  };
  return { chart, chartHeight: HEADS_HEIGHT + rows.length * CELL_HEIGHT + scaleHeight(bands) + 20 };
}
