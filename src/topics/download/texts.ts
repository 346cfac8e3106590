import { capitalized, counted, dayInWords, digits } from "../../ask/grammar.ts";

interface Held {
  readonly countries: number;
  readonly companies_without_country: number;
  readonly companies: number;
  readonly judgements: number;
}

/** What the page of the files says apart from their names and sizes, in English. */
export const dataTexts = {
  data: "Data",
  title: (tables: number): string =>
    `${capitalized(counted(tables, "table", "tables"))} to download, as CSV, XLSX and Parquet`,
  standfirst: (
    publishedAt: string,
    { countries, companies, companies_without_country: without, judgements }: Held,
  ): string =>
    `${digits(judgements)} judgements of ${digits(companies)} companies in ${counted(countries, "country", "countries")}${without > 0 ? " or none" : ""}, as published on ${dayInWords(publishedAt)}.`,
  parquet: "Parquet",
  noWorkbook: (rows: number): string => `No XLSX: ${digits(rows)} rows are more than a sheet has room for (1,048,575).`,
  columns: (count: number): string => (count === 1 ? "1 column" : `${digits(count)} columns`),
  column: "Column",
  kind: "Type",
  meaning: "Meaning",
  all: "All at once",
  archive: "Everything as one ZIP",
  archiveNote: "Every table as CSV, with what its columns mean, the licence, the citation and checksums.",
  allNote: "A Data Package lists every file with its columns, size and checksum; many tools load it whole.",
  dataPackage: "Data Package",
  jsonLd: "schema.org",
  dcat: "DCAT",
  croissant: "Croissant",
  formats: "Which file?",
  formatsNote:
    "XLSX for Excel and other spreadsheets: every value as it is, with licence and citation on a second sheet. CSV for programs; Parquet for R, pandas and DuckDB.",
  guide: "Examples in R, pandas, DuckDB and spreadsheets",
  licence: "Licence",
  licenceNote: "You may use the data under",
  licenceBy: (publisher: string): string => `Name ${publisher} and the release.`,
  older: "This release, and older ones",
  olderNote: "These links lead to the current files. A release keeps its own for good:",
  allReleases: "All releases",
} as const;
