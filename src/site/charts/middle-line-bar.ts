import { type Html, html } from "../html.ts";
import { chartTexts } from "../texts/chart-texts.ts";
import { bandColour } from "./band-colours.ts";
import { type BandFigures, type Bands, countsInWords, labelAt, percentOf, segmentsOf, totalOf } from "./figures.ts";

/**
 * The mark of the product: a distribution as a bar, worst to best, as wide as its column whatever
 * it counts, with a line at the middle. The colour under the line is the median band.
 *
 * Lengths are in percent, so that a bar can be stretched without stretching its line. `isThin` says
 * that there are too few for the median to mean much: such a bar is pale and has no line. A tall
 * one is for the few that a page is about.
 */
export function middleLineBar(
  bands: Bands,
  figures: Pick<BandFigures, "median_level" | "distribution">,
  isThin: boolean,
  isTall = false,
): Html {
  const height = isTall ? 34 : 14;
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
    !isThin && middleLine(height + 13)
  }</svg>`;
}

/** Dark between two light edges, so that it can be seen on every colour and on dark paper. */
function middleLine(end: number): Html {
  const place = html`x1="50%" x2="50%" y1="0" y2="${end}"`;
  return html`<line class="halo" ${place}/><line class="middle" ${place}/>`;
}
