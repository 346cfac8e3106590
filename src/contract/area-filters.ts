import { Type } from "typebox";
import type { ProblemError } from "../problem.ts";
import { sharedBy } from "./places.ts";
import { quote } from "./read-parameters.ts";
import type { Sources } from "./sources.ts";

/** What the text of a filter may be, before its meaning is looked at. */
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

/** Turns such filters into an ISO 3166-1 alpha-2 code and a sector of the release; what means nothing goes to the errors. */
export function readAreaFilters(
  { snapshot, atlas, site }: Sources,
  { country, sector }: AreaFilters,
  errors: ProblemError[],
): { readonly country: string | undefined; readonly sector: string | undefined } {
  const found = country === undefined ? undefined : atlas.findBySegment(country)?.territory.iso2;
  if (country !== undefined && found === undefined) {
    const expected = `a slug, ISO 3166-1 code or name, see ${site.baseUrl}/api/v2/countries/preview`;
    errors.push(refuseFilter("country", country, sharedBy(atlas, country) ?? expected));
  }
  if (sector !== undefined && snapshot.sectorBySlug(sector) === undefined) {
    const slugs = snapshot.sectors.map(({ slug }) => slug);
    errors.push(refuseFilter("sector", sector, oneOfNames(slugs, `${site.baseUrl}/api/v2/sectors`)));
  }
  return { country: found, sector };
}

/** Says what a filter was given and what it takes. */
export function refuseFilter(parameter: string, value: string, expected: string): ProblemError {
  return { parameter, detail: `\`${parameter}\` is ${quote(value)}; expected ${expected}.` };
}

/** How many allowed values a refusal spells out before it points at their list. */
const SPELLED_OUT = 60;

/** Names the allowed values, or the list of them where they are many. */
export function oneOfNames(names: readonly string[], list?: string): string {
  if (list !== undefined && names.length > SPELLED_OUT) return `a slug listed at ${list}`;
  return `one of ${names.map((name) => `\`${name}\``).join(", ")}`;
}
