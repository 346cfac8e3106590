import { renderFrames } from "../embed/embed-snippet.ts";
import { countryInWords, inARow } from "../../ask/grammar.ts";
import { compareCountries } from "./compare-countries.ts";
import { getCountry } from "../subject/country.ts";
import { rankCountries } from "../ranking/rank-countries.ts";
import { bandKey } from "../../html/charts/band-label.ts";
import { type BarRow, plainBars } from "../../html/charts/ranked-bars.ts";
import { type Redirect, type SiteRequest, definePage } from "../../html/define-page.ts";
import { chartFoot, pageTop } from "../../html/exits.ts";
import type { PageContent } from "../../html/frame.ts";
import { EMBED_HEIGHTS } from "../embed/embed-heights.ts";
import { type Html, html, sentence } from "../../html/html.ts";
import { section } from "../../html/components.ts";
import { compareTexts as texts } from "./texts.ts";
import { countryTexts } from "../country/texts.ts";
import { embedTexts } from "../embed/texts.ts";
import { type Choice, compareForm, readChoice, readForm } from "./page-form.ts";
import { renderPair, renderPairs } from "./page-pairs.ts";
import { type CountryComparisons, comparisonFinding } from "./page-finding.ts";
import type { Ranking } from "../ranking/page-finding.ts";
import { PAGES, urlTo } from "../../ask/urls.ts";

const STYLES = ["tools.css"];

/** Two to eight countries over one line. */
export const COMPARE_PAGE = definePage({
  path: "/compare",
  section: "compare",
  async render(request) {
    const [pillar, sector] = [readChoice(request, "pillar"), readChoice(request, "sector")];
    const sent = readForm(request);
    if (sent !== undefined)
      return { redirectTo: "/compare", query: { countries: sent.join(",") || undefined, pillar, sector } };
    const countries = request.query.get("countries") ?? "";
    const ranking = await request.ask(rankCountries);
    if (countries === "") return renderForm(request, ranking, largest(ranking), texts.empty);
    if (countries.includes(",")) return renderComparison(request, ranking, { countries, pillar, sector });
    const { slug, ...country } = await request.ask(getCountry, { slug: countries });
    if (slug !== countries) return { redirectTo: "/compare", query: { countries: slug, pillar, sector } };
    return renderForm(request, ranking, [slug], texts.oneMore(countryInWords(country)));
  },
});

/** Returns the two ranked countries with the most judged companies, or none. */
function largest({ items }: Ranking): readonly string[] {
  const ranked = items.filter(({ rank }) => rank !== null);
  const [first, second] = ranked.toSorted((a, b) => b.judged_companies - a.judged_companies);
  return first === undefined || second === undefined ? [] : [first.slug, second.slug];
}

/** Renders the form alone, with what is chosen already. */
async function renderForm(request: SiteRequest, ranking: Ranking, countries: readonly string[], note: string) {
  const isPossible = ranking.items.length > 1;
  const lead = isPossible ? note : texts.oneCountry;
  const form =
    isPossible && (await compareForm(request, ranking, { countries, pillar: undefined, sector: undefined }, 2));
  const main = html`<h1>${isPossible ? texts.emptyTitle : texts.title}</h1>
<p class="standfirst">${lead}</p>
${form}`;
  return { title: texts.title, description: lead, main, styles: STYLES };
}

async function renderComparison(
  request: SiteRequest,
  ranking: Ranking,
  query: { readonly countries: string; readonly pillar: string | undefined; readonly sector: string | undefined },
): Promise<PageContent | Redirect> {
  const comparison = await request.ask(compareCountries, query);
  const slugs = comparison.countries.map(({ slug }) => slug);
  if (slugs.join(",") !== query.countries)
    return { redirectTo: "/compare", query: { ...query, countries: slugs.join(",") } };
  const chosen: Choice = { ...query, countries: slugs };
  const { countries, items } = comparison;
  const [first, second] = countries;
  const [only] = items;
  const isPair = items.length === 1 && only !== undefined && first !== undefined && second !== undefined;
  const standfirst = isPair ? only.summary : texts.distributionsNote;
  const headline = await comparisonFinding(request, request.dataset, comparison);
  const main = html`${pageTop(request, null)}<h1>${sentence(headline)}</h1>
<p class="standfirst">${sentence(standfirst)}</p>
${section(
  { id: "line", heading: texts.distributions, note: isPair && texts.distributionsNote },
  html`${bandKey(request.dataset.bands)}
${comparisonBars(request, comparison)}
${chartFoot(request, null, {
  finding: headline,
  anchor: "line",
  picture: "/compare",
  query,
  embed: renderFrames(request, {
    path: "/embed/compare",
    query,
    subject: embedTexts.comparison(inARow(countries.map(({ name }) => name))),
    height: EMBED_HEIGHTS.comparison(countries.length),
  }),
})}`,
)}
${isPair ? renderPair(only, first, second) : renderPairs(request, comparison, chosen)}
<p class="foot">${texts.noScore} <a href="${request.href("/claims")}">${texts.claim}</a></p>
${section({ id: "others", heading: texts.others }, await compareForm(request, ranking, chosen))}`;
  const json = request.api(compareCountries.path, { ...query });
  const [address, picture] = [request.api("/compare", query), request.api("/share/compare.png", query)];
  const assets = { styles: STYLES, scripts: ["copy.js"] };
  return { title: headline, description: standfirst, address, picture, isEmbeddable: true, main, json, ...assets };
}

/** Draws the distributions of the countries over one line; without `href` they link nothing. */
export function comparisonBars(
  { dataset, href }: Pick<SiteRequest, "dataset"> & { readonly href: SiteRequest["href"] | null },
  { countries, minimum_companies: minimum }: CountryComparisons,
): Html {
  const rows = countries.map((country): BarRow => {
    const { name, slug, judged_companies: count } = country;
    return { ...country, name, count, href: href?.(urlTo(PAGES.country, { slug })) ?? null, isThin: count < minimum };
  });
  return plainBars(dataset.bands, rows, { caption: texts.distributions, name: countryTexts.country }, true);
}
