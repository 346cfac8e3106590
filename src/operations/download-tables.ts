import { Type } from "typebox";
import { type Downloadable, DOWNLOADABLE } from "../snapshot/release-tables.ts";
import {
  CSV_RULES,
  CSV_TYPE,
  csvParameters,
  PARQUET_TYPE,
  tableFileOf,
  tableLinks,
  tablePath,
  urlIn,
} from "../contract/downloads.ts";
import {
  type Answer,
  type AnswerLink,
  defineOperation,
  describeParameters,
  type Operation,
} from "../contract/operation.ts";
import { releaseParameter } from "../contract/parameters.ts";
import type { Sources } from "../contract/sources.ts";

function downloadCsv({ table, title, description }: Downloadable, path = `/api/v2/data/${table}.csv`): Operation {
  const isCountries = table === "countries";
  const isMain = path === tablePath("countries", "csv");
  return defineOperation({
    id: isMain ? "download_country_data" : `download_${table}`,
    method: "GET",
    path,
    tag: isMain ? "Intelligence" : "Downloads",
    summary: isMain ? "The banded dataset as CSV" : `${title} as CSV`,
    description: `${description} ${CSV_RULES}`,
    parameters: { path: Type.Object({}), query: describeParameters(csvParameters) },
    form: { kind: "file", mediaType: CSV_TYPE, description: `The ${table} table of the release.` },
    problems: [],
    dependsOn: "release",
    ...(isMain ? {} : { isRarelyAsked: true }),
    answer(sources, { bom, release }) {
      const { snapshot, site } = sources;
      const { id, dataset } = snapshot.manifest;
      return {
        kind: "file",
        ...tableFileOf(snapshot, table, "csv"),
        ...(bom ? { byteOrderMark: true } : {}),
        filename: isCountries ? `country-trust-bands-${id}.csv` : `country-trust-${table}-${id}.csv`,
        links: [
          ...tableLinks({ site, licence: dataset.licence, release, csvPath: path, bom }),
          ...(isCountries ? linkOtherTables(sources, release) : []),
        ],
      };
    },
  });
}

/** Links from the countries table to the others: the same rows as Parquet, and the other tables. */
function linkOtherTables({ site }: Sources, release: string | undefined): AnswerLink[] {
  const others = DOWNLOADABLE.filter(({ table }) => table !== "countries");
  return [
    { rel: "alternate", href: urlIn(site, tablePath("countries", "parquet"), release), type: PARQUET_TYPE },
    ...others.map(({ table }) => ({
      rel: "related",
      href: urlIn(site, tablePath(table, "csv"), release),
      type: "text/csv",
    })),
  ];
}

function downloadParquet({ table, title, description }: Downloadable): Operation {
  return defineOperation({
    id: `download_${table}_parquet`,
    method: "GET",
    path: tablePath(table, "parquet"),
    tag: "Downloads",
    summary: `${title} as Parquet`,
    description: `${description} Has the rows and columns of the CSV file, with texts unchanged. Columns are only ever appended.`,
    parameters: { path: Type.Object({}), query: describeParameters({ ...releaseParameter }) },
    form: { kind: "file", mediaType: PARQUET_TYPE, description: `The ${table} table of the release.` },
    problems: [],
    dependsOn: "release",
    isRarelyAsked: true,
    answer({ snapshot, site }, { release }): Answer {
      const { id, dataset } = snapshot.manifest;
      return {
        kind: "file",
        ...tableFileOf(snapshot, table, "parquet"),
        filename: `country-trust-${table === "countries" ? "bands" : table}-${id}.parquet`,
        links: tableLinks({ site, licence: dataset.licence, release }),
      };
    },
  });
}

/** The countries table as CSV, the file most ask for, at a path older than those of the tables. */
export const downloadCountryData = downloadCsv(
  DOWNLOADABLE.find(({ table }) => table === "countries")!,
  tablePath("countries", "csv"),
);

/** The files of a release: every table as CSV and as Parquet. */
export const DOWNLOADS: readonly Operation[] = [
  ...DOWNLOADABLE.map((table) => downloadCsv(table)),
  ...DOWNLOADABLE.map(downloadParquet),
];
