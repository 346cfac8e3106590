import { regionsWith } from "../../ask/regions.ts";
import { regionAndAbove } from "../../atlas/regions.ts";
import type { SiteRequest } from "../../html/define-page.ts";
import { field, keepRelease, optionsOf, select } from "../../html/form.ts";
import { type Child, html, type Html, labelElement } from "../../html/html.ts";
import { countryTexts as texts } from "../country/texts.ts";
import { rankCountries } from "./rank-countries.ts";

/**
 * Renders the form that leads to this page of one region, or of the whole world; nothing where all
 * countries lie in one region. `query` is what else it keeps.
 */
export async function regionChoices(
  request: SiteRequest,
  chosen: string | undefined,
  path: string,
  query: Readonly<Record<string, string | undefined>>,
): Promise<Child> {
  const { items } = await request.ask(rankCountries, { fields: "iso2" });
  const regions = regionsWith(request.atlas, items);
  if (regions.length < 2 || request.mode !== "live") return null;
  const choices = regions.map((region) => {
    const depth = regionAndAbove(region).length - 1;
    return [region.slug, `${"\u2003".repeat(depth)}${region.name}`] as const;
  });
  const kept = Object.entries(query).map(
    ([name, value]) => value !== undefined && html`<input type="hidden" name="${name}" value="${value}">`,
  );
  return html`<form class="choose one" method="get" action="${request.href(path, { release: undefined })}" aria-label="${texts.regionChoice}">
${keepRelease(request)}${kept}${field(texts.region, select("region", optionsOf([["", texts.wholeWorld], ...choices], chosen)))}<button type="submit" class="quiet">${texts.showRegion}</button>
</form>`;
}

/**
 * Renders links to this page in one pillar, or over all of them. `query` is what else they keep,
 * `chosen` the pillar that the page is in.
 */
export function pillarChoices(
  request: SiteRequest,
  chosen: string | null,
  path: string,
  query: Readonly<Record<string, string | undefined>> = {},
): Html {
  if (request.mode !== "live") return html``;
  const choice = (id: string | undefined, label: Child): Html =>
    html`<li><a href="${request.href(path, { ...query, pillar: id })}"${id === (chosen ?? undefined) && html` aria-current="true"`}>${label}</a></li>\n`;
  return html`<nav aria-label="${texts.pillarChoice}"><ul class="choices">
${choice(undefined, texts.allPillars)}${request.dataset.pillars.map(({ id, label }) => choice(id, labelElement(label)))}</ul></nav>`;
}
