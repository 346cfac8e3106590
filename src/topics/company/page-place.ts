import { countryInWords } from "../../ask/grammar.ts";
import { describePlaceInWords } from "./words-of-companies.ts";
import { getCountry } from "../country/get-country.ts";
import { getSector } from "../sector/get-sector.ts";
import { listSectors } from "../sector/list-sectors.ts";
import { rankCountries } from "../ranking/rank-countries.ts";
import { type BandFigures, segmentsOf, totalOf } from "../../html/charts/figures.ts";
import { STRIP_ITEMS_MAX } from "../../html/charts/company-strip.ts";
import { placeStrip } from "../../html/charts/place-strip.ts";
import type { SiteRequest } from "../../html/define-page.ts";
import { type Child, type Html, html } from "../../html/html.ts";
import { section } from "../../html/components.ts";
import { companyTexts as texts } from "./texts.ts";
import { listJudged } from "../country/page-area-parts.ts";

/** What the section needs to know of its company. */
interface PlacedCompany {
  readonly slug: string;
  readonly median_level: number | null;
  readonly country: { readonly slug: string } | null;
  readonly sector: { readonly slug: string };
}

/** Where a company stands in its country and in its sector; nothing where it is not judged. */
export async function renderPlace(request: SiteRequest, company: PlacedCompany): Promise<Child> {
  const { median_level: level, slug } = company;
  if (level === null) return null;
  const { country, sector } = await findAreas(request, company);
  const places = [
    country !== null &&
      (await place(request, { slug, level }, country, {
        kind: "country",
        area: countryInWords(country),
        title: texts.placeIn.country(countryInWords(country)),
        filter: { country: country.slug },
        href: request.href(`/countries/${country.slug}`),
      })),
    await place(request, { slug, level }, sector, {
      kind: "sector",
      area: sector.label,
      title: texts.placeIn.sector(sector.label),
      filter: { sector: sector.slug },
      href: request.href(`/sectors/${sector.slug}`),
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
  readonly area: string;
  readonly title: string;
  readonly filter: Readonly<Record<string, string>>;
  readonly href: string;
}

async function place(
  request: SiteRequest,
  { slug, level }: { readonly slug: string; readonly level: number },
  figures: BandFigures,
  { kind, area, title, filter, href }: ShownArea,
): Promise<Html> {
  const { dataset } = request;
  const segments = segmentsOf(dataset.bands, figures);
  const all = totalOf(segments);
  const { before: below = 0, count: at = 0 } = segments.find((segment) => segment.level === level) ?? {};
  const above = all - below - at;
  const items = all <= STRIP_ITEMS_MAX ? await listJudged(request, filter, all) : [];
  const own = request.href(`/companies/${encodeURIComponent(slug)}`);
  const index = items.findIndex((item) => item.href === own);
  const text = index < 0 ? texts.itsBand : texts.thisCompany;
  const scale = { id: dataset.scale.id, bands: dataset.bands };
  return html`<div class="place">
<h3><a href="${href}">${title}</a></h3>
<p>${describePlaceInWords(scale, { kind, area, level, below, at, above })}</p>
${placeStrip(dataset.bands, figures, items, { level, index, text })}
</div>
`;
}
