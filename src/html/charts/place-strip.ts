import { type Child, type Html, html } from "../html.ts";
import { bandRow } from "./company-strip.ts";
import { type BandFigures, type Bands, type Segment, percentOf, segmentsOf, totalOf } from "./figures.ts";

/** A company among those of its country or sector. */
export interface Placed {
  /** The level of its median band. */
  readonly level: number;
  /** The text of the mark. */
  readonly text: string;
}

/**
 * Draws the row of all judged companies of an area, worst to best, with a mark at one's band, a
 * ruler along it, and ticks at the middle company. Companies of one band have no order.
 *
 * The drawing is for the eye: the sentence above it says the same.
 */
export function placeStrip(bands: Bands, figures: BandFigures, placed: Placed): Html {
  const segments = segmentsOf(bands, figures);
  const total = totalOf(segments);
  const own = segments.find(({ level }) => level === placed.level);
  if (own === undefined) throw new RangeError(`no company stands at level ${placed.level}`);
  return html`<div class="strip">
<svg aria-hidden="true" class="row">${bandRow(bands, segments)}<rect class="frame" y="30" width="100%" height="46" fill="none"/>${middleTicks()}${mark(own, total, placed.text)}</svg>
${ruler(own, total)}
</div>`;
}

/** Draws ticks as bars have them: outside, and where the lower middle company ends. */
function middleTicks(): Html {
  const tick = (y: number): Html =>
    html`<rect class="tick" x="50%" y="${y}" width="2" height="6" transform="translate(-2)"/>`;
  return html`${tick(23)}${tick(77)}`;
}

/** Within this share from an edge, a label is set towards the middle, to stay in view. */
const LABEL_EDGE = 0.15;

function mark({ before, count }: Segment, total: number, text: string): Child {
  const centre = before + 0.5 * count;
  const share = centre / total;
  const side = share < LABEL_EDGE ? "start" : share > 1 - LABEL_EDGE ? "end" : "centre";
  return html`<svg class="pointer" x="${percentOf(centre, total)}"><path d="M-7 17h14l-7 10zM-4 86h8l-4-7z"/></svg>
<text class="${side}" x="${percentOf(centre, total)}" y="12">${text}</text>`;
}

/** Draws a line under all companies that share the band. */
function ruler({ before, count }: Segment, total: number): Html {
  return html`<svg aria-hidden="true" class="rulers"><line class="far" x1="${percentOf(before, total)}" x2="${percentOf(before + count, total)}" y1="5" y2="5"/></svg>`;
}
