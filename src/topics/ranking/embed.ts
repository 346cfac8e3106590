import { rankCountries, RANKING_FIELDS } from "./rank-countries.ts";
import { html } from "../../html/html.ts";
import { rankingFinding } from "./finding.ts";
import { rankingBars, rankingMap } from "./page.ts";
import { countryTexts } from "../country/texts.ts";
import { embedTexts as texts } from "../embed/texts.ts";
import type { Embed } from "../embed/embed.ts";
import { EMBED_HEIGHTS, rankingHeight } from "../embed/embed-snippet.ts";
import { digits } from "../../ask/grammar.ts";
import { startTexts } from "./texts.ts";

/** All countries by their median band, over all pillars or in one. */
export const RANKING_EMBED: Embed = {
  path: "/embed/ranking",
  page: "/rankings",
  query: ["pillar"],
  async render(request) {
    const pillar = request.query.get("pillar");
    const ranking = await request.ask(rankCountries, { pillar });
    return {
      subject: countryTexts.rankings,
      title: rankingFinding(request.dataset, ranking),
      main: html`<p class="sub">${countryTexts.middleLineNote}</p>
${rankingBars({ dataset: request.dataset, href: null }, ranking)}`,
      count: texts.eachCountry,
      href: request.href("/rankings", { pillar }),
      height: rankingHeight(ranking),
    };
  },
};

/** The world map of the start page. */
export const MAP_EMBED: Embed = {
  path: "/embed/map",
  page: "/",
  query: [],
  async render(request) {
    const ranking = await request.ask(rankCountries, { fields: RANKING_FIELDS });
    const judged = ranking.items.reduce((sum, { judged_companies: count }) => sum + count, 0);
    return {
      subject: startTexts.map,
      title: rankingFinding(request.dataset, ranking),
      main: rankingMap({ ...request, href: null }, ranking),
      count: texts.companiesIn(digits(judged), ranking.total),
      href: request.href("/"),
      height: EMBED_HEIGHTS.map,
    };
  },
};
