import { type Child, type Html, html } from "../html.ts";
import { chartTexts } from "../texts/chart.ts";
import { digits } from "../../ask/grammar.ts";
import { bandColour, inkOnBand } from "./band-colours.ts";
import { bandFill, isLined } from "./band-patterns.ts";
import {
  type BandFigures,
  type Bands,
  type Segment,
  countsInWords,
  labelAt,
  percentOf,
  segmentsOf,
  totalOf,
} from "./figures.ts";

/** The look of a bar. Lengths are in pixels. */
export interface BarLook {
  /** The height of its bands. Above and below them are seven more pixels. */
  readonly height: number;
  /** Minimum width, which decides if one company is wide enough for the hairline. */
  readonly narrowest: number;
  /** It shows its counts where they have room. */
  readonly hasCounts?: true;
}

/** A bar in a table of many. */
const LOW: BarLook = { height: 12, narrowest: 86 };

/** A bar of a list that is a page of its own. */
export const COUNTED: BarLook = { height: 22, narrowest: 200, hasCounts: true };

/** One of the few bars that a page is about. */
export const TALL: BarLook = { height: 34, narrowest: 200, hasCounts: true };

/** The upper edge of the bands of a bar. */
const TOP = 7;

/**
 * Draws the mark of the product: a distribution as a bar, worst to best, as wide as its column
 * whatever it counts, with a notch at the middle company. Its colour is the median band.
 *
 * Lengths are in percent, so that a bar can be stretched without stretching its notch. `isThin`
 * says that there are too few for the median to mean much: such a bar is striped and has no notch.
 */
export function middleLineBar(
  bands: Bands,
  figures: Pick<BandFigures, "median_level" | "distribution">,
  isThin: boolean,
  look: BarLook = LOW,
): Html {
  const segments = segmentsOf(bands, figures);
  const total = totalOf(segments);
  const { height, hasCounts } = look;
  if (total === 0)
    return html`<svg class="bar" role="img" aria-label="${chartTexts.notJudged}"><rect class="frame" y="${TOP}" width="100%" height="${height}" fill="url(#hatch)"/></svg>`;
  const labels = bands.map((band) => band.label);
  const median = isThin ? null : labelAt(bands, figures.median_level);
  const label = chartTexts.bar(countsInWords(segments, labels), median, labels);
  const rects = segments.map(
    ({ level, count, before }) =>
      html`<rect x="${percentOf(before, total)}" y="${TOP}" width="${percentOf(count, total)}" height="${height}" fill="${bandFill(level, bands.length, isThin)}"/>`,
  );
  return html`<svg class="${isThin ? "bar thin" : "bar"}" role="img" aria-label="${label}">${rects}<rect class="frame" y="${TOP}" width="100%" height="${height}" fill="none"/>${
    hasCounts && segments.map((segment) => countIn(segment, total, bands, { isThin, baseline: TOP + 5 + 0.5 * height }))
  }${!isThin && notch(bands, segments, figures.median_level, look)}</svg>`;
}

/** Minimum share of the bar that has room for its count. */
const SHARE_WITH_COUNT = 0.08;

/** A count within this share around the middle would stand under the notch. */
const SHARE_AROUND_MIDDLE = 0.1;

/** Draws the count of a band, at the end of its share of a tall bar that is not at the notch. */
function countIn(
  { level, count, before }: Segment,
  total: number,
  bands: Bands,
  { isThin, baseline }: { readonly isThin: boolean; readonly baseline: number },
): Child {
  if (count < SHARE_WITH_COUNT * total) return null;
  const isNear = (position: number): boolean => Math.abs(position - 0.5 * total) < SHARE_AROUND_MIDDLE * total;
  const end = before + count;
  const isAtEnd = before < 0.5 * total && isNear(before);
  if (isAtEnd && isNear(end)) return null;
  const ink = isThin ? "own" : inkOnBand(level, bands.length);
  const [x, side] = isAtEnd ? [end, "end"] : [before, "start"];
  const text = digits(count);
  const width = text.length * DIGIT_WIDTH + 4;
  const left = isAtEnd ? -5 - width : 5;
  const place = html`x="${left}" y="${baseline - 12}" width="${width}" height="15"`;
  // Digits on lines could not be read.
  const ground = isThin
    ? html`<rect class="hatch-paper" ${place}/>`
    : isLined(level, bands.length) && html`<rect ${place} fill="${bandColour(level, bands.length)}"/>`;
  return html`<svg class="in ${ink} ${side}" x="${percentOf(x, total)}">${ground}<text x="${isAtEnd ? -7 : 7}" y="${baseline}">${text}</text></svg>`;
}

/** The width of digits within bars, in pixels. */
const DIGIT_WIDTH = 8;

/** Minimum width of the median's colour, in pixels, which is always in sight. */
const MEDIAN_SHOWN = 3;

/**
 * Draws ticks above and below the bar, which meet those of the next row in one line, and a hairline
 * of paper through it that is never wider than one company. All of them end at half the width: with
 * an even number of companies, that is the edge of the lower middle one, whose band is the median.
 */
export function notch(
  bands: Bands,
  segments: readonly Segment[],
  medianLevel: number | null,
  { height, narrowest }: BarLook,
): Child {
  const total = totalOf(segments);
  const own = segments.find(({ level }) => level === medianLevel);
  if (own === undefined) return null;
  const hairline = total <= narrowest ? 1 : 0;
  const width = MEDIAN_SHOWN + hairline;
  const isCovered = ((0.5 * total - own.before) * narrowest) / total >= width;
  const tick = (y: number): Html =>
    html`<rect class="tick" x="50%" y="${y}" width="2" height="${TOP - 1}" transform="translate(-2)"/>`;
  return html`${
    !isCovered &&
    html`<rect class="median-band" x="50%" y="${TOP}" width="${width}" height="${height}" transform="translate(-${width})" fill="${bandFill(own.level, bands.length)}"/>`
  }${
    hairline > 0 &&
    html`<rect class="hairline" x="50%" y="${TOP}" width="1" height="${height}" transform="translate(-1)"/>`
  }${tick(0)}${tick(TOP + height + 1)}`;
}
