import { type Static, Type } from "typebox";
import { openEnvelope } from "./envelope.ts";
import { CountryEntry, listOf } from "./components.ts";
import { describeArea } from "./figures.ts";
import { ref } from "./json-shape.ts";
import { defineOperation, describeParameters } from "./operation.ts";
import { releaseParameter } from "./parameters.ts";
import { countryHref, nameCountry } from "./places.ts";

const CountriesPreview = listOf("CountriesPreview", ref(CountryEntry), {});

export const previewCountries = defineOperation({
  id: "preview_countries",
  method: "GET",
  path: "/api/v2/countries/preview",
  tag: "Countries",
  summary: "Countries with judged companies",
  description:
    "Every country with at least one judged company, whole and ordered by ISO 3166-1 alpha-3: its median band, the distribution it is the median of, and how far that median is from moving.",
  parameters: { path: Type.Object({}), query: describeParameters({ ...releaseParameter }) },
  form: { kind: "json", schema: CountriesPreview },
  problems: [],
  dependsOn: "release",
  answer(sources) {
    const { scale } = sources.snapshot.manifest.dataset;
    const items = sources.snapshot.countries
      .filter((country) => country.judgedCompanies > 0)
      .map((country) => ({
        ...nameCountry(sources.atlas, country),
        ...describeArea(scale, country),
        href: countryHref(sources.site, country.slug),
      }));
    const body: Static<typeof CountriesPreview> = { ...openEnvelope(sources), items, total: items.length, next: null };
    return { kind: "json", body };
  },
});
