import { digits } from "../../ask/grammar.ts";
import type { Page } from "../../ask/page.ts";
import { replyStatusIn } from "../company/words-of-replies.ts";
import { compareCountries } from "../comparison/compare-countries.ts";
import { getCompany } from "../company/get-company.ts";
import { getCountry } from "../country/get-country.ts";
import { rankCountries, RANKING_FIELDS } from "../ranking/rank-countries.ts";
import { type Redirect, type SiteRequest, openSiteRequest } from "../../html/define-page.ts";
import type { Dataset } from "../../html/frame.ts";
import type { BandFigures } from "../../html/charts/figures.ts";
import { readChoice } from "../comparison/page-form.ts";
import { companyFinding } from "../company/page-finding.ts";
import { comparisonFinding } from "../comparison/page-finding.ts";
import { countryFinding } from "../country/page-finding.ts";
import { rankingFinding } from "../ranking/page-finding.ts";
import { pictureTexts as texts } from "./texts.ts";
import { legible } from "../../html/pictures/legible.ts";
import { RASTERIZER, type Rasterizer } from "../../html/pictures/rasterizer.ts";
import { type NamedBar, drawBars, drawOneBar } from "../../html/pictures/share-charts.ts";
import { drawMap } from "./picture-map.ts";
import { type SharedFinding, drawShare, legibleDataset } from "../../html/pictures/share-picture.ts";
import { PAGES, urlTo } from "../../ask/urls.ts";

/** Finds what a picture shows; `dataset` has legible words. */
export type Find = (siteRequest: SiteRequest, dataset: Dataset) => Promise<SharedFinding | Redirect>;

export const findCountry: Find = async (siteRequest, dataset) => {
  const { slug = "" } = siteRequest.path;
  const country = await siteRequest.ask(getCountry, { slug });
  if (country.slug !== slug) return { redirectTo: `/share${urlTo(PAGES.country, { slug: country.slug })}.png` };
  const { judged_companies: judged, listed_companies: listed } = country;
  const isThin = judged < dataset.method.minimum_companies;
  return {
    headline: countryFinding(dataset, { ...country, name: legible(country.name, country.iso3) }).text,
    address: urlTo(PAGES.country, { slug }),
    chart: drawOneBar(dataset.bands, country, isThin, {
      note: texts.judged(digits(judged), digits(listed)),
      counted: texts.companies,
    }),
  };
};

export const findCompany: Find = async (siteRequest, dataset) => {
  const { slug = "" } = siteRequest.path;
  const company = await siteRequest.ask(getCompany, { slug });
  if (company.slug !== slug) return { redirectTo: `/share${urlTo(PAGES.company, { slug: company.slug })}.png` };
  return {
    headline: companyFinding(dataset, { ...company, name: legible(company.name, texts.thisCompany) }).text,
    address: urlTo(PAGES.company, { slug }),
    chart: drawOneBar(dataset.bands, company, false, {
      note: texts.judgements(company.judgement_count, replyStatusIn(company.reply_status)),
      counted: texts.countedJudgements,
    }),
  };
};

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
      countries.map((country) => barOf(country, country.judged_companies, comparison.minimum_companies)),
    ),
  };
};

/** A country as a bar of a picture. */
export function barOf(
  country: BandFigures & { readonly name: string; readonly iso3: string },
  count: number,
  minimum: number,
): NamedBar {
  return { ...country, fallback: country.iso3, count, isThin: count < minimum };
}

/** The pictures of links to pages; none where nothing can draw them. */
export const SHARE_PICTURES: readonly Page[] =
  RASTERIZER === null
    ? []
    : [
        defineShare("/share/countries/{slug}.png", findCountry, RASTERIZER),
        defineShare("/share/companies/{slug}.png", findCompany, RASTERIZER),
        defineShare("/share/start.png", findMap("/", false), RASTERIZER),
        defineShare("/share/ranking.png", findMap("/rankings", true), RASTERIZER),
        defineShare("/share/compare.png", findComparison, RASTERIZER),
      ];

function defineShare(path: string, find: Find, rasterize: Rasterizer): Page {
  return {
    path,
    mediaType: "image/png",
    contentSecurityPolicy: "default-src 'none'; frame-ancestors 'none'",
    dependsOn: "release",
    isForOthers: true,
    ignoresAccept: true,
    async answer(request) {
      const siteRequest = await openSiteRequest(request);
      const dataset = legibleDataset(siteRequest);
      const found = await find(siteRequest, dataset);
      if ("redirectTo" in found) return { kind: "redirect", location: siteRequest.api(found.redirectTo) };
      return { kind: "picture", bytes: await rasterize(drawShare(found, dataset, siteRequest)) };
    },
  };
}
