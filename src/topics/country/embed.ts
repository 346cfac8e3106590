import { getCountry } from "./get-country.ts";
import { bandKey } from "../../html/charts/band-label.ts";
import { middleLineBar } from "../../html/charts/middle-line-bar.ts";
import { html } from "../../html/html.ts";
import { countryFinding } from "./page-finding.ts";
import { embedTexts as texts } from "../embed/texts.ts";
import type { Embed } from "../embed/embed.ts";
import { EMBED_BAR, EMBED_HEIGHTS } from "../embed/embed-heights.ts";

/** Where a country stands. */
export const COUNTRY_EMBED: Embed = {
  path: "/embed/countries/{slug}",
  page: "/countries/{slug}",
  query: [],
  async render(visit) {
    const { slug = "" } = visit.path;
    const country = await visit.ask(getCountry, { slug });
    if (country.slug !== slug) return { redirectTo: `/embed/countries/${country.slug}` };
    const { judged_companies: judged, listed_companies: listed } = country;
    const { bands, method } = visit.dataset;
    const main = html`${bandKey(bands, country)}
${middleLineBar(bands, country, judged < method.minimum_companies, EMBED_BAR)}
<p class="says">${country.summary}</p>`;
    return {
      subject: country.name,
      title: countryFinding(visit.dataset, country),
      main,
      count: texts.ofListed(judged, listed),
      href: visit.href(`/countries/${country.slug}`),
      height: EMBED_HEIGHTS.country,
    };
  },
};
