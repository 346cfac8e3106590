import type { Static } from "typebox";
import type { CompanyRecord, Snapshot } from "../snapshot/snapshot.ts";
import type { CompanyEntry } from "./components.ts";
import { describeBands } from "./figures.ts";
import { companyHref, countryOf, nameCountry, sectorOf } from "./places.ts";
import type { Sources } from "./sources.ts";

/** The members a company has wherever it stands. */
export function describeCompany(sources: Sources, company: CompanyRecord): Omit<Static<typeof CompanyEntry>, "href"> {
  const sector = sectorOf(sources, company.sector);
  return {
    id: company.id,
    slug: company.slug,
    name: company.name,
    country: nameCountry(sources.atlas, countryOf(sources, company.country)),
    sector: { slug: sector.slug, label: sector.label },
    judgement_count: company.judgements,
    ...describeBands(sources.snapshot.manifest.dataset.scale, company),
  };
}

/** A company as an item of a list. */
export function describeCompanyEntry(sources: Sources, company: CompanyRecord): Static<typeof CompanyEntry> {
  return { ...describeCompany(sources, company), href: companyHref(sources.site, company.slug) };
}

/** The company that examples show: the one with the most judgements. Undefined in a release without companies. */
export function exampleCompany(snapshot: Snapshot): CompanyRecord | undefined {
  return snapshot.listCompanies({ sort: "-judgements", limit: 1, offset: 0 }).companies[0];
}
