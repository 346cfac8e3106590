import { capitalized, counted, countInWords, countryInWords, inARow, regionInWords } from "../../ask/grammar.ts";
import { API, PAGES, linksOf } from "../../ask/urls.ts";
import { bandLabel } from "../../html/charts/band-label.ts";
import { STRIP_ITEMS_MAX, companyStrip, dotOnScale } from "../../html/charts/company-strip.ts";
import { type BarRow, foldedBars, nameThin, plainBars } from "../../html/charts/ranked-bars.ts";
import { section } from "../../html/components.ts";
import type { SiteRequest } from "../../html/define-page.ts";
import { type SharedChart, chartFoot } from "../../html/exits.ts";
import { type Child, type Html, html, labelElement, sentence } from "../../html/html.ts";
import { listCompanies } from "../company/list-companies.ts";
import { countryTexts as texts } from "../country/texts.ts";
import { describeEvidence } from "../derivation/basis.ts";
import { renderNearest } from "../derivation/page.ts";
import { liveDisclosure } from "../download/page.ts";
import { sectorTexts } from "../sector/texts.ts";
import { findCases, findCells, findPillars, findNeighbours } from "./findings.ts";
import type { AnswerOf, Country, Sector } from "./subjects.ts";
import type { Ranking } from "../ranking/finding.ts";
import { rankCountries } from "../ranking/rank-countries.ts";

/** Parts that the pages of countries and of sectors share. */

/** A country or a sector that a page is about. */
export interface ShownArea {
  readonly kind: "country" | "sector";
  readonly area: Country | Sector;
  /** The name within sentences. */
  readonly name: string;
  readonly path: string;
}

/** Renders every judged company of an area in a row, or the only one. */
export async function renderStrip(
  request: SiteRequest,
  { area, kind }: ShownArea,
  filter: Readonly<Record<string, string>>,
  { note, chart }: { readonly note: Child; readonly chart: SharedChart },
): Promise<Html> {
  const { judged_companies: judged, listed_companies: listed } = area;
  const { bands, method } = request.dataset;
  const isThin = judged < method.minimum_companies;
  const companies = judged <= STRIP_ITEMS_MAX ? await listJudged(request, filter, judged) : [];
  const [only] = companies;
  const isAlone = only !== undefined && listed === 1;
  const drawn = isAlone
    ? dotOnScale(
        bands,
        only.level,
        html`<a href="${only.href}">${labelElement(only.name)}</a> ${bandLabel(bands, only.level)}`,
      )
    : companyStrip(bands, area, companies, listed - judged, isThin);
  const foot = isAlone ? note : html`${note}${texts.strip(kind, companies.length > 1, isThin)}`;
  return html`<section id="median" class="first" aria-label="${texts.line}">
${drawn}
${chartFoot(request, foot, chart)}</section>`;
}

/** Lists judged companies, worst to best; the list has the others after them. */
async function listJudged(request: SiteRequest, filter: Readonly<Record<string, string>>, judged: number) {
  if (judged === 0) return [];
  const fields = "name,slug,median_level";
  const { items } = await request.ask(listCompanies, { ...filter, fields, sort: "median_band", limit: String(judged) });
  return items.flatMap(({ name, slug, median_level: level }) =>
    level === null ? [] : [{ name, href: request.href(PAGES.company, { slug }), level }],
  );
}

/** Renders what would move the median, and what it rests on. */
export function renderMoves(
  request: SiteRequest,
  shown: ShownArea,
  derivation: AnswerOf<"country" | "sector", "derivation">,
): Child {
  const { without_pillar_summary: summary, without_pillar: without, judgement_count: judgements } = derivation;
  if (judgements === 0) return null;
  const { method, pillars } = request.dataset;
  const hasPillars = pillars.length > 1;
  // The heading says it all where no pillar decides.
  const isFirm = without.every(
    ({ median_level: level, count }) => level === shown.area.median_level && count >= method.minimum_companies,
  );
  const said = [hasPillars && !isFirm ? summary : null, ...shown.area.not_known.sentences].filter(
    (text) => text !== null,
  );
  const found = hasPillars ? findCases(request.dataset.scale, shown.area, derivation) : null;
  const text = html`${sentence(said.join(" "))} ${renderNearest(request, derivation)}`;
  const foot = html`<p class="foot">${capitalized(counted(judgements, "judgement", "judgements"))}${describeEvidence(derivation)}</p>`;
  if (found === null && text.toString().trim() === "") return foot;
  const heading = found ?? texts.moves;
  return section({ id: "moves", heading: sentence(heading), className: "say" }, html`<p>${text}</p>\n${foot}`);
}

/** Renders the median of an area in each pillar; nothing where there is one. */
export function renderPillars(request: SiteRequest, shown: ShownArea): Child {
  const { dataset } = request;
  const { minimum_companies: minimum } = dataset.method;
  const { pillars } = shown.area;
  // Of one alone, the sentence about its pillars says it all.
  if (pillars.filter(({ judged_companies: judged }) => judged > 0).length < 2) return null;
  const rows = pillars.map((pillar) => {
    const { id, label, judged_companies: count } = pillar;
    const href = request.href("/rankings", { pillar: id });
    return { ...pillar, count, name: labelElement(label), href, isThin: count < minimum };
  });
  const heading = findPillars(dataset.scale, shown.area) ?? texts.byPillar;
  return section(
    { id: "pillars", heading: sentence(heading) },
    html`${plainBars(dataset.bands, sortedBars(rows), { caption: texts.byPillar, name: texts.pillar })}
${chartFoot(request, texts.right, { finding: heading, anchor: "pillars", picture: `${shown.path}/pillars` })}`,
  );
}

/** Sorts bars: the best first, those with too few companies last. */
function sortedBars(rows: readonly BarRow[]): readonly BarRow[] {
  const level = (row: BarRow): number => (row.isThin ? 0 : (row.median_level ?? 0));
  return rows.toSorted((a, b) => level(b) - level(a));
}

/** Renders the sectors of a country, or the countries of a sector; nothing where there is one. */
export function renderParts(request: SiteRequest, shown: ShownArea): Child {
  const { bands, method } = request.dataset;
  const { area } = shown;
  const [cells, words] =
    "sectors" in area ? [area.sectors, texts.sectorParts] : [area.countries, sectorTexts.countryParts];
  if (cells.length < 2) return null;
  const { id, noun, heading: label } = words;
  const rows = cells.map((cell) => {
    const { slug, judged_companies: count } = cell;
    const isSector = "label" in cell;
    const href = request.href(isSector ? PAGES.sector : PAGES.country, { slug });
    const name = isSector ? labelElement(cell.label) : cell.name;
    return { ...cell, count, name, href, isThin: count < method.minimum_companies };
  });
  const firm = sortedBars(rows.filter(({ isThin }) => !isThin).toSorted((a, b) => b.count - a.count));
  const thin = rows.length - firm.length;
  const heading = findCells(request.dataset.scale, area) ?? label;
  const few = texts.fewIn(counted(thin, noun.one, noun.many), thin, countInWords(method.minimum_companies));
  const bars = foldedBars(bands, firm, { caption: label, name: noun.one }, texts.more);
  return section(
    { id, heading: sentence(heading) },
    html`${firm.length > 0 && html`${bars}\n${chartFoot(request, texts.right, { finding: heading, anchor: id, picture: `${shown.path}/${id}` })}`}${
      thin > 0 && html`<details><summary>${few}</summary>\n${nameThin(rows)}\n</details>\n`
    }`,
  );
}

/** Renders the line of files with what a page shows. */
export function renderTake(
  request: SiteRequest,
  name: string,
  json: string,
  filter: Readonly<Record<string, string>>,
  lists: readonly (readonly [name: string, path: string])[],
): Html {
  const files = lists.map(([list, path]) => {
    const file = (format: string): Html =>
      html` <a href="${request.href(path, { format, ...filter })}">${format.toUpperCase()}<span class="hidden"> – ${list}</span></a>`;
    return html`${list}${file("csv")}${file("xlsx")} · `;
  });
  return html`<p class="take" id="take"><b>${sentence(texts.take(name))}</b> ${request.mode === "live" && files}${texts.thisPage} <a href="${linksOf(request)(json)}">JSON</a></p>
${liveDisclosure(request, API.judgements, filter)}`;
}

/** Maximum number of countries shown; of more, those around the own one. */
const SHOWN_MAX = 12;
const SHOWN_BEFORE = 6;

/**
 * Renders the section with the neighbours of a country on land, each with its bar. If the release
 * has fewer than two of them, as for islands, it shows those of the region; nothing if there is no
 * other country either.
 */
export async function renderNeighbours(request: SiteRequest, country: Country): Promise<Child> {
  const { atlas, dataset } = request;
  const { items } = await request.ask(rankCountries, {});
  const { codes, byLand, region, inRegion, shown, isByLand, finding } = findNeighbours(
    atlas,
    dataset.scale,
    items,
    country,
  );
  if (finding === null) return null;
  const others = codes.filter((code) => !byLand.some(({ iso2 }) => iso2 === code));
  const missing = others.flatMap((code) => atlas.byIso2(code) ?? []).map(countryInWords);
  const link =
    region !== null &&
    inRegion.length > 1 &&
    request.mode === "live" &&
    html`<a href="${request.href("/rankings", { region: region.slug })}">${texts.allOfRegion(regionInWords(region.name), inRegion.length)}</a>`;
  const rule = html`<a href="${request.href("/docs/disputed-land")}">${texts.onLand}</a>${missing.length > 0 && texts.neighboursMissing(inARow(missing), missing.length)}${link !== false && " · "}`;
  return section(
    { id: "neighbours", heading: sentence(finding) },
    html`${renderBars(request, country, shown)}
${chartFoot(request, html`${isByLand && rule}${link}`, { finding, anchor: "neighbours" })}`,
  );
}

/** Renders countries with their bars, and the names of those that are not ranked. */
function renderBars(request: SiteRequest, { iso2: own }: Country, items: Ranking["items"]): Child {
  const { bands, method } = request.dataset;
  const rows = items.map((each): BarRow => {
    const isOwn = each.iso2 === own;
    const href = isOwn ? null : request.href(PAGES.country, { slug: each.slug });
    const name = isOwn ? html`<b>${each.name}</b>` : each.name;
    return { ...each, name, href, count: each.judged_companies, isThin: each.rank === null };
  });
  const ranked = rows.filter(({ isThin }) => !isThin);
  const at = ranked.findIndex(({ href }) => href === null);
  const first = Math.max(0, Math.min(at - SHOWN_BEFORE, ranked.length - SHOWN_MAX));
  const shown = ranked.slice(first, first + SHOWN_MAX);
  const columns = { caption: texts.neighboursCaption, name: texts.country, counted: texts.companies };
  return html`${shown.length > 0 && plainBars(bands, shown, columns)}
${nameThin(rows, (count) => texts.unranked(count, method.minimum_companies))}`;
}
