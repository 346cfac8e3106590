import { countryInWords, inARow, regionInWords } from "../../ask/grammar.ts";
import { PAGES } from "../../ask/urls.ts";
import { type BarRow, nameThin, plainBars } from "../../html/charts/ranked-bars.ts";
import { section } from "../../html/components.ts";
import type { SiteRequest } from "../../html/define-page.ts";
import { chartFoot } from "../../html/exits.ts";
import { type Child, html, sentence } from "../../html/html.ts";
import { findNeighbours } from "./neighbours.ts";
import type { Ranking } from "../ranking/finding.ts";
import { rankCountries } from "../ranking/rank-countries.ts";
import type { Country } from "../subject/subjects.ts";
import { countryTexts as texts } from "./texts.ts";

/** Maximum number of countries shown; of more, those around the own one. */
const SHOWN_MAX = 12;
const SHOWN_BEFORE = 6;

type Ranked = Ranking["items"];

/**
 * Renders the section with the neighbours of a country on land, each with its bar. If the release
 * has fewer than two of them, as for islands, it shows those of the region; nothing if there is no
 * other country either.
 */
export async function renderNeighbours(request: SiteRequest, country: Country): Promise<Child> {
  const { atlas, dataset } = request;
  const { items } = await request.ask(rankCountries, {});
  const {
    codes,
    byLand,
    region,
    inRegion,
    shown,
    isByLand,
    finding: found,
  } = findNeighbours(atlas, dataset.scale, items, country);
  if (found === null) return null;
  const finding = request.asOf !== null ? texts.neighboursCaption : found;
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
function renderBars(request: SiteRequest, { iso2: own }: Country, items: Ranked): Child {
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
