import { licenceName } from "../../ask/describe.ts";
import { digits } from "../../ask/grammar.ts";
import { rankCountries, RANKING_FIELDS } from "./rank-countries.ts";
import { type SiteRequest, definePage } from "../../html/define-page.ts";
import { EMBED_HEIGHTS } from "../embed/embed-heights.ts";
import { renderSnippet } from "../embed/embed-snippet.ts";
import { type Html, html, sentence } from "../../html/html.ts";
import { measuresNote, section } from "../../html/components.ts";
import { countryTexts } from "../country/texts.ts";
import { startTexts as texts } from "./texts-start.ts";
import { rankingFinding } from "./page-finding.ts";
import { rankingMap } from "./page-map.ts";
import { orderNote, rankingBars } from "./page.ts";
import { sectorBars } from "../sector/page-list.ts";

/** Where people arrive: what the data show, and the three things a visitor does next. */
export const START_PAGE = definePage({
  path: "/",
  section: null,
  async render(request) {
    const { dataset } = request;
    const ranking = await request.ask(rankCountries, { fields: RANKING_FIELDS });
    const judged = ranking.items.reduce((sum, { judged_companies: count }) => sum + count, 0);
    const finding = rankingFinding(dataset, ranking).text;
    const main = html`<h1>${sentence(finding)}</h1>
<p class="standfirst">${texts.standfirst(digits(judged), ranking.total)}</p>
${measuresNote(dataset)}<div class="start">
${section(
  { id: "map", heading: texts.map, note: texts.mapNote, className: "map" },
  html`${rankingMap(request, ranking)}
${renderSnippet(request, { path: "/embed/map", subject: texts.map, height: EMBED_HEIGHTS.map })}`,
)}
${section(
  { id: "sectors", heading: texts.bySector, note: texts.bySectorNote, className: "sectors" },
  html`${await sectorBars(request)}`,
)}
</div>
${section(
  { id: "ranking", heading: countryTexts.middleLine, note: countryTexts.middleLineNote, className: "ranking" },
  html`${rankingBars(request, ranking)}
${orderNote(request)}`,
)}
${renderNext(request)}`;
    const { title, publisher } = dataset.meta;
    const description = texts.description(publisher);
    return {
      title,
      finding,
      description,
      picture: "/share/start.png",
      isEmbeddable: true,
      main,
      json: request.api(rankCountries.path),
      scripts: ["map.js", "copy.js"],
    };
  },
});

function renderNext(request: SiteRequest): Html {
  const { dataset } = request;
  const button = (url: string, text: string): Html => html`<a class="button quiet" href="${url}">${text}</a>\n`;
  const csv = "/api/v2/data/countries.csv";
  return html`<div class="three">
${section(
  { id: "look-up", heading: texts.lookUp },
  html`<p>${texts.lookUpNote}</p>
<p class="buttons">
${button(request.href("/rankings"), texts.allCountries)}${button(request.href("/sectors"), texts.allSectors)}${button(request.href("/where"), texts.byPlace)}${button(request.href("/portfolio"), texts.ownList)}</p>`,
)}
${section(
  { id: "take", heading: texts.take },
  html`<p>${texts.takeNote(licenceName(dataset.meta.license))}</p>
<p class="buttons">
${button(request.href(csv), texts.csv)}${button(request.href("/api/v2/data/countries.xlsx"), texts.xlsx)}${button(request.href("/api/v2/data/countries.parquet"), texts.parquet)}</p>`,
)}
${section(
  { id: "build", heading: texts.build },
  html`<p>${texts.buildNote}</p>
<p class="buttons">
${button(request.href("/sign-up"), texts.key)}${button(request.href("/docs/reference"), texts.reference)}</p>`,
)}
</div>`;
}
