import { type Child, type Html, html, labelElement } from "../html.ts";
import { digits, ordinal } from "../../ask/grammar.ts";
import { chartTexts } from "../texts/chart.ts";
import { bandFill } from "./band-patterns.ts";
import { bandSwatch } from "./band-label.ts";
import {
  type BandFigures,
  type Bands,
  type Segment,
  labelAt,
  middleOf,
  percentOf,
  segmentsOf,
  totalOf,
} from "./figures.ts";
import { middleLineBar } from "./middle-line-bar.ts";

/** One thing of the row: a judged company and its page, or a judgement, which has none. */
export interface StripItem {
  readonly name: string;
  readonly href: string | null;
  readonly level: number;
}

/** Maximum number of things in a row: more are drawn as a bar, as they could not be told apart. */
export const STRIP_ITEMS_MAX = 300;

/**
 * Draws the row of all judged companies, or of the judgements of one, worst to best, with the
 * middle one marked and the distances to the neighbouring bands. `items` are in that order, or none
 * where there are too many.
 *
 * Things that are not judged are hatched at either end: they could stand at the worst or the best
 * one. At most as many as the judged ones are drawn: with more, any band is possible.
 *
 * `isThin` says that there are too few for a median to mean much: the row is striped and has no
 * mark. The drawing is for the eye: the text below it says the same, and a table lists the
 * companies.
 */
export function companyStrip(
  bands: Bands,
  figures: BandFigures,
  items: readonly StripItem[],
  unjudged: number,
  isThin: boolean,
): Html {
  const segments = segmentsOf(bands, figures);
  const total = totalOf(segments);
  const middle = middleOf(segments, figures);
  const label = labelAt(bands, figures.median_level);
  if (middle === null || label === null || total === 0)
    return html`<figure class="strip">${middleLineBar(bands, figures, true)}</figure>`;
  const drawn: StripCounts = { total, ends: Math.min(unjudged, total) };
  const counts = segments.map(
    ({ level, count, label: own }) =>
      html`<li>${bandSwatch(bands, level)} ${labelElement(own)} <b>${digits(count)}</b></li>\n`,
  );
  return html`<figure class="strip">
<svg aria-hidden="true" class="row${isThin && " thin"}${total > CLOSE_FROM && " close"}">${hatchedEnds(drawn)}${judgedPart(drawn, html`${drawRow(bands, segments, items, isThin)}<rect class="frame" y="30" width="100%" height="46" fill="none"/>${!isThin && mark(middle, total)}`)}</svg>
${!isThin && rulers(segments, figures, middle, drawn)}
<figcaption>
${!isThin && distances(bands, figures)}
<ul class="legend">
${counts}${unjudged > 0 && html`<li>${bandSwatch(bands, null)} ${chartTexts.unjudged(unjudged)}</li>`}</ul>
</figcaption>
</figure>`;
}

/** More things have no gaps in a narrow row: nothing else would be seen. */
const CLOSE_FROM = 110;

/** The number of things in a row, and of hatched ones at each end. */
interface StripCounts {
  readonly total: number;
  readonly ends: number;
}

/** Puts content in percent of the judged things between the hatched ends. */
function judgedPart({ total, ends }: StripCounts, content: Child): Child {
  if (ends === 0) return content;
  const width = total + 2 * ends;
  return html`<svg class="within" x="${percentOf(ends, width)}" width="${percentOf(total, width)}">${content}</svg>`;
}

function hatchedEnds({ total, ends }: StripCounts): Child {
  if (ends === 0) return null;
  const width = total + 2 * ends;
  return [0, ends + total].map(
    (before) =>
      html`<rect class="frame" x="${percentOf(before, width)}" width="${percentOf(ends, width)}" y="30" height="46" fill="url(#hatch)"/>`,
  );
}

/** Draws one rectangle for each thing, or for each band where there are too many. */
function drawRow(bands: Bands, segments: readonly Segment[], items: readonly StripItem[], isThin: boolean): Child {
  const total = totalOf(segments);
  if (items.length !== total) return bandRow(bands, segments, isThin);
  const things = items.map(({ name, href, level }, index) => {
    const own = html`<title>${name}</title>${rectangle(index, 1, total, bandFill(level, bands.length, isThin))}`;
    return href === null ? html`<g>${own}</g>` : html`<a href="${href}" tabindex="-1">${own}</a>`;
  });
  return html`${things}`;
}

/** Draws one rectangle for each band. */
function bandRow(bands: Bands, segments: readonly Segment[], isThin = false): Child {
  const total = totalOf(segments);
  return segments.map(({ level, count, before }) =>
    rectangle(before, count, total, bandFill(level, bands.length, isThin)),
  );
}

function rectangle(before: number, count: number, total: number, colour: string): Html {
  return html`<rect x="${percentOf(before, total)}" width="${percentOf(count, total)}" y="30" height="46" fill="${colour}"/>`;
}

/**
 * Draws triangles above and below the middle company, and the label over them. They touch no
 * company, as the next ones decide, too.
 */
function mark(middle: number, total: number): Html {
  return html`<svg class="pointer" x="${percentOf(middle - 0.5, total)}"><path d="M-7 17h14l-7 10zM-4 86h8l-4-7z"/></svg>
<text x="${percentOf(middle - 0.5, total)}" y="12">${chartTexts.middle(ordinal(middle), digits(total))}</text>`;
}

/** Draws rulers from the middle company to the next bands; words below them say what they mean. */
function rulers(
  segments: readonly Segment[],
  { median_level: level, flips_to_lower: lower, flips_to_higher: higher }: BandFigures,
  middle: number,
  drawn: StripCounts,
): Child {
  const own = segments.find((segment) => segment.level === level);
  if (own === undefined) return null;
  const ruler = (from: number, to: number, isNear: boolean): Html =>
    html`<line${isNear && html` class="near"`} x1="${percentOf(from, drawn.total)}" x2="${percentOf(to, drawn.total)}" y1="5" y2="5"/>`;
  const drops = lower !== null && ruler(own.before, middle, lower <= (higher ?? Infinity));
  const rises = higher !== null && ruler(middle - 1, own.before + own.count, higher <= (lower ?? Infinity));
  return html`<svg aria-hidden="true" class="rulers">${judgedPart(drawn, html`${drops}${rises}`)}</svg>`;
}

/** Says below the drawing how far the bands beside the median are. */
function distances(bands: Bands, { median_level, flips_to_lower, flips_to_higher }: BandFigures): Html {
  const note = (count: number | null, step: number, say: (count: number) => string): Html => {
    const label = labelAt(bands, (median_level ?? 0) + step);
    return html`<span>${count !== null && label !== null && html`${say(count)} ${labelElement(label)}`}</span>`;
  };
  return html`<p class="distances">${note(flips_to_lower, -1, chartTexts.drops)}${note(flips_to_higher, 1, chartTexts.rises)}</p>`;
}

/**
 * Draws the scale, worst to best, with a dot where one thing stands, and its name. A bar of one
 * would look like a share of many. The drawing is for the eye: the words above it say the same.
 */
export function dotOnScale(bands: Bands, level: number, name: Child): Html {
  const count = bands.length;
  const steps = bands.map(
    ({ level: own }) =>
      html`<rect x="${percentOf(own - 1, count)}" y="8" width="${percentOf(1, count)}" height="12" fill="${bandFill(own, count)}"/>`,
  );
  return html`<figure class="strip dot-on-scale">
<svg class="bar" aria-hidden="true">${steps}<rect class="frame" y="8" width="100%" height="12" fill="none"/><circle cx="${percentOf(level - 0.5, count)}" cy="14" r="10" fill="${bandFill(level, count)}"/></svg>
<figcaption>${name}</figcaption>
</figure>`;
}
