import { type Child, type Html, html, labelElement } from "../html.ts";
import { digits } from "../../ask/grammar.ts";
import { chartTexts } from "../texts/chart.ts";
import { bandFill } from "./band-patterns.ts";
import { type BandFigures, type Bands, labelAt } from "./figures.ts";

/** How many countries have each level, too few companies for one, or none that is judged (null). */
export type CountsByLevel = ReadonlyMap<number | "few" | null, number>;

/** Counts what a ranking or a map shows, by what its colour says. */
export function countByLevel(
  items: readonly { readonly level: number | null; readonly isThin: boolean }[],
): CountsByLevel {
  return new Map(
    [...Map.groupBy(items, ({ level, isThin }) => (isThin && level !== null ? "few" : level))].map(
      ([own, those]) => [own, those.length] as const,
    ),
  );
}

/** A small square in the colour of a level; striped for too few companies, hatched for none. */
export function bandSwatch(bands: Bands, level: number | "few" | null): Html {
  const fill = level === null ? "url(#hatch)" : bandFill(level === "few" ? 1 : level, bands.length, level === "few");
  return html`<svg class="swatch" aria-hidden="true"><rect class="frame" width="100%" height="100%" fill="${fill}"/></svg>`;
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
 * then how many have too few companies, and how many none that is judged, where there are any.
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

/** What the colours of bars mean, worst first as in the bars; of one bar with its counts. */
export function bandKey(bands: Bands, counted?: Pick<BandFigures, "distribution">): Html {
  const entries = bands.map(({ id, level }) => {
    const count = counted && html` <b>${digits(counted.distribution[id] ?? 0)}</b>`;
    return html`<li>${bandLabel(bands, level)}${count}</li>`;
  });
  return html`<ul class="legend">${entries}</ul>`;
}
