import { capitalized, countryInWords, inARow, regionInWords } from "../../ask/grammar.ts";
import { type Region, regionAndAbove } from "../../atlas/regions.ts";
import { liesIn } from "../../ask/regions.ts";
import { barTable } from "../../html/charts/ranked-bars.ts";
import { bandLabel } from "../../html/charts/band-label.ts";
import { middleLineBar } from "../../html/charts/middle-line-bar.ts";
import type { SiteRequest } from "../../html/define-page.ts";
import { type Child, type Html, html, sentence } from "../../html/html.ts";
import { section } from "../../html/components.ts";
import { rankCountries } from "../ranking/rank-countries.ts";
import { countryOf, type Ranking } from "../ranking/page-finding.ts";
import { describeAmongNeighbours } from "../../say/standing.ts";
import { countryTexts as texts } from "./texts.ts";
import type { Country } from "../subject/subjects.ts";
import { PAGES } from "../../ask/urls.ts";

/** Maximum number of countries shown; of a larger region those around the own one. */
const SHOWN_MAX = 12;
const SHOWN_BEFORE = 6;

/** Minimum number of countries in the release; with fewer, the next larger region is shown. */
const COUNTRIES_MIN = 3;

/** Chooses the smallest region with enough countries, else the continent; null for none. */
async function chooseRegion(request: SiteRequest, iso2: string): Promise<Region | null> {
  const { items } = await request.ask(rankCountries, { fields: "iso2" });
  const all = regionAndAbove(request.atlas.byIso2(iso2)?.region ?? null);
  const count = (region: Region): number => items.filter((each) => liesIn(request.atlas, region, each.iso2)).length;
  return all.find((region) => count(region) >= COUNTRIES_MIN) ?? all.at(-1) ?? null;
}

/**
 * Renders the section with the neighbours of a country on land, each with its bar. If the release
 * has fewer than two of them, as for islands, it shows those of the region; nothing if there is no
 * other country either.
 */
export async function renderNeighbours(request: SiteRequest, country: Country): Promise<Child> {
  const region = await chooseRegion(request, country.iso2);
  const inRegion = region === null ? null : await describeRegion(request, country, region);
  const { items } = await request.ask(rankCountries, {});
  const codes = request.atlas.neighboursOf(country.iso2);
  const own = items.filter(({ iso2 }) => iso2 === country.iso2 || codes.includes(iso2));
  if (own.length <= NEIGHBOURS_MIN)
    return (
      inRegion &&
      section(
        { id: "neighbours", heading: inRegion.finding, note: inRegion.note },
        html`${renderBars(request, country, inRegion.items, SHOWN_MAX)}
<p>${inRegion.link}</p>`,
      )
    );
  const others = codes.filter((code) => !own.some(({ iso2 }) => iso2 === code));
  const missing = others.flatMap((code) => request.atlas.byIso2(code) ?? []).map(countryInWords);
  return section(
    {
      id: "neighbours",
      heading: texts.amongNeighbours(capitalized(countryInWords(country))),
      note: html`${texts.onLand} <a href="${request.href("/docs/disputed-land")}">${texts.onLandRule}</a>`,
    },
    html`${renderBars(request, country, own, own.length)}
${
  missing.length > 0 &&
  html`<p class="foot">${texts.neighboursMissing(inARow(missing))}</p>
`
}${
      inRegion !== null &&
      html`<p>${inRegion.finding}. ${inRegion.link}</p>
<p class="foot">${inRegion.note}</p>`
    }`,
  );
}

/** Minimum number of neighbours in the release; with fewer, the region is shown. */
const NEIGHBOURS_MIN = 2;

type Ranked = Ranking["items"];

/** Describes a country within its region; null if it is the only one there. */
async function describeRegion(request: SiteRequest, country: Country, region: Region) {
  const { bands, scale, method } = request.dataset;
  const { items } = await request.ask(rankCountries, { region: region.slug });
  if (items.length < 2) return null;
  const text = describeAmongNeighbours(
    { id: scale.id, bands },
    items.map((each) => countryOf(bands, each)),
    { subject: `country:${country.iso2}`, region, minimumCompanies: method.minimum_companies },
  );
  const href = request.href("/rankings", { region: region.slug });
  const link = html`<a href="${href}">${texts.allOfRegion(regionInWords(region.name), items.length)}</a>`;
  const note = texts.neighboursNote(region.name, country.region?.is_assigned ?? true);
  return { items, finding: sentence(text), note, link };
}

/**
 * Renders countries with their bars, at most `shownMax` around the own one, and the names of those
 * that are not ranked.
 */
function renderBars(request: SiteRequest, { iso2: own }: Country, items: Ranked, shownMax: number): Child {
  const { bands, method } = request.dataset;
  const minimum = method.minimum_companies;
  const name = (each: Ranked[number]): Html =>
    each.iso2 === own
      ? html`<b>${each.name}</b>`
      : html`<a href="${request.href(PAGES.country, { slug: each.slug })}">${each.name}</a>`;
  const ranked = items.filter(({ rank }) => rank !== null);
  const at = Math.max(
    0,
    ranked.findIndex(({ iso2 }) => iso2 === own),
  );
  const first = Math.max(0, Math.min(at - SHOWN_BEFORE, ranked.length - shownMax));
  const rows = ranked
    .slice(first, first + shownMax)
    .map((each): readonly Child[] => [
      name(each),
      middleLineBar(bands, each, false),
      bandLabel(bands, each.median_level),
      each.judged_companies,
    ]);
  const thin = items.filter(({ rank }) => rank === null);
  return html`${rows.length > 0 && barTable({ caption: texts.neighboursCaption, name: texts.country, counted: texts.companies }, rows)}
${
  thin.length > 0 &&
  html`<p class="thin-rows"><b>${capitalized(texts.unranked(thin.length, minimum))}</b> ${thin.map((each, index) => html`${index > 0 && ", "}${name(each)}`)}.</p>`
}`;
}
