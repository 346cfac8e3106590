import { type BarRow, plainBars } from "../../html/charts/ranked-bars.ts";
import { STRIP_ITEMS_MAX, companyStrip } from "../../html/charts/company-strip.ts";
import type { BandFigures } from "../../html/charts/figures.ts";
import { listCompanies } from "../company/list-companies.ts";
import type { SiteRequest } from "../../html/define-page.ts";
import { rootOf } from "../../html/frame.ts";
import { type Html, html } from "../../html/html.ts";
import { sourceNote } from "../../html/source-note.ts";
import { section } from "../../html/components.ts";
import { chartTexts } from "../../html/texts/chart.ts";
import { fileTexts } from "../download/texts-files.ts";
import { claimTexts } from "../claim/texts.ts";
import { countryTexts as texts } from "./texts.ts";
import { renderListFiles, renderSeparatorChoice } from "../../html/file-buttons.ts";

/** Parts that the pages of countries and of sectors share. */

/** A country or a sector, as its answer describes it. */
export interface AreaAnswer extends BandFigures {
  readonly listed_companies: number;
  readonly judged_companies: number;
  readonly pillars: readonly (BandFigures & {
    readonly id: string;
    readonly label: string;
    readonly judged_companies: number;
  })[];
}

/** The section that shows every judged company of an area in a row. */
export async function renderStrip(
  siteRequest: SiteRequest,
  area: AreaAnswer,
  filter: Readonly<Record<string, string>>,
): Promise<Html> {
  const { judged_companies: judged, listed_companies: listed } = area;
  const isDrawn = judged <= STRIP_ITEMS_MAX;
  const companies = isDrawn ? await listJudged(siteRequest, filter, judged) : [];
  return section(
    { id: "median", heading: chartTexts.stripTitle, note: isDrawn ? chartTexts.stripNote : chartTexts.barNote },
    html`${companyStrip(siteRequest.dataset.bands, area, companies, listed - judged, judged < siteRequest.dataset.method.minimum_companies)}
${sourceNote(siteRequest)}`,
  );
}

/** What stands in the row of an area: a company with its link and its level. */
type JudgedCompany = { readonly name: string; readonly href: string; readonly level: number };

/** How many areas are kept: their rows have at most 300 companies each. */
const AREAS_KEPT = 300;

/** The rows of areas, by the figures of their release, which its pages share. */
const keptRows = new WeakMap<SiteRequest["dataset"], Map<string, Promise<readonly JudgedCompany[]>>>();

/**
 * Judged companies, worst to best; those that are not judged would come last. Kept, because the
 * page of each company shows those of its country and its sector.
 */
export function listJudged(
  siteRequest: SiteRequest,
  filter: Readonly<Record<string, string>>,
  judged: number,
): Promise<readonly JudgedCompany[]> {
  const kept = keptRows.get(siteRequest.dataset) ?? new Map<string, Promise<readonly JudgedCompany[]>>();
  keptRows.set(siteRequest.dataset, kept);
  const key = JSON.stringify([siteRequest.chosenRelease, filter]);
  const row = kept.get(key) ?? askJudged(siteRequest, filter, judged);
  if (kept.size >= AREAS_KEPT) kept.delete(kept.keys().next().value ?? "");
  kept.set(key, row);
  row.catch(() => kept.delete(key));
  return row;
}

async function askJudged(siteRequest: SiteRequest, filter: Readonly<Record<string, string>>, judged: number) {
  if (judged === 0) return [];
  const fields = "name,slug,median_level";
  const { items } = await siteRequest.ask(listCompanies, {
    ...filter,
    fields,
    sort: "median_band",
    limit: String(judged),
  });
  return items.flatMap(({ name, slug, median_level: level }) =>
    level === null ? [] : [{ name, href: siteRequest.href(`/companies/${encodeURIComponent(slug)}`), level }],
  );
}

/** How many of an area's listed companies are judged. */
export function judgedFact({ judged_companies: judged, listed_companies: listed }: AreaAnswer) {
  return [texts.judgedOf, `${judged} ${texts.of} ${listed}`] as const;
}

/** How many companies would have to be re-rated before the median moves. */
export function firmnessFact(figures: BandFigures) {
  return [texts.moves, firmnessInShort(figures)] as const;
}

/** `5 up · 36 down`. */
export function firmnessInShort({ flips_to_higher: up, flips_to_lower: down }: BandFigures): string {
  const ways = [up !== null && `${up} ${texts.up}`, down !== null && `${down} ${texts.down}`].filter(
    (way) => way !== false,
  );
  return ways.length === 0 ? texts.stays : ways.join(" · ");
}

/** The section with an area's median in each pillar. */
export function renderPillars(siteRequest: SiteRequest, { pillars }: AreaAnswer): Html {
  const minimum = siteRequest.dataset.method.minimum_companies;
  const rows = pillars.map((pillar): BarRow => {
    const href = siteRequest.href("/rankings", { pillar: pillar.id });
    return {
      ...pillar,
      count: pillar.judged_companies,
      name: pillar.label,
      href,
      isThin: pillar.judged_companies < minimum,
    };
  });
  return section(
    { id: "pillars", heading: texts.byPillar, note: texts.byPillarNote },
    plainBars(siteRequest.dataset.bands, rows, { caption: texts.byPillar, name: texts.pillar }),
  );
}

/** The box that leads to the check of a claim about `subject`, as that page calls it. */
export function renderClaim(siteRequest: SiteRequest, subject: string, name: string): Html {
  return section(
    { id: "claim", heading: claimTexts.emptyTitle, isLive: true },
    html`<p>${claimTexts.about(name)}</p>
<p><a href="${siteRequest.href("/claims", { subject })}">${claimTexts.title}</a></p>`,
  );
}

/** The box on how to cite the release. */
export function renderCitation(siteRequest: SiteRequest, name: string): Html {
  const { citation, release } = siteRequest.dataset.meta;
  return section(
    { id: "cite", heading: texts.cite },
    html`<p>${citation.replace(` (${release})`, `, ${name} (${release})`)}</p>
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
<p>${texts.takeNote(name)}</p>
${renderListFiles(siteRequest, texts.companies, "/api/v2/companies", filter)}${renderListFiles(siteRequest, texts.judgementsWithSources, "/api/v2/judgements", filter)}</div>
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
