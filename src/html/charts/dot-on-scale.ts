import { type Child, type Html, html } from "../html.ts";
import { bandFill } from "./band-patterns.ts";
import { type Bands, percentOf } from "./figures.ts";

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
