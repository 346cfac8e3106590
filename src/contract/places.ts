import type { Atlas } from "../atlas/atlas.ts";
import type { CountryRecord, SectorRecord } from "../snapshot/snapshot.ts";
import type { Site, Sources } from "./sources.ts";

/** The members that name a country, always together. Slug and name are those of the release. */
export function nameCountry(atlas: Atlas, country: Pick<CountryRecord, "iso2" | "iso3" | "slug" | "name">) {
  return {
    slug: country.slug,
    iso2: country.iso2,
    iso3: country.iso3,
    name: country.name,
    code_status: atlas.byIso2(country.iso2)?.codeStatus ?? ("official" as const),
  };
}

/** The slugs of the countries that share a name, as in "`north-korea` or `south-korea`"; null for a text that no two of them share. */
export function sharedBy(atlas: Atlas, name: string): string | null {
  const meaning = atlas.resolveCountry(name);
  return meaning.kind === "ambiguous" ? meaning.candidates.map(({ slug }) => `\`${slug}\``).join(" or ") : null;
}

/** The address of a country's answer. */
export function countryHref(site: Site, slug: string): string {
  return `${site.baseUrl}/api/v2/countries/${encodeURIComponent(slug)}`;
}

/** The address of a sector's answer. */
export function sectorHref(site: Site, slug: string): string {
  return `${site.baseUrl}/api/v2/sectors/${encodeURIComponent(slug)}`;
}

/** The address of a company's answer. */
export function companyHref(site: Site, slug: string): string {
  return `${site.baseUrl}/api/v2/companies/${encodeURIComponent(slug)}`;
}

/** The country of a company or cell. A release names every country it has a company in, so a miss is a broken release. */
export function countryOf({ snapshot }: Sources, iso2: string): CountryRecord {
  const country = snapshot.countryByIso2(iso2);
  if (country === undefined) throw new Error(`release ${snapshot.manifest.id} does not list country ${iso2}`);
  return country;
}

/** The sector of a company or cell. A release names every sector it has a company in, so a miss is a broken release. */
export function sectorOf({ snapshot }: Sources, slug: string): SectorRecord {
  const sector = snapshot.sectorBySlug(slug);
  if (sector === undefined) throw new Error(`release ${snapshot.manifest.id} does not list sector ${slug}`);
  return sector;
}
