import { digits } from "../../ask/grammar.ts";
import { type Child, type Html, html } from "../html.ts";
import { numeric, table } from "../components.ts";
import { bandFill } from "./band-patterns.ts";
import { bandLabel } from "./band-label.ts";
import { type Bands, percentOf } from "./figures.ts";

/** The number of things that have a band. */
export interface BandCount {
  /** Null for those that are not judged. */
  readonly level: number | null;
  readonly count: number;
  /** The URL of the list of these things; null for no link. */
  readonly href: string | null;
  readonly isChosen: boolean;
}

/** The names of the columns, which only screen readers say. */
interface Columns {
  readonly caption: string;
  readonly band: string;
  readonly count: string;
}

/**
 * Draws the number of things of each band as bars from one edge, so that they can be compared.
 * Where some are chosen, the others are pale. The longest bar has the whole width.
 */
export function bandCounts(bands: Bands, rows: readonly BandCount[], columns: Columns): Html {
  const most = Math.max(...rows.map(({ count }) => count));
  const areChosen = rows.some(({ isChosen }) => isChosen);
  const hidden = (text: string): Html => html`<span class="hidden">${text}</span>`;
  return table({
    className: "bars counts",
    caption: columns.caption,
    columns: [{ text: hidden(columns.band) }, { text: hidden(columns.caption) }, numeric(hidden(columns.count))],
    rows: rows.map((row) => cellsOf(bands, row, most, areChosen && !row.isChosen)),
  });
}

function cellsOf(
  bands: Bands,
  { level, count, href, isChosen }: BandCount,
  most: number,
  isPale: boolean,
): readonly Child[] {
  const label = bandLabel(bands, level);
  const fill = level === null ? "url(#hatch)" : bandFill(level, bands.length);
  const name = href === null ? label : html`<a href="${href}"${isChosen && html` aria-current="true"`}>${label}</a>`;
  const frame = level === null && html` class="frame"`;
  const bar = count > 0 && html`<rect${frame} y="6" width="${percentOf(count, most)}" height="14" fill="${fill}"/>`;
  const svg = html`<svg class="${isPale ? "bar unchosen" : "bar"}" aria-hidden="true">${bar}<line class="base" x1="0" x2="0" y1="2" y2="24"/></svg>`;
  return [name, svg, digits(count)];
}
