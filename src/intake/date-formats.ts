import { parseJudgedOnSql } from "../trust/judged-on.ts";
import { literal } from "./intake-database.ts";

/** Formats of dates that `dataset.json` may name; `YYYY-MM-DD` is always understood. */
export const DATE_FORMATS = [
  "DD/MM/YYYY",
  "DD.MM.YYYY",
  "DD-MM-YYYY",
  "MM/DD/YYYY",
  "MM-DD-YYYY",
  "YYYY/MM/DD",
  "YYYY.MM.DD",
] as const;

export type DateFormat = (typeof DATE_FORMATS)[number];

/** Days and months may have one digit where separators leave no doubt. */
const PARTS: Readonly<Record<string, string>> = { DD: "(\\d{1,2})", MM: "(\\d{1,2})", YYYY: "([12]\\d{3})" };
export const LIKE_DATE = String.raw`\d{1,2}[/.-]\d{1,2}[/.-]\d{4}|\d{4}[/.]\d{1,2}[/.]\d{1,2}`;

/** Matches a date as spreadsheets count days, from 1954 to 2064. */
export const LIKE_SERIAL = String.raw`[2-5]\d{4}(?:[.,]\d+)?`;

/**
 * SQL: such a date as `YYYY-MM-DD`. Day 0 of the 1900 date system is 30 December 1899 for all days
 * after February 1900.
 */
export function serialDaySql(cell: string): string {
  return `strftime(DATE '1899-12-30' + left(${cell}, 5)::INTEGER, '%Y-%m-%d')`;
}

/** The rewriting of a form into `YYYY-MM-DD`, or of one without a day into `YYYY-MM`. */
interface Form {
  readonly pattern: string;
  readonly year: number;
  readonly month: number;
  readonly day: number | null;
}

function formOf(parts: readonly string[], separator: string): Form {
  const group = (part: string): number => parts.indexOf(part) + 1;
  const pattern = parts.map((part) => PARTS[part]).join(separator === "." ? "\\." : separator);
  return { pattern, year: group("YYYY"), month: group("MM"), day: group("DD") || null };
}

/** Returns the forms of a date format: with a day, and without one. */
function formsOf(format: DateFormat): Form[] {
  const separator = /[^DMY]/u.exec(format)?.[0] ?? "-";
  const parts = format.split(separator);
  return [
    formOf(parts, separator),
    formOf(
      parts.filter((part) => part !== "DD"),
      separator,
    ),
  ];
}

/**
 * SQL: the number (`trust/judged-on.ts`) of a date of the years 1000 to 2999, given as
 * `YYYY-MM-DD`, `YYYY-MM`, `YYYY` or in the format; NULL for anything else.
 */
export function readDateSql(text: string, format: DateFormat | null): string {
  const forms = format === null ? [] : formsOf(format);
  const cases = forms.map(({ pattern, year, month, day }) => {
    const part = (group: number): string =>
      `lpad(regexp_extract(${text}, ${literal(`^${pattern}$`)}, ${group}), 2, '0')`;
    const parts = [`regexp_extract(${text}, ${literal(`^${pattern}$`)}, ${year})`, part(month)];
    if (day !== null) parts.push(part(day));
    const rewritten = parts.join(" || '-' || ");
    return `WHEN regexp_full_match(${text}, ${literal(pattern)}) THEN ${parseJudgedOnSql(`(${rewritten})`)}`;
  });
  return `CASE WHEN regexp_full_match(${text}, '[12]\\d{3}(-\\d{2}){0,2}') THEN ${parseJudgedOnSql(text)} ${cases.join(" ")} END`;
}
