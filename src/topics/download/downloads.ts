import type { TableFormat, TableId } from "../../release/release-tables.ts";
import type { Snapshot } from "../../release/snapshot.ts";
import { type AnswerLink, describeParameters } from "../../ask/operation.ts";
import { releaseParameter } from "../../ask/parameters.ts";
import type { Site } from "../../ask/sources.ts";
import { Type } from "../../ask/type.ts";
import { API, fillPath, releasePageOf, withQuery } from "../../ask/urls.ts";
import { Problem } from "../../problem.ts";

/** Paths, types, links and rules that operations about the files of a release share. */

/** The countries as CSV, at a path that is older than those of the tables. */
export const COUNTRY_DATA_PATH = API.countryData;

/** Returns the path that documents give for a table. */
export function tablePath(table: TableId, format: TableFormat | "xlsx"): string {
  return table === "countries" && format === "csv" ? COUNTRY_DATA_PATH : tableDataPath(table, format);
}

/** Returns the path of a table among those of all tables. */
function tableDataPath(table: TableId, format: TableFormat | "xlsx"): string {
  return `/api/v2/data/${table}.${format}`;
}

/** The path of the countries table in the form of version 1. */
export const COUNTRY_SCORES_PATH = "/api/v1/intelligence/country-data.csv";

/**
 * The description of a table's columns, at the path where programs look for that of a CSV file (W3C
 * "Model for Tabular Data", §5.3).
 */
export function csvwPath(table: TableId): string {
  return `${tableDataPath(table, "csv")}-metadata.json`;
}

/** The paths of the descriptions of the dataset. */
export const DATA_PACKAGE_PATH = "/api/v2/dataset.datapackage.json";
export const DATASET_PATH = "/api/v2/dataset.jsonld";
export const DCAT_PATH = "/api/v2/dataset.dcat.jsonld";
export const ARCHIVE_PATH = "/api/v2/dataset.zip";
export const CITATION_PATH = "/api/v2/citation.txt";

/** The rules of every CSV file. */
export const CSV_RULES =
  "RFC 4180 with CRLF and a header line, UTF-8 without byte order mark. An empty value is null. A text that begins with `=`, `+`, `-`, `@`, a tab or a carriage return has an apostrophe in front, so that no spreadsheet runs it. Columns are only ever appended.";

export const CSV_TYPE = "text/csv; charset=utf-8; header=present";
export const PARQUET_TYPE = "application/vnd.apache.parquet";
export const XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
export const ZIP_TYPE = "application/zip";
export const DATA_PACKAGE_TYPE = "application/vnd.datapackage+json";
export const JSON_LD_TYPE = "application/ld+json";
export const CSVW_TYPE = "application/csvm+json";

/** The parts that downloads of a release share. */
export const OF_RELEASE = {
  tag: "Downloads",
  parameters: { path: Type.Object({}), query: describeParameters({ ...releaseParameter }) },
} as const;

/** Returns the URL of a path, which always answers from the release if one is given. */
export function urlIn({ baseUrl }: Pick<Site, "baseUrl">, path: string, release: string | undefined): string {
  return baseUrl + withQuery(path, { release });
}

/** The pages of licences, by well-known SPDX identifiers. */
const LICENCE_PAGES: ReadonlyMap<string, string> = new Map([
  ["CC-BY-4.0", "https://creativecommons.org/licenses/by/4.0/"],
]);

/** Returns the URL of the text of a licence, by its SPDX identifier. */
export function licencePage(licence: string): string {
  return LICENCE_PAGES.get(licence) ?? fillPath("https://spdx.org/licenses/{licence}.html", { licence });
}

/** The facts that a link of a downloaded table depends on. */
interface LinkedTable {
  readonly site: Site;
  readonly snapshot: Snapshot;
  /** The release that the request names; links then lead to it too. */
  readonly release: string | undefined;
  /** The table whose columns a CSV file has. */
  readonly csv?: TableId;
}

/**
 * The links of a downloaded table: its description, the package of all tables, the licence, and
 * what to cite (RFC 8574).
 */
export function tableLinks({ site, snapshot, release, csv }: LinkedTable): AnswerLink[] {
  const describedBy: AnswerLink[] =
    csv === undefined ? [] : [{ rel: "describedby", href: urlIn(site, csvwPath(csv), release), type: CSVW_TYPE }];
  return [
    ...describedBy,
    { rel: "alternate", href: urlIn(site, DATA_PACKAGE_PATH, release), type: DATA_PACKAGE_TYPE },
    ...rightsLinks(site, snapshot),
  ];
}

/** Links to the licence of a release, and to the page of it that citations lead to. */
export function rightsLinks(site: Site, { manifest }: Snapshot): AnswerLink[] {
  return [
    { rel: "license", href: licencePage(manifest.dataset.licence) },
    { rel: "cite-as", href: releasePageOf(site, manifest.id) },
  ];
}

/** Returns the file of a table. Throws if the release lacks it; a Problem if it is damaged. */
export function tableFileOf(
  snapshot: Snapshot,
  table: TableId | "countries_v1",
  format: "csv" | "parquet",
): NonNullable<ReturnType<Snapshot["tableFile"]>> {
  const file = snapshot.tableFile(table, format);
  const { id } = snapshot.manifest;
  if (file === undefined) throw new Error(`release ${id} holds no table ${table} as ${format}`);
  if (snapshot.isDamaged(file.path)) {
    const detail = `The file of ${table} as ${format} of the release ${id} is damaged here and cannot be downloaded until it is replaced.`;
    throw new Problem("unavailable", detail);
  }
  return file;
}
