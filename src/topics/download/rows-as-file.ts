import { csvLine } from "../../ask/csv.ts";
import { citationOf, licenceName } from "../../ask/describe.ts";
import { licencePage, tableFileOf, tableLinks } from "./downloads.ts";
import { inOneWording } from "../../ask/filters.ts";
import { dayInWords, digits } from "../../ask/grammar.ts";
import type { Answer, AnswerLink, Operation } from "../../ask/operation.ts";
import { refuseParameters } from "../../ask/read-parameters.ts";
import type { Sources } from "../../ask/sources.ts";
import type { ProblemError } from "../../problem.ts";
import { type ReleaseTable, type TableDescription, type TableId, tablesOf } from "../../release/release-tables.ts";
import type { Snapshot } from "../../release/snapshot.ts";
import type { RecordPage } from "../../release/table-records.ts";
import type { Workbook } from "../../xlsx/workbook.ts";
import { SHEET_ROWS_MAX, writeWorkbook } from "../../xlsx/write-workbook.ts";
import { canonicalUrl, withQuery } from "../../ask/urls.ts";

/** Rows as CSV and XLSX files, which are made while they are sent. */

/** The content, name and links of a file of rows. */
interface RowsFile {
  readonly facts: TableDescription;
  readonly read: (offset: number) => RecordPage;
  /** The path and query that always lead to this very file. */
  readonly url: string;
  /** The name that readers save it under, without its extension. */
  readonly filename: string;
  readonly links: readonly AnswerLink[];
  /** Further facts about the rows in a workbook. */
  readonly besides?: Workbook["about"];
}

/** Rows of a table of the release. */
interface TableRows extends Pick<RowsFile, "read" | "besides"> {
  readonly table: TableId;
  /** Names the rows in the name of the file. */
  readonly name: string;
  /** True for all rows of the table in its order, whose CSV is stored. */
  readonly isWhole?: boolean;
}

/** Number of rows that are made at a time: other requests are answered in between. */
export const ROWS_AT_A_TIME = 200;

/** Describes every workbook, for the descriptions of operations. */
export const XLSX_RULES =
  "An Excel workbook of two sheets: the rows, with numbers as numbers, dates as dates and texts as texts, whatever they begin with; and what the data are, with the licence, the citation and the meaning of each column.";

/**
 * Answers with rows in the file format of `format`; `given` names their releases. Throws
 * `invalid_request` where `total` rows are more than a sheet has room for.
 */
export function answerRows(
  operation: Operation,
  sources: Sources,
  given: Readonly<Record<string, unknown>>,
  rows: Omit<RowsFile, "url">,
  total = 0,
): Answer {
  const { format, release } = given;
  const canonical = canonicalUrl(operation, inOneWording(sources, given));
  const url = typeof release === "string" ? withQuery(canonical, { release }) : canonical;
  if (format === "csv") {
    const { facts, read, filename, links } = rows;
    return { kind: "rows", name: url, chunks: () => linesOf(facts.columns, read), filename: `${filename}.csv`, links };
  }
  const errors = findSheetErrors(total);
  if (errors.length > 0) throw refuseParameters(errors, false);
  return answerWorkbook(sources, { ...rows, url });
}

/** Answers with rows of a table of the release in the file format of `format`. */
export function answerTableRows(
  operation: Operation,
  sources: Sources,
  given: Readonly<Record<string, unknown>> & { readonly release?: string },
  { table, name, isWhole = false, ...rows }: TableRows,
): Answer {
  const { snapshot, site } = sources;
  const { id } = snapshot.manifest;
  const isCsv = given["format"] === "csv";
  const links = tableLinks({ site, snapshot, release: given.release, ...(isCsv ? { csv: table } : {}) });
  const named = { filename: `country-trust-${name}-${id}`, links };
  if (isCsv && isWhole)
    return { kind: "file", ...tableFileOf(snapshot, table, "csv"), ...named, filename: `${named.filename}.csv` };
  return answerRows(
    operation,
    sources,
    { ...given, release: id },
    { ...named, ...rows, facts: tableOf(snapshot, table) },
  );
}

/** Gives rows that fit in memory at once. */
export function allAtOnce(rows: RecordPage["rows"]): RowsFile["read"] {
  return () => ({ rows, total: rows.length, nextOffset: null });
}

/** Finds an error if there are too many rows for a workbook. */
export function findSheetErrors(rows: number): ProblemError[] {
  if (rows <= SHEET_ROWS_MAX) return [];
  const detail = `A sheet has room for ${digits(SHEET_ROWS_MAX)} rows, and these are ${digits(rows)}. Take fewer of them by the filters of the list, or all of them as CSV or Parquet.`;
  return [{ detail }];
}

/** Answers with rows as a workbook. */
function answerWorkbook(
  { snapshot, site }: Sources,
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
    chunks: () => writeWorkbook(workbook),
    filename: `${filename}.xlsx`,
    links,
  };
}

/** Returns the description of a table of the release. */
export function tableOf(snapshot: Snapshot, table: TableId): ReleaseTable {
  const found = tablesOf(snapshot).find((each) => each.table === table);
  if (found === undefined) throw new Error(`release ${snapshot.manifest.id} holds no table ${table}`);
  return found;
}

/** Writes a CSV file from its beginning, as many rows at a time as `read` gives. */
function* linesOf(columns: TableDescription["columns"], read: (offset: number) => RecordPage): Generator<string> {
  yield `${columns.map(({ name }) => name).join(",")}\r\n`;
  for (const records of pagesOf(read))
    yield records.map((record) => csvLine(columns.map(({ name }) => record[name] ?? null))).join("");
}

/** Reads all rows, as many at a time as `read` gives. */
function* pagesOf(read: (offset: number) => RecordPage): Generator<RecordPage["rows"]> {
  for (let offset: number | null = 0; offset !== null;) {
    const page = read(offset);
    yield page.rows;
    offset = page.nextOffset;
  }
}
