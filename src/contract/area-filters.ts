import { Type } from "typebox";
import type { Atlas } from "../atlas/atlas.ts";
import type { ProblemError } from "../problem.ts";
import { quote } from "./read-parameters.ts";
import type { Sources } from "./sources.ts";

/** The length of a filter's text, before its meaning is looked up. */
export const FILTER_TEXT = { minLength: 1, maxLength: 200 };

/** Query parameters that narrow a list to a country and a sector. */
export const areaFilterParameters = {
  country: Type.Optional(Type.String({ ...FILTER_TEXT, description: "Slug, ISO 3166-1 code or name of a country." })),
  sector: Type.Optional(Type.String({ ...FILTER_TEXT, description: "Slug of a sector." })),
};

interface AreaFilters {
  readonly country?: string;
  readonly sector?: string;
}

/** Turns such filters into an ISO 3166-1 alpha-2 code and a sector of the release; adds what is unknown to `errors`. */
export function readAreaFilters(
  { snapshot, atlas, site }: Sources,
  { country, sector }: AreaFilters,
  errors: ProblemError[],
): { readonly country: string | undefined; readonly sector: string | undefined } {
  const found = country === undefined ? undefined : atlas.findBySegment(country)?.territory.iso2;
  if (country !== undefined && found === undefined) {
    const expected = `a slug, ISO 3166-1 code or name, see ${site.baseUrl}/api/v2/countries/preview`;
    errors.push(refuseFilter("country", country, slugsSharing(atlas, country) ?? expected));
  }
  if (sector !== undefined && snapshot.sectorBySlug(sector) === undefined) {
    const slugs = snapshot.sectors.map(({ slug }) => slug);
    errors.push(refuseFilter("sector", sector, oneOfNames(slugs, `${site.baseUrl}/api/v2/sectors`)));
  }
  return { country: found, sector };
}

/** The slugs of the countries that share a name, as in "`north-korea` or `south-korea`"; null if no two of them do. */
export function slugsSharing(atlas: Atlas, name: string): string | null {
  const meaning = atlas.resolveCountry(name);
  return meaning.kind === "ambiguous" ? meaning.candidates.map(({ slug }) => `\`${slug}\``).join(" or ") : null;
}

/** The error of a filter whose value means nothing in this release. */
export function refuseFilter(parameter: string, value: string, expected: string): ProblemError {
  return { parameter, detail: `\`${parameter}\` is ${quote(value)}; expected ${expected}.` };
}

/** The most allowed values an error spells out before it points at their list instead. */
const SPELLED_OUT = 60;

/** Names the allowed values, or where to find them if there are many. */
export function oneOfNames(names: readonly string[], list?: string): string {
  if (list !== undefined && names.length > SPELLED_OUT) return `a slug listed at ${list}`;
  return `one of ${names.map((name) => `\`${name}\``).join(", ")}`;
}
