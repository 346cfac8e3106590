import { inARow } from "../../ask/grammar.ts";
import { compareCountries } from "./compare-countries.ts";
import { bandKey } from "../../html/charts/band-label.ts";
import { html, sentence } from "../../html/html.ts";
import { readQuery, comparisonBars, comparisonFinding } from "./page.ts";
import { compareTexts } from "./texts.ts";
import { embedTexts as texts } from "../embed/texts.ts";
import type { Embed } from "../embed/embed.ts";
import { EMBED_HEIGHTS } from "../embed/embed-snippet.ts";

/** Two to eight countries over one line. */
export const COMPARE_EMBED: Embed = {
  path: "/embed/compare",
  page: "/compare",
  query: ["countries", "pillar", "sector"],
  async render(request) {
    const query = readQuery(request);
    const comparison = await request.ask(compareCountries, query);
    const { countries, items } = comparison;
    const slugs = countries.map(({ slug }) => slug).join(",");
    if (slugs !== query.countries) return { redirectTo: "/embed/compare", query: { ...query, countries: slugs } };
    const [only] = items;
    const isPair = items.length === 1 && only !== undefined;
    return {
      subject: texts.comparison(inARow(countries.map(({ name }) => name))),
      title: await comparisonFinding(request, request.dataset, comparison),
      main: html`${bandKey(request.dataset.bands)}
${comparisonBars({ dataset: request.dataset, href: null }, comparison)}
<p class="says">${sentence(isPair ? only.summary : compareTexts.distributionsNote)}</p>`,
      count: texts.eachCountry,
      href: request.href("/compare", query),
      height: EMBED_HEIGHTS.comparison(countries.length),
      styles: ["tools.css"],
    };
  },
};
