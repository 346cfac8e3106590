import { type Html, html } from "../html.ts";
import { bandColour } from "./band-colours.ts";
import type { Bands } from "./figures.ts";

/**
 * The fills of shapes. Colour is never paler: a bar of too few companies has its colours in
 * diagonal stripes. Too few for a band are pale stripes, and nothing judged is grey hatching.
 *
 * A page defines the patterns of its scale once. They are named by the number of bands, so that two
 * scales of a page do not meet.
 */

/** The kind of drawing that has a pattern: lengths within a map are in its units. */
export type PatternPlace = "chart" | "map";

/** Maximum number of bands that colour alone can tell apart: beyond it, every second is lined. */
const COLOURS_ALONE_MAX = 6;

/** Returns the fill of a level, too few companies or nothing judged; `isThin` in a bar of few. */
export function bandFill(level: number | "few" | null, count: number, isThin = false, place: PatternPlace = "chart") {
  if (level === null || level === "few") return level === null ? "url(#hatch)" : "url(#few)";
  if (isThin) return `url(#${idOf("few", level, count, place)})`;
  const colour = bandColour(level, count); // alone where the pattern is not defined
  return isLined(level, count) ? `url(#${idOf("lined", level, count, place)}) ${colour}` : colour;
}

/** Returns true if a band has lines. */
export function isLined(level: number, bandCount: number): boolean {
  return bandCount > COLOURS_ALONE_MAX && level % 2 === 0;
}

function idOf(kind: "few" | "lined", level: number, bandCount: number, place: PatternPlace): string {
  return `${place === "map" ? "map-" : ""}${kind}-${bandCount}-${level}`;
}

/** A unit of a map is about a third of a pixel on a wide page. */
const UNITS_ON_MAP = 2.5;

/** Defines every pattern of the charts of a page with this scale. */
export function chartPatterns(bands: Bands): Html {
  return html`<svg class="patterns" aria-hidden="true" width="0" height="0"><defs>${HATCH}${bandPatterns(bands)}</defs></svg>`;
}

/** The patterns of things that are not judged, or have too few companies. */
export const HATCH: Html = html`<pattern id="few" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)"><rect class="hatch-paper" width="7" height="7"/><rect class="hatch-line" width="1" height="7"/></pattern><pattern id="hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect class="hatch-paper" width="5" height="5"/><rect class="hatch-line" width="1.4" height="5"/></pattern>`;

/** Draws the patterns of a scale, to stand within `defs`. */
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
