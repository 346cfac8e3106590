import { getCompany } from "../../operations/get-company.ts";
import { bandLabel } from "../charts/band-label.ts";
import { type BarRow, plainBars } from "../charts/ranked-bars.ts";
import { definePage } from "../define-page.ts";
import { html } from "../html.ts";
import { companyTexts as texts } from "../texts/company-texts.ts";
import { renderFacts, withoutNotice } from "./area-parts.ts";

/** One company. */
export const COMPANY_PAGE = definePage({
  path: "/companies/{slug}",
  section: "companies",
  async render(visit) {
    const { slug = "" } = visit.path;
    const company = await visit.ask(getCompany, { slug });
    if (company.slug !== slug) return { redirectTo: `/companies/${encodeURIComponent(company.slug)}` };
    const { name, country, sector } = company;
    const summary = withoutNotice(company);
    const rows = company.pillars.map((pillar): BarRow => {
      const { label, judgement_count: count } = pillar;
      return { ...pillar, name: label, href: null, count, isThin: false };
    });
    const main = html`<p class="crumb"><a href="${visit.href(`/countries/${country.slug}`)}">${country.name}</a> / <a href="${visit.href(`/sectors/${sector.slug}`)}">${sector.label}</a></p>
<h1>${name}</h1>
<p class="standfirst">${summary}</p>
${renderFacts([
  [texts.medianBand, bandLabel(visit.dataset.bands, company.median_level)],
  [texts.judgements, company.judgement_count],
])}
<section aria-labelledby="pillars">
<h2 id="pillars">${texts.byPillar}</h2>
<p class="sub">${texts.byPillarNote}</p>
${plainBars(visit.dataset.bands, rows, { caption: texts.byPillar, name: texts.pillar })}
</section>`;
    const json = visit.api(`/api/v2/companies/${encodeURIComponent(company.slug)}`);
    return { title: name, description: summary, main, json };
  },
});
