import { readFileSync } from "node:fs";
import path from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { columnLetters } from "../xlsx/column-letters.ts";
import { countHiddenRows } from "../xlsx/hidden-rows.ts";
import { listSheets, readSheet, type SheetRow, WorkbookError } from "../xlsx/read-workbook.ts";
import { columnKey } from "../tables/input-tables.ts";
import { CsvFile } from "./text-records.ts";

/*
 * The program of the thread that copies a sheet of a workbook as CSV. It has a heap of its own, so
 * that a workbook of whatever content cannot take the memory of the process.
 */

/** Asks for all sheets, as `<sheet>.csv` in an existing folder, whatever they hold. */
export interface AllSheetsRequest {
  readonly path: string;
  readonly folder: string;
}

/** Asks for the sheet of a table. */
export interface SheetRequest {
  readonly path: string;
  /** The sheet that dataset.json names, or null. */
  readonly named: string | null;
  /** Then the one of this name is taken, and, if `orFirst`, the first that can be seen. */
  readonly table: string;
  readonly orFirst: boolean;
  /** The columns that a header must have, as far as one has them. */
  readonly required: readonly string[];
  readonly copyPath: string;
}

export type SheetAnswer =
  | {
      readonly kind: "copied";
      readonly sheet: string;
      /** The row of the header, from 1; the copy has every row in the line of its number. */
      readonly headerRow: number;
      /** Letters of columns with cells that have no header. */
      readonly nameless: readonly string[];
      readonly hiddenRows: number;
    }
  | { readonly kind: "empty"; readonly sheet: string }
  | { readonly kind: "absent"; readonly sheets: readonly string[] }
  | UnreadableWorkbook;

export type AllSheetsAnswer =
  | {
      readonly kind: "done";
      /** What spreadsheet programs do not show. The copies have it. */
      readonly hidden: readonly HiddenPart[];
    }
  | UnreadableWorkbook;

/** A sheet that is hidden, or some rows of one that is not. */
export interface HiddenPart {
  readonly sheet: string;
  /** The name of its copy. */
  readonly file: string;
  /** How many rows; null where the whole sheet is hidden. */
  readonly rows: number | null;
}

interface UnreadableWorkbook {
  readonly kind: "unreadable";
  readonly found: string;
}

/** A header stands in one of the first rows with cells. */
const HEADER_AMONG = 50;

async function answer(request: SheetRequest | AllSheetsRequest): Promise<SheetAnswer | AllSheetsAnswer> {
  try {
    const bytes = readFileSync(request.path);
    const sheets = await listSheets(bytes);
    if ("folder" in request) {
      const hidden: HiddenPart[] = [];
      for (const { name, isHidden } of sheets) {
        await copyWhole(bytes, name, request.folder);
        const rows = isHidden ? null : await countHiddenRows(bytes, name);
        if (rows !== 0) hidden.push({ sheet: name, file: copyName(name), rows });
      }
      return { kind: "done", hidden };
    }
    const sheet = chooseSheet(sheets, request);
    if (sheet === null) return { kind: "absent", sheets: sheets.map(({ name }) => name) };
    const copied = await copySheet(readSheet(bytes, sheet), sheet, request);
    return copied.kind === "copied" ? { ...copied, hiddenRows: await countHiddenRows(bytes, sheet) } : copied;
  } catch (error) {
    if (error instanceof WorkbookError) return { kind: "unreadable", found: error.message };
    throw error;
  }
}

function chooseSheet(
  sheets: Awaited<ReturnType<typeof listSheets>>,
  { named, table, orFirst }: SheetRequest,
): string | null {
  const wanted = columnKey(named ?? table);
  const found = sheets.find(({ name }) => columnKey(name) === wanted);
  if (found !== undefined && (named !== null || !found.isHidden)) return found.name;
  if (named !== null || !orFirst) return null;
  return sheets.find(({ isHidden }) => !isHidden)?.name ?? null;
}

async function copySheet(
  rows: AsyncIterable<SheetRow>,
  sheet: string,
  { table, required, copyPath }: SheetRequest,
): Promise<SheetAnswer> {
  // The texts of replies have lines of their own; those of the copy are the rows of the sheet.
  const copy = new SheetCopy(copyPath, null, table === "replies" ? withLines : onOneLine);
  try {
    // Above the header may stand a title, a date, a note.
    const first: SheetRow[] = [];
    let hasHeader = false;
    for await (const row of rows) {
      if (hasHeader) copy.add(row);
      else if (row.cells.some(isFilled)) {
        first.push(row);
        const keys = row.cells.map(columnKey);
        hasHeader = required.every((column) => keys.includes(column));
        if (hasHeader) copy.add(row);
        else if (first.length === HEADER_AMONG) {
          first.forEach((each) => copy.add(each));
          hasHeader = true;
        }
      }
    }
    if (!hasHeader) first.forEach((each) => copy.add(each));
    const headerRow = copy.headerRow;
    return headerRow === null
      ? { kind: "empty", sheet }
      : { kind: "copied", sheet, headerRow, nameless: copy.nameless(), hiddenRows: 0 };
  } finally {
    copy.close();
  }
}

/**
 * All lines of the copy have as many fields, which only a first reading tells. Rows that are merely
 * formatted hold nothing: programs save hundreds of them below a table.
 */
async function copyWhole(bytes: Buffer, sheet: string, folder: string): Promise<void> {
  let width = 0;
  for await (const { cells } of readSheet(bytes, sheet)) width = Math.max(width, cells.findLastIndex(isFilled) + 1);
  const copy = new SheetCopy(path.join(folder, copyName(sheet)), width, onOneLine);
  try {
    for await (const row of readSheet(bytes, sheet)) if (row.cells.some(isFilled)) copy.add(row);
  } finally {
    copy.close();
  }
}

function copyName(sheet: string): string {
  return `${sheet.replaceAll(/[/\\]/gu, "_")}.csv`;
}

const onOneLine = (cell: string): string => cell.replaceAll(/[\r\n]+/gu, " ");
/** With line separators (U+2028), which end no line of a CSV file. */
const withLines = (cell: string): string => cell.replaceAll(/\r\n?|\n/gu, "\u2028");

function isFilled(cell: string): boolean {
  return cell.trim() !== "";
}

/**
 * A CSV file with every row of a sheet in the line of its number, as wide as the first one, which
 * is the header, or as told.
 */
class SheetCopy {
  headerRow: number | null = null;
  readonly #file: CsvFile;
  readonly #nameless = new Set<number>();
  readonly #width: number | null;
  readonly #textOf: (cell: string) => string;
  #header: readonly string[] = [];
  #line = 1;

  /** `textOf` takes the line breaks out of a cell. */
  constructor(copyPath: string, width: number | null, textOf: (cell: string) => string) {
    this.#file = new CsvFile(copyPath);
    this.#width = width;
    this.#textOf = textOf;
  }

  add({ number, cells }: SheetRow): void {
    if (this.headerRow === null) {
      this.headerRow = number;
      const width = this.#width ?? cells.findLastIndex(isFilled) + 1;
      this.#header = Array.from({ length: width }, (_, index) => cells[index] ?? "");
    }
    for (; this.#line < number; this.#line++) this.#file.addBlankLine();
    const textOf = number === this.headerRow ? onOneLine : this.#textOf;
    this.#file.add(this.#header.map((_, index) => textOf(cells[index] ?? "")));
    this.#line++;
    cells.forEach((cell, index) => {
      if (isFilled(cell) && !isFilled(this.#header[index] ?? "")) this.#nameless.add(index);
    });
  }

  nameless(): string[] {
    return [...this.#nameless].sort((a, b) => a - b).map(columnLetters);
  }

  close(): void {
    this.#file.close();
  }
}

if (parentPort !== null) {
  const request: SheetRequest | AllSheetsRequest = workerData;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port between threads has no origin
  parentPort.postMessage((await answer(request)) satisfies SheetAnswer | AllSheetsAnswer);
}
