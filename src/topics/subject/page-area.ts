import { countryInWords, dayInWords, labelInWords } from "../../ask/grammar.ts";
import { API, PAGES, urlTo } from "../../ask/urls.ts";
import { bandLabel } from "../../html/charts/band-label.ts";
import { labelAt } from "../../html/charts/figures.ts";
import type { BarRow } from "../../html/charts/ranked-bars.ts";
import { type Fact, facts, section } from "../../html/components.ts";
import { type SiteRequest, definePage } from "../../html/define-page.ts";
import { pageExits } from "../../html/exits.ts";
import { type Child, type Html, html, labelElement, sentence } from "../../html/html.ts";
import { countryFeedPath } from "../change/feed.ts";
import { companyTable } from "../company/page-table.ts";
import { renderEnds } from "../country/page-ends.ts";
import { renderNeighbours } from "../country/page-neighbours.ts";
import { countryTexts as texts } from "../country/texts.ts";
import { renderBasis } from "../derivation/page.ts";
import { EMBED_HEIGHTS } from "../embed/embed-heights.ts";
import { renderSnippet } from "../embed/embed-snippet.ts";
import { renderChange, renderHistory } from "../history/page.ts";
import { sectorTexts } from "../sector/texts.ts";
import { deriveCountry, getCountry, getCountryHistory } from "./country.ts";
import {
  judgedFact,
  renderCitation,
  renderClaim,
  renderOneCompany,
  renderParts,
  renderPillars,
  renderStrip,
  renderUse,
} from "./page-area-parts.ts";
import { isPastRelease, subjectFinding } from "./page-finding.ts";
import { deriveSector, getSector, getSectorHistory } from "./sector.ts";
import type { AnswerOf, Country, Sector } from "./subjects.ts";

/** The pages of countries and of sectors: their ratings, the causes and the evidence. */

/** Maximum number of companies listed before the link to all of them. */
const COMPANIES_SHOWN = 10;

/** A country or a sector, and the contents of its page. */
interface ShownArea {
  readonly kind: "country" | "sector";
  readonly area: Country | Sector;
  /** The name in labels, and within sentences. */
  readonly name: string;
  readonly nameInWords: string;
  readonly headline: string;
  readonly crumb: Html;
  /** Its rank, where its kind has one. */
  readonly rank: readonly Fact[];
  readonly history: AnswerOf<"country" | "sector", "history">;
  readonly derivation: AnswerOf<"country" | "sector", "derivation">;
  /** The note below the row of its companies; null for none. */
  readonly note: Child;
  /** The bars of its sectors, or of its countries. */
  readonly parts: Html;
}

/** The page of one country, with its neighbours. */
export const COUNTRY_PAGE = definePage({
  path: PAGES.country,
  section: "countries",
  dependsOn: "releases",
  async render(request) {
    const { slug = "" } = request.path;
    const country = await request.ask(getCountry, { slug });
    const path = urlTo(PAGES.country, { slug: country.slug });
    if (country.slug !== slug) return { redirectTo: path };
    const headline = subjectFinding(request, country);
    const { name, iso3 } = country;
    const content = await renderArea(request, {
      kind: "country",
      area: country,
      name,
      nameInWords: countryInWords(country),
      headline,
      crumb: html`<a href="${request.href("/rankings")}">${texts.countries}</a> / ${name} (${iso3})`,
      rank: [rankFact(country)],
      history: await request.ask(getCountryHistory, { slug, to: request.release }),
      derivation: await request.ask(deriveCountry, { slug }),
      parts: html`${renderSectors(request, country)}${await renderNeighbours(request, country)}`,
      note: null,
    });
    return {
      ...content,
      finding: headline,
      address: request.api(path),
      picture: `/share${path}.png`,
      isEmbeddable: true,
      feed: countryFeedPath(slug),
    };
  },
});

/** The page of one sector, with the countries of its companies. */
export const SECTOR_PAGE = definePage({
  path: PAGES.sector,
  section: "sectors",
  dependsOn: "releases",
  async render(request) {
    const { slug = "" } = request.path;
    const sector = await request.ask(getSector, { slug });
    if (sector.slug !== slug) return { redirectTo: urlTo(PAGES.sector, { slug: sector.slug }) };
    const { label, also_named_by: others } = sector;
    const othersHref = request.href(API.companies, { any_sector: slug });
    return renderArea(request, {
      kind: "sector",
      area: sector,
      name: label,
      nameInWords: labelInWords(label),
      headline: subjectFinding(request, sector),
      crumb: html`<a href="${request.href("/sectors")}">${sectorTexts.allSectors}</a> / ${labelElement(label)}`,
      rank: [],
      history: await request.ask(getSectorHistory, { slug, to: request.release }),
      derivation: await request.ask(deriveSector, { slug }),
      parts: renderCountries(request, sector),
      // Counts companies that name the sector, but are counted in another one.
      note: others === 0 ? null : html`<p><a href="${othersHref}">${sectorTexts.alsoNamedBy(others)}</a></p>`,
    });
  },
});

/** Lays out the page of a country or a sector. */
async function renderArea(request: SiteRequest, shown: ShownArea) {
  const { kind, area, name, nameInWords, history } = shown;
  const { slug, summary } = area;
  const path = urlTo(PAGES[kind], { slug });
  const json = request.api(API[kind], { slug });
  const filter = { [kind]: slug };
  const allHref = request.href("/companies", filter);
  // With one company, all bars of the page would be the same.
  const isAlone = area.listed_companies === 1 && area.judged_companies === 1;
  // If too few are judged, the summary would repeat the headline.
  const { minimum_companies: minimum } = request.dataset.method;
  const standfirst = area.judged_companies < minimum ? texts.needed(minimum, kind) : summary;
  const band = bandLabel(request.dataset.bands, area.median_level, area.judged_companies < minimum);
  const main = html`<p class="crumb">${shown.crumb}</p>
<h1>${sentence(shown.headline)}</h1>
<p class="standfirst">${isPastRelease(request) && `${texts.inRelease(dayInWords(request.dataset.meta.published_at))} `}${sentence(standfirst)}</p>
${pageExits(request, { name, claim: `${kind}:${slug}`, ...(kind === "country" && { country: slug }) })}${facts([[texts.medianBand, band], ...shown.rank, judgedFact(area)])}
${await (isAlone ? renderOneCompany : renderStrip)(request, area, filter, { note: shown.note, path })}
${kind === "country" ? renderSnippet(request, { path: `/embed${path}`, subject: name, height: EMBED_HEIGHTS.country }) : null}
<div class="${isAlone ? "aside-below" : "with-aside"}">
<div>
${!isAlone && renderPillars(request, area, path)}
${!isAlone && shown.parts}
${renderHistory(request, history, path)}
${
  !isAlone &&
  section(
    { id: "companies", heading: texts.companies },
    html`${await renderCompanies(request, shown, filter, path)}
${area.listed_companies > COMPANIES_SHOWN && html`<p><a href="${allHref}">${texts.narrowAll(area.listed_companies)}</a></p>`}`,
  )
}
</div>
<aside>
${await renderChange(request, filter, history)}
${renderBasis(request, shown.derivation)}
${renderClaim(request, `${kind}:${slug}`, nameInWords)}
${renderCitation(request, name)}
${renderUse(request, nameInWords, filter, json)}
</aside>
</div>`;
  return { title: name, description: summary, main, json, styles: ["tools.css"], scripts: ["copy.js"] };
}

/** Renders the best and the worst companies; the table of all if they are few or sorted. */
async function renderCompanies(
  request: SiteRequest,
  { kind, area }: ShownArea,
  filter: Readonly<Record<string, string>>,
  path: string,
): Promise<Html> {
  const isChosen = request.query.has("sort") || request.query.has("cursor");
  const ends = isChosen || area.judged_companies <= COMPANIES_SHOWN ? null : await renderEnds(request, area, filter);
  return ends ?? companyTable(request, { filter, path, without: kind, rowsMax: COMPANIES_SHOWN });
}

function rankFact({ rank, ranked_countries: ranked, tied_with: others }: Country): Fact {
  if (rank === null || others === null) return [texts.rank, texts.notRanked];
  if (ranked === 1) return [texts.rank, texts.onlyRanked];
  if (others > 0 && others + 1 === ranked) return [texts.rank, texts.allTied(ranked)];
  return [texts.rank, html`${rank} <small>${texts.rankOf(ranked, others)}</small>`];
}

/** Renders a cell of a country and a sector as a bar that links to the page of the other. */
function cellBar(
  request: SiteRequest,
  kind: "country" | "sector",
  cell: Country["sectors"][number] | Sector["countries"][number],
): BarRow {
  const { slug, judged_companies: count } = cell;
  const name = "label" in cell ? labelElement(cell.label) : cell.name;
  const isThin = count < request.dataset.method.minimum_companies;
  return { ...cell, count, name, href: request.href(PAGES[kind], { slug }), isThin };
}

function renderSectors(request: SiteRequest, { slug, sectors, median_level: level }: Country): Html {
  const { bands, method } = request.dataset;
  if (sectors.length < 2) return html``;
  const look = {
    level,
    same: (count: number) => texts.sameSectors(count, labelAt(bands, level) ?? ""),
    thin: (count: number) => texts.thinSectors(count, method.minimum_companies),
    more: texts.moreSectors,
  };
  const rows = sectors.map((cell) => cellBar(request, "sector", cell));
  return renderParts(request, rows, look, {
    id: "sectors",
    heading: texts.bySector,
    column: texts.sector,
    note: { differ: texts.bySectorNote, alike: texts.sectorsAlike },
    picture: `${urlTo(PAGES.country, { slug })}/sectors`,
  });
}

function renderCountries(request: SiteRequest, { slug, countries, median_level: level }: Sector): Html {
  const { bands, method } = request.dataset;
  if (countries.length < 2) return html``;
  const look = {
    level,
    same: (count: number) => sectorTexts.sameCountries(count, labelAt(bands, level) ?? ""),
    thin: (count: number) => sectorTexts.thinCountries(count, method.minimum_companies),
    more: sectorTexts.moreCountries,
  };
  const rows = countries.map((cell) => cellBar(request, "country", cell));
  return renderParts(request, rows, look, {
    id: "countries",
    heading: sectorTexts.byCountry,
    column: sectorTexts.country,
    note: { differ: sectorTexts.byCountryNote, alike: sectorTexts.countriesAlike },
    picture: `${urlTo(PAGES.sector, { slug })}/countries`,
  });
}
