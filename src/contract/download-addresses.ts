import type { TableFormat, TableId } from "../snapshot/release-tables.ts";
import type { AnswerLink } from "./operation.ts";
import type { Site } from "./sources.ts";

/** Where everything that can be downloaded or describes it stands; each has one address. */

/** The countries table has the address it always had; the others stand together. */
export function tablePath(table: TableId, format: TableFormat): string {
  return table === "countries" && format === "csv"
    ? "/api/v2/intelligence/country-data.csv"
    : `/api/v2/data/${table}.${format}`;
}

/** The countries table as version 1 has it. */
export const COUNTRY_SCORES_PATH = "/api/v1/intelligence/country-data.csv";

/** Where the CSVW description of a CSV file is looked for (W3C "Model for Tabular Data", §5.3). */
export function csvwPath(csvPath: string): string {
  return `${csvPath}-metadata.json`;
}

export const DATA_PACKAGE_PATH = "/api/v2/datapackage.json";
export const CITATION_PATH = "/api/v2/citation.txt";
export const DCAT_PATH = "/api/dcat.jsonld";
export const DATASET_PATH = "/api/v2/dataset.jsonld";

export const CSV_TYPE = "text/csv; charset=utf-8; header=present";
export const PARQUET_TYPE = "application/vnd.apache.parquet";
export const CSVW_TYPE = "application/csvm+json";
export const DATA_PACKAGE_TYPE = "application/vnd.datapackage+json";
export const JSON_LD_TYPE = "application/ld+json";

/** The address that always answers from this release; without one, from the current one. */
export function addressIn({ baseUrl }: Site, path: string, release: string | undefined): string {
  return `${baseUrl}${path}${release === undefined ? "" : `?release=${encodeURIComponent(release)}`}`;
}

/** Where a licence with a well-known SPDX identifier can be read. */
const LICENCE_PAGES: Readonly<Record<string, string>> = {
  "CC-BY-4.0": "https://creativecommons.org/licenses/by/4.0/",
};

/** Where a licence can be read, by its SPDX identifier. */
export function licencePage(licence: string): string {
  return LICENCE_PAGES[licence] ?? `https://spdx.org/licenses/${encodeURIComponent(licence)}.html`;
}

/** What a link of a downloaded table needs to know. */
export interface LinkedTable {
  readonly site: Site;
  /** SPDX identifier. */
  readonly licence: string;
  /** The release the address names; links then lead to that release too. */
  readonly release: string | undefined;
  /** Path of the CSV, for its one description. */
  readonly csvPath?: string;
}

/** The links of a downloaded table: its description, the package of all tables, the licence, and what to cite (RFC 8574). */
export function tableLinks({ site, licence, release, csvPath }: LinkedTable): AnswerLink[] {
  const describedBy: AnswerLink[] =
    csvPath === undefined
      ? []
      : [{ rel: "describedby", href: addressIn(site, csvwPath(csvPath), release), type: CSVW_TYPE }];
  return [
    ...describedBy,
    { rel: "alternate", href: addressIn(site, DATA_PACKAGE_PATH, release), type: DATA_PACKAGE_TYPE },
    { rel: "license", href: licencePage(licence) },
    { rel: "cite-as", href: `${site.baseUrl}/api` },
  ];
}
