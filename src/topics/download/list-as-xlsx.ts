import { Type } from "typebox";
import { licenceName, citationOf } from "../../ask/describe.ts";
import { licencePage, tableLinks, XLSX_TYPE } from "./downloads.ts";
import {
  type Answer,
  type AnswerLink,
  defineOperation,
  describeParameters,
  type Operation,
} from "../../ask/operation.ts";
import { releaseParameter } from "../../ask/parameters.ts";
import type { Sources } from "../../ask/sources.ts";
import { dayInWords, digits } from "../../ask/grammar.ts";
import type { ProblemError } from "../../problem.ts";
import { SHEET_ROWS_MAX, type Workbook, writeWorkbook } from "../../xlsx/write-workbook.ts";
import type { TableDescription } from "../../release/release-tables.ts";
import type { RecordPage } from "../../release/table-records.ts";
import { describeFile, tableOf, type ListedTable, pagesOf, ROWS_AT_A_TIME, urlOfList } from "./list-as-csv.ts";

/** What every workbook is, for the descriptions of operations. */
export const XLSX_RULES =
  "An Excel workbook of two sheets: the rows, with numbers as numbers, dates as dates and texts as texts, whatever they begin with; and what the data are, with the licence, the citation and the meaning of each column.";

/** What is wrong with so many rows for a workbook. */
export function findSheetErrors(rows: number): ProblemError[] {
  if (rows <= SHEET_ROWS_MAX) return [];
  const detail = `A sheet has room for ${digits(SHEET_ROWS_MAX)} rows, and these are ${digits(rows)}. Take fewer of them by the filters of the list, or all of them as CSV or Parquet.`;
  return [{ detail }];
}

/** A filtered list as an XLSX file, with the columns of the downloadable table. */
export function listAsXlsx({ list, table, filters, rows }: ListedTable): Operation {
  const xlsx: Operation = defineOperation({
    id: `${list.id}_xlsx`,
    ...describeFile(list, table, { type: XLSX_TYPE, name: "XLSX", rules: XLSX_RULES }),
    path: `${list.path}.xlsx`,
    parameters: { path: Type.Object({}), query: describeParameters({ ...filters, ...releaseParameter }) },
    check(sources, given, sent) {
      const errors = list.check?.(sources, given, sent) ?? [];
      if (errors.length > 0) return errors;
      return findSheetErrors(rows(sources, given, { limit: 1, offset: 0 }).total);
    },
    answer(sources, { release, ...chosen }) {
      const { snapshot, site } = sources;
      return answerWorkbook(sources, {
        url: urlOfList(xlsx, sources, { ...chosen, release: snapshot.manifest.id }),
        filename: `country-trust-${table}-list-${snapshot.manifest.id}.xlsx`,
        facts: tableOf(snapshot, table),
        read: (offset) => rows(sources, chosen, { limit: ROWS_AT_A_TIME, offset }),
        links: tableLinks({ site, snapshot, release }),
      });
    },
  });
  return xlsx;
}

/** What a workbook is made from. */
interface WorkbookParts {
  /** The path and query that always give these rows. */
  readonly url: string;
  readonly filename: string;
  readonly facts: TableDescription;
  readonly read: (offset: number) => RecordPage;
  readonly links: readonly AnswerLink[];
  /** More to be said of the rows. */
  readonly besides?: Workbook["about"];
}

/** The answer with a workbook, which is made while it is sent. */
export function answerWorkbook(
  sources: Sources,
  { url, filename, facts, read, links, besides = [] }: WorkbookParts,
): Answer {
  const { snapshot, site, nextTurn } = sources;
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
    filename,
    links,
  };
}
