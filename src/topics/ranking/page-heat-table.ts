import { type Html, html } from "../../html/html.ts";
import { type Column, table } from "../../html/components.ts";
import { matrixTexts as texts } from "./texts-matrix.ts";
import { inkOnBand } from "../../html/charts/band-colours.ts";
import { bandFill } from "../../html/charts/band-patterns.ts";
import { type Bands, labelAt } from "../../html/charts/figures.ts";

/** The companies behind one square of a heat table. */
export interface HeatCell {
  readonly listed: number;
  readonly judged: number;
  /** The level of their median band; null where none is judged. */
  readonly level: number | null;
  /** They are too few for their median to mean much. */
  readonly isThin: boolean;
  /** Where these companies are listed. */
  readonly href: string;
  /** What the square is about: `France, Energy`. */
  readonly row: string;
  readonly column: string;
}

/** A line of a heat table. */
export interface HeatRow {
  readonly name: string;
  readonly href: string;
  /** The first one is about the whole line. */
  readonly cells: readonly HeatCell[];
}

/**
 * A table of squares in the colours of median bands, each a link. Lines and
 * columns are named at every square, for those who do not see where they meet.
 */
export function heatTable(bands: Bands, columns: readonly Column[], rows: readonly HeatRow[], caption: string): Html {
  const lines = rows.map(({ name, href, cells }) => [
    html`<a href="${href}">${name}</a>`,
    ...cells.map((cell) => drawCell(bands, cell)),
  ]);
  return table({ className: "heat", caption, columns, rows: lines });
}

function drawCell(bands: Bands, { listed, judged, level, isThin, href, row, column }: HeatCell): Html {
  if (listed === 0) return html`<span class="hidden">${texts.empty}</span>`;
  const label = labelAt(bands, level) ?? "";
  const says = level === null ? texts.unjudged(listed) : (isThin ? texts.thin : texts.firm)(label, judged);
  const fill = level === null ? "url(#hatch)" : bandFill(level, bands.length, isThin);
  const ink = level === null || isThin ? "own" : inkOnBand(level, bands.length);
  return html`<a href="${href}"><svg class="square ${ink}${isThin && level !== null && " thin"}" role="img"><title>${texts.cell(row, column, says)}</title><rect width="100%" height="100%" fill="${fill}"/>${level !== null && html`<text x="50%" y="50%">${judged}</text>`}</svg></a>`;
}
