import { renderFrames, EMBED_HEIGHTS } from "../embed/embed-snippet.ts";
import { sentences } from "../../ask/words.ts";
import { licenceName } from "../../ask/describe.ts";
import { countryInWords, dayInWords, digits } from "../../ask/grammar.ts";
import { rankCountries, RANKING_FIELDS } from "./rank-countries.ts";
import { type SiteRequest, definePage } from "../../html/define-page.ts";
import { chartFoot, pageTop } from "../../html/exits.ts";
import { type Child, type Html, html, sentence } from "../../html/html.ts";
import { inColumns, measuresNote, section } from "../../html/components.ts";
import { sentenceForm } from "../claim/page.ts";
import { fileTexts } from "../download/texts.ts";
import { countryTexts } from "../country/texts.ts";
import { startTexts as texts } from "./texts.ts";
import { belowTop, type Ranking, rankingFinding } from "./finding.ts";
import { ageOf, rankingBars, rankingFoot, rankingMap } from "./page.ts";
import { getCountry } from "../subject/country.ts";
import { renderPillars, renderStrip } from "../subject/page-area-parts.ts";
import { PAGES, urlTo } from "../../ask/urls.ts";
import { sectorBars } from "../sector/page-list.ts";

/** The start page: the finding of the data, and links for a visitor's next step. */
export const START_PAGE = definePage({
  path: "/",
  section: null,
  async render(request) {
    const { dataset } = request;
    const ranking = await request.ask(rankCountries, { fields: RANKING_FIELDS });
    const judged = ranking.items.reduce((sum, { judged_companies: count }) => sum + count, 0);
    const finding = rankingFinding(dataset, ranking, { isStory: true });
    const sectors = await sectorBars(request);
    const [only] = request.dimensions.has("country") ? [] : ranking.items;
    const main = html`${pageTop(request, texts.counts(digits(judged), ranking.total, dayInWords(dataset.meta.published_at)))}<h1>${sentence(finding)}</h1>
<p class="standfirst">${sentences(texts.standfirst, ageOf(dataset))}</p>
${
  only === undefined
    ? html`${renderMap(request, ranking, finding, sectors)}\n${renderRanking(request, ranking)}`
    : await renderOnly(request, only.slug, sectors)
}
${await renderNext(request)}`;
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

/** Renders the map of the world beside the sectors. */
function renderMap(request: SiteRequest, ranking: Ranking, finding: string, sectors: Child): Html {
  if (ranking.total === 0) return html`${sectors}`;
  const embed = renderFrames(request, { path: "/embed/map", subject: texts.map, height: EMBED_HEIGHTS.map });
  const foot = chartFoot(request, null, { finding, anchor: "map", picture: "/map", embed });
  const heading = html`<span class="hidden">${texts.map}</span>`;
  return html`<div class="start">
${section({ id: "map", heading, className: "map" }, html`${rankingMap(request, ranking)}\n${foot}`)}
${sectors}
</div>`;
}

/** Renders the only country as its own page does: a map of it would be a grey world. */
async function renderOnly(request: SiteRequest, slug: string, sectors: Child): Promise<Html> {
  const area = await request.ask(getCountry, { slug });
  const path = urlTo(PAGES.country, { slug });
  const shown = { kind: "country", area, name: countryInWords(area), path } as const;
  const note = html`<a href="${request.href(path)}">${area.name}</a> · `;
  const chart = { finding: area.name, anchor: "median", picture: `${path}/companies` };
  return html`${await renderStrip(request, shown, { country: slug }, { note, chart })}
${inColumns([renderPillars(request, shown), sectors])}`;
}

/** Renders every country; a chart is explained and shared only if a country has a bar. */
function renderRanking(request: SiteRequest, ranking: Ranking): Html {
  const isDrawn = ranking.ranked_countries > 0;
  const finding = belowTop(request.dataset.scale, ranking) ?? countryTexts.middleLine;
  return section(
    { id: "ranking", heading: isDrawn ? sentence(finding) : countryTexts.countries, className: "ranking" },
    html`${rankingBars(request, ranking)}
${isDrawn ? html`<p class="foot">${countryTexts.middleLineNote}</p>\n${rankingFoot(request, ranking, { anchor: "ranking" })}` : chartFoot(request, null, null)}`,
  );
}

/** Renders the next steps in one line each: check a sentence, take the data, look up one's own. */
async function renderNext(request: SiteRequest): Promise<Html> {
  const link = (path: string, text: string): Html => html`<a href="${request.href(path)}">${text}</a>`;
  return html`${request.mode === "live" && section({ id: "check", heading: texts.check }, await sentenceForm(request, ""))}
${section(
  { id: "take", heading: texts.take, className: "one-line" },
  html`${measuresNote(request.dataset)}<p>${countryTexts.countries} ${link("/api/v2/data/countries.csv", fileTexts.csv)} ${link("/api/v2/data/countries.xlsx", fileTexts.xlsx)} · ${link("/data", texts.everything)}, ${licenceName(request.dataset.meta.license)}${request.mode === "live" && html` · ${link("/sign-up", texts.key)} ${texts.keyNote} · ${texts.own} ${link("/portfolio", texts.ownList)}, ${link("/where", texts.byPlace)}`}</p>`,
)}`;
}
