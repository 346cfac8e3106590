import { digits, ordinal } from "../../ask/grammar.ts";
import { inkOnBand } from "../charts/band-colours.ts";
import { bandFill } from "../charts/band-patterns.ts";
import { type BandFigures, type Bands, type Segment, middleOf, segmentsOf, totalOf } from "../charts/figures.ts";
import { middleLineBar } from "../charts/middle-line-bar.ts";
import { type Html, html } from "../html.ts";
import { SANS, SERIF } from "./font.ts";
import { chartTexts } from "../texts/chart.ts";
import { legible, shorten } from "./legible.ts";
import { INK, INNER_WIDTH, MARGIN, SOFT, softLine, textLine } from "./share-picture.ts";
import { SHARE_WIDTH } from "./share-size.ts";

/** A chart of a page within a rectangle of a picture. */
export function placed(chart: Html, x: number, y: number, width: number, height: number): Html {
  return html`<svg x="${x}" y="${y}" width="${width}" height="${height}" overflow="visible">${chart}</svg>`;
}

/** One entry of a legend. */
export interface KeyEntry {
  /** Null for what is hatched. */
  readonly fill: string | null;
  readonly text: string;
}

const KEY_SIZE = 24;
const KEY_LEADING = 40;

/** A square of a colour and its name, one after the other in lines; `y` is the first baseline. */
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

/** The square of a legend beside a text with this baseline. */
export function swatch(fill: string | null, x: number, base: number): Html {
  return html`<rect x="${x}" y="${base - 20}" width="22" height="22" fill="${fill ?? "url(#hatch)"}" class="frame"/>`;
}

const [BAR_HEIGHT_MIN, BAR_HEIGHT_MAX] = [48, 96];

/** A narrower band, in pixels, has no room for its count. */
const WIDTH_WITH_COUNT = 110;

/**
 * One bar with its middle thing, the distances to the next bands, its counts, and how much it
 * counts. `counted` says how many things there are, such as `450 companies`.
 */
export function drawOneBar(
  bands: Bands,
  figures: BandFigures,
  isThin: boolean,
  { note, counted }: { readonly note: string; readonly counted: (count: number) => string },
) {
  return (top: number, bottom: number): Html => {
    const segments = segmentsOf(bands, figures);
    const total = totalOf(segments);
    const middle = middleOf(segments, figures);
    const isMarked = !isThin && middle !== null;
    // Above the bar its middle, below it the distances, the key and the note.
    const head = isMarked ? 46 : 0;
    const foot = (isMarked ? 48 : 12) + 84;
    const key = segments.map(({ level, label, count }) => {
      return { fill: bandFill(level, bands.length), text: `${label}: ${digits(count)}` };
    });
    const room = Math.floor((bottom - top - head - foot - BAR_HEIGHT_MIN) / KEY_LEADING);
    const more = Math.max(0, Math.min(linesOf(key.map(({ text }) => text)) - 1, room));
    const height = Math.max(24, Math.min(BAR_HEIGHT_MAX, bottom - top - head - foot - more * KEY_LEADING));
    const y = top + head;
    const after = y + height + (isMarked ? 48 : 12);
    const under = Math.max(after + 28, 0.5 * (after + bottom - 28 - more * KEY_LEADING) + 8);
    const drawn =
      total === 0
        ? html`<rect class="frame" x="${MARGIN}" y="${y}" width="${INNER_WIDTH}" height="${height}" fill="url(#hatch)"/>`
        : segments.map((segment) => drawBand(bands, segment, total, { isThin, y, height }));
    return html`${drawn}<rect class="frame" x="${MARGIN}" y="${y}" width="${INNER_WIDTH}" height="${height}" fill="none"/>
${isMarked && drawMiddle(segments, figures, { middle, total, y, height, name: counted(total) })}${drawKey(key, under, 1 + more)}
${softLine(note, MARGIN, bottom - 4, KEY_SIZE)}`;
  };
}

function drawBand(
  bands: Bands,
  { level, count, before }: Segment,
  total: number,
  { isThin, y, height }: { readonly isThin: boolean; readonly y: number; readonly height: number },
): Html {
  const x = MARGIN + (INNER_WIDTH * before) / total;
  const width = (INNER_WIDTH * count) / total;
  const hasCount = width >= WIDTH_WITH_COUNT && !isThin && height >= 40;
  const text = digits(count);
  const [start, line] = [x + 14, MARGIN + 0.5 * INNER_WIDTH];
  // The line in the middle would go through the count.
  const isCrossed = start < line && line < start + SANS.widthOf(text, 26) + 4;
  const ink = inkOnBand(level, bands.length) === "dark" ? "#101820" : "#fff";
  return html`<rect x="${x.toFixed(2)}" y="${y}" width="${width.toFixed(2)}" height="${height}" fill="${bandFill(level, bands.length, isThin)}"/>${hasCount && textLine(text, isCrossed ? line + 8 : start, y + height - 18, 26, { colour: ink })}`;
}

/** Where in a picture something of the bar stands. */
interface Middle {
  readonly middle: number;
  readonly total: number;
  readonly y: number;
  readonly height: number;
  readonly name: string;
}

/** Triangles at the middle one, the hairline of every bar, and how far the next bands are. */
function drawMiddle(
  segments: readonly Segment[],
  { median_level: level, flips_to_lower: lower, flips_to_higher: higher }: BandFigures,
  { middle, total, y, height, name }: Middle,
): Html {
  const at = (count: number): number => MARGIN + (INNER_WIDTH * count) / total;
  const x = at(middle - 0.5);
  const below = y + height;
  const own = segments.find((segment) => segment.level === level);
  const hairline = Math.min(1, INNER_WIDTH / total);
  const label = chartTexts.middleOf(ordinal(middle), name);
  const half = 0.5 * SANS.widthOf(label, 22);
  const centre = Math.min(Math.max(x, MARGIN + half), SHARE_WIDTH - MARGIN - half);
  const isLowerNear = (lower ?? Infinity) <= (higher ?? Infinity);
  const isHigherNear = (higher ?? Infinity) <= (lower ?? Infinity);
  const bracket = (from: number, to: number, isNear: boolean): Html =>
    html`<path d="M${from.toFixed(2)} ${below + 14}H${to.toFixed(2)}" stroke="${isNear ? INK : SOFT}" stroke-width="3"/>`;
  const note = (text: string, isNear: boolean, before: boolean): Html => {
    const width = SANS.widthOf(text, 22);
    const start = before ? Math.max(MARGIN, x - 14 - width) : Math.min(x + 14, SHARE_WIDTH - MARGIN - width);
    return textLine(text, start, below + 40, 22, { colour: isNear ? INK : SOFT });
  };
  // Two notes that do not fit beside the middle would lie upon each other: the nearer one stays.
  const [drops, rises] = [
    lower === null ? "" : chartTexts.drops(lower),
    higher === null ? "" : chartTexts.rises(higher),
  ];
  const fit = x - 14 - SANS.widthOf(drops, 22) >= MARGIN && x + 14 + SANS.widthOf(rises, 22) <= SHARE_WIDTH - MARGIN;
  const isAlone = drops === "" || rises === "" || fit;
  return html`${textLine(label, centre - half, y - 30, 22)}<path d="M${(x - 11).toFixed(2)} ${y - 20}h22l-11 18zM${(x - 4).toFixed(2)} ${below + 10}h8l-4-8z" fill="${INK}"/><rect x="${(at(0.5 * total) - hairline).toFixed(2)}" y="${y}" width="${hairline}" height="${height}" fill="#fff"/>
${own !== undefined && lower !== null && bracket(at(own.before), at(middle - 1), isLowerNear)}${own !== undefined && higher !== null && bracket(at(middle - 1), at(own.before + own.count), isHigherNear)}
${drops !== "" && (isAlone || isLowerNear) && note(drops, isLowerNear, true)}${rises !== "" && (isAlone || (isHigherNear && !isLowerNear)) && note(rises, isHigherNear, false)}`;
}

/** A bar of a picture with several. */
export interface NamedBar extends BandFigures {
  readonly name: string;
  /** Drawn where the fonts lack letters of its name. */
  readonly fallback: string;
  readonly count: number;
  readonly isThin: boolean;
  /** Where it is not that of the others. */
  readonly scale?: Bands;
}

/** The column of names is as wide as its longest one, within these bounds. */
const [NAME_WIDTH, NAME_WIDTH_MAX] = [270, 460];
const COUNT_WIDTH = 70;

/** Below the bars: what the colours mean. */
const KEY_HEIGHT = 56;

/** How many lines what the colours mean takes. */
export function keyLines(bands: Bands): number {
  return linesOf(bands.map(({ label }) => label));
}

/** How many lines of a legend these texts take. */
function linesOf(texts: readonly string[]): number {
  let [x, lines] = [MARGIN, 1];
  for (const text of texts) {
    const width = 34 + SANS.widthOf(shorten(text, SANS, KEY_SIZE, INNER_WIDTH - 40), KEY_SIZE);
    if (x > MARGIN && x + width > SHARE_WIDTH - MARGIN) [x, lines] = [MARGIN, lines + 1];
    x += width + 32;
  }
  return lines;
}

/** How high a picture of so many bars is with everything that the colours mean. */
export function barsHeight(bands: Bands, bars: number): number {
  return bars * 44 + KEY_HEIGHT + (keyLines(bands) - 1) * KEY_LEADING;
}

/**
 * Bars under each other over one middle line, with names and counts, and what the colours mean in
 * at most so many lines.
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

/** How high the columns of a ranking are. */
export function columnsHeight(bands: Bands, columns: readonly (readonly DrawnGroup[])[]): number {
  const heights = columns.map((groups) =>
    groups.reduce((sum, { rows }) => sum + HEAD_HEIGHT + 16 + rows.length * ROW_PITCH, 0),
  );
  return Math.max(0, ...heights) + KEY_HEIGHT + (keyLines(bands) - 1) * KEY_LEADING;
}

/** A ranking in columns: groups of bars, each under its band and the rank that it shares. */
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

/** The room of the names of columns, which stand upright. */
const HEADS_HEIGHT = 210;

/** How high a heat table is. */
export function heatHeight(bands: Bands, rows: number): number {
  return HEADS_HEIGHT + rows * CELL_HEIGHT + KEY_HEIGHT + 20 + (keyLines(bands) - 1) * KEY_LEADING;
}

/** Squares in the colours of medians, with how many companies each counts. */
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
        const fill = level === null ? "url(#hatch)" : bandFill(level, bands.length, isThin);
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
