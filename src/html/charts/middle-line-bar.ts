import { type Child, type Html, html } from "../html.ts";
import { chartTexts } from "../texts/chart.ts";
import { bandColour, inkOn } from "./band-colours.ts";
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

/** How a bar is drawn. */
export interface BarLook {
  /** Of its bands, in pixels. */
  readonly height: number;
  /** It says its counts where they have room. */
  readonly hasCounts?: true;
}

/** A bar in a table of many. */
const LOW: BarLook = { height: 14 };

/** A bar of a list that is a page of its own. */
export const COUNTED: BarLook = { height: 22, hasCounts: true };

/** One of the few bars that a page is about. */
export const TALL: BarLook = { height: 34, hasCounts: true };

/**
 * The mark of the product: a distribution as a bar, worst to best, as wide as its column whatever
 * it counts, with a line at the middle. The colour under the line is the median band.
 *
 * Lengths are in percent, so that a bar can be stretched without stretching its line. `isThin` says
 * that there are too few for the median to mean much: such a bar is pale and has no line.
 */
export function middleLineBar(
  bands: Bands,
  figures: Pick<BandFigures, "median_level" | "distribution">,
  isThin: boolean,
  { height, hasCounts }: BarLook = LOW,
): Html {
  const segments = segmentsOf(bands, figures);
  const total = totalOf(segments);
  if (total === 0)
    return html`<svg class="bar" role="img" aria-label="${chartTexts.notJudged}"><rect class="frame" y="6" width="100%" height="${height}" fill="url(#hatch)"/></svg>`;
  const label = chartTexts.bar(countsInWords(segments), isThin ? null : labelAt(bands, figures.median_level));
  const rects = segments.map(
    ({ level, count, before }) =>
      html`<rect x="${percentOf(before, total)}" y="6" width="${percentOf(count, total)}" height="${height}" fill="${bandColour(level, bands.length)}"/>`,
  );
  return html`<svg class="${isThin ? "bar thin" : "bar"}" role="img" aria-label="${label}">${rects}<rect class="frame" y="6" width="100%" height="${height}" fill="none"/>${
    hasCounts && segments.map((segment) => countIn(segment, total, bands, { isThin, baseline: 11 + 0.5 * height }))
  }${!isThin && middleLine(height + 13)}</svg>`;
}

/** A narrower share of the bar has no room for its count. */
const SHARE_WITH_COUNT = 0.08;

/** So near to the middle, a count would stand under the line. */
const SHARE_AROUND_MIDDLE = 0.1;

/** The count of a band, at that end of its share of a tall bar where the middle line is not. */
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
  const ink = isThin ? "own" : inkOn(bandColour(level, bands.length));
  const [x, side] = isAtEnd ? [end, "end"] : [before, "start"];
  return html`<svg class="in ${ink} ${side}" x="${percentOf(x, total)}"><text x="${isAtEnd ? -7 : 7}" y="${baseline}">${count}</text></svg>`;
}

/** Dark between two light edges, so that it can be seen on every colour and on dark paper. */
function middleLine(end: number): Html {
  const place = html`x1="50%" x2="50%" y1="0" y2="${end}"`;
  return html`<line class="halo" ${place}/><line class="middle" ${place}/>`;
}
