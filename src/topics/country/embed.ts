import { getCountry } from "./get-country.ts";
import { bandKey } from "../../html/charts/band-label.ts";
import { middleLineBar } from "../../html/charts/middle-line-bar.ts";
import { html, sentence } from "../../html/html.ts";
import { countryFinding } from "./page-finding.ts";
import { embedTexts as texts } from "../embed/texts.ts";
import type { Embed } from "../embed/embed.ts";
import { EMBED_BAR, EMBED_HEIGHTS } from "../embed/embed-heights.ts";
import { PAGES } from "../../ask/urls.ts";

/** Where a country stands. */
export const COUNTRY_EMBED: Embed = {
  path: "/embed/countries/{slug}",
  page: "/countries/{slug}",
  query: [],
  async render(request) {
    const { slug = "" } = request.path;
    const country = await request.ask(getCountry, { slug });
    if (country.slug !== slug) return { redirectTo: `/embed/countries/${country.slug}` };
    const { judged_companies: judged, listed_companies: listed } = country;
    const { bands, method } = request.dataset;
    const main = html`${bandKey(bands, country)}
${middleLineBar(bands, country, judged < method.minimum_companies, EMBED_BAR)}
<p class="says">${sentence(country.summary)}</p>`;
    return {
      subject: country.name,
      title: countryFinding(request.dataset, country).text,
      main,
      count: texts.ofListed(judged, listed),
      href: request.href(PAGES.country, { slug: country.slug }),
      height: EMBED_HEIGHTS.country,
    };
  },
};
