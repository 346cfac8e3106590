import { capitalized, regionInWords } from "../../ask/grammar.ts";
import { type Region, regionAndAbove } from "../../atlas/regions.ts";
import { liesIn } from "../../ask/regions.ts";
import { barTable } from "../../html/charts/ranked-bars.ts";
import { bandLabel } from "../../html/charts/band-label.ts";
import { middleLineBar } from "../../html/charts/middle-line-bar.ts";
import type { SiteRequest } from "../../html/define-page.ts";
import { type Child, html, sentence } from "../../html/html.ts";
import { section } from "../../html/components.ts";
import { rankCountries } from "../ranking/rank-countries.ts";
import { countryOf } from "../ranking/page-finding.ts";
import { describeAmongNeighbours } from "../ranking/words-of-neighbours.ts";
import { countryTexts as texts } from "./texts.ts";
import type { Country } from "./page-finding.ts";
import { PAGES } from "../../ask/urls.ts";

/** So many countries of a region are shown; a larger region is shown around the country. */
const SHOWN_MAX = 12;
const SHOWN_BEFORE = 6;

/** With so few countries of the release, the next larger region is shown. */
const COUNTRIES_MIN = 3;

/** The smallest region of a country that has some others, else its continent; null for none. */
async function chooseRegion(request: SiteRequest, iso2: string): Promise<Region | null> {
  const { items } = await request.ask(rankCountries, { fields: "iso2" });
  const all = regionAndAbove(request.atlas.byIso2(iso2)?.region ?? null);
  const count = (region: Region): number => items.filter((each) => liesIn(request.atlas, region, each.iso2)).length;
  return all.find((region) => count(region) >= COUNTRIES_MIN) ?? all.at(-1) ?? null;
}

/**
 * The section with the countries of a country's region, each with its bar; nothing where the
 * release has no other country there.
 */
export async function renderNeighbours(request: SiteRequest, country: Country): Promise<Child> {
  const region = await chooseRegion(request, country.iso2);
  if (region === null) return null;
  const { bands, scale, method } = request.dataset;
  const minimum = method.minimum_companies;
  const { items } = await request.ask(rankCountries, { region: region.slug });
  if (items.length < 2) return null;
  const { text } = describeAmongNeighbours(
    { id: scale.id, bands },
    items.map((each) => countryOf(bands, each)),
    { subject: `country:${country.iso2}`, region, minimumCompanies: minimum },
  );
  const ranked = items.filter(({ rank }) => rank !== null);
  const at = Math.max(
    0,
    ranked.findIndex(({ iso2 }) => iso2 === country.iso2),
  );
  const first = Math.max(0, Math.min(at - SHOWN_BEFORE, ranked.length - SHOWN_MAX));
  const shown = ranked.slice(first, first + SHOWN_MAX);
  const rows = shown.map((each): readonly Child[] => {
    const isOwn = each.iso2 === country.iso2;
    const name = isOwn
      ? html`<b>${each.name}</b>`
      : html`<a href="${request.href(PAGES.country, { slug: each.slug })}">${each.name}</a>`;
    return [name, middleLineBar(bands, each, false), bandLabel(bands, each.median_level), each.judged_companies];
  });
  const thin = items.filter(({ rank }) => rank === null);
  const href = request.href("/rankings", { region: region.slug });
  return section(
    {
      id: "neighbours",
      heading: sentence(text),
      note: texts.neighboursNote(region.name, country.region?.is_assigned ?? true),
    },
    html`${rows.length > 0 && barTable({ caption: text, name: texts.country, counted: texts.companies }, rows)}
${
  thin.length > 0 &&
  html`<p class="thin-rows"><b>${capitalized(texts.unranked(thin.length, minimum))}</b> ${thin.map(({ iso2, slug, name }, index) => html`${index > 0 && ", "}${iso2 === country.iso2 ? html`<b>${name}</b>` : html`<a href="${request.href(PAGES.country, { slug })}">${name}</a>`}`)}.</p>`
}
<p><a href="${href}">${texts.allOfRegion(regionInWords(region.name), items.length)}</a></p>`,
  );
}
