import type { Page } from "../../ask/page.ts";
import { compareCountries } from "../comparison/compare-countries.ts";
import { rankCountries, RANKING_FIELDS } from "../ranking/rank-countries.ts";
import { openSiteRequest } from "../../html/define-page.ts";
import { readChoice } from "../comparison/page-form.ts";
import { comparisonFinding } from "../comparison/page-finding.ts";
import { rankingFinding } from "../ranking/page-finding.ts";
import { type Find, countryBar } from "./picture-bars.ts";
import { findSubject } from "../subject/picture.ts";
import { legible } from "../../html/pictures/legible.ts";
import { RASTERIZER, type Rasterizer } from "../../html/pictures/rasterizer.ts";
import { drawBars } from "../../html/pictures/share-charts.ts";
import { drawMap } from "./picture-map.ts";
import { drawShare, legibleDataset } from "../../html/pictures/share-picture.ts";

export const findMap = (page: string, isOfPillar: boolean): Find => {
  return async (siteRequest, dataset) => {
    const pillar = isOfPillar ? siteRequest.query.get("pillar") : undefined;
    const ranking = await siteRequest.ask(rankCountries, { pillar, fields: RANKING_FIELDS });
    const items = ranking.items.map((country) => ({ ...country, name: legible(country.name, country.iso3) }));
    return {
      headline: rankingFinding(dataset, { ...ranking, items }).text,
      address: page,
      chart: drawMap(siteRequest, dataset.bands, ranking),
    };
  };
};

export const COMPARISON_PARAMETERS = ["countries", "pillar", "sector"];

export const findComparison: Find = async (siteRequest, dataset) => {
  const query = {
    countries: siteRequest.query.get("countries") ?? "",
    pillar: readChoice(siteRequest, "pillar"),
    sector: readChoice(siteRequest, "sector"),
  };
  const comparison = await siteRequest.ask(compareCountries, query);
  const countries = comparison.countries.map((country) => ({ ...country, name: legible(country.name, country.iso3) }));
  return {
    headline: await comparisonFinding(siteRequest, dataset, { ...comparison, countries }),
    address: "/compare",
    chart: drawBars(
      dataset.bands,
      countries.map((country) => countryBar(country, comparison.minimum_companies)),
    ),
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
