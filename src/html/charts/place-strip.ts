import { type Child, type Html, html } from "../html.ts";
import { type StripItem, stripRow } from "./company-strip.ts";
import { type BandFigures, type Bands, type Segment, percentOf, segmentsOf, totalOf } from "./figures.ts";

/** A company in the row of companies of its country or sector. */
export interface Placed {
  /** The level of its median band. */
  readonly level: number;
  /** Its index in `items`; -1 where they are too many to be drawn one by one. */
  readonly index: number;
  /** What the mark says. */
  readonly text: string;
}

/**
 * The row of all judged companies of an area, worst to best, with one of them marked, a ruler along
 * those that share its band, and a line at the middle. `items` are in that order, or none where
 * there are too many: then the mark is around the whole band.
 *
 * The drawing is for the eye: the sentence above it says the same.
 */
export function placeStrip(bands: Bands, figures: BandFigures, items: readonly StripItem[], placed: Placed): Html {
  const segments = segmentsOf(bands, figures);
  const total = totalOf(segments);
  const own = segments.find(({ level }) => level === placed.level);
  if (own === undefined) throw new RangeError(`no company stands at level ${placed.level}`);
  const isAlone = placed.index >= 0;
  const from = isAlone ? placed.index : own.before;
  return html`<div class="strip">
<svg aria-hidden="true" class="row">${stripRow(bands, segments, items)}<rect class="frame" y="30" width="100%" height="46" fill="none"/>${middleLine()}${mark(from, isAlone ? 1 : own.count, total, placed.text)}</svg>
${isAlone && ruler(own, total)}
</div>`;
}

function middleLine(): Html {
  const place = html`x1="50%" x2="50%" y1="26" y2="80"`;
  return html`<line class="halo" ${place}/><line class="middle" ${place}/>`;
}

/** Beyond these shares of the width a label is set towards the middle, so that it stays in view. */
const LABEL_EDGE = 0.15;

function mark(from: number, count: number, total: number, text: string): Child {
  const place = html`x="${percentOf(from, total)}" width="${percentOf(count, total)}" y="28" height="50"`;
  const centre = from + 0.5 * count;
  const share = centre / total;
  const side = share < LABEL_EDGE ? "start" : share > 1 - LABEL_EDGE ? "end" : "centre";
  return html`<rect class="mark-halo" ${place}/><rect class="mark" ${place}/>
<svg class="pointer" x="${percentOf(centre, total)}"><path d="M-6 18h12l-6 7z"/></svg>
<text class="${side}" x="${percentOf(centre, total)}" y="12">${text}</text>`;
}

/** A line under all companies that share the band. */
function ruler({ before, count }: Segment, total: number): Html {
  return html`<svg aria-hidden="true" class="rulers"><line class="far" x1="${percentOf(before, total)}" x2="${percentOf(before + count, total)}" y1="5" y2="5"/></svg>`;
}
