import { countryInWords } from "../../ask/grammar.ts";
import { describePlaceInWords } from "./words-of-companies.ts";
import { getCountry } from "../country/get-country.ts";
import { getSector } from "../sector/get-sector.ts";
import { listSectors } from "../sector/list-sectors.ts";
import { countsOf } from "../ranking/page-finding.ts";
import { rankCountries } from "../ranking/rank-countries.ts";
import type { BandFigures } from "../../html/charts/figures.ts";
import { placeStrip } from "../../html/charts/place-strip.ts";
import type { SiteRequest } from "../../html/define-page.ts";
import { type Child, type Html, html, sentence } from "../../html/html.ts";
import { section } from "../../html/components.ts";
import { companyTexts as texts } from "./texts.ts";
import type { SubjectName } from "../../ask/said.ts";
import { PAGES } from "../../ask/urls.ts";
import { countOf } from "../../trust/statistics.ts";

/** What the section needs to know of its company. */
interface PlacedCompany {
  readonly median_level: number | null;
  readonly country: { readonly slug: string } | null;
  readonly sector: { readonly slug: string };
}

/** Where a company stands in its country and in its sector; nothing where it is not judged. */
export async function renderPlace(request: SiteRequest, company: PlacedCompany): Promise<Child> {
  const { median_level: level } = company;
  if (level === null) return null;
  const { country, sector } = await findAreas(request, company);
  const places = [
    country !== null &&
      place(request, level, country, {
        kind: "country",
        subject: `country:${country.iso2}`,
        area: countryInWords(country),
        title: texts.placeIn.country(countryInWords(country)),
        href: request.href(PAGES.country, { slug: country.slug }),
      }),
    place(request, level, sector, {
      kind: "sector",
      subject: `sector:${sector.slug}`,
      area: sector.label,
      title: texts.placeIn.sector(sector.label),
      href: request.href(PAGES.sector, { slug: sector.slug }),
    }),
  ];
  return section({ id: "place", heading: texts.place, note: texts.placeNote }, places);
}

/**
 * The country and the sector of a company, from the lists that pages share. An area that is not on
 * the first page of its list is asked for by itself.
 */
async function findAreas(request: SiteRequest, company: PlacedCompany) {
  const { items: countries } = await request.ask(rankCountries);
  const { items: sectors } = await request.ask(listSectors);
  const [inCountry, inSector] = [company.country?.slug ?? null, company.sector.slug];
  const country = countries.find(({ slug }) => slug === inCountry);
  const sector = sectors.find(({ slug }) => slug === inSector);
  return {
    country: country ?? (inCountry === null ? null : await request.ask(getCountry, { slug: inCountry })),
    sector: sector ?? (await request.ask(getSector, { slug: inSector })),
  };
}

/** A country or a sector as the section shows it. */
interface ShownArea {
  readonly kind: "country" | "sector";
  readonly subject: SubjectName;
  readonly area: string;
  readonly title: string;
  readonly href: string;
}

function place(
  request: SiteRequest,
  level: number,
  figures: BandFigures & { readonly listed_companies: number },
  { kind, subject, area, title, href }: ShownArea,
): Html {
  const { dataset } = request;
  const distribution = countsOf(dataset.bands, figures);
  const listedCompanies = figures.listed_companies;
  const scale = { id: dataset.scale.id, bands: dataset.bands };
  return html`<div class="place">
<h3><a href="${href}">${title}</a></h3>
<p>${sentence(describePlaceInWords(scale, { kind, subject, area, level, distribution, listedCompanies }).text)}</p>
${countOf(distribution) > 1 && placeStrip(dataset.bands, figures, { level, text: texts.itsBand })}
</div>
`;
}
