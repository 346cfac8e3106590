import { type CsvForm, csvLine, SEPARATORS } from "../../ask/csv.ts";
import { csvFormOf, PLAIN_CSV } from "./csv-form.ts";
import { citationOf, licenceName } from "../../ask/describe.ts";
import { licencePage, tableDataPath, tableFileOf, tableLinks } from "./downloads.ts";
import { inOneWording } from "../../ask/filters.ts";
import { dayInWords, digits } from "../../ask/grammar.ts";
import type { Answer, AnswerLink, Operation } from "../../ask/operation.ts";
import type { Sources } from "../../ask/sources.ts";
import type { ProblemError } from "../../problem.ts";
import { type ReleaseTable, type TableDescription, type TableId, tablesOf } from "../../release/release-tables.ts";
import type { Snapshot } from "../../release/snapshot.ts";
import type { RecordPage } from "../../release/table-records.ts";
import { SHEET_ROWS_MAX, type Workbook, writeWorkbook } from "../../xlsx/write-workbook.ts";
import { canonicalUrl, withQuery } from "../../ask/urls.ts";

/** Rows as CSV and XLSX files, which are made while they are sent. */

/** What a file of rows is made from. */
export interface RowsFile {
  readonly facts: TableDescription;
  readonly read: (offset: number) => RecordPage;
  /** The path and query that always give this very file. */
  readonly url: string;
  /** The name that readers save it under, without its extension. */
  readonly filename: string;
  readonly links: readonly AnswerLink[];
  /** More that a workbook says of the rows. */
  readonly besides?: Workbook["about"];
}

/** Rows of a table of the release. */
interface TableRows extends Pick<RowsFile, "besides"> {
  readonly table: TableId;
  /** What they are, in the name of the file. */
  readonly name: string;
  readonly records: RecordPage["records"];
}

/** How many rows are made at a time: few enough for other requests to come between. */
export const ROWS_AT_A_TIME = 200;

/** What every workbook is, for the descriptions of operations. */
export const XLSX_RULES =
  "An Excel workbook of two sheets: the rows, with numbers as numbers, dates as dates and texts as texts, whatever they begin with; and what the data are, with the licence, the citation and the meaning of each column.";

/** Rows as a CSV file. */
export function answerCsv({ facts, read, url, filename, links }: RowsFile, form: CsvForm): Answer {
  const chunks = () => linesOf(facts.columns, read, form);
  return { kind: "rows", name: url, chunks, filename: `${filename}.csv`, links };
}

/** Rows of a table of the release that fit in memory, as the file that `format` asks for. */
export function answerTableRows(
  operation: Operation,
  sources: Sources,
  given: Readonly<Record<string, unknown>> & { readonly release?: string },
  { table, name, records, besides }: TableRows,
): Answer {
  const { snapshot, site } = sources;
  const { id } = snapshot.manifest;
  const form = csvFormOf(given);
  const isCsv = given["format"] === "csv";
  const described = isCsv ? { csvPath: tableDataPath(table, "csv"), form } : {};
  const file = {
    facts: tableOf(snapshot, table),
    read: () => ({ records, total: records.length, nextOffset: null }),
    url: urlOfFile(operation, sources, { ...given, release: id }),
    filename: `country-trust-${name}-${id}`,
    links: tableLinks({ site, snapshot, release: given.release, ...described }),
    ...(besides === undefined ? {} : { besides }),
  };
  return isCsv ? answerCsv(file, form) : answerWorkbook(sources, file);
}

/** A CSV file of the release as it is stored, which has commas. */
export function answerStoredCsv(
  snapshot: Snapshot,
  table: TableId,
  { bom }: CsvForm,
  { filename, links }: Pick<RowsFile, "filename" | "links">,
): Answer {
  const mark = bom ? ({ byteOrderMark: true } as const) : {};
  return { kind: "file", ...tableFileOf(snapshot, table, "csv"), ...mark, filename: `${filename}.csv`, links };
}

/** Whether a stored CSV file has what is between its values. */
export function isStoredAs({ separator }: CsvForm): boolean {
  return separator === PLAIN_CSV.separator;
}

/** What is wrong with so many rows for a workbook. */
export function findSheetErrors(rows: number): ProblemError[] {
  if (rows <= SHEET_ROWS_MAX) return [];
  const detail = `A sheet has room for ${digits(SHEET_ROWS_MAX)} rows, and these are ${digits(rows)}. Take fewer of them by the filters of the list, or all of them as CSV or Parquet.`;
  return [{ detail }];
}

/** Rows as a workbook. */
export function answerWorkbook(
  { snapshot, site, nextTurn }: Sources,
  { facts, read, url, filename, links, besides = [] }: RowsFile,
): Answer {
  const { dataset, id, publishedAt } = snapshot.manifest;
  const workbook: Workbook = {
    title: facts.title,
    publisher: dataset.publisher,
    publishedAt,
    columns: facts.columns,
    pages: () => pagesOf(read),
    about: [
      ["Dataset", dataset.title],
      ["Table", `${facts.title}. ${facts.description}`],
      ["Publisher", dataset.publisher],
      ...(dataset.notice === null ? [] : [["Notice", dataset.notice] as const]),
      ...snapshot.errata.map(({ at, text }) => [`Correction of ${dayInWords(at)}`, text] as const),
      ["Licence", `${licenceName(dataset.licence)}, ${licencePage(dataset.licence)}`],
      ["How to cite", citationOf(snapshot, site)],
      ["Release", id],
      ...besides,
      ["Published", publishedAt.slice(0, 10)],
      ["Bands, worst first", dataset.scale.bands.map(({ id: band, label }) => `${band} (${label})`).join(", ")],
      ["How to read them", "Only the order of the bands has meaning: do not compute with their levels."],
      ["This file", site.baseUrl + url],
    ],
  };
  return {
    kind: "bytes",
    name: [url, ...snapshot.errata.map(({ at }) => at)].join(" "),
    chunks: () => writeWorkbook(workbook, nextTurn),
    filename: `${filename}.xlsx`,
    links,
  };
}

/** How a table of the release is described. */
export function tableOf(snapshot: Snapshot, table: TableId): ReleaseTable {
  const found = tablesOf(snapshot).find((each) => each.table === table);
  if (found === undefined) throw new Error(`release ${snapshot.manifest.id} holds no table ${table}`);
  return found;
}

/** The path and query of what was asked for, in the one wording, release included. */
export function urlOfFile(
  operation: Pick<Operation, "path" | "parameters">,
  sources: Sources,
  given: Readonly<Record<string, unknown>>,
): string {
  const url = canonicalUrl(operation, inOneWording(sources, given));
  const { release } = given;
  return typeof release === "string" ? withQuery(url, { release }) : url;
}

/** A CSV file from its beginning, as many rows at a time as `read` gives. */
function* linesOf(
  columns: TableDescription["columns"],
  read: (offset: number) => RecordPage,
  { bom, separator }: CsvForm,
): Generator<string> {
  yield `${bom ? "\ufeff" : ""}${columns.map(({ name }) => name).join(SEPARATORS[separator])}\r\n`;
  for (const records of pagesOf(read)) {
    yield records
      .map((record) =>
        csvLine(
          columns.map(({ name }) => record[name] ?? null),
          separator,
        ),
      )
      .join("");
  }
}

/** All rows, as many at a time as `read` gives. */
function* pagesOf(read: (offset: number) => RecordPage): Generator<RecordPage["records"]> {
  for (let offset: number | null = 0; offset !== null;) {
    const page = read(offset);
    yield page.records;
    offset = page.nextOffset;
  }
}
