import {
  type ReleaseFile,
  type ReleaseTable,
  type TableFormat,
  type TableId,
  tablesOf,
} from "../../release/release-tables.ts";
import type { Snapshot } from "../../release/snapshot.ts";
import type { CsvForm } from "../../ask/csv.ts";
import { csvQueryOf, PLAIN_CSV } from "./csv-form.ts";
import { dayInWords } from "../../ask/grammar.ts";
import type { AnswerLink } from "../../ask/operation.ts";
import type { Site } from "../../ask/sources.ts";
import { API, fillPath, releasePageOf, withQuery } from "../../ask/urls.ts";

/** What operations about the files of a release share: their paths, types, links and rules. */

/** The countries as CSV, at a path that is older than those of the tables. */
export const COUNTRY_DATA_PATH = API.countryData;

/** The path that documents give for a table. */
export function tablePath(table: TableId, format: TableFormat | "xlsx"): string {
  return table === "countries" && format === "csv" ? COUNTRY_DATA_PATH : tableDataPath(table, format);
}

/** The path of a table among all tables. */
export function tableDataPath(table: TableId, format: TableFormat | "xlsx"): string {
  return `/api/v2/data/${table}.${format}`;
}

/** The countries table as version 1 has it. */
export const COUNTRY_SCORES_PATH = "/api/v1/intelligence/country-data.csv";

/**
 * The path where programs look for the CSVW description of a CSV file (W3C "Model for Tabular
 * Data", §5.3).
 */
export function csvwPath(csvPath: string): string {
  return `${csvPath}-metadata.json`;
}

export const DATA_PACKAGE_PATH = "/api/v2/datapackage.json";
export const ARCHIVE_PATH = "/api/v2/dataset.zip";
export const CITATION_PATH = "/api/v2/citation.txt";
export const DCAT_PATH = "/api/dcat.jsonld";
export const CROISSANT_PATH = "/api/v2/croissant.jsonld";
export const DATASET_PATH = "/api/v2/dataset.jsonld";

export const CSV_TYPE = "text/csv; charset=utf-8; header=present";
export const PARQUET_TYPE = "application/vnd.apache.parquet";
export const XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
export const ZIP_TYPE = "application/zip";
export const CSVW_TYPE = "application/csvm+json";
export const DATA_PACKAGE_TYPE = "application/vnd.datapackage+json";
export const JSON_LD_TYPE = "application/ld+json";

/** The URL of a path: with a release, the one that always answers from it. */
export function urlIn(
  { baseUrl }: Pick<Site, "baseUrl">,
  path: string,
  release: string | undefined,
  form: CsvForm = PLAIN_CSV,
): string {
  return baseUrl + withQuery(path, { ...csvQueryOf(form), release });
}

/** Where a licence with a well-known SPDX identifier can be read. */
const LICENCE_PAGES: Readonly<Record<string, string>> = {
  "CC-BY-4.0": "https://creativecommons.org/licenses/by/4.0/",
};

/** Where a licence can be read, by its SPDX identifier. */
export function licencePage(licence: string): string {
  return LICENCE_PAGES[licence] ?? fillPath("https://spdx.org/licenses/{licence}.html", { licence });
}

/** What a link of a downloaded table needs to know. */
export interface LinkedTable {
  readonly site: Site;
  readonly snapshot: Snapshot;
  /** The release that the request names; links then lead to it too. */
  readonly release: string | undefined;
  /** Path of the CSV, for its one description. */
  readonly csvPath?: string;
  /** The form in which the request asks for the CSV. */
  readonly form?: CsvForm;
}

/**
 * The links of a downloaded table: its description, the package of all tables, the licence, and
 * what to cite (RFC 8574).
 */
export function tableLinks({ site, snapshot, release, csvPath, form }: LinkedTable): AnswerLink[] {
  const describedBy: AnswerLink[] =
    csvPath === undefined
      ? []
      : [{ rel: "describedby", href: urlIn(site, csvwPath(csvPath), release, form), type: CSVW_TYPE }];
  return [
    ...describedBy,
    { rel: "alternate", href: urlIn(site, DATA_PACKAGE_PATH, release), type: DATA_PACKAGE_TYPE },
    ...rightsLinks(site, snapshot),
  ];
}

/** The licence of a release, and the page of it that citations lead to. */
export function rightsLinks(site: Site, { manifest }: Snapshot): AnswerLink[] {
  return [
    { rel: "license", href: licencePage(manifest.dataset.licence) },
    { rel: "cite-as", href: releasePageOf(site, manifest.id) },
  ];
}

/** The file of a release's table. Throws if the release lacks it. */
export function tableFileOf(
  snapshot: Snapshot,
  table: TableId | "countries_v1",
  format: "csv" | "parquet",
): NonNullable<ReturnType<Snapshot["tableFile"]>> {
  const file = snapshot.tableFile(table, format);
  if (file === undefined) throw new Error(`release ${snapshot.manifest.id} holds no table ${table} as ${format}`);
  return file;
}

/**
 * What catalogues and reference managers say of the data of a release: its title, and a paragraph
 * of at least fifty characters.
 */
export function describeData({ manifest, errata }: Snapshot): { readonly title: string; readonly description: string } {
  const { dataset, counts } = manifest;
  const { bands } = dataset.scale;
  const scale = `${bands.length} ordered bands from ${bands[0]?.label} to ${bands.at(-1)?.label}`;
  const sentences = [
    `Lower median bands and distributions of countries (${counts.countries}), sectors (${counts.sectors}) and companies (${counts.companies}) on an ordinal scale of ${scale}, counted from ${counts.judgements} judgements in ${dataset.pillars.length} pillars.`,
    "Only the order of the bands has meaning.",
    `Published by ${dataset.publisher}.`,
    ...(dataset.notice === null ? [] : [dataset.notice]),
    ...errata.map(({ at, text }) => `Correction of ${dayInWords(at)}: ${text}`),
  ];
  return { title: dataset.title, description: sentences.join(" ") };
}

/** What the dataset is about, for catalogues and search engines. */
export const KEYWORDS = ["trust", "countries", "companies", "ordinal scale", "median band"];

/** A downloadable file with the table it holds. */
export interface PublishedFile {
  readonly table: ReleaseTable;
  readonly file: ReleaseFile;
}

/** Every downloadable file of a release. */
export function filesOf(snapshot: Snapshot): PublishedFile[] {
  return tablesOf(snapshot).flatMap((table) => table.files.map((file) => ({ table, file })));
}

/** The media type of a file, without parameters. */
export function mediaTypeOf({ format }: ReleaseFile): string {
  return format === "csv" ? "text/csv" : PARQUET_TYPE;
}
