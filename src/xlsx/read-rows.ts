import { type CellContext, cellText, type NumberStyle, RichText } from "./cell-text.ts";
import { type CellPlace, columnOf, placeOf, SHEET_COLUMNS_MAX } from "./column-letters.ts";
import { isTrue, parseXml, type XmlAttributes, type XmlHandler } from "./parse-xml.ts";
import { WorkbookError } from "./workbook-error.ts";
import { SHEET_ROWS_MAX } from "./write-workbook.ts";

/** A row of a sheet; its cells as the texts that a CSV file would hold, up to the last one. */
export interface SheetRow {
  /** Counts from 1. */
  readonly number: number;
  readonly cells: readonly string[];
  readonly isHidden: boolean;
  /** The first and last index of columns that are hidden. */
  readonly hiddenColumns: readonly (readonly [number, number])[];
}

export interface SheetParts extends CellContext {
  readonly name: string;
  /** The bytes of its part, from the first. */
  readonly open: () => AsyncIterable<Buffer>;
  readonly styles: readonly NumberStyle[];
  /** Maximum number of cells and characters of all its rows together. */
  readonly textMax: number;
}

/**
 * Reads the rows of a sheet that have texts, from the first. Merged cells are named behind them, so
 * that the part of a sheet with some is parsed twice.
 */
export async function* readSheet(parts: SheetParts): AsyncGenerator<SheetRow> {
  let merges: MergedCells | null = null;
  if (await mayHaveMergedCells(parts)) {
    const survey = new RowParser(parts);
    let width = 0;
    for await (const { cells } of rowsOf(parts, survey)) width = Math.max(width, cells.length);
    merges = new MergedCells(survey.merged, width);
  }
  yield* rowsOf(parts, new RowParser(parts, merges));
}

/** Looks for the name of their element, in UTF-8 or UTF-16, which is much faster than to parse. */
async function mayHaveMergedCells({ open }: SheetParts): Promise<boolean> {
  let end = "";
  for await (const chunk of open()) {
    const text = end + chunk.toString("latin1").replaceAll("\0", "");
    if (text.includes("mergeCell")) return true;
    end = text.slice(-8);
  }
  return false;
}

async function* rowsOf(parts: SheetParts, parser: RowParser): AsyncGenerator<SheetRow> {
  for await (const _ of parseXml(parts.open(), parser)) yield* parser.rows.splice(0);
}

/** Makes rows of the elements of a sheet (ECMA-376 part 1, 18.3.1). */
class RowParser implements XmlHandler {
  /** The rows that were read; the caller that takes them empties it. */
  readonly rows: SheetRow[] = [];
  readonly merged: MergedRange[] = [];
  readonly #hiddenColumns: (readonly [number, number])[] = [];
  readonly #sheet: SheetParts;
  readonly #merges: MergedCells | null;
  readonly #rich = new RichText();
  #size = 0;
  #isInRows = false;
  #row = 0;
  #isHidden = false;
  #cells: string[] = [];
  #column = -1;
  #cell: XmlAttributes = {};
  #value: string | null = null;
  #inline: string | null = null;
  #isFormula = false;
  #isInValue = false;

  constructor(sheet: SheetParts, merges: MergedCells | null = null) {
    this.#sheet = sheet;
    this.#merges = merges;
  }

  open(name: string, attributes: XmlAttributes): void {
    if (name === "sheetData") this.#isInRows = true;
    else if (name === "mergeCell") this.#addMerged(attributes["ref"] ?? "");
    else if (name === "col" && isTrue(attributes["hidden"]))
      this.#hiddenColumns.push([Number(attributes["min"]) - 1, Number(attributes["max"]) - 1]);
    if (!this.#isInRows) return;
    this.#rich.open(name);
    if (name === "row") this.#openRow(attributes);
    else if (name === "c") this.#openCell(attributes);
    else if (name === "f") this.#isFormula = true;
    else if (name === "v") {
      this.#isInValue = true;
      this.#value = "";
    }
  }

  text(text: string): void {
    if (this.#isInValue) this.#value += text;
    else if (this.#isInRows) this.#rich.add(text);
  }

  close(name: string): void {
    if (!this.#isInRows) return;
    this.#rich.close(name);
    if (name === "sheetData") this.#isInRows = false;
    else if (name === "row") this.#closeRow();
    else if (name === "c") this.#closeCell();
    else if (name === "v") this.#isInValue = false;
    else if (name === "is") this.#inline = this.#rich.take();
  }

  #openRow({ r, hidden }: XmlAttributes): void {
    const number = r === undefined ? this.#row + 1 : Number(r);
    if (!(Number.isInteger(number) && number > this.#row && number <= SHEET_ROWS_MAX + 1))
      throw new WorkbookError(
        `a workbook whose sheet ${JSON.stringify(this.#sheet.name)} has rows that are not in order, or too many`,
      );
    this.#row = number;
    this.#isHidden = isTrue(hidden);
    this.#cells = [];
    this.#column = -1;
  }

  #openCell(attributes: XmlAttributes): void {
    const column = attributes["r"] === undefined ? this.#column + 1 : columnOf(attributes["r"]);
    if (column === null || column >= SHEET_COLUMNS_MAX)
      throw new WorkbookError(
        `a workbook whose sheet ${JSON.stringify(this.#sheet.name)} has a cell beyond the last column, XFD`,
      );
    this.#column = column;
    this.#cell = attributes;
    this.#value = null;
    this.#inline = null;
    this.#isFormula = false;
  }

  #closeCell(): void {
    const { t: type = "n", s = "0" } = this.#cell;
    const style = this.#sheet.styles[Number(s)] ?? "number";
    const saved = { type, style, value: this.#value, inline: this.#inline, isFormula: this.#isFormula };
    const text = cellText(saved, this.#sheet);
    // Cells that are merely formatted widen no row.
    if (text.trim() === "") return;
    this.#grow(text.length + Math.max(1, this.#column + 1 - this.#cells.length));
    while (this.#cells.length < this.#column) this.#cells.push("");
    this.#cells[this.#column] = text;
  }

  #closeRow(): void {
    if (this.#cells.length === 0) return;
    const cells = this.#merges?.spread(this.#row - 1, this.#cells) ?? this.#cells;
    if (cells !== this.#cells) this.#grow(cells.reduce((sum, text) => sum + 1 + text.length, 0));
    this.rows.push({ number: this.#row, cells, isHidden: this.#isHidden, hiddenColumns: this.#hiddenColumns });
  }

  /** Refuses a sheet that would be far larger than its workbook, such as one text in all cells. */
  #grow(by: number): void {
    this.#size += by;
    if (this.#size > this.#sheet.textMax)
      throw new WorkbookError(
        `a workbook whose sheet ${JSON.stringify(this.#sheet.name)} has too many cells and letters (more than ${this.#sheet.textMax}; the row ${this.#row} has ${this.#column + 1} columns): delete what does not belong to its table, or save the sheet as CSV`,
      );
  }

  #addMerged(reference: string): void {
    const [from = null, to = from] = reference.split(":", 2).map(placeOf);
    if (from !== null && to !== null) this.merged.push({ from, to });
  }
}

/** Cells that are shown as one, which has the value of the first. */
interface MergedRange {
  readonly from: CellPlace;
  readonly to: CellPlace;
}

/** Gives every cell of merged ranges their value, row by row from the first. */
class MergedCells {
  readonly #ranges: readonly MergedRange[];
  #next = 0;
  #open: { readonly range: MergedRange; readonly value: string }[] = [];
  /** The last row of the range that a column belongs to. */
  readonly #lastRows: Int32Array;

  /** Columns from `width` on have no values of their own, and get none. */
  constructor(ranges: readonly MergedRange[], width: number) {
    this.#ranges = ranges
      .map(({ from, to }) => ({ from, to: { row: to.row, column: Math.min(to.column, width - 1) } }))
      .filter(({ from, to }) => from.column <= to.column)
      .toSorted((a, b) => a.from.row - b.from.row);
    this.#lastRows = new Int32Array(width).fill(-1);
  }

  /**
   * Returns the cells of a row with the values of the ranges that cover them. A title or a note has
   * the row for itself, and stays in its first cell. Throws where ranges overlap, which would take
   * time without end.
   */
  spread(row: number, cells: readonly string[]): readonly string[] {
    this.#open = this.#open.filter(({ range }) => range.to.row >= row);
    for (let range; (range = this.#ranges[this.#next]) !== undefined && range.from.row <= row; this.#next++)
      if (range.from.row === row) this.#begin(range, cells[range.from.column] ?? "");
    if (this.#open.length === 0) return cells;
    const first = cells.findIndex((cell) => cell.trim() !== "");
    const last = cells.findLastIndex((cell) => cell.trim() !== "");
    const spread = [...cells];
    for (const { range, value } of this.#open) {
      const { from, to } = range;
      if (value === "" || first === -1 || (first >= from.column && last <= to.column)) continue;
      while (spread.length < to.column) spread.push("");
      for (let column = from.column; column <= to.column; column++) spread[column] = value;
    }
    return spread;
  }

  #begin(range: MergedRange, value: string): void {
    for (let { column } = range.from; column <= range.to.column; column++) {
      if ((this.#lastRows[column] ?? 0) >= range.from.row) throw new Error("merged cells overlap");
      this.#lastRows[column] = range.to.row;
    }
    this.#open.push({ range, value });
  }
}
