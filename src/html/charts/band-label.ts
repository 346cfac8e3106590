import { type Child, type Html, html, labelElement } from "../html.ts";
import { chartTexts } from "../texts/chart.ts";
import { bandFill } from "./band-patterns.ts";
import { type BandFigures, type Bands, labelAt } from "./figures.ts";

/** A small square in the colour of a level; hatched where nothing is judged. */
export function bandSwatch(bands: Bands, level: number | null): Html {
  if (level === null)
    return html`<svg class="swatch" aria-hidden="true"><rect class="frame" width="100%" height="100%" fill="url(#hatch)"/></svg>`;
  return html`<svg class="swatch" aria-hidden="true"><rect class="frame" width="100%" height="100%" fill="${bandFill(level, bands.length)}"/></svg>`;
}

/** A band as it stands in tables and sentences: its colour and its label. */
export function bandLabel(bands: Bands, level: number | null): Html {
  const label = labelAt(bands, level);
  return html`<span class="band">${bandSwatch(bands, level)}${label === null ? chartTexts.notJudged : labelElement(label)}</span>`;
}

/** So many letters of small type stand beside each other in the narrowest map of a wide page. */
const LETTERS_BESIDE_MAX = 75;

/**
 * The scale, worst first, each band with how many of the things counted have it as their median;
 * under null, how many are not ranked.
 */
export function legend(bands: Bands, counts: ReadonlyMap<number | null, number>): Html {
  const entry = (level: number | null, label: Child): Html =>
    html`<li>${bandSwatch(bands, level)} <span>${label}</span> <b>${counts.get(level) ?? 0}</b></li>\n`;
  const entries = bands.map(({ level, label }) => entry(level, labelElement(label)));
  const longest = Math.max(...bands.flatMap(({ label }) => label.split(/\s+/u).map((word) => word.length)));
  const isLong = longest * (bands.length + 1) > LETTERS_BESIDE_MAX;
  return html`<ul class="legend scale${isLong && " long"}">
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
