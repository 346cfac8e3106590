import { digits } from "../../ask/grammar.ts";
import { countByLevel } from "../../html/charts/band-label.ts";
import { bandFill } from "../../html/charts/band-patterns.ts";
import type { Bands } from "../../html/charts/figures.ts";
import { MAP } from "../../html/charts/map-projection.ts";
import { drawWorld } from "../../html/charts/world-map.ts";
import type { SiteRequest } from "../../html/define-page.ts";
import { html } from "../../html/html.ts";
import type { Ranking } from "../ranking/page-finding.ts";
import { mapCountries } from "../ranking/page-map.ts";
import { chartTexts } from "../../html/texts/chart.ts";
import { pictureTexts as texts } from "./texts.ts";
import { SANS } from "../../html/pictures/font.ts";
import { shorten } from "../../html/pictures/legible.ts";
import { placed, swatch } from "../../html/pictures/share-charts.ts";
import { MARGIN, softLine, textLine } from "../../html/pictures/share-picture.ts";
import { SHARE_WIDTH } from "../../html/link-preview.ts";

const KEY_SIZE = 24;
const KEY_PITCH = 36;

/** Draws the world map at the right, and beside it the number of countries of each band. */
export function drawMap(request: SiteRequest, bands: Bands, ranking: Ranking) {
  return (top: number, bottom: number) => {
    const height = bottom - top;
    const width = Math.min((height * MAP.width) / MAP.height, 760);
    const left = SHARE_WIDTH - MARGIN - width;
    const countries = mapCountries({ ...request, href: null }, ranking);
    const counts = countByLevel(countries);
    const others = [
      { level: "few", label: chartTexts.tooFew, fill: bandFill(1, bands.length, true, "map") },
      { level: null, label: chartTexts.notJudged, fill: null },
    ] as const;
    const entries = [
      ...bands.toReversed().map(({ level, label }) => ({ level, label, fill: bandFill(level, bands.length) })),
      ...others.filter(({ level }) => counts.has(level)),
    ];
    const lines = Math.max(1, Math.floor(height / KEY_PITCH));
    const key = entries.slice(0, lines).map(({ level, label, fill }, index) => {
      const base = top + 28 + index * KEY_PITCH;
      const text = shorten(`${digits(counts.get(level) ?? 0)} ${label}`, SANS, KEY_SIZE, left - MARGIN - 60);
      return html`${swatch(fill, MARGIN, base)}${textLine(text, MARGIN + 34, base, KEY_SIZE)}`;
    });
    const world = drawWorld({ bands, countries, nameOf: () => undefined });
    return html`${placed(world, left, top, width, height)}${key}
${softLine(texts.borders, SHARE_WIDTH - MARGIN, bottom + 8, 14, "end")}`;
  };
}
