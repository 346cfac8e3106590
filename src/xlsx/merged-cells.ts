import type { CellPlace } from "./column-letters.ts";

/** Cells that are shown as one, which has the value of the first. */
export interface MergedRange {
  readonly from: CellPlace;
  readonly to: CellPlace;
}

/** Gives every cell of merged ranges their value, row by row from the first. */
export class MergedCells {
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
