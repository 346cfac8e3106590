/** A value of a row; null is empty. */
export type CsvValue = string | number | null;

/** How a CSV file is written: which bytes come first, and what stands between values. */
export interface CsvForm {
  /** It begins with a byte order mark. */
  readonly bom: boolean;
  /** With semicolons numbers have a decimal comma, as the spreadsheets have it that expect them. */
  readonly separator: Separator;
}

export type Separator = "comma" | "semicolon";

/** What stands between values. */
export const SEPARATORS: Readonly<Record<Separator, string>> = { comma: ",", semicolon: ";" };

/**
 * A line of a CSV file (RFC 4180), as the files of a release have it: an empty text is `""`, since
 * nothing at all is null, and a text that a spreadsheet would run gets an apostrophe in front.
 */
export function csvLine(values: readonly CsvValue[], separator: Separator = "comma"): string {
  return `${values.map((value) => csvField(value, separator)).join(SEPARATORS[separator])}\r\n`;
}

/**
 * A field of somebody's own file as it was: a number is none that a spreadsheet would run as a
 * formula.
 */
export function ownField(text: string): CsvValue {
  if (text === "") return null;
  return text === String(Number(text)) || NEGATIVE.test(text) ? Number(text) : text;
}

const NEGATIVE = /^-(?:0|[1-9]\d{0,14})(?:\.\d+)?$/u;

const IS_FORMULA = /^[=+\-@\t\r]/u;
const NEEDS_QUOTES: Readonly<Record<Separator, RegExp>> = { comma: /[",\r\n]|^$/u, semicolon: /[";\r\n]|^$/u };

function csvField(value: CsvValue, separator: Separator): string {
  if (value === null) return "";
  if (typeof value === "number") {
    const number = String(value);
    return separator === "semicolon" ? number.replace(".", ",") : number;
  }
  const text = IS_FORMULA.test(value) ? `'${value}` : value;
  return NEEDS_QUOTES[separator].test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
