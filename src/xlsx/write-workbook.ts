import type { WorksheetWriter } from "@cj-tech-master/excelts";
import { once } from "node:events";
import { PassThrough } from "node:stream";

/** Writes XLSX workbooks: a sheet with the rows, and one that says what they are. */

/** A row: its values by the names of columns. */
export type WorkbookRow = Readonly<Record<string, string | number | null>>;

export interface WorkbookColumn {
  readonly name: string;
  /** `date` is `YYYY-MM-DD`. */
  readonly type: "text" | "integer" | "number" | "date";
  readonly title: string;
  readonly description: string;
}

export interface Workbook {
  /** The name of the first sheet. */
  readonly title: string;
  readonly publisher: string;
  readonly publishedAt: string;
  readonly columns: readonly WorkbookColumn[];
  /** The rows from the first, some at a time. */
  readonly pages: () => Iterable<readonly WorkbookRow[]>;
  /** The second sheet up to its list of columns: a term and what is to be said of it. */
  readonly about: readonly (readonly [term: string, text: string])[];
}

/** How many rows a sheet has room for below its header; Excel has 1,048,576 in all. */
export const SHEET_ROWS_MAX = 1_048_575;

/** How many rows are written at a time: few enough for other requests to come between. */
const ROWS_AT_A_TIME = 50;

/**
 * Workbooks that are made at once take turns, so that other requests wait for one of them alone.
 */
let lastTurn: Promise<void> = Promise.resolve();

function takeTurn(nextTurn: () => Promise<void>): Promise<void> {
  lastTurn = lastTurn.then(nextTurn);
  return lastTurn;
}

/**
 * The bytes of a workbook, made no faster than they are taken. They differ from one time to the
 * next, since a ZIP file says when it was written; what they hold does not.
 */
export async function* writeWorkbook(
  workbook: Workbook,
  nextTurn: () => Promise<void>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const sink = new PassThrough();
  fillWorkbook(workbook, sink, nextTurn).catch((error: unknown) =>
    sink.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  try {
    yield* sink;
  } finally {
    sink.destroy();
  }
}

async function fillWorkbook(workbook: Workbook, sink: PassThrough, nextTurn: () => Promise<void>): Promise<void> {
  const { title, publisher, columns, pages } = workbook;
  const publishedAt = new Date(workbook.publishedAt);
  // Loaded for the first workbook: few processes write one, and it is large.
  const { WorkbookWriter } = await import("@cj-tech-master/excelts");
  const writer = new WorkbookWriter({
    stream: sink,
    useStyles: true,
    creator: publisher,
    lastModifiedBy: publisher,
    created: publishedAt,
    modified: publishedAt,
  });
  const sheet = writer.addWorksheet(title, {
    views: [{ state: "frozen", ySplit: 1 }],
    autoFilter: { from: { row: 1, col: 1 }, to: { row: 1, col: columns.length } },
  });
  sheet.columns = columns.map(({ name, type }) => ({
    width: Math.max(WIDTHS[type], name.length + 2),
  }));
  writeHead(
    sheet,
    columns.map(({ name }) => name),
  );
  for (const page of pages()) {
    for (let from = 0; from < page.length; from += ROWS_AT_A_TIME) {
      for (const record of page.slice(from, from + ROWS_AT_A_TIME)) {
        writeRow(sheet, columns, record);
      }
      if (sink.writableNeedDrain) await Promise.race([once(sink, "drain"), once(sink, "close")]);
      await takeTurn(nextTurn);
      if (sink.destroyed) return;
    }
  }
  sheet.commit();
  writeAbout(writer.addWorksheet("About"), workbook);
  await writer.commit();
}

function writeRow(sheet: WorksheetWriter, columns: Workbook["columns"], record: WorkbookRow): void {
  const row = sheet.addRow(columns.map((column) => cellOf(column, record[column.name] ?? null)));
  // The same objects for all rows: the library knows a style it has seen by its identity.
  for (const [index, { type }] of columns.entries()) row.getCell(index + 1).style = STYLES[type];
  row.commit();
}

function writeHead(sheet: WorksheetWriter, names: string[]): void {
  const head = sheet.addRow(names);
  head.font = { name: "Calibri", size: 11, bold: true };
  head.commit();
}

function writeAbout(sheet: WorksheetWriter, { about, columns }: Workbook): void {
  sheet.columns = ABOUT_WIDTHS.map((width) => ({ width, style: STYLES.text }));
  for (const [term, text] of about) sheet.addRow([term, shortened(text)]).commit();
  sheet.addRow([]).commit();
  writeHead(sheet, ["Column", "Meaning", "Title", "Type"]);
  for (const { name, description, title, type } of columns) sheet.addRow([name, description, title, type]).commit();
  sheet.commit();
}

const ABOUT_WIDTHS = [28, 90, 28, 10];

/** Widths of columns, in characters. */
const WIDTHS: Readonly<Record<WorkbookColumn["type"], number>> = { text: 18, integer: 10, number: 10, date: 12 };

/**
 * Formats of cells. `@` is text, so that `=1+1` stays one even where somebody edits the cell.
 */
const STYLES: Readonly<Record<WorkbookColumn["type"], { readonly numFmt: string }>> = {
  text: { numFmt: "@" },
  integer: { numFmt: "0" },
  number: { numFmt: "General" },
  date: { numFmt: "yyyy-mm-dd" },
};

/** The first day from which on all spreadsheets count days alike. */
const FIRST_DAY = Date.UTC(1900, 2, 1);

function cellOf({ type }: WorkbookColumn, value: string | number | null): string | number | Date | null {
  if (typeof value !== "string") return value;
  if (type !== "date") return shortened(value);
  const day = new Date(`${value}T00:00:00Z`);
  return day.getTime() >= FIRST_DAY ? day : value;
}

/** How many characters a cell has room for. */
const CHARACTERS_MAX = 32_767;

function shortened(text: string): string {
  return text.length <= CHARACTERS_MAX ? text : `${text.slice(0, CHARACTERS_MAX - 1)}…`;
}
