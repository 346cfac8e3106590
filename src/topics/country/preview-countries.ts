import type { Static } from "typebox";
import { Type } from "../../ask/type.ts";
import type { CountryRecord } from "../../release/snapshot.ts";
import { CountryEntry, listOf } from "../../ask/components.ts";
import { describeCountryEntry, placeOf, publishedRanking } from "../ranking/country-ranking.ts";
import { openEnvelope } from "../../ask/describe.ts";
import { joinMembers, ref } from "../../ask/json-shape.ts";
import { endOfList } from "../../ask/lists.ts";
import { defineOperation, describeParameters } from "../../ask/operation.ts";
import { releaseParameter } from "../../ask/parameters.ts";
import type { Sources } from "../../ask/sources.ts";
import { API } from "../../ask/urls.ts";

const CountriesPreview = listOf("CountriesPreview", ref(CountryEntry), {});

export const previewCountries = defineOperation({
  id: "preview_countries",
  path: API.countries,
  tag: "Countries",
  summary: "All countries with their statistics",
  description:
    "All countries with companies, judged or not, ordered by ISO 3166-1 alpha-3: median band, the distribution it is the median of, how far that median is from moving, and the rank.",
  parameters: { path: Type.Object({}), query: describeParameters({ ...releaseParameter }) },
  form: { kind: "json", schema: CountriesPreview },
  answer: (sources) => ({ kind: "json", body: describePreview(sources, sources.snapshot.countries) }),
});

/** Describes the preview of these countries, in their order. */
export function describePreview(
  sources: Sources,
  countries: readonly CountryRecord[],
): Static<typeof CountriesPreview> {
  const ranking = publishedRanking(sources.snapshot);
  const items = countries.map((country) => describeCountryEntry(sources, ranking, placeOf(ranking, country)));
  return joinMembers(openEnvelope(sources), { items, total: items.length }, endOfList(null));
}
