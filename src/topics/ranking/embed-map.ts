import { digits } from "../../ask/grammar.ts";
import { rankCountries, RANKING_FIELDS } from "./rank-countries.ts";
import { rankingFinding } from "../../html/findings.ts";
import { rankingMap } from "./page-map.ts";
import { embedTexts as texts } from "../embed/texts.ts";
import { startTexts } from "./texts-start.ts";
import type { Embed } from "../embed/embed.ts";
import { EMBED_HEIGHTS } from "../embed/embed-heights.ts";

/** The world map of the start page. */
export const MAP_EMBED: Embed = {
  path: "/embed/map",
  page: "/",
  query: [],
  async render(visit) {
    const ranking = await visit.ask(rankCountries, { fields: RANKING_FIELDS });
    const judged = ranking.items.reduce((sum, { judged_companies: count }) => sum + count, 0);
    return {
      subject: startTexts.map,
      title: rankingFinding(visit.dataset, ranking),
      main: rankingMap({ ...visit, href: null }, ranking),
      count: texts.companiesIn(digits(judged), digits(ranking.total)),
      href: visit.href("/"),
      height: EMBED_HEIGHTS.map,
      styles: ["map.css"],
    };
  },
};
