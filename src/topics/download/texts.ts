import { capitalized, counted, dayInWords, digits } from "../../ask/grammar.ts";

interface Sizes {
  readonly countries: number;
  readonly companies_without_country: number;
  readonly companies: number;
  readonly judged_companies: number;
  readonly judgements: number;
}

/** The English texts of the page of the files. */
export const dataTexts = {
  data: "Data",
  title: (tables: number): string =>
    `${capitalized(counted(tables, "table", "tables"))} to download, as CSV, XLSX and Parquet`,
  standfirst: (
    publishedAt: string,
    { countries, companies, companies_without_country: without, judged_companies: judged, judgements }: Sizes,
  ): string =>
    `${digits(judgements)} ${judgements === 1 ? "judgement" : "judgements"} of ${digits(judged)} ${judged === 1 ? "company" : "companies"}${judged < companies ? `, of ${digits(companies)} listed` : ""}, in ${counted(countries, "country", "countries")}${without > 0 ? " or none" : ""}, as published on ${dayInWords(publishedAt)}.`,
  parquet: "Parquet",
  slowWorkbook: (rows: number): string =>
    rows > 3000 ? "The XLSX is made when you ask for it, which takes a few seconds." : "",
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
  jsonLd: "schema.org, Croissant",
  dcat: "DCAT",
  formatsNote:
    "XLSX for Excel and other spreadsheets: every value as it is, with licence and citation on a second sheet. CSV for programs; Parquet for R, pandas and DuckDB.",
  guide: "Examples in R, pandas, DuckDB and spreadsheets",
  live: "Live in a spreadsheet",
  liveNote:
    "Google Sheets and LibreOffice take the first line, Power Query of Excel the second. Each reads the current countries whenever the sheet is refreshed; the address of any CSV file here works.",
  copy: "Copy",
  copied: "Copied",
  licence: "Licence",
  licenceNote: "You may use the data under",
  licenceBy: (publisher: string): string => `Name ${publisher} and the release.`,
  olderNote: "These links lead to the current files. A release keeps its own for good:",
  allReleases: "All releases",
} as const;

/** The English texts beside downloadable files. */
export const fileTexts = {
  as: (name: string): string => `${name} as `,
  csv: "CSV",
  xlsx: "XLSX",
} as const;
