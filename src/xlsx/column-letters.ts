/** A sheet has the columns A to XFD. */
export const SHEET_COLUMNS_MAX = 16_384;

/** Returns the letters of a column by its index from 0: `A`, `AA`. */
export function columnLetters(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnLetters(Math.floor(index / 26) - 1) + letter;
}

/** A cell by the indexes of its row and column, both from 0. */
export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

/** Reads the index of the column from a reference such as `AB12`; null if it has none. */
export function columnOf(reference: string): number | null {
  let count = 0;
  for (let at = 0; at < reference.length && count <= SHEET_COLUMNS_MAX; at++) {
    const letter = reference.charCodeAt(at) & ~0x20;
    if (letter < 65 || letter > 90) break;
    count = count * 26 + letter - 64;
  }
  return count > 0 && count <= SHEET_COLUMNS_MAX ? count - 1 : null;
}

/** Returns the place that a reference such as `AB12` names; null if it names none. */
export function placeOf(reference: string): CellPlace | null {
  const column = columnOf(reference);
  const [, row] = /^[A-Z]+([1-9]\d{0,6})$/iu.exec(reference) ?? [];
  return column === null || row === undefined ? null : { row: Number(row) - 1, column };
}
