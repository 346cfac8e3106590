import { type Static, Type } from "typebox";
import type { CountryRecord } from "../snapshot/snapshot.ts";
import { CountryEntry, listOf } from "../contract/components.ts";
import { describeArea, hrefOf, nameCountry, openEnvelope } from "../contract/describe.ts";
import { ref } from "../contract/json-shape.ts";
import { defineOperation, describeParameters } from "../contract/operation.ts";
import { releaseParameter } from "../contract/parameters.ts";
import type { Sources } from "../contract/sources.ts";

const CountriesPreview = listOf("CountriesPreview", ref(CountryEntry), {});

export const previewCountries = defineOperation({
  id: "preview_countries",
  method: "GET",
  path: "/api/v2/countries/preview",
  tag: "Countries",
  summary: "Countries with judged companies",
  description:
    "All countries with at least one judged company, ordered by ISO 3166-1 alpha-3: median band, the distribution it is the median of, and how far that median is from moving.",
  parameters: { path: Type.Object({}), query: describeParameters({ ...releaseParameter }) },
  form: { kind: "json", schema: CountriesPreview },
  problems: [],
  dependsOn: "release",
  answer(sources) {
    const judged = sources.snapshot.countries.filter((country) => country.judgedCompanies > 0);
    return { kind: "json", body: describePreview(sources, judged) };
  },
});

/** The preview of these countries, in their order. */
export function describePreview(
  sources: Sources,
  countries: readonly CountryRecord[],
): Static<typeof CountriesPreview> {
  const { scale } = sources.snapshot.manifest.dataset;
  const items = countries.map((country) => ({
    ...nameCountry(sources.atlas, country),
    ...describeArea(scale, country),
    href: hrefOf(sources.site, "countries", country.slug),
  }));
  return { ...openEnvelope(sources), items, total: items.length, next: null };
}
