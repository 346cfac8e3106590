import type { Static } from "typebox";
import { describeAreaInHeadline } from "../ranking/words-of-headlines.ts";
import { deriveSector } from "../derivation/derive-areas.ts";
import { getSectorHistory } from "../history/get-histories.ts";
import { getSector } from "./get-sector.ts";
import { bandLabel } from "../../html/charts/band-label.ts";
import { type BarRow, foldedBars } from "../../html/charts/ranked-bars.ts";
import { type SiteRequest, definePage } from "../../html/define-page.ts";
import { type Html, html } from "../../html/html.ts";
import { section } from "../../html/components.ts";
import { countryTexts } from "../country/texts.ts";
import { sectorTexts as texts } from "./texts.ts";
import { renderArea } from "../country/page-area.ts";
import { firmnessFact, judgedFact } from "../country/page-area-parts.ts";

type Sector = Static<(typeof getSector)["form"]["schema"]>;

/** One sector: the same as of a country, and where its companies are. */
export const SECTOR_PAGE = definePage({
  path: "/sectors/{slug}",
  section: "sectors",
  dependsOn: "releases",
  variesByLanguage: true,
  async render(request) {
    const { slug = "" } = request.path;
    const sector = await request.ask(getSector, { slug });
    const path = `/sectors/${sector.slug}`;
    const history = await request.ask(getSectorHistory, { slug, to: request.release });
    const derivation = await request.ask(deriveSector, { slug: sector.slug });
    const json = request.api(`/api/v2/sectors/${encodeURIComponent(sector.slug)}`);
    const summary = sector.summary;
    const main = await renderArea(request, {
      kind: "sector",
      area: sector,
      name: sector.label,
      nameInWords: sector.label,
      headline: headline(request, sector),
      summary,
      crumb: html`<a href="${request.href("/sectors")}">${texts.allSectors}</a> / ${sector.label}`,
      facts: [
        [countryTexts.medianBand, bandLabel(request.dataset.bands, sector.median_level)],
        judgedFact(sector),
        firmnessFact(sector),
      ],
      history,
      derivation,
      parts: renderCountries(request, sector),
      snippet: null,
      path,
      json,
    });
    return { title: sector.label, description: summary, main, json };
  },
});

function headline({ dataset }: SiteRequest, sector: Sector): string {
  const { label, median_level: level, listed_companies, judged_companies, flips_to_lower, flips_to_higher } = sector;
  return describeAreaInHeadline(
    { id: dataset.scale.id, bands: dataset.bands },
    {
      kind: "sector",
      name: label,
      level,
      listedCompanies: listed_companies,
      judgedCompanies: judged_companies,
      unrankedReason: null,
      flipsToLower: flips_to_lower,
      flipsToHigher: flips_to_higher,
    },
  );
}

function renderCountries(request: SiteRequest, { slug, countries, also_named_by: others }: Sector): Html {
  const minimum = request.dataset.method.minimum_companies;
  const rows = countries.map((country): BarRow => {
    const href = request.href(`/countries/${country.slug}`);
    return { ...country, count: country.judged_companies, href, isThin: country.judged_companies < minimum };
  });
  // Best first, as everywhere; those that are not judged last.
  const sorted = rows.toSorted((a, b) => (b.median_level ?? 0) - (a.median_level ?? 0));
  return section(
    { id: "countries", heading: texts.byCountry, note: texts.byCountryNote },
    html`${others > 0 ? html`<p><a href="${request.api("/api/v2/companies", { any_sector: slug })}">${texts.alsoNamedBy(others)}</a></p>` : null}
${foldedBars(request.dataset.bands, sorted, { caption: texts.byCountry, name: texts.country }, { above: 9, more: texts.moreCountries })}`,
  );
}
