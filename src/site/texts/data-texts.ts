import { capitalized, counted, dayInWords, digits } from "../../contract/grammar.ts";

interface Held {
  readonly countries: number;
  readonly companies: number;
  readonly judgements: number;
}

/** What the page of the files says besides their names and sizes, in English. */
export const dataTexts = {
  data: "Data",
  title: (tables: number): string =>
    `${capitalized(counted(tables, "table", "tables"))} to download, as CSV and as Parquet`,
  standfirst: (publishedAt: string, { countries, companies, judgements }: Held): string =>
    `${digits(judgements)} judgements of ${digits(companies)} companies in ${counted(countries, "country", "countries")}, as published on ${dayInWords(publishedAt)}.`,
  as: (table: string): string => `${table} as `,
  csv: "CSV",
  excel: "CSV for Excel",
  parquet: "Parquet",
  columns: (count: number): string => (count === 1 ? "1 column" : `${digits(count)} columns`),
  column: "Column",
  kind: "Type",
  meaning: "Meaning",
  all: "All at once",
  allNote: "A Data Package lists every file with its columns, size and checksum; many tools load it whole.",
  dataPackage: "Data Package",
  jsonLd: "schema.org",
  dcat: "DCAT",
  formats: "Which file?",
  formatsNote:
    "CSV for programs and most spreadsheets; CSV for Excel begins with a byte order mark, by which Excel reads every letter right; Parquet for R, pandas and DuckDB.",
  guide: "Examples in R, pandas, DuckDB and spreadsheets",
  licence: "Licence",
  licenceNote: "You may use the data under",
  licenceBy: (publisher: string): string => `Name ${publisher} and the release.`,
  older: "This release, and older ones",
  olderNote: "These links lead to the current files. A release keeps its own for good:",
  allReleases: "All releases",
} as const;
