import { countryInWords } from "../../ask/grammar.ts";
import { PAGES, READERS_PAGES } from "../../ask/urls.ts";
import { bandSwatch } from "../../html/charts/band-label.ts";
import { companyStrip } from "../../html/charts/company-strip.ts";
import { type BarRow, narrowBars } from "../../html/charts/ranked-bars.ts";
import { measuresNote, section } from "../../html/components.ts";
import { type SiteRequest, definePage } from "../../html/define-page.ts";
import { type Child, type Html, html } from "../../html/html.ts";
import { chartTexts } from "../../html/texts/chart.ts";
import { countryTexts } from "../country/texts.ts";
import type { Ranking } from "../ranking/finding.ts";
import { rankCountries } from "../ranking/rank-countries.ts";
import { howToReadTexts as texts } from "./texts.ts";

type RankedCountry = Ranking["items"][number];

/** One screen with three pictures, which every chart links to. */
export const HOW_TO_READ_PAGE = definePage({
  path: READERS_PAGES.howToRead,
  section: null,
  async render(request) {
    const { items } = await request.ask(rankCountries);
    const ranked = items.filter(({ rank }) => rank !== null);
    const link = (path: string, text: string): Html => html`<a href="${request.href(path)}">${text}</a>\n`;
    const main = html`<h1>${texts.headline}</h1>
<p class="standfirst">${texts.standfirst}</p>
${measuresNote(request.dataset)}<div class="three">
${renderMiddle(request, ranked)}
${renderNear(request, ranked)}
${renderFew(request, items)}
</div>
${section(
  { id: "rules", heading: texts.rules },
  html`<p class="sub">${texts.order}</p>
<p class="sub">${texts.list}</p>
<p class="pages">${link("/docs/methodology", texts.methodology)}${request.mode === "live" && link(READERS_PAGES.claims, texts.check)}${link("/docs/embeds", texts.cite)}</p>`,
)}`;
    return { title: texts.title, finding: texts.headline, description: texts.order, main };
  },
});

/** Renders the first picture: the country with the most companies whose band is neither end. */
function renderMiddle({ dataset: { bands } }: SiteRequest, ranked: readonly RankedCountry[]): Html {
  const bySize = ranked.toSorted((a, b) => b.judged_companies - a.judged_companies);
  const shown = bySize.find((each) => each.flips_to_lower !== null && each.flips_to_higher !== null) ?? bySize[0];
  const picture: Child =
    shown === undefined
      ? html`<p>${texts.empty}</p>`
      : html`<p>${texts.middleNote(countryInWords(shown), shown.judged_companies)}</p>
${companyStrip(bands, shown, [], 0, false)}`;
  return section({ id: "middle", heading: texts.middle }, picture);
}

/** Returns the number of companies that would have to be re-rated for another band. */
function flipsOf({ flips_to_lower: lower, flips_to_higher: higher }: RankedCountry): number {
  return Math.min(lower ?? Infinity, higher ?? Infinity);
}

/** Renders the second picture: the bands nearest to another one and farthest from any. */
function renderNear(request: SiteRequest, ranked: readonly RankedCountry[]): Html {
  const byFlips = ranked
    .filter((country) => Number.isFinite(flipsOf(country)))
    .toSorted((a, b) => flipsOf(a) - flipsOf(b) || b.judged_companies - a.judged_companies);
  const [near, far] = [byFlips[0], byFlips.at(-1)];
  if (near === undefined || far === undefined)
    return section({ id: "near", heading: texts.near }, html`<p>${texts.empty}</p>`);
  const [nearName, farName] = [countryInWords(near), countryInWords(far)];
  const isPair = flipsOf(far) > flipsOf(near);
  const note = isPair
    ? texts.nearNote(nearName, flipsOf(near), farName, flipsOf(far))
    : texts.nearAlone(nearName, flipsOf(near));
  const rows = (isPair ? [near, far] : [near]).map((country): BarRow => {
    const href = request.href(PAGES.country, { slug: country.slug });
    return { ...country, count: country.judged_companies, href, isThin: false };
  });
  return section(
    { id: "near", heading: texts.near },
    html`<p>${note}</p>
${narrowBars(request.dataset.bands, rows, { caption: texts.near, name: countryTexts.country })}`,
  );
}

/** Renders the third picture: a country of each kind that the release has, and a legend. */
function renderFew(request: SiteRequest, items: readonly RankedCountry[]): Html {
  const { bands, method } = request.dataset;
  const level = bands.at(1)?.level ?? 1;
  const isThin = ({ rank }: RankedCountry): boolean => rank === null;
  const bySize = items.toSorted((a, b) => b.judged_companies - a.judged_companies);
  const kinds = [
    bySize.find((country) => !isThin(country)),
    bySize.find((country) => isThin(country) && country.judged_companies > 0),
    items.find(({ judged_companies: judged }) => judged === 0),
  ];
  const rows = kinds.flatMap((country): BarRow[] => {
    if (country === undefined) return [];
    const href = request.href(PAGES.country, { slug: country.slug });
    return [{ ...country, count: country.judged_companies, href, isThin: isThin(country) }];
  });
  const entry = (swatch: Html, text: string): Html => html`<li>${swatch} ${text}</li>\n`;
  return section(
    { id: "few", heading: texts.few },
    html`<p>${texts.fewNote(method.minimum_companies)}</p>
${rows.length > 1 && narrowBars(bands, rows, { caption: texts.few, name: countryTexts.country })}<ul class="legend fills">
${entry(bandSwatch(bands, level), texts.firm)}${entry(bandSwatch(bands, "few"), texts.thin)}${entry(bandSwatch(bands, null), chartTexts.notJudged)}</ul>`,
  );
}
