import { countryInWords, sectorInWords } from "../../ask/grammar.ts";
import { standingWithin } from "../../say/standing.ts";
import { getCountry } from "../subject/country.ts";
import { getSector } from "../subject/sector.ts";
import { listSectors } from "../sector/list-sectors.ts";
import { countsOf } from "../ranking/page-finding.ts";
import { rankCountries } from "../ranking/rank-countries.ts";
import { type BarRow, plainBars } from "../../html/charts/ranked-bars.ts";
import type { SiteRequest } from "../../html/define-page.ts";
import { type Child, html, labelElement, sentence } from "../../html/html.ts";
import { section } from "../../html/components.ts";
import type { Company } from "../subject/subjects.ts";
import { companyTexts as texts } from "./texts.ts";
import { PAGES } from "../../ask/urls.ts";

type PlacedCompany = Pick<Company, "median_level" | "country" | "sector">;

/** Renders the place of a company in its country and sector; nothing if it is not judged. */
export async function renderPlace(request: SiteRequest, company: PlacedCompany): Promise<Child> {
  const { median_level: level } = company;
  if (level === null) return null;
  const { dataset } = request;
  const scale = { id: dataset.scale.id, bands: dataset.bands };
  const { country, sector, hasCountries, hasSectors } = await findAreas(request, company);
  const areas = [
    ...(country !== null && hasCountries
      ? ([{ kind: "country", name: country.name, inWords: countryInWords(country), figures: country }] as const)
      : []),
    ...(hasSectors
      ? ([
          { kind: "sector", name: labelElement(sector.label), inWords: sectorInWords(sector.label), figures: sector },
        ] as const)
      : []),
  ];
  const { minimum_companies: minimumCompanies } = dataset.method;
  const [finding, ...others] = areas.map(({ kind, inWords: name, figures }) => {
    const { slug, listed_companies: listedCompanies } = figures;
    const distribution = countsOf(dataset.bands, figures);
    return standingWithin(
      scale,
      { subject: `${kind}:${slug}`, name, distribution, listedCompanies, minimumCompanies },
      level,
    );
  });
  if (finding === undefined) return null;
  const rows = areas.map(({ kind, name, figures }): BarRow => {
    const { slug, judged_companies: count } = figures;
    const isThin = count < dataset.method.minimum_companies;
    return { ...figures, name, href: request.href(PAGES[kind], { slug }), count, isThin };
  });
  return section(
    { id: "place", heading: sentence(finding.replace(/\.$/u, "")) },
    html`${plainBars(dataset.bands, rows, { caption: texts.place, name: texts.place })}
<p class="foot">${sentence([...others, texts.placeNote].join(" "))}</p>`,
  );
}

/** Finds the country and the sector of a company, in the lists that pages share where they can. */
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
