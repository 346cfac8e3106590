import { digits } from "../../ask/grammar.ts";
import { type BarRow, type WholeLook, partsOfWhole, plainBars } from "../../html/charts/ranked-bars.ts";
import { STRIP_ITEMS_MAX, companyStrip } from "../../html/charts/company-strip.ts";
import { bandLabel } from "../../html/charts/band-label.ts";
import { dotOnScale } from "../../html/charts/dot-on-scale.ts";
import type { BandFigures } from "../../html/charts/figures.ts";
import { listCompanies } from "../company/list-companies.ts";
import type { SiteRequest } from "../../html/define-page.ts";
import { chartExits, pageCitation } from "../../html/exits.ts";
import { rootOf } from "../../html/frame.ts";
import { type Child, type Html, html, labelElement, sentence } from "../../html/html.ts";
import { sourceNote } from "../../html/source-note.ts";
import { section } from "../../html/components.ts";
import { chartTexts } from "../../html/texts/chart.ts";
import { fileTexts } from "../download/texts-files.ts";
import { claimTexts } from "../claim/texts.ts";
import { countryTexts as texts } from "./texts.ts";
import { renderListFiles, renderSeparatorChoice } from "../download/page-file-buttons.ts";
import { API, PAGES } from "../../ask/urls.ts";

/** Parts that the pages of countries and of sectors share. */

/** A country or a sector, as its answer describes it. */
export interface AreaAnswer extends BandFigures {
  readonly listed_companies: number;
  readonly judged_companies: number;
  readonly not_known: { readonly sentences: readonly string[] };
  readonly pillars: readonly (BandFigures & {
    readonly id: string;
    readonly label: string;
    readonly judged_companies: number;
  })[];
}

/** What is said below the companies of an area, and the path of its page. */
interface ShownStrip {
  readonly note: Child;
  readonly path: string;
}

/** The section that shows every judged company of an area in a row. */
export async function renderStrip(
  siteRequest: SiteRequest,
  area: AreaAnswer,
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

/** The section with the only company of an area. */
export async function renderOneCompany(
  siteRequest: SiteRequest,
  { judged_companies: judged }: AreaAnswer,
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

/** What stands in the row of an area: a company with its link and its level. */
type JudgedCompany = { readonly name: string; readonly href: string; readonly level: number };

/** Judged companies, worst to best; those that are not judged would come last. */
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

/** How many of an area's listed companies are judged. */
export function judgedFact({ judged_companies: judged, listed_companies: listed }: AreaAnswer) {
  return [texts.judgedOf, `${digits(judged)} ${texts.of} ${digits(listed)}`] as const;
}

/** The section with an area's median in each pillar. */
export function renderPillars(siteRequest: SiteRequest, { pillars }: AreaAnswer, path: string): Html {
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
  /** What is said where some have another band than the whole, and where none has. */
  readonly note: { readonly differ: string; readonly alike: string };
  /** The path of their picture. */
  readonly picture: string;
}

/** The section with the parts of an area; without a chart where all have too few companies. */
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

/** The box that leads to the check of a claim about `subject`, as that page calls it. */
export function renderClaim(siteRequest: SiteRequest, subject: string, name: string): Html {
  return section(
    { id: "claim", heading: claimTexts.emptyTitle, isLive: true },
    html`<p>${sentence(claimTexts.about(name))}</p>
<p><a href="${siteRequest.href("/claims", { subject })}">${claimTexts.title}</a></p>`,
  );
}

/** The box on how to cite the release. */
export function renderCitation(siteRequest: SiteRequest, name: string): Html {
  return section(
    { id: "cite", heading: texts.cite },
    html`<p>${sentence(pageCitation(siteRequest, name))}</p>
<p><a href="${siteRequest.href("/docs/citing")}">${texts.citeMore}</a></p>`,
  );
}

/** The box with the files of an area alone, and the box with the request that its page shows. */
export function renderUse(
  siteRequest: SiteRequest,
  name: string,
  filter: Readonly<Record<string, string>>,
  json: string,
): Html {
  const path = siteRequest.url;
  return html`${section(
    { id: "take", heading: texts.take },
    html`<div data-live>
<p>${sentence(texts.takeNote(name))}</p>
${renderListFiles(siteRequest, texts.companies, API.companies, filter)}${renderListFiles(siteRequest, texts.judgementsWithSources, API.judgements, filter)}</div>
<h3>${texts.figures}</h3>
<p class="buttons"><a class="button quiet" href="${rootOf(siteRequest)}${json}"><span class="hidden">${fileTexts.as(texts.figures)}</span>${fileTexts.json}</a></p>
<div data-live>${renderSeparatorChoice(siteRequest, path, "take")}</div>`,
  )}
${section(
  { id: "build", heading: texts.build },
  html`<p>${texts.buildNote} <code>GET ${siteRequest.shown(json)}</code></p>
<p><a href="${siteRequest.href("/docs/reference")}">${texts.reference}</a></p>`,
)}`;
}
