import type { Static } from "typebox";
import { labelInWords, sectorInWords } from "../../ask/grammar.ts";
import { countsOf } from "../ranking/page-finding.ts";
import { describeAreaInHeadline } from "../ranking/words-of-headlines.ts";
import { deriveSector } from "../derivation/derive-areas.ts";
import { getSectorHistory } from "../history/get-histories.ts";
import { getSector } from "./get-sector.ts";
import { bandLabel } from "../../html/charts/band-label.ts";
import { labelAt } from "../../html/charts/figures.ts";
import type { BarRow } from "../../html/charts/ranked-bars.ts";
import { type SiteRequest, definePage } from "../../html/define-page.ts";
import { type Child, type Html, html, labelElement } from "../../html/html.ts";
import { countryTexts } from "../country/texts.ts";
import { sectorTexts as texts } from "./texts.ts";
import { renderArea } from "../country/page-area.ts";
import { judgedFact, renderParts } from "../country/page-area-parts.ts";
import { API, PAGES, urlTo } from "../../ask/urls.ts";

type Sector = Static<(typeof getSector)["form"]["schema"]>;

/** One sector: the same as of a country, and where its companies are. */
export const SECTOR_PAGE = definePage({
  path: PAGES.sector,
  section: "sectors",
  dependsOn: "releases",
  variesByLanguage: true,
  knownPaths: ({ sectors }) => sectors.map(({ slug }) => ({ slug })),
  async render(request) {
    const { slug = "" } = request.path;
    const sector = await request.ask(getSector, { slug });
    const path = urlTo(PAGES.sector, { slug: sector.slug });
    const history = await request.ask(getSectorHistory, { slug, to: request.release });
    const derivation = await request.ask(deriveSector, { slug: sector.slug });
    const json = request.api(API.sector, { slug: sector.slug });
    const summary = sector.summary;
    const main = await renderArea(request, {
      kind: "sector",
      area: sector,
      name: sector.label,
      nameInWords: labelInWords(sector.label),
      headline: headline(request, sector),
      summary,
      crumb: html`<a href="${request.href("/sectors")}">${texts.allSectors}</a> / ${labelElement(sector.label)}`,
      facts: [[countryTexts.medianBand, bandLabel(request.dataset.bands, sector.median_level)], judgedFact(sector)],
      history,
      derivation,
      parts: renderCountries(request, sector),
      note: renderOthers(request, sector),
      snippet: null,
      path,
      json,
    });
    return { title: sector.label, description: summary, main, json, styles: ["tools.css"], scripts: ["copy.js"] };
  },
});

function headline({ dataset: { scale, bands, method } }: SiteRequest, sector: Sector): string {
  const area = {
    subject: `sector:${sector.slug}`,
    name: sectorInWords(sector.label),
    listedCompanies: sector.listed_companies,
    distribution: countsOf(bands, sector),
  } as const;
  return describeAreaInHeadline({ id: scale.id, bands }, area, method.minimum_companies).text;
}

/** The companies that name the sector and are counted in another. */
function renderOthers(request: SiteRequest, { slug, also_named_by: others }: Sector): Child {
  if (others === 0) return null;
  return html`<p><a href="${request.href(API.companies, { any_sector: slug })}">${texts.alsoNamedBy(others)}</a></p>`;
}

function renderCountries(request: SiteRequest, { slug, countries, median_level: level }: Sector): Html {
  const minimum = request.dataset.method.minimum_companies;
  const rows = countries.map((country): BarRow => {
    const href = request.href(PAGES.country, { slug: country.slug });
    return { ...country, count: country.judged_companies, href, isThin: country.judged_companies < minimum };
  });
  const look = {
    level,
    same: (count: number) => texts.sameCountries(count, labelAt(request.dataset.bands, level) ?? ""),
    thin: (count: number) => texts.thinCountries(count, minimum),
    more: texts.moreCountries,
  };
  return renderParts(request, rows, look, {
    id: "countries",
    heading: texts.byCountry,
    column: texts.country,
    note: { differ: texts.byCountryNote, alike: texts.countriesAlike },
    picture: `${urlTo(PAGES.sector, { slug })}/countries`,
  });
}
