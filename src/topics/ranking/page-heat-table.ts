import { type Child, type Html, html } from "../../html/html.ts";
import { type Column, table } from "../../html/components.ts";
import { matrixTexts as texts } from "./texts-matrix.ts";
import { inkOnBand, placeOnRamp, rampSize } from "../../html/charts/band-colours.ts";
import { isLined } from "../../html/charts/band-patterns.ts";
import { type Bands } from "../../html/charts/figures.ts";

/** The companies behind one square of a heat table. */
export interface HeatCell {
  readonly listed: number;
  readonly judged: number;
  /** The level of their median band; null where none is judged. */
  readonly level: number | null;
  /** True if they are too few for their median to mean much. */
  readonly isThin: boolean;
  /** The address of the list of these companies; empty where there are none. */
  readonly href: string;
  /** The names of the country and the sector: `France`, `Energy`. */
  readonly row: string;
  readonly column: string;
}

/** A line of a heat table. */
export interface HeatRow {
  readonly name: string;
  readonly href: string;
  /** The first cell is about the whole line. */
  readonly cells: readonly HeatCell[];
}

/**
 * Renders a table of squares in the colours of median bands, each a link. Lines and
 * columns are named at every square, for those who do not see where they meet.
 *
 * A square is its link alone, coloured by the style sheet: a table has thousands of them.
 */
export function heatTable(bands: Bands, columns: readonly Column[], rows: readonly HeatRow[], caption: string): Html {
  const looks = describeLooks(bands);
  const lines = rows.map(({ name, href, cells }) => [
    html`<a href="${href}">${name}</a>`,
    ...cells.map((cell) => drawCell(looks, cell)),
  ]);
  return table({ className: `heat of-${rampSize(bands.length)}`, caption, columns, rows: lines });
}

/** The appearance of the squares of a level, and its label. */
interface Look {
  readonly label: string;
  readonly className: string;
}

function describeLooks(bands: Bands): ReadonlyMap<number | null, Look> {
  const count = bands.length;
  return new Map(
    bands.map(({ level, label }) => {
      const colour = `b${placeOnRamp(level, count)}`;
      const className = `${colour} ${inkOnBand(level, count)}${isLined(level, count) ? " lined" : ""}`;
      return [level, { label, className }];
    }),
  );
}

function drawCell(
  looks: ReadonlyMap<number | null, Look>,
  { listed, judged, level, isThin, href, row, column }: HeatCell,
): Child {
  if (listed === 0) return null;
  const look = looks.get(level);
  if (look === undefined)
    return html`<a class="unrated" href="${href}" aria-label="${texts.cell(row, column, texts.unjudged(listed))}"></a>`;
  const says = isThin ? texts.thin(judged) : texts.firm(look.label, judged);
  return html`<a class="${isThin ? "few" : look.className}" href="${href}" aria-label="${texts.cell(row, column, says)}">${judged}</a>`;
}
