import { countryInWords, sectorInWords } from "../../ask/grammar.ts";
import { type Rated, standingWithin } from "../../say/standing.ts";
import { getCountry } from "../subject/country.ts";
import { getSector } from "../subject/sector.ts";
import { listSectors } from "../sector/list-sectors.ts";
import { countsOf } from "../ranking/page-finding.ts";
import { rankCountries } from "../ranking/rank-countries.ts";
import type { BandFigures } from "../../html/charts/figures.ts";
import { placeStrip } from "../../html/charts/place-strip.ts";
import type { SiteRequest } from "../../html/define-page.ts";
import { type Child, type Html, html, sentence } from "../../html/html.ts";
import { section } from "../../html/components.ts";
import { companyTexts as texts } from "./texts.ts";
import { PAGES } from "../../ask/urls.ts";
import { countOf } from "../../trust/statistics.ts";

/** The members of a company that the section needs. */
interface PlacedCompany {
  readonly median_level: number | null;
  readonly country: { readonly slug: string } | null;
  readonly sector: { readonly slug: string };
}

/** Renders the place of a company in its country and sector; nothing if it is not judged. */
export async function renderPlace(request: SiteRequest, company: PlacedCompany): Promise<Child> {
  const { median_level: level } = company;
  if (level === null) return null;
  const { country, sector, hasCountries, hasSectors } = await findAreas(request, company);
  if ((country === null || !hasCountries) && !hasSectors) return null;
  const places = [
    country !== null &&
      hasCountries &&
      place(request, level, country, {
        subject: `country:${country.iso2}`,
        name: countryInWords(country),
        title: texts.placeIn.country(countryInWords(country)),
        href: request.href(PAGES.country, { slug: country.slug }),
      }),
    hasSectors &&
      place(request, level, sector, {
        subject: `sector:${sector.slug}`,
        name: sectorInWords(sector.label),
        title: texts.placeIn.sector(sector.label),
        href: request.href(PAGES.sector, { slug: sector.slug }),
      }),
  ];
  return section({ id: "place", heading: texts.place, note: texts.placeNote }, places);
}

/**
 * Finds the country and the sector of a company in the lists that pages share. An area that is not
 * on the first page of its list is requested separately.
 */
async function findAreas(request: SiteRequest, company: PlacedCompany) {
  const { items: countries } = await request.ask(rankCountries);
  const { items: sectors } = await request.ask(listSectors);
  const [inCountry, inSector] = [company.country?.slug ?? null, company.sector.slug];
  const country = countries.find(({ slug }) => slug === inCountry);
  const sector = sectors.find(({ slug }) => slug === inSector);
  return {
    hasCountries: countries.length > 1,
    hasSectors: sectors.length > 1,
    country: country ?? (inCountry === null ? null : await request.ask(getCountry, { slug: inCountry })),
    sector: sector ?? (await request.ask(getSector, { slug: inSector })),
  };
}

/** A country or a sector in the section. */
interface ShownArea extends Pick<Rated, "subject" | "name"> {
  readonly title: string;
  readonly href: string;
}

function place(
  request: SiteRequest,
  level: number,
  figures: BandFigures & { readonly listed_companies: number },
  { title, href, ...named }: ShownArea,
): Html {
  const { dataset } = request;
  const distribution = countsOf(dataset.bands, figures);
  const counts = { listedCompanies: figures.listed_companies, minimumCompanies: dataset.method.minimum_companies };
  const scale = { id: dataset.scale.id, bands: dataset.bands };
  return html`<div class="place">
<h3><a href="${href}">${title}</a></h3>
<p>${sentence(standingWithin(scale, { ...named, ...counts, distribution }, level))}</p>
${countOf(distribution) > 1 && placeStrip(dataset.bands, figures, { level, text: texts.itsBand })}
</div>
`;
}
