import type { Page } from "../../ask/page.ts";
import { compareCountries } from "../comparison/compare-countries.ts";
import { rankCountries, RANKING_FIELDS } from "../ranking/rank-countries.ts";
import { openSiteRequest, type SiteRequest } from "../../html/define-page.ts";
import { readQuery, comparisonFinding } from "../comparison/page.ts";
import { rankingFinding, type Ranking } from "../ranking/finding.ts";
import { mapCountries } from "../ranking/page.ts";
import { type Find, countryBar } from "./picture-bars.ts";
import { findSubject } from "../subject/picture.ts";
import { legible, shorten } from "../../html/pictures/legible.ts";
import { RASTERIZER, type Rasterizer } from "../../html/pictures/rasterizer.ts";
import { drawBars, placed, swatch } from "../../html/pictures/share-charts.ts";
import { drawShare, legibleDataset, MARGIN, softLine, textLine } from "../../html/pictures/share-picture.ts";
import { digits } from "../../ask/grammar.ts";
import { countByLevel } from "../../html/charts/band-label.ts";
import { bandFill } from "../../html/charts/band-patterns.ts";
import type { Bands } from "../../html/charts/figures.ts";
import { MAP } from "../../html/charts/map-projection.ts";
import { drawWorld } from "../../html/charts/world-map.ts";
import { html } from "../../html/html.ts";
import { chartTexts } from "../../html/texts/chart.ts";
import { pictureTexts as texts } from "./texts.ts";
import { SANS } from "../../html/pictures/font.ts";
import { SHARE_WIDTH } from "../../html/link-preview.ts";

export const findMap = (page: string, isOfPillar: boolean): Find => {
  return async (siteRequest, dataset) => {
    const pillar = isOfPillar ? siteRequest.query.get("pillar") : undefined;
    const ranking = await siteRequest.ask(rankCountries, { pillar, fields: RANKING_FIELDS });
    const items = ranking.items.map((country) => ({ ...country, name: legible(country.name, country.iso3) }));
    return {
      headline: rankingFinding(dataset, { ...ranking, items }),
      address: page,
      chart: drawMap(siteRequest, dataset.bands, ranking),
    };
  };
};

export const COMPARISON_PARAMETERS = ["countries", "pillar", "sector"];

export const findComparison: Find = async (siteRequest, dataset) => {
  const comparison = await siteRequest.ask(compareCountries, readQuery(siteRequest));
  const countries = comparison.countries.map((country) => ({ ...country, name: legible(country.name, country.iso3) }));
  return {
    headline: await comparisonFinding(siteRequest, dataset, { ...comparison, countries }),
    address: "/compare",
    chart: drawBars(
      dataset.bands,
      countries.map((country) => countryBar(country, comparison.minimum_companies)),
      1,
    ).chart,
  };
};

/** The pictures of links to pages; none without a rasterizer. */
export const SHARE_PICTURES: readonly Page[] =
  RASTERIZER === null
    ? []
    : [
        defineShare("/share/countries/{slug}.png", [], findSubject("country"), RASTERIZER),
        defineShare("/share/companies/{slug}.png", [], findSubject("company"), RASTERIZER),
        defineShare("/share/start.png", [], findMap("/", false), RASTERIZER),
        defineShare("/share/ranking.png", ["pillar"], findMap("/rankings", true), RASTERIZER),
        defineShare("/share/compare.png", COMPARISON_PARAMETERS, findComparison, RASTERIZER),
      ];

function defineShare(path: string, parameters: readonly string[], find: Find, rasterize: Rasterizer): Page {
  return {
    path,
    mediaType: "image/png",
    contentSecurityPolicy: "default-src 'none'; frame-ancestors 'none'",
    dependsOn: "release",
    isForOthers: true,
    parameters: () => parameters,
    ignoresAccept: true,
    async answer(request) {
      const siteRequest = await openSiteRequest(request);
      const dataset = legibleDataset(siteRequest);
      const found = await find(siteRequest, dataset);
      if ("redirectTo" in found)
        return { kind: "redirect", location: siteRequest.api(`/share${found.redirectTo}.png`) };
      return { kind: "picture", bytes: await rasterize(drawShare(found, dataset, siteRequest)) };
    },
  };
}

const KEY_SIZE = 24;
const KEY_PITCH = 36;

/** Draws the world map at the right, and beside it the number of countries of each band. */
function drawMap(request: SiteRequest, bands: Bands, ranking: Ranking) {
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
