/**
 * Writes a table as CSV (RFC 4180 quoting, LF line ends as git keeps them): a header, then the
 * rows, `null` as an empty cell.
 */
export function writeCsv(header: readonly string[], rows: readonly (readonly (string | null)[])[]): string {
  return [header, ...rows].map((cells) => `${cells.map(writeCell).join(",")}\n`).join("");
}

/** A cell in quotation marks. */
export function quoteCell(cell: string): string {
  return `"${cell.replaceAll('"', '""')}"`;
}

function writeCell(cell: string | null): string {
  if (cell === null) return "";
  return /[",\r\n]/.test(cell) ? quoteCell(cell) : cell;
}
