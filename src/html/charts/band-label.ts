import { type Html, html } from "../html.ts";
import { chartTexts } from "../texts/chart.ts";
import { bandColour } from "./band-colours.ts";
import { type BandFigures, type Bands, labelAt } from "./figures.ts";

/** A small square in the colour of a level; hatched where nothing is judged. */
export function bandSwatch(bands: Bands, level: number | null): Html {
  if (level === null)
    return html`<svg class="swatch" aria-hidden="true"><rect class="frame" width="100%" height="100%" fill="url(#hatch)"/></svg>`;
  return html`<svg class="swatch" aria-hidden="true"><rect class="frame" width="100%" height="100%" fill="${bandColour(level, bands.length)}"/></svg>`;
}

/** A band as it stands in tables and sentences: its colour and its label. */
export function bandLabel(bands: Bands, level: number | null): Html {
  return html`<span class="band">${bandSwatch(bands, level)}${labelAt(bands, level) ?? chartTexts.notJudged}</span>`;
}

/**
 * The scale, worst first, each band with how many of the things counted have it as their median;
 * under null, how many are not ranked.
 */
export function legend(bands: Bands, counts: ReadonlyMap<number | null, number>): Html {
  const entry = (level: number | null, label: string): Html =>
    html`<li>${bandSwatch(bands, level)} <span>${label}</span> <b>${counts.get(level) ?? 0}</b></li>\n`;
  const entries = bands.map(({ level, label }) => entry(level, label));
  return html`<ul class="legend scale">
${entries}${counts.has(null) && entry(null, chartTexts.notRanked)}</ul>`;
}

/** What the colours of bars mean, worst first as in the bars; of one bar with its counts. */
export function bandKey(bands: Bands, counted?: Pick<BandFigures, "distribution">): Html {
  const entries = bands.map(({ id, level }) => {
    const count = counted && html` <b>${counted.distribution[id] ?? 0}</b>`;
    return html`<li>${bandLabel(bands, level)}${count}</li>`;
  });
  return html`<ul class="legend">${entries}</ul>`;
}
