import { type Child, type Html, html } from "../html.ts";
import { chartTexts, ordinal } from "../texts/chart.ts";
import { bandColour } from "./band-colours.ts";
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

/** A row of more things is drawn as a bar: they could not be told apart. */
export const STRIP_ITEMS_MAX = 300;

/**
 * The row of all judged companies, or of the judgements of one, worst to best, with the middle one
 * marked and the distances to the neighbouring bands. `items` are in that order, or none where
 * there are too many.
 *
 * `isThin` says that there are too few for a median to mean much: the row is pale, without a mark.
 * The drawing is for the eye: the text below it says the same, and a table lists the companies.
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
  const counts = segments.map(
    ({ level, count, label: own }) => html`<li>${bandSwatch(bands, level)} ${own} <b>${count}</b></li>\n`,
  );
  return html`<figure class="strip">
<svg aria-hidden="true" class="${isThin ? "row thin" : "row"}">${stripRow(bands, segments, items)}<rect class="frame" y="30" width="100%" height="46" fill="none"/>${!isThin && mark(middle, total)}</svg>
${!isThin && distances(segments, figures, { middle, total, label })}
<figcaption>
${!isThin && distanceNotes(figures, label)}
<ul class="legend">
${counts}${unjudged > 0 && html`<li>${bandSwatch(bands, null)} ${chartTexts.unjudged(unjudged)}</li>`}</ul>
</figcaption>
</figure>`;
}

/** Rows that were drawn, by their things: many pages show the row of one country. */
const drawnRows = new WeakMap<readonly StripItem[], Child>();

/** One rectangle for each thing, or for each band where there are too many. */
export function stripRow(bands: Bands, segments: readonly Segment[], items: readonly StripItem[]): Child {
  const row = drawnRows.get(items) ?? drawRow(bands, segments, items);
  drawnRows.set(items, row);
  return row;
}

function drawRow(bands: Bands, segments: readonly Segment[], items: readonly StripItem[]): Child {
  const total = totalOf(segments);
  if (items.length !== total)
    return segments.map(({ level, count, before }) => rectangle(before, count, total, bandColour(level, bands.length)));
  const things = items.map(({ name, href, level }, index) => {
    const own = html`<title>${name}</title>${rectangle(index, 1, total, bandColour(level, bands.length))}`;
    return href === null ? html`<g>${own}</g>` : html`<a href="${href}" tabindex="-1">${own}</a>`;
  });
  return html`${things}`;
}

function rectangle(before: number, count: number, total: number, colour: string): Html {
  return html`<rect x="${percentOf(before, total)}" width="${percentOf(count, total)}" y="30" height="46" fill="${colour}"/>`;
}

/** The frame of the middle company, and the label that points at it. */
function mark(middle: number, total: number): Html {
  const place = html`x="${percentOf(middle - 1, total)}" width="${percentOf(1, total)}" y="28" height="50"`;
  return html`<rect class="mark-halo" ${place}/><rect class="mark" ${place}/>
<svg class="pointer" x="${percentOf(middle - 0.5, total)}"><path d="M-6 18h12l-6 7z"/></svg>
<text x="${percentOf(middle - 0.5, total)}" y="12">${chartTexts.middle(ordinal(middle), String(total))}</text>`;
}

/** Notes nearer to each other than this share of the width stand in two lines. */
const NOTE_WIDTH = 0.32;

/** A ruler farther to the right than this has its note before its end. */
const NOTE_EDGE = 0.6;

/** Rulers from the middle company to the next bands, each with what it means. */
function distances(
  segments: readonly Segment[],
  { median_level, flips_to_lower: lower, flips_to_higher: higher }: BandFigures,
  { middle, total, label }: { readonly middle: number; readonly total: number; readonly label: string },
): Child {
  const own = segments.find(({ level }) => level === median_level);
  if (own === undefined) return null;
  const isLowerNear = (lower ?? Infinity) <= (higher ?? Infinity);
  const isHigherNear = (higher ?? Infinity) <= (lower ?? Infinity);
  const ruler = (from: number, to: number, isNear: boolean, line: number, note: string): Html => {
    const isAtEnd = from > NOTE_EDGE * total;
    return html`<g class="${isNear ? "near" : "far"}"><line x1="${percentOf(from, total)}" x2="${percentOf(to, total)}" y1="5" y2="5"/><text class="${isAtEnd ? "end" : "start"}" x="${percentOf(isAtEnd ? to : from, total)}" y="${line}">${note}</text></g>`;
  };
  const areApart = lower === null || middle - 1 - own.before > NOTE_WIDTH * total;
  const drops = lower !== null && ruler(own.before, middle, isLowerNear, 24, chartTexts.drops(String(lower), label));
  const rises =
    higher !== null &&
    ruler(
      middle - 1,
      own.before + own.count,
      isHigherNear,
      areApart ? 24 : 42,
      chartTexts.rises(String(higher), label),
    );
  return html`<svg aria-hidden="true" class="rulers">${drops}${rises}</svg>`;
}

/** The same below the drawing, for those who do not see it and where it has no room for words. */
function distanceNotes({ flips_to_lower: lower, flips_to_higher: higher }: BandFigures, label: string): Html {
  const drops = html`<span>${lower !== null && chartTexts.drops(String(lower), label)}</span>`;
  const rises = html`<span>${higher !== null && chartTexts.rises(String(higher), label)}</span>`;
  return html`<p class="distances">${drops}${rises}</p>`;
}
