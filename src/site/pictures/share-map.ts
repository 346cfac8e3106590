import { bandColour } from "../charts/band-colours.ts";
import type { Bands } from "../charts/figures.ts";
import { MAP } from "../charts/map-projection.ts";
import { drawWorld } from "../charts/world-map.ts";
import type { Visit } from "../define-page.ts";
import { html } from "../html.ts";
import type { Ranking } from "../pages/findings.ts";
import { mapCountries } from "../pages/ranking-map.ts";
import { countByBand } from "../pages/rankings.ts";
import { chartTexts } from "../texts/chart-texts.ts";
import { pictureTexts as texts } from "../texts/picture-texts.ts";
import { SANS } from "./font.ts";
import { shorten } from "./legible.ts";
import { placed, swatch } from "./share-charts.ts";
import { MARGIN, softLine, textLine } from "./share-picture.ts";
import { SHARE_WIDTH } from "./share-size.ts";

const KEY_SIZE = 24;
const KEY_PITCH = 36;

/** The world map at the right, and how many countries have each band beside it. */
export function drawMap(visit: Visit, bands: Bands, ranking: Ranking) {
  return (top: number, bottom: number) => {
    const height = bottom - top;
    const width = Math.min((height * MAP.width) / MAP.height, 760);
    const left = SHARE_WIDTH - MARGIN - width;
    const counts = countByBand(ranking);
    const entries = [
      ...bands.toReversed().map(({ level, label }) => ({ level, label, colour: bandColour(level, bands.length) })),
      { level: null, label: chartTexts.notRanked, colour: null },
    ];
    const lines = Math.max(1, Math.floor(height / KEY_PITCH));
    const key = entries.slice(0, lines).map(({ level, label, colour }, index) => {
      const base = top + 28 + index * KEY_PITCH;
      const text = shorten(`${counts.get(level) ?? 0} ${label}`, SANS, KEY_SIZE, left - MARGIN - 60);
      return html`${swatch(colour, MARGIN, base)}${textLine(text, MARGIN + 34, base, KEY_SIZE)}`;
    });
    const world = drawWorld(bands, mapCountries({ ...visit, href: null }, ranking), () => undefined);
    return html`${placed(world, left, top, width, height)}${key}
${softLine(texts.borders, SHARE_WIDTH - MARGIN, bottom + 8, 14, "end")}`;
  };
}
