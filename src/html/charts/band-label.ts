import { type Child, type Html, html, labelElement } from "../html.ts";
import { digits } from "../../ask/grammar.ts";
import { chartTexts } from "../texts/chart.ts";
import { bandFill } from "./band-patterns.ts";
import { type BandFigures, type Bands, labelAt } from "./figures.ts";

/** Counts of countries by level, with too few companies for one, or with none judged (null). */
export type CountsByLevel = ReadonlyMap<number | "few" | null, number>;

/** Counts the items of a ranking or a map by the meaning of their colour. */
export function countByLevel(
  items: readonly { readonly level: number | null; readonly isThin: boolean }[],
): CountsByLevel {
  return new Map(
    [...Map.groupBy(items, ({ level, isThin }) => (isThin && level !== null ? "few" : level))].map(
      ([own, those]) => [own, those.length] as const,
    ),
  );
}

/** Draws a small square in the colour of a level; pale for too few companies, hatched for none. */
export function bandSwatch(bands: Bands, level: number | "few" | null): Html {
  return html`<svg class="swatch" aria-hidden="true"><rect class="frame" width="100%" height="100%" fill="${bandFill(level, bands.length)}"/></svg>`;
}

/** Renders a band by its colour and label, or says that too few companies are judged. */
export function bandLabel(bands: Bands, level: number | null, isThin = false): Html {
  if (isThin && level !== null) return html`<span class="band">${bandSwatch(bands, "few")}${chartTexts.tooFew}</span>`;
  const label = labelAt(bands, level);
  return html`<span class="band">${bandSwatch(bands, level)}${label === null ? chartTexts.notJudged : labelElement(label)}</span>`;
}

/** The number of letters of small type that fit beside each other in the narrowest map. */
const LETTERS_BESIDE_MAX = 75;

/**
 * Renders the scale, worst first, each band with the number of things that have it as their median;
 * then the number of those with too few companies and of those with none judged, if any.
 */
export function legend(bands: Bands, counts: CountsByLevel): Html {
  const entry = (level: number | "few" | null, label: Child): Html =>
    html`<li>${bandSwatch(bands, level)} <span>${label}</span> <b>${digits(counts.get(level) ?? 0)}</b></li>\n`;
  const entries = bands.map(({ level, label }) => entry(level, labelElement(label)));
  const longest = Math.max(...bands.flatMap(({ label }) => label.split(/\s+/u).map((word) => word.length)));
  const isLong = longest * (bands.length + 1) > LETTERS_BESIDE_MAX;
  return html`<ul class="legend scale${isLong && " long"}">
${entries}${counts.has("few") && entry("few", chartTexts.tooFew)}${counts.has(null) && entry(null, chartTexts.notJudged)}</ul>`;
}

/** Renders the key to the colours of bars, worst first as these; of one bar with its counts. */
export function bandKey(bands: Bands, counted?: Pick<BandFigures, "distribution">): Html {
  const entries = bands.map(({ id, level }) => {
    const count = counted && html` <b>${digits(counted.distribution[id] ?? 0)}</b>`;
    return html`<li>${bandLabel(bands, level)}${count}</li>`;
  });
  return html`<ul class="legend">${entries}</ul>`;
}
