import { findFigures } from "../../ask/choose-release.ts";
import { areaFilters, readFilters } from "../../ask/filters.ts";
import { oneOf } from "../../ask/json-shape.ts";
import { type Answer, defineOperation, describeParameters, type Operation } from "../../ask/operation.ts";
import type { Sources } from "../../ask/sources.ts";
import { Type } from "../../ask/type.ts";
import { methodChangeBetween } from "../../release/changes/release-changes.ts";
import type { TableDescription } from "../../release/release-tables.ts";
import type { Snapshot } from "../../release/snapshot.ts";
import type { RecordPage, TableRecord } from "../../release/table-records.ts";
import {
  type ColumnDescription,
  dateColumn,
  distributionColumns,
  integerColumn,
  SHARED,
  textColumn,
} from "../../tables/column.ts";
import type { Distribution } from "../../trust/scale.ts";
import { firmnessOf } from "../../trust/statistics.ts";
import { CSV_TYPE, rightsLinks, XLSX_TYPE } from "../download/downloads.ts";
import { answerRows } from "../download/rows-as-file.ts";
import { rankingOf } from "../subject/country.ts";
import { findRangeErrors, METHOD_BREAKS, methodBreakOf, rangeParameters, releasesBetween } from "./release-range.ts";

/** Every country in every release as one table, for programs that draw lines through time. */

const ROWS = "One row per country and release, releases oldest first, the countries of each by ISO 3166-1 alpha-3.";

const COUNTRY_HISTORY_PATH = "/api/v2/intelligence/country-history";

const parameters = { ...rangeParameters, country: areaFilters.country };

const FORMS = {
  csv: { kind: "file", mediaType: CSV_TYPE, description: ROWS },
  xlsx: { kind: "file", mediaType: XLSX_TYPE, description: ROWS },
} as const;

export const downloadCountryHistory: Operation = defineOperation({
  id: "download_country_history",
  path: `${COUNTRY_HISTORY_PATH}.{format}`,
  tag: "Downloads",
  summary: "Every country in every release, as CSV or XLSX",
  description: `${ROWS} Median band, rank, firmness and distribution are each on the scale of the release of the row; \`break\` says where the method changed, so that nothing can be said of rise or fall. \`/api/v2/countries/{slug}/history\` is the same of one country, as JSON.`,
  parameters: {
    path: Type.Object({ format: oneOf(["csv", "xlsx"], { description: "The format." }) }),
    query: describeParameters(parameters),
  },
  form: FORMS.csv,
  choice: { parameter: "format", forms: FORMS },
  problems: ["not_found", "release_not_found", "release_withdrawn", "release_removed"],
  dependsOn: "service",
  examples: ({ manifest, countries }) => ({
    from: manifest.id,
    to: manifest.id,
    ...(countries[0] === undefined ? {} : { country: [countries[0].slug] }),
  }),
  check: (sources, given) => [
    ...findRangeErrors(sources, given),
    ...readFilters(sources, { country: given.country ?? [] }).errors,
  ],
  answer(asked, given): Answer {
    const { manifests, last } = releasesBetween(asked, given);
    const sources = { ...asked, snapshot: last };
    const { countries } = readFilters(asked, { country: given.country ?? [] }).query;
    const [first = last.manifest] = manifests;
    const range = { ...given, from: first.id, to: last.manifest.id };
    const file = {
      facts: tableOfHistory(last),
      read: (offset: number) => readRelease(sources, manifests, countries, offset),
      filename: `country-trust-history-${last.manifest.id}`,
      links: rightsLinks(asked.site, last),
    };
    const rows = manifests.reduce((sum, { counts }) => sum + counts.countries, 0);
    return answerRows(downloadCountryHistory, sources, range, file, rows);
  },
});

/** Lists the columns; those of bands are of the scale of the last release. Append only. */
function tableOfHistory({ manifest: { dataset } }: Snapshot): TableDescription {
  const optional = { nullable: true };
  const ranked = "empty where the country has no rank.";
  return {
    title: "History of countries",
    description: ROWS,
    primaryKey: ["release", "iso3"],
    columns: [
      textColumn("release", "Release", "Id of the release."),
      dateColumn("published_on", "Published on", "The day on which the release was published, UTC."),
      textColumn(
        "break",
        "Break",
        "What differs from the release before, so that nothing can be said of rise or fall; empty where nothing does.",
        { ...optional, values: METHOD_BREAKS },
      ),
      SHARED.iso3,
      SHARED.iso2,
      textColumn("slug", "Slug", "The country in a path."),
      textColumn("name", "Name", "English short name."),
      textColumn(
        "median_band",
        "Median band",
        "On the scale of the release; empty where no company is judged.",
        optional,
      ),
      integerColumn("median_level", "Level of the median band", "1 is the worst band. Only the order has meaning.", {
        ...optional,
        minimum: 1,
      }),
      integerColumn("rank", "Rank", `Rank in the release; ${ranked}`, { ...optional, minimum: 1 }),
      integerColumn("tied_with", "Tied with", `How many other countries have the same rank; ${ranked}`, optional),
      integerColumn("listed_companies", "Listed companies", "Judged or not.", { unit: "companies" }),
      integerColumn("judged_companies", "Judged companies", "With a current judgement.", { unit: "companies" }),
      ...["lower", "higher"].map((way) =>
        integerColumn(
          `flips_to_${way}`,
          `Flips to ${way}`,
          `How many re-rated companies it takes before the median band is ${way}; empty at the end of the scale.`,
          { ...optional, minimum: 1, unit: "companies" },
        ),
      ),
      ...countsOf(dataset).map(({ description }) => description),
    ],
  };
}

/** Makes the columns of counts by band; they are empty where a release has another scale. */
function countsOf(dataset: Snapshot["manifest"]["dataset"]) {
  const columns = distributionColumns<Distribution | null>(dataset, "companies", (counts) => counts ?? []);
  const ofOtherScale = "; empty where the release has another scale.";
  return columns.map(({ description, value }) => ({
    description: {
      ...description,
      description: description.description.replace(/\.$/u, ofOtherScale),
      nullable: true,
    } satisfies ColumnDescription,
    value,
  }));
}

/** Reads the rows of one release; an offset counts releases. */
function readRelease(
  { releases, snapshot: last }: Sources,
  manifests: readonly Snapshot["manifest"][],
  countries: readonly unknown[] | undefined,
  offset: number,
): RecordPage {
  const manifest = manifests[offset] ?? last.manifest;
  const before = manifests[offset - 1];
  const figures = manifest.id === last.manifest.id ? last : findFigures(releases, manifest.id);
  const { scale } = manifest.dataset;
  const isSameScale = !methodChangeBetween({ manifest }, last).scale;
  const counts = countsOf(last.manifest.dataset);
  const rows = [...rankingOf(figures).values()]
    .filter(({ entry }) => countries === undefined || countries.includes(entry.iso2))
    .toSorted((a, b) => (a.entry.iso3 < b.entry.iso3 ? -1 : 1))
    .map(({ entry, rank, tiedWith }): TableRecord => {
      const { distribution, median } = entry;
      const firmness = firmnessOf(distribution);
      return {
        release: manifest.id,
        published_on: manifest.publishedAt.slice(0, 10),
        break: before === undefined ? null : methodBreakOf(before, manifest),
        iso3: entry.iso3,
        iso2: entry.iso2,
        slug: entry.slug,
        name: entry.name,
        median_band: (median === null ? undefined : scale.bands[median - 1]?.id) ?? null,
        median_level: median,
        rank,
        tied_with: rank === null ? null : tiedWith,
        listed_companies: entry.listedCompanies,
        judged_companies: entry.judgedCompanies,
        flips_to_lower: firmness?.flipsToLower ?? null,
        flips_to_higher: firmness?.flipsToHigher ?? null,
        ...Object.fromEntries(
          counts.map(({ description, value }) => [description.name, value(isSameScale ? distribution : null)]),
        ),
      };
    });
  const next = offset + 1;
  return { rows, total: rows.length, nextOffset: next < manifests.length ? next : null };
}
