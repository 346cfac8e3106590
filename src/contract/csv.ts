/** A value of a row; null is empty. */
export type CsvValue = string | number | null;

/**
 * A line of a CSV file (RFC 4180), as the files of a release have it: an empty text is `""`, since
 * nothing at all is null, and a text that a spreadsheet would run gets an apostrophe in front.
 */
export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(csvField).join(",")}\r\n`;
}

const IS_FORMULA = /^[=+\-@\t\r]/u;
const NEEDS_QUOTES = /[",\r\n]|^$/u;

function csvField(value: CsvValue): string {
  if (typeof value !== "string") return value === null ? "" : String(value);
  const text = IS_FORMULA.test(value) ? `'${value}` : value;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
