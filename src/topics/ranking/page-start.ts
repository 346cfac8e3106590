import { sentences } from "../../ask/words.ts";
import { licenceName } from "../../ask/describe.ts";
import { digits } from "../../ask/grammar.ts";
import { rankCountries, RANKING_FIELDS } from "./rank-countries.ts";
import { type SiteRequest, definePage } from "../../html/define-page.ts";
import { chartExits, pageExits } from "../../html/exits.ts";
import { EMBED_HEIGHTS } from "../embed/embed-heights.ts";
import { renderSnippet } from "../embed/embed-snippet.ts";
import { type Html, html, sentence } from "../../html/html.ts";
import { measuresNote, section } from "../../html/components.ts";
import { claimTexts } from "../claim/texts.ts";
import { countryTexts } from "../country/texts.ts";
import { startTexts as texts } from "./texts-start.ts";
import { keepRelease, option, optionsOf } from "../../html/form.ts";
import { type Ranking, rankingFinding } from "./page-finding.ts";
import { READERS_PAGES } from "../../ask/urls.ts";
import { rankingMap } from "./page-map.ts";
import { ageOf, orderNote, rankingBars } from "./page.ts";
import { sourceNote } from "../../html/source-note.ts";
import { listSectors } from "../sector/list-sectors.ts";
import { sectorBars } from "../sector/page-list.ts";

/** The start page: the finding of the data, and links for a visitor's next step. */
export const START_PAGE = definePage({
  path: "/",
  section: null,
  async render(request) {
    const { dataset } = request;
    const ranking = await request.ask(rankCountries, { fields: RANKING_FIELDS });
    const judged = ranking.items.reduce((sum, { judged_companies: count }) => sum + count, 0);
    const finding = rankingFinding(dataset, ranking).text;
    const { total: sectors } = await request.ask(listSectors, { limit: "2" });
    const main = html`<h1>${sentence(finding)}</h1>
<p class="standfirst">${sentences(texts.standfirst(digits(judged), ranking.total), ageOf(dataset))}</p>
${measuresNote(dataset)}${pageExits(request)}<div class="start">
${section(
  { id: "map", heading: texts.map, note: texts.mapNote, className: "map" },
  html`${rankingMap(request, ranking)}
${chartExits(request, { path: "/map", name: texts.map })}${renderSnippet(request, { path: "/embed/map", subject: texts.map, height: EMBED_HEIGHTS.map })}`,
)}
${
  sectors > 1 &&
  section(
    { id: "sectors", heading: texts.bySector, note: texts.bySectorNote, className: "sectors" },
    await sectorBars(request, texts.bySector),
  )
}
</div>
${renderRanking(request, ranking)}
${renderNext(request, ranking)}`;
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

/** Renders every country; a chart is explained only if a country has a bar. */
function renderRanking(request: SiteRequest, ranking: Ranking): Html {
  const bars = rankingBars(request, ranking);
  if (ranking.ranked_countries === 0)
    return section(
      { id: "ranking", heading: countryTexts.countries, className: "ranking" },
      html`${bars}
${sourceNote(request)}`,
    );
  return section(
    { id: "ranking", heading: countryTexts.middleLine, note: countryTexts.middleLineNote, className: "ranking" },
    html`${bars}
${orderNote(request)}
${chartExits(request, { path: "/ranking", name: countryTexts.rankings })}`,
  );
}

/** Renders the next steps: check a sentence, take the data, be told of the next release. */
function renderNext(request: SiteRequest, ranking: Ranking): Html {
  const { dataset } = request;
  const button = (path: string, text: string): Html =>
    html`<a class="button quiet" href="${request.href(path)}">${text}</a>\n`;
  return html`<div class="three">
${request.mode === "live" && section({ id: "check", heading: texts.check }, claimStart(request, ranking))}
${section(
  { id: "take", heading: texts.take },
  html`<p>${texts.takeNote(licenceName(dataset.meta.license))}</p>
<p class="buttons">
${button("/api/v2/data/countries.csv", texts.csv)}${button("/api/v2/data/countries.xlsx", texts.xlsx)}${button("/data", texts.everything)}${button("/sign-up", texts.key)}</p>`,
)}
${section(
  { id: "follow", heading: texts.follow },
  html`<p>${texts.followNote}</p>
<p class="buttons">
${button(READERS_PAGES.follow, texts.followAll)}${button("/portfolio", texts.ownList)}${button("/where", texts.byPlace)}</p>`,
)}
</div>`;
}

/** The claims about two countries, in the words of the page of claims. */
const CLAIMS_TO_BEGIN_WITH = (["above", "below"] as const).map((word) => [word, claimTexts.claims[word]] as const);

/** Renders a form to check a claim about two countries; the page of claims has all others. */
function claimStart(request: SiteRequest, { items }: Ranking): Html {
  const ranked = items.filter(({ rank }) => rank !== null);
  const [first, last] = [ranked[0], ranked.at(-1)];
  const form = (): Html => {
    const names = items.toSorted((a, b) => a.name.localeCompare(b.name, "en"));
    const choice = (name: string, label: string, chosen: string | undefined): Html =>
      html`<select name="${name}" aria-label="${label}">${names.map((each) => option(`country:${each.slug}`, each.name, each.slug === chosen))}</select>\n`;
    const words = html`<select name="is" aria-label="${texts.claim}">${optionsOf(CLAIMS_TO_BEGIN_WITH, "above")}</select>\n`;
    return html`<form class="buttons" method="get" action="${request.href(READERS_PAGES.claims, { release: undefined })}" aria-label="${texts.check}">
${keepRelease(request)}${choice("subject", texts.subject, last?.slug)}${words}${choice("than", texts.than, first?.slug)}<button type="submit">${texts.submit}</button>
</form>`;
  };
  const link = html`<a class="button quiet" href="${request.href(READERS_PAGES.claims)}">${texts.check}</a>`;
  return html`<p>${texts.checkNote}</p>
${first === undefined || first === last ? html`<p class="buttons">${link}</p>` : form()}`;
}
