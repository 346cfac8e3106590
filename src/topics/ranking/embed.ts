import { rankCountries } from "./rank-countries.ts";
import { html } from "../../html/html.ts";
import { rankingFinding } from "../../html/findings.ts";
import { rankingBars } from "./page.ts";
import { countryTexts } from "../country/texts.ts";
import { embedTexts as texts } from "../embed/texts.ts";
import type { Embed } from "../embed/embed.ts";
import { rankingHeight } from "../embed/embed-heights.ts";

/** All countries by their median band, over all pillars or in one. */
export const RANKING_EMBED: Embed = {
  path: "/embed/ranking",
  page: "/rankings",
  query: ["pillar"],
  async render(visit) {
    const pillar = visit.query.get("pillar");
    const ranking = await visit.ask(rankCountries, { pillar });
    return {
      subject: countryTexts.rankings,
      title: rankingFinding(visit.dataset, ranking),
      main: html`<p class="sub">${countryTexts.middleLineNote}</p>
${rankingBars({ dataset: visit.dataset, href: null }, ranking)}`,
      count: texts.eachCountry,
      href: visit.href("/rankings", { pillar }),
      height: rankingHeight(ranking),
    };
  },
};
