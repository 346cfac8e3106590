import { readFileSync } from "node:fs";
import path from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { columnKey } from "../../tables/input-tables.ts";
import { columnLetters } from "../../xlsx/column-letters.ts";
import { openWorkbook, type Workbook, type WorkbookSheet } from "../../xlsx/read-workbook.ts";
import { WorkbookError } from "../../xlsx/workbook-error.ts";
import { CsvFile } from "./text-records.ts";

/*
 * The program of the thread that copies sheets of a workbook as CSV. It has a heap of its own, so
 * that a workbook of whatever content cannot take the memory of the process.
 */

export interface SheetsRequest {
  readonly path: string;
  /** An existing folder for `<sheet>.csv` of each. */
  readonly folder: string;
  /** The tables whose sheets are copied; null for all sheets, whatever they hold. */
  readonly tables: readonly SheetOfTable[] | null;
}

interface SheetOfTable {
  readonly table: string;
  /** The sheet that dataset.json names, or null: then the one named like the table is taken. */
  readonly named: string | null;
  /** True if the first sheet that can be seen is taken where there is none of that name. */
  readonly orFirst: boolean;
}

/** A sheet, and its copy, which has every row in the line of its number. */
export interface SheetCopy {
  readonly sheet: string;
  readonly file: string;
  readonly isEmpty: boolean;
  readonly isHidden: boolean;
  readonly hiddenRows: number;
  readonly hiddenColumns: readonly number[];
  /** Letters of columns with cells below an empty one in the first row. */
  readonly nameless: readonly string[];
}

export type SheetsAnswer =
  | {
      readonly kind: "copied";
      readonly names: readonly string[];
      /** A copy for each table, null where it has no sheet; otherwise for each sheet. */
      readonly copies: readonly (SheetCopy | null)[];
    }
  | { readonly kind: "unreadable"; readonly found: string };

async function answer({ path: file, folder, tables }: SheetsRequest): Promise<SheetsAnswer> {
  try {
    const workbook = await openWorkbook(readFileSync(file));
    const { sheets } = workbook;
    const chosen = tables?.map((wanted) => chooseSheet(sheets, wanted)) ?? sheets;
    const copies: (SheetCopy | null)[] = [];
    for (const [at, sheet] of chosen.entries()) {
      // The texts of replies have lines of their own; those of the copy are the rows of the sheet.
      const textOf = tables?.[at]?.table === "replies" ? withLines : onOneLine;
      copies.push(sheet && (await copySheet(workbook, sheet, folder, textOf)));
    }
    return { kind: "copied", names: sheets.map(({ name }) => name), copies };
  } catch (error) {
    if (error instanceof WorkbookError) return { kind: "unreadable", found: error.message };
    throw error;
  }
}

function chooseSheet(sheets: readonly WorkbookSheet[], { named, table, orFirst }: SheetOfTable): WorkbookSheet | null {
  const wanted = columnKey(named ?? table);
  const found = sheets.find(({ name }) => columnKey(name) === wanted);
  if (found !== undefined && (named !== null || !found.isHidden)) return found;
  if (named !== null || !orFirst) return null;
  return sheets.find(({ isHidden }) => !isHidden) ?? null;
}

/** Copies a sheet, which is read again where its first row is not the widest. */
async function copySheet(
  workbook: Workbook,
  { name, isHidden }: WorkbookSheet,
  folder: string,
  textOf: (cell: string) => string,
): Promise<SheetCopy> {
  // File systems take 255 bytes; spreadsheet programs take 31 letters.
  const file = `${name.slice(0, 80).replaceAll(/[/\\]/gu, "_")}.csv`;
  let width = 0;
  for (;;) {
    const copy = new CsvFile(path.join(folder, file));
    const nameless = new Set<number>();
    let header: readonly string[] | null = null;
    let hidden: readonly (readonly [number, number])[] = [];
    let [line, hiddenRows, fields, widest] = [1, 0, 0, width];
    try {
      for await (const row of workbook.rowsOf(name)) {
        const read = header === null ? onOneLine : textOf;
        header ??= row.cells;
        widest = Math.max(widest, row.cells.length);
        width ||= widest;
        fields += width;
        if (fields > workbook.textMax) throw tooWide(width);
        for (; line < row.number; line++) copy.addBlankLine();
        copy.add(Array.from({ length: width }, (_, index) => read(row.cells[index] ?? "")));
        line++;
        hiddenRows += Number(row.isHidden);
        hidden = row.hiddenColumns;
        for (const [index, cell] of row.cells.entries())
          if (isFilled(cell) && !isFilled(header[index] ?? "")) nameless.add(index);
      }
    } finally {
      copy.close();
    }
    const letters = [...nameless].sort((a, b) => a - b).map(columnLetters);
    const indexes = Array.from({ length: width }, (_, index) => index);
    const hiddenColumns = indexes.filter((index) => hidden.some(([from, to]) => index >= from && index <= to));
    if (widest === width)
      return { sheet: name, file, isEmpty: header === null, isHidden, hiddenRows, hiddenColumns, nameless: letters };
    width = widest;
  }
}

function tooWide(width: number): WorkbookError {
  return new WorkbookError(
    `a workbook with a sheet of ${width} columns, most of them empty: delete what stands in the column ${columnLetters(width - 1)}, or save the sheet as CSV`,
  );
}

const onOneLine = (cell: string): string => cell.replaceAll(/[\r\n]+/gu, " ");
/** Writes line separators (U+2028), which end no line of a CSV file. */
const withLines = (cell: string): string => cell.replaceAll(/\r\n?|\n/gu, "\u2028");

function isFilled(cell: string): boolean {
  return cell.trim() !== "";
}

if (parentPort !== null) {
  const request: SheetsRequest = workerData;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port between threads has no origin
  parentPort.postMessage((await answer(request)) satisfies SheetsAnswer);
}
