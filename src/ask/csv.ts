/** A value of a row; null is empty. */
export type CsvValue = string | number | null;

/**
 * A line of a CSV file (RFC 4180), as the files of a release have it: an empty text is `""`, since
 * nothing at all is null, and a text that a spreadsheet would run gets an apostrophe in front.
 */
export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(csvField).join(",")}\r\n`;
}

/** Returns a field of somebody's own file as it was: a negative number is no formula. */
export function ownField(text: string): CsvValue {
  if (text === "") return null;
  return text === String(Number(text)) || NEGATIVE.test(text) ? Number(text) : text;
}

const NEGATIVE = /^-(?:0|[1-9]\d{0,14})(?:\.\d+)?$/u;

const IS_FORMULA = /^[=+\-@\t\r]/u;
const NEEDS_QUOTES = /[",\r\n]|^$/u;

function csvField(value: CsvValue): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const text = IS_FORMULA.test(value) ? `'${value}` : value;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
