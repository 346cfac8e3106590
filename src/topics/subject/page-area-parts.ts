import { digits } from "../../ask/grammar.ts";
import { type BarRow, type WholeLook, partsOfWhole, plainBars } from "../../html/charts/ranked-bars.ts";
import { STRIP_ITEMS_MAX, companyStrip } from "../../html/charts/company-strip.ts";
import { bandLabel } from "../../html/charts/band-label.ts";
import { dotOnScale } from "../../html/charts/dot-on-scale.ts";
import { listCompanies } from "../company/list-companies.ts";
import type { SiteRequest } from "../../html/define-page.ts";
import { chartExits, pageCitation } from "../../html/exits.ts";
import { type Child, type Html, html, labelElement, sentence } from "../../html/html.ts";
import { sourceNote } from "../../html/source-note.ts";
import { section } from "../../html/components.ts";
import { chartTexts } from "../../html/texts/chart.ts";
import { fileTexts } from "../download/texts-files.ts";
import { claimTexts } from "../claim/texts.ts";
import { countryTexts as texts } from "../country/texts.ts";
import { renderListFiles } from "../download/page-file-buttons.ts";
import type { Country, Sector } from "./subjects.ts";
import { API, PAGES, linksOf } from "../../ask/urls.ts";

/** Parts that the pages of countries and of sectors share. */

/** The note below the companies of an area, and the path of its page. */
interface ShownStrip {
  readonly note: Child;
  readonly path: string;
}

/** Renders the section with every judged company of an area in a row. */
export async function renderStrip(
  siteRequest: SiteRequest,
  area: Country | Sector,
  filter: Readonly<Record<string, string>>,
  { note, path }: ShownStrip,
): Promise<Html> {
  const { judged_companies: judged, listed_companies: listed, not_known: notKnown } = area;
  const isDrawn = judged <= STRIP_ITEMS_MAX;
  const companies = isDrawn ? await listJudged(siteRequest, filter, judged) : [];
  return section(
    { id: "median", heading: chartTexts.stripTitle, note: isDrawn ? chartTexts.stripNote : chartTexts.barNote },
    html`${companyStrip(siteRequest.dataset.bands, area, companies, listed - judged, judged < siteRequest.dataset.method.minimum_companies)}
${notKnown.sentences.length > 0 && html`<p>${sentence(notKnown.sentences.join(" "))}</p>`}
${note}
${sourceNote(siteRequest)}
${chartExits(siteRequest, { path: `${path}/companies`, name: chartTexts.stripTitle })}`,
  );
}

/** Renders the section with the only company of an area. */
export async function renderOneCompany(
  siteRequest: SiteRequest,
  { judged_companies: judged }: Country | Sector,
  filter: Readonly<Record<string, string>>,
  { note, path }: ShownStrip,
): Promise<Html> {
  const [company] = await listJudged(siteRequest, filter, judged);
  if (company === undefined) return html``;
  const { bands } = siteRequest.dataset;
  const name = html`<a href="${company.href}">${labelElement(company.name)}</a> ${bandLabel(bands, company.level)}`;
  return section(
    { id: "median", heading: texts.oneCompany },
    html`${dotOnScale(bands, company.level, name)}
${note}
${sourceNote(siteRequest)}
${chartExits(siteRequest, { path: `${path}/companies`, name: chartTexts.stripTitle })}`,
  );
}

/** A company in the row of an area, with its link and level. */
type JudgedCompany = { readonly name: string; readonly href: string; readonly level: number };

/** Lists judged companies, worst to best; the list has the others after them. */
async function listJudged(
  siteRequest: SiteRequest,
  filter: Readonly<Record<string, string>>,
  judged: number,
): Promise<readonly JudgedCompany[]> {
  if (judged === 0) return [];
  const fields = "name,slug,median_level";
  const { items } = await siteRequest.ask(listCompanies, {
    ...filter,
    fields,
    sort: "median_band",
    limit: String(judged),
  });
  return items.flatMap(({ name, slug, median_level: level }) =>
    level === null ? [] : [{ name, href: siteRequest.href(PAGES.company, { slug }), level }],
  );
}

/** Returns the number of an area's listed companies that are judged, as a fact. */
export function judgedFact({ judged_companies: judged, listed_companies: listed }: Country | Sector) {
  return [texts.judgedOf, `${digits(judged)} ${texts.of} ${digits(listed)}`] as const;
}

/** Renders the section with an area's median in each pillar. */
export function renderPillars(siteRequest: SiteRequest, { pillars }: Country | Sector, path: string): Html {
  const minimum = siteRequest.dataset.method.minimum_companies;
  const rows = pillars.map((pillar): BarRow => {
    const href = siteRequest.href("/rankings", { pillar: pillar.id });
    return {
      ...pillar,
      count: pillar.judged_companies,
      name: labelElement(pillar.label),
      href,
      isThin: pillar.judged_companies < minimum,
    };
  });
  return section(
    { id: "pillars", heading: texts.byPillar, note: texts.byPillarNote },
    html`${plainBars(siteRequest.dataset.bands, rows, { caption: texts.byPillar, name: texts.pillar })}
${chartExits(siteRequest, { path: `${path}/pillars`, name: texts.byPillar })}`,
  );
}

/** The sectors of a country, or the countries of a sector. */
interface ShownParts {
  readonly id: string;
  readonly heading: string;
  /** The name of the first column. */
  readonly column: string;
  /** The notes for parts with another band than the whole, and for none of them. */
  readonly note: { readonly differ: string; readonly alike: string };
  /** The path of their picture. */
  readonly picture: string;
}

/** Renders the parts of an area; without a chart if all have too few companies. */
export function renderParts(
  siteRequest: SiteRequest,
  rows: readonly BarRow[],
  look: WholeLook,
  { id, heading, column, note, picture }: ShownParts,
): Html {
  const firm = rows.filter(({ isThin }) => !isThin);
  const isAlike = firm.every(({ median_level: level }) => level === look.level);
  return section(
    { id, heading, ...(firm.length > 0 && { note: isAlike ? note.alike : note.differ }) },
    html`${partsOfWhole(siteRequest.dataset.bands, rows, { caption: heading, name: column }, look)}
${firm.length > 0 && chartExits(siteRequest, { path: picture, name: heading })}`,
  );
}

/** Renders the box that links to the check of a claim about `subject`, such as `country:fr`. */
export function renderClaim(siteRequest: SiteRequest, subject: string, name: string): Child {
  if (siteRequest.mode !== "live") return null;
  return section(
    { id: "claim", heading: claimTexts.emptyTitle },
    html`<p>${sentence(claimTexts.about(name))}</p>
<p><a href="${siteRequest.href("/claims", { subject })}">${claimTexts.title}</a></p>`,
  );
}

/** Renders the box on how to cite the release. */
export function renderCitation(siteRequest: SiteRequest, name: string): Html {
  return section(
    { id: "cite", heading: texts.cite },
    html`<p>${sentence(pageCitation(siteRequest, name))}</p>
<p><a href="${siteRequest.href("/docs/embeds")}#citation-and-licence">${texts.citeMore}</a></p>`,
  );
}

/** Renders the boxes with the files of an area, and with the request of its page. */
export function renderUse(
  siteRequest: SiteRequest,
  name: string,
  filter: Readonly<Record<string, string>>,
  json: string,
): Html {
  return html`${section(
    { id: "take", heading: texts.take },
    html`${
      siteRequest.mode === "live" &&
      html`<p>${sentence(texts.takeNote(name))}</p>
${renderListFiles(siteRequest, texts.companies, API.companies, filter)}${renderListFiles(siteRequest, texts.judgementsWithSources, API.judgements, filter)}`
    }
<h3>${texts.figures}</h3>
<p class="buttons"><a class="button quiet" href="${linksOf(siteRequest)(json)}"><span class="hidden">${fileTexts.as(texts.figures)}</span>${fileTexts.json}</a></p>`,
  )}
${renderBuild(siteRequest, json)}`;
}

/** Renders the box with the request that a page shows. */
export function renderBuild(siteRequest: SiteRequest, json: string): Html {
  return section(
    { id: "build", heading: texts.build },
    html`<p>${texts.buildNote} <code>GET ${siteRequest.shown(json)}</code></p>
<p><a href="${siteRequest.href("/docs/reference")}">${texts.reference}</a></p>`,
  );
}
