import { renderFrames, EMBED_HEIGHTS } from "../embed/embed-snippet.ts";
import { countryInWords, sectorInWords } from "../../ask/grammar.ts";
import { API, PAGES, urlTo } from "../../ask/urls.ts";
import { type SiteRequest, definePage } from "../../html/define-page.ts";
import { inColumns, section } from "../../html/components.ts";
import { pageTop, chartFoot } from "../../html/exits.ts";
import { type Child, type Html, html, labelElement, sentence } from "../../html/html.ts";
import { countryFeedPath } from "../change/feed.ts";
import { companyTable } from "../company/page-table.ts";
import { type End, endsOf, findEnd, findLine, listHigher, subjectFinding } from "./findings.ts";
import {
  renderNeighbours,
  renderMoves,
  renderParts,
  renderPillars,
  renderStrip,
  renderTake,
  type ShownArea,
} from "./page-area-parts.ts";
import { countryTexts as texts } from "../country/texts.ts";
import { describeStep, renderHistory } from "../history/page.ts";
import { sectorTexts } from "../sector/texts.ts";
import { deriveCountry, getCountry, getCountryHistory } from "./country.ts";
import { deriveSector, getSector, getSectorHistory } from "./sector.ts";
import type { AnswerOf } from "./subjects.ts";
import { type BarRow, narrowBars } from "../../html/charts/ranked-bars.ts";

/** The pages of countries and of sectors: their ratings, the causes and the evidence. */

/** Maximum number of companies listed before the link to all of them. */
const COMPANIES_SHOWN = 10;

/** What the pages of a country and of a sector have each in its own words. */
interface OwnParts {
  readonly headline: string;
  readonly crumb: Child;
  readonly history: AnswerOf<"country" | "sector", "history">;
  readonly derivation: AnswerOf<"country" | "sector", "derivation">;
  /** What stands before the note of the row of its companies. */
  readonly note?: Child;
  readonly neighbours?: Child;
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
    const { name, region } = country;
    const { scale } = request.dataset;
    const headline = await subjectFinding(request, country, await listHigher(request.ask, scale, country));
    const inRegion =
      region !== null && html`<a href="${request.href("/rankings", { region: region.slug })}">${region.name}</a> / `;
    const content = await renderArea(
      request,
      { kind: "country", area: country, name: countryInWords(country), path },
      {
        headline,
        crumb:
          request.dimensions.has("country") &&
          html`<a href="${request.href("/rankings")}">${texts.countries}</a> / ${inRegion}${name}`,
        history: await request.ask(getCountryHistory, { slug, to: request.release }),
        derivation: await request.ask(deriveCountry, { slug }),
        neighbours: await renderNeighbours(request, country),
      },
    );
    return {
      ...content,
      title: name,
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
  of: "sector",
  dependsOn: "releases",
  async render(request) {
    const { slug = "" } = request.path;
    const sector = await request.ask(getSector, { slug });
    if (sector.slug !== slug) return { redirectTo: urlTo(PAGES.sector, { slug: sector.slug }) };
    const { label, also_named_by: others } = sector;
    const othersHref = request.href(API.companies, { any_sector: slug });
    const path = urlTo(PAGES.sector, { slug });
    const content = await renderArea(
      request,
      { kind: "sector", area: sector, name: sectorInWords(label), path },
      {
        headline: await subjectFinding(request, sector),
        crumb: html`<a href="${request.href("/sectors")}">${sectorTexts.allSectors}</a> / ${labelElement(label)}`,
        history: await request.ask(getSectorHistory, { slug, to: request.release }),
        derivation: await request.ask(deriveSector, { slug }),
        // Counts companies that name the sector, but are counted in another one.
        note: others === 0 ? null : html`<a href="${othersHref}">${sectorTexts.alsoNamedBy(others)}</a> `,
      },
    );
    return { ...content, title: label };
  },
});

/** Lays out the page of a country or a sector. */
async function renderArea(request: SiteRequest, shown: ShownArea, own: OwnParts) {
  const { kind, area, path } = shown;
  const { history, headline, note = null, neighbours = null } = own;
  const { slug, summary } = area;
  const name = "label" in area ? area.label : area.name;
  const json = request.api(API[kind], { slug });
  const filter = { [kind]: slug };
  // With one company, all bars of the page would be the same.
  const isAlone = area.listed_companies === 1 && area.judged_companies === 1;
  const embed = renderFrames(request, { path: `/embed${path}`, subject: name, height: EMBED_HEIGHTS.country });
  const shared = { finding: headline, anchor: "median", picture: `${path}/companies` };
  const chart = kind === "country" ? { ...shared, embed } : shared;
  const pillars = !isAlone && renderPillars(request, shown);
  const parts = !isAlone && renderParts(request, shown);
  const releases = renderHistory(request, history, path, await describeStep(request, filter, history));
  const main = html`${pageTop(request, own.crumb, { name, claim: `${kind}:${slug}`, ...(kind === "country" && { country: slug }) })}<h1>${sentence(headline)}</h1>
<p class="standfirst">${sentence(standfirstOf(request, shown))}</p>
${await renderStrip(request, shown, filter, { note, chart })}
${renderMoves(request, shown, own.derivation)}
${inColumns([pillars, !isAlone && neighbours, parts, releases])}
${!isAlone && (await renderCompanies(request, shown, filter))}
${renderTake(request, shown.name, json, filter, [
  [texts.companies, API.companies],
  [texts.judgements, API.judgements],
])}`;
  return {
    description: request.dataset.scale.asOf === null ? summary : `${headline}.`,
    main,
    json,
    styles: ["tools.css"],
    scripts: ["copy.js"],
  };
}

/** Says what the headline does not: counts, the tie and the rank. */
function standfirstOf(request: SiteRequest, { kind, area }: ShownArea): string {
  const { scale, method } = request.dataset;
  const { minimum_companies: minimum } = method;
  // If too few are judged, the summary would repeat the headline.
  if (area.judged_companies < minimum) return texts.needed(minimum, kind);
  return findLine(scale, area);
}

/** Renders the best and the worst companies; the table of all if they are few or sorted. */
async function renderCompanies(
  request: SiteRequest,
  { kind, area, path }: ShownArea,
  filter: Readonly<Record<string, string>>,
): Promise<Html> {
  const { listed_companies: listed, judged_companies: judged } = area;
  const isChosen = request.query.has("sort") || request.query.has("cursor");
  const ends = isChosen || judged <= COMPANIES_SHOWN ? null : await renderEnds(request, area, filter);
  const link =
    listed > COMPANIES_SHOWN &&
    html`<p class="all"><a href="${request.href("/companies", filter)}">${texts.narrowAll(listed)}</a></p>`;
  if (ends !== null) return html`<div id="companies">\n${inColumns(ends)}\n${link}</div>`;
  const table = await companyTable(request, { filter, path, without: kind, rowsMax: COMPANIES_SHOWN });
  return section({ id: "companies", heading: texts.companies }, html`${table}${link}`);
}

/** Maximum number of companies shown at each end of an area; a tie is never cut. */
const SHOWN = 8;

/** A bar of the judgements of a company. */
type CompanyBar = BarRow & Readonly<Record<"name" | "slug" | "href", string>>;

/**
 * Renders the best and the worst companies of an area, from its highest and its lowest band, those
 * furthest from the next band first. Null if all have one band.
 */
async function renderEnds(
  request: SiteRequest,
  area: ShownArea["area"],
  filter: Readonly<Record<string, string>>,
): Promise<readonly Html[] | null> {
  const { scale } = request.dataset;
  const levels = endsOf(scale, area);
  if (levels === null) return null;
  const render = async (end: End): Promise<Html> =>
    renderEnd(request, filter, end, await findEnd(request.ask, scale, area, end, levels[end]));
  return [await render("best"), await render("worst")];
}

function renderEnd(
  request: SiteRequest,
  filter: Readonly<Record<string, string>>,
  end: End,
  { companies, band: id, count, finding: heading }: Awaited<ReturnType<typeof findEnd>>,
): Html {
  const { bands } = request.dataset;
  const rows = companies.map((company): CompanyBar => {
    const { name, slug, judgement_count: judgements } = company;
    return { ...company, name, slug, href: request.href(PAGES.company, { slug }), count: judgements, isThin: false };
  });
  // If there are too many, the tie that the limit would cut is left out.
  const cut = JSON.stringify(rows[SHOWN]?.distribution);
  const fitting = rows.slice(0, SHOWN).filter(({ distribution }) => JSON.stringify(distribution) !== cut);
  const columns = { caption: heading, name: texts.companyColumn, counted: texts.judgements };
  const list = html`<a href="${request.href("/companies", { ...filter, band: id })}">${texts.narrowAll(count)}</a>`;
  const bars =
    fitting.length > 0 &&
    html`${narrowBars(bands, fitting, columns)}
${chartFoot(request, texts.barsOfCompanies, { finding: heading, anchor: end })}`;
  const company = rows.map(({ slug }) => slug).join(",");
  const file = (format: string): Html =>
    html` <a href="${request.href(API.judgements, { format, ...filter, company })}">${format.toUpperCase()}</a>`;
  const isWhole = end === "worst" && rows.length === count && request.mode === "live";
  return section(
    { id: end, heading: sentence(heading) },
    html`${bars}${fitting.length < count && html`<p class="all">${list}</p>`}${isWhole && html`<p class="all">${texts.evidence}${file("csv")}${file("xlsx")}</p>`}`,
  );
}
