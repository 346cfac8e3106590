import { countryFeedPath } from "../change/feed.ts";
import { countryInWords } from "../../ask/grammar.ts";
import { deriveCountry } from "../derivation/derive-areas.ts";
import { getCountryHistory } from "../history/get-histories.ts";
import { getCountry } from "./get-country.ts";
import { bandLabel } from "../../html/charts/band-label.ts";
import { labelAt } from "../../html/charts/figures.ts";
import type { BarRow } from "../../html/charts/ranked-bars.ts";
import { type SiteRequest, definePage } from "../../html/define-page.ts";
import { EMBED_HEIGHTS } from "../embed/embed-heights.ts";
import { renderSnippet } from "../embed/embed-snippet.ts";
import { type Child, type Html, html, labelElement } from "../../html/html.ts";
import { countryTexts as texts } from "./texts.ts";
import { renderNeighbours } from "./page-neighbours.ts";
import { renderArea } from "./page-area.ts";
import { judgedFact, renderParts } from "./page-area-parts.ts";
import { type Country, countryFinding } from "./page-finding.ts";
import { API, PAGES, urlTo } from "../../ask/urls.ts";

/** One country: where it stands, how its median comes about, what it rests on. */
export const COUNTRY_PAGE = definePage({
  path: PAGES.country,
  section: "countries",
  dependsOn: "releases",
  variesByLanguage: true,
  knownPaths: ({ countries }) => countries.map(({ slug }) => ({ slug })),
  async render(request) {
    const { slug = "" } = request.path;
    const country = await request.ask(getCountry, { slug });
    const path = urlTo(PAGES.country, { slug: country.slug });
    if (country.slug !== slug) return { redirectTo: path };
    const history = await request.ask(getCountryHistory, { slug, to: request.release });
    const derivation = await request.ask(deriveCountry, { slug: country.slug });
    const json = request.api(API.country, { slug: country.slug });
    const headline = countryFinding(request.dataset, country).text;
    const summary = country.summary;
    const main = await renderArea(request, {
      kind: "country",
      area: country,
      name: country.name,
      nameInWords: countryInWords(country),
      headline,
      summary,
      crumb: html`<a href="${request.href("/rankings")}">${texts.countries}</a> / ${country.name} (${country.iso3})`,
      facts: [
        [texts.medianBand, bandLabel(request.dataset.bands, country.median_level)],
        rankFact(country),
        judgedFact(country),
      ],
      history,
      derivation,
      parts: html`${renderSectors(request, country)}${await renderNeighbours(request, country)}`,
      note: null,
      snippet: renderSnippet(request, {
        path: `/embed${path}`,
        subject: country.name,
        height: EMBED_HEIGHTS.country,
      }),
      path,
      json,
    });
    return {
      title: country.name,
      finding: headline,
      description: summary,
      address: request.api(path),
      picture: `/share${path}.png`,
      isEmbeddable: true,
      main,
      json,
      styles: ["tools.css"],
      feed: countryFeedPath(country.slug),
      scripts: ["copy.js"],
    };
  },
});

function rankFact({ rank, ranked_countries: ranked, tied_with: others }: Country): readonly [string, Child] {
  if (rank === null || others === null) return [texts.rank, texts.notRanked];
  if (ranked === 1) return [texts.rank, texts.onlyRanked];
  if (others > 0 && others + 1 === ranked) return [texts.rank, texts.allTied(ranked)];
  return [texts.rank, html`${rank} <small>${texts.rankOf(ranked, others)}</small>`];
}

function renderSectors(request: SiteRequest, { slug, sectors, median_level: level }: Country): Html {
  const minimum = request.dataset.method.minimum_companies;
  const rows = sectors.map((sector): BarRow => {
    const href = request.href(PAGES.sector, { slug: sector.slug });
    return {
      ...sector,
      count: sector.judged_companies,
      name: labelElement(sector.label),
      href,
      isThin: sector.judged_companies < minimum,
    };
  });
  const look = {
    level,
    same: (count: number) => texts.sameSectors(count, labelAt(request.dataset.bands, level) ?? ""),
    thin: (count: number) => texts.thinSectors(count, minimum),
    more: texts.moreSectors,
  };
  return renderParts(request, rows, look, {
    id: "sectors",
    heading: texts.bySector,
    column: texts.sector,
    note: { differ: texts.bySectorNote, alike: texts.sectorsAlike },
    picture: `${urlTo(PAGES.country, { slug })}/sectors`,
  });
}
