import { type Html, html } from "../html.ts";
import { bandColour } from "./band-colours.ts";
import type { Bands } from "./figures.ts";

/**
 * What shapes of a band are filled with. Colour is never paler: too few companies are the colour in
 * diagonal stripes on paper, and nothing judged is grey hatching.
 *
 * A page defines the patterns of its scale once. They are named by the number of bands, so that two
 * scales of a page do not meet.
 */

/** Where a pattern is drawn: lengths within a map are in its units. */
export type PatternPlace = "chart" | "map";

/** Beyond so many bands, neighbours differ by more than colour can show: every second is lined. */
const COLOURS_ALONE_MAX = 6;

/** The fill of a band; `isThin` where too few companies have it for a median to mean much. */
export function bandFill(level: number, bandCount: number, isThin = false, place: PatternPlace = "chart"): string {
  if (isThin) return `url(#${idOf("few", level, bandCount, place)})`;
  const colour = bandColour(level, bandCount);
  // Where the pattern is not defined, the colour alone.
  return isLined(level, bandCount) ? `url(#${idOf("lined", level, bandCount, place)}) ${colour}` : colour;
}

/** Whether a band has lines. */
export function isLined(level: number, bandCount: number): boolean {
  return bandCount > COLOURS_ALONE_MAX && level % 2 === 0;
}

function idOf(kind: "few" | "lined", level: number, bandCount: number, place: PatternPlace): string {
  return `${place === "map" ? "map-" : ""}${kind}-${bandCount}-${level}`;
}

/** A unit of a map is about a third of a pixel on a wide page. */
const UNITS_ON_MAP = 2.5;

/** Every pattern of the charts of a page with this scale. */
export function chartPatterns(bands: Bands): Html {
  return html`<svg class="patterns" aria-hidden="true" width="0" height="0"><defs>${HATCH}${bandPatterns(bands)}</defs></svg>`;
}

/** The pattern of what is not judged. */
export const HATCH: Html = html`<pattern id="hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect class="hatch-paper" width="5" height="5"/><rect class="hatch-line" width="1.4" height="5"/></pattern>`;

/** The patterns of a scale, to stand within `defs`. */
export function bandPatterns(bands: Bands, place: PatternPlace = "chart"): Html {
  const scaled = place === "map" ? `scale(${UNITS_ON_MAP})` : "";
  const count = bands.length;
  const patterns = bands.map(({ level }) => {
    const fill = bandColour(level, count);
    const few = html`<pattern id="${idOf("few", level, count, place)}" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="${`${scaled}rotate(45)`}"><rect class="hatch-paper" width="7" height="7"/><rect width="2.6" height="7" fill="${fill}"/></pattern>`;
    if (!isLined(level, count)) return few;
    return html`${few}<pattern id="${idOf("lined", level, count, place)}" width="4" height="4" patternUnits="userSpaceOnUse"${scaled !== "" && html` patternTransform="${scaled}"`}><rect width="4" height="4" fill="${fill}"/><rect class="hatch-paper" width="4" height="1.2"/></pattern>`;
  });
  return html`${patterns}`;
}
