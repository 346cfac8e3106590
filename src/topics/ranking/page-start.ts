import { renderFrames, EMBED_HEIGHTS } from "../embed/embed-snippet.ts";
import { sentences } from "../../ask/words.ts";
import { licenceName } from "../../ask/describe.ts";
import { dayInWords, digits } from "../../ask/grammar.ts";
import { rankCountries, RANKING_FIELDS } from "./rank-countries.ts";
import { type SiteRequest, definePage } from "../../html/define-page.ts";
import { chartFoot, pageTop } from "../../html/exits.ts";
import { type Html, html, sentence } from "../../html/html.ts";
import { measuresNote, section } from "../../html/components.ts";
import { sentenceForm } from "../claim/page.ts";
import { fileTexts } from "../download/texts.ts";
import { countryTexts } from "../country/texts.ts";
import { startTexts as texts } from "./texts.ts";
import { belowTop, type Ranking, rankingFinding } from "./finding.ts";
import { ageOf, rankingBars, rankingFoot, rankingMap } from "./page.ts";
import { listSectors } from "../sector/list-sectors.ts";
import { sectorBars, sectorFinding } from "../sector/page-list.ts";

/** The start page: the finding of the data, and links for a visitor's next step. */
export const START_PAGE = definePage({
  path: "/",
  section: null,
  async render(request) {
    const { dataset } = request;
    const ranking = await request.ask(rankCountries, { fields: RANKING_FIELDS });
    const judged = ranking.items.reduce((sum, { judged_companies: count }) => sum + count, 0);
    const finding = rankingFinding(dataset, ranking, { isStory: true, asOf: request.asOf });
    const { total: sectors } = await request.ask(listSectors, { limit: "2" });
    const main = html`${pageTop(request, texts.counts(digits(judged), ranking.total, dayInWords(dataset.meta.published_at)))}<h1>${sentence(finding)}</h1>
<p class="standfirst">${sentences(texts.standfirst, ageOf(dataset))}</p>
<div class="start">
${
  // A map of one country is a grey world.
  ranking.total > 1 &&
  section(
    { id: "map", heading: html`<span class="hidden">${texts.map}</span>`, className: "map" },
    html`${rankingMap(request, ranking)}
${chartFoot(request, null, {
  finding,
  anchor: "map",
  picture: "/map",
  embed: renderFrames(request, { path: "/embed/map", subject: texts.map, height: EMBED_HEIGHTS.map }),
})}`,
  )
}
${
  sectors > 1 &&
  section(
    { id: "sectors", heading: sentence(await sectorFinding(request)), className: "sectors" },
    await sectorBars(request),
  )
}
</div>
${renderRanking(request, ranking)}
${renderNext(request)}`;
    return {
      title: dataset.meta.title,
      finding,
      description: texts.description(dataset.meta.publisher),
      picture: "/share/start.png",
      isEmbeddable: true,
      main,
      json: request.api(rankCountries.path),
      styles: ["tools.css"],
      scripts: ["map.js", "copy.js"],
    };
  },
});

/** Renders every country; a chart is explained and shared only if a country has a bar. */
function renderRanking(request: SiteRequest, ranking: Ranking): Html {
  const isDrawn = ranking.ranked_countries > 0;
  const finding = belowTop(request.dataset.bands, ranking) ?? countryTexts.middleLine;
  return section(
    { id: "ranking", heading: isDrawn ? sentence(finding) : countryTexts.countries, className: "ranking" },
    html`${rankingBars(request, ranking)}
${isDrawn ? html`<p class="foot">${countryTexts.middleLineNote}</p>\n${rankingFoot(request, ranking, { anchor: "ranking" })}` : chartFoot(request, null, null)}`,
  );
}

/** Renders the next steps in one line each: check a sentence, take the data, look up one's own. */
function renderNext(request: SiteRequest): Html {
  const link = (path: string, text: string): Html => html`<a href="${request.href(path)}">${text}</a>`;
  return html`${request.mode === "live" && section({ id: "check", heading: texts.check }, sentenceForm(request, ""))}
${section(
  { id: "take", heading: texts.take, className: "one-line" },
  html`${measuresNote(request.dataset)}<p>${countryTexts.countries} ${link("/api/v2/data/countries.csv", fileTexts.csv)} ${link("/api/v2/data/countries.xlsx", fileTexts.xlsx)} · ${link("/data", texts.everything)}, ${licenceName(request.dataset.meta.license)}${request.mode === "live" && html` · ${link("/sign-up", texts.key)} ${texts.keyNote} · ${texts.own} ${link("/portfolio", texts.ownList)}, ${link("/where", texts.byPlace)}`}</p>`,
)}`;
}
