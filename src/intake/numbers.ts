import { identifier, literal } from "./intake-database.ts";

/*
 * Reads a cell as a number. The patterns make both the function of TypeScript and the macros of
 * SQL.
 */

export type DecimalMark = "." | ",";

export interface NumberForm {
  /** Null where nothing tells: "1,250" is no number then. */
  readonly decimal: DecimalMark | null;
  /**
   * The factor that makes numbers of at most 1 without a sign like the per cents beside them: 1, or
   * 100 where they are shares. Null where nobody has said it: they are no numbers then.
   */
  readonly plainTimes: number | null;
}

/** The answers of a publisher where a column does not tell how its numbers are written. */
export interface NumberAnswer {
  readonly decimal?: DecimalMark;
  readonly beside_percent?: "share" | "percent";
}

/** How a column writes its numbers, as far as its cells show it. */
export interface NumberFacts {
  /** Null where no cell tells, or two contradict each other. */
  readonly decimal: DecimalMark | null;
  readonly hasShares: boolean;
}

/** A number of no column, which may have one reading only. */
export const BY_ITSELF: NumberForm = { decimal: null, plainTimes: 1 };

/** The numbers that programs print. */
export const PRINTED: NumberForm = { decimal: ".", plainTimes: 1 };

/** Says what the cells of a column leave open, for `NumberAnswer` to tell. */
export const OPEN_QUESTION = {
  decimal: (column: string, cell: string): string =>
    `"${cell}" in "${column}" may be two numbers, and no other cell of the column tells which mark stands before decimals`,
  beside_percent: (column: string, share: string, percent: string): string =>
    `"${share}" stands beside "${percent}" in "${column}"`,
};

/** Returns the notation of a column. Its cells count before the answer. */
export function numberForm({ decimal, hasShares }: NumberFacts, answer: NumberAnswer = {}): NumberForm {
  return { decimal: decimal ?? answer.decimal ?? null, plainTimes: hasShares ? timesOf(answer) : 1 };
}

function timesOf({ beside_percent: said }: NumberAnswer): number | null {
  return said === undefined ? null : said === "share" ? 100 : 1;
}

const BLANK = "[\\s\\u00a0\\u2007\\u2009\\u202f\\ufeff\\u200b]";
const AROUND = `^${BLANK}+|${BLANK}+$`;
/** Longer texts are no numbers. */
const NUMBER_LENGTH_MAX = 60;
const PERCENT = `${BLANK}*[%٪％]$`;
const SIGN = "[-+−]?";
const MARKS = { ".": "\\.", ",": "," } as const;
const THOUSANDS = { ".": [","], ",": ["\\."] } as const;
const OTHER_THOUSANDS = ["[ \\u00a0\\u2007\\u2009\\u202f]", "['’]"];

/** Matches a number without blanks around it and without a sign of per cent. */
function patternOf(decimal: DecimalMark): string {
  const decimals = `${MARKS[decimal]}\\d+`;
  const groups = [...THOUSANDS[decimal], ...OTHER_THOUSANDS].map((mark) => `(?:${mark}\\d{3})+`).join("|");
  return `${SIGN}(?:(?:\\d+(?:${decimals})?|${decimals})(?:[eE][-+]?\\d+)?|[1-9]\\d{0,2}(?:${groups})(?:${decimals})?)`;
}

/** NaN and the infinities, as programs write them. A database would rank NaN above all numbers. */
const NOT_FINITE = `${SIGN}(?:[qs]?nan(?:\\(\\w*\\))?|inf(?:inity|inite)?|∞|1\\.?#(?:inf|ind|qnan|snan|nan)\\w*)`;
/** Matches the marks of thousands: all but digits, sign, mark of decimals and exponent. */
const NOT_IN_NUMBER = { ".": "[^-0-9.eE]", ",": "[^-0-9,eE]" } as const;

const SHAPES = { ".": new RegExp(`^${patternOf(".")}$`, "u"), ",": new RegExp(`^${patternOf(",")}$`, "u") };
const PERCENT_END = new RegExp(PERCENT, "u");
const NOT_FINITE_TEXT = new RegExp(`^${NOT_FINITE}$`, "iu");
const DROPPED = { ".": new RegExp(NOT_IN_NUMBER["."], "gu"), ",": new RegExp(NOT_IN_NUMBER[","], "gu") };
const BLANKS_AROUND = new RegExp(AROUND, "gu");

function readWith(text: string, decimal: DecimalMark): number | null {
  const bare = bareText(text);
  if (!SHAPES[decimal].test(bare)) return null;
  const number = Number(bare.replaceAll("−", "-").replaceAll(DROPPED[decimal], "").replace(",", "."));
  return Number.isFinite(number) ? number : null;
}

function bareText(text: string): string {
  return text.length > NUMBER_LENGTH_MAX ? "" : text.replaceAll(BLANKS_AROUND, "").replace(PERCENT_END, "");
}

export function isPercent(text: string): boolean {
  return text.length <= NUMBER_LENGTH_MAX && PERCENT_END.test(text.replaceAll(BLANKS_AROUND, ""));
}

/** Returns the finite number in a cell of a column, and 12 for `12%`; null where there is none. */
export function readNumber(text: string, { decimal, plainTimes }: NumberForm): number | null {
  const [point, comma] = [readWith(text, "."), readWith(text, ",")];
  const number =
    decimal === ","
      ? (comma ?? point)
      : decimal === "." || point === null || comma === null || point === comma
        ? (point ?? comma)
        : null;
  if (number === null || number === 0 || Math.abs(number) > 1 || isPercent(text)) return number;
  return plainTimes === null ? null : number * plainTimes;
}

/** Returns true if a text is a number in some column: "1,250" is one either way. */
export function isNumber(text: string): boolean {
  return readWith(text, ".") !== null || readWith(text, ",") !== null;
}

/** Returns true for NaN and the infinities, in words or as a number too large to be held. */
export function isNotFinite(text: string): boolean {
  const bare = bareText(text);
  if (NOT_FINITE_TEXT.test(bare)) return true;
  return (SHAPES["."].test(bare) || SHAPES[","].test(bare)) && !isNumber(text);
}

const inSql = (text: string): string => literal(text.replaceAll(/\\u([0-9a-f]{4})/gu, "\\x{$1}"));
const readingSql = (decimal: DecimalMark): string =>
  `CASE WHEN regexp_full_match(bare_text(x), ${inSql(patternOf(decimal))})
    THEN try_cast(replace(regexp_replace(replace(bare_text(x), '−', '-'), ${literal(NOT_IN_NUMBER[decimal])}, '', 'g'), ',', '.') AS DOUBLE) END`;

/** The macros that read numbers as the functions above do. */
export const NUMBER_SQL = `-- What a text is as a number: with a point or a comma before the decimals, and the other mark, spaces or apostrophes between
-- thousands; whether it is a per cent; and whether it says NaN or infinity, which are no numbers.
CREATE MACRO outer_text(x) AS CASE WHEN length(x) <= ${NUMBER_LENGTH_MAX} THEN regexp_replace(x, ${inSql(AROUND)}, '', 'g') ELSE '' END;
CREATE MACRO bare_text(x) AS regexp_replace(outer_text(x), ${inSql(PERCENT)}, '');
CREATE MACRO marked_readings(x) AS {
  'point': ${readingSql(".")},
  'comma': ${readingSql(",")},
  'is_percent': regexp_matches(outer_text(x), ${inSql(PERCENT)}),
  'is_word': regexp_full_match(lower(bare_text(x)), ${inSql(NOT_FINITE)}) };
-- Most cells are a number without marks, which is found sooner.
CREATE MACRO readings(x) AS CASE WHEN regexp_full_match(x, '[0-9]{1,15}([.][0-9]{1,2})?')
  THEN { 'point': try_cast(x AS DOUBLE), 'comma': CASE WHEN NOT contains(x, '.') THEN try_cast(x AS DOUBLE) END, 'is_percent': false, 'is_word': false }
  ELSE marked_readings(x) END;
CREATE MACRO not_finite(r) AS r.is_word OR isinf(coalesce(r.point, r.comma, 0));
CREATE MACRO is_share(r) AS NOT r.is_percent AND abs(coalesce(r.point, r.comma)) <= 1 AND coalesce(r.point, r.comma) <> 0;
-- The number in a cell of a column with this mark before decimals (NULL: not known), in which shares are times so much.
CREATE MACRO marked_number(r, mark) AS CASE
  WHEN isinf(coalesce(r.point, r.comma)) THEN NULL
  WHEN mark = ',' THEN coalesce(r.comma, r.point)
  WHEN mark = '.' OR r.point IS NULL OR r.comma IS NULL OR r.point = r.comma THEN coalesce(r.point, r.comma) END;
CREATE MACRO times_of(r, number, plain_times) AS
  CASE WHEN NOT r.is_percent AND abs(number) <= 1 AND number <> 0 THEN plain_times ELSE 1 END;
CREATE MACRO number(r, mark, plain_times) AS
  marked_number(r, mark) * times_of(r, marked_number(r, mark), plain_times);
-- The mark of a whole column, which the cells tell that are a number in one way only; and whether it has shares beside per cents.
CREATE MACRO tells_point(r) AS coalesce(bool_or(r.point IS NOT NULL AND r.comma IS NULL), false);
CREATE MACRO tells_comma(r) AS coalesce(bool_or(r.comma IS NOT NULL AND r.point IS NULL), false);
CREATE MACRO decimal_mark(r) AS CASE WHEN tells_point(r) = tells_comma(r) THEN NULL WHEN tells_point(r) THEN '.' ELSE ',' END;
CREATE MACRO has_shares(r) AS coalesce(bool_or(is_share(r)) AND bool_or(r.is_percent AND coalesce(r.point, r.comma) IS NOT NULL), false);
-- The mark with which no part is larger than its maximum, where some are with the other one.
CREATE MACRO mark_of_maximum(r, part) AS CASE
  WHEN bool_or(part > r.comma AND part <= r.point) AND NOT bool_or(part > r.point AND part <= r.comma) THEN '.'
  WHEN bool_or(part > r.point AND part <= r.comma) AND NOT bool_or(part > r.comma AND part <= r.point) THEN ',' END;
-- How columns write numbers, and cells of which somebody has to be told.
CREATE TABLE number_forms(in_table VARCHAR, in_column VARCHAR, mark VARCHAR, plain_times INTEGER,
  has_not_finite BOOLEAN, open_cell VARCHAR, share_cell VARCHAR, percent_cell VARCHAR);
CREATE MACRO number_in(r, of_table, of_column) AS number(r,
  (SELECT f.mark FROM number_forms f WHERE f.in_table = of_table AND lower(f.in_column) = lower(of_column)),
  (SELECT f.plain_times FROM number_forms f WHERE f.in_table = of_table AND lower(f.in_column) = lower(of_column)));`;

/** SQL: the factor of numbers without a sign, in a column with these readings. */
function plainTimesSql(readings: string, answer: NumberAnswer): string {
  return `CASE WHEN has_shares(${readings}) THEN ${timesOf(answer) ?? "NULL"} ELSE 1 END`;
}

export interface NumberColumn {
  readonly table: string;
  readonly column: string;
  /** If it is a maximum, the columns of the same rows whose numbers are shares of it. */
  readonly parts: readonly string[];
}

/** SQL: the rows of `number_forms`: how columns write numbers, found over all of their cells. */
export function numberFormsSql(columns: readonly NumberColumn[], answer: NumberAnswer): string {
  const cells = columns.map(({ table, column, parts }) => {
    const read = parts.map((part) => `readings(${identifier(part)})`);
    const part = read.map((each) => `least(${each}.point, ${each}.comma)`).join(", ");
    const selected = [
      `${literal(table)} AS in_table`,
      `${literal(column)} AS in_column`,
      `${identifier(column)} AS cell`,
      `${part === "" ? "NULL::DOUBLE" : `greatest(${part})`} AS part`,
    ];
    return `SELECT ${selected.join(", ")} FROM ${table} WHERE length(${identifier(column)}) <= ${NUMBER_LENGTH_MAX}`;
  });
  const answered = answer.decimal === undefined ? "NULL" : literal(answer.decimal);
  return `SELECT in_table, in_column, coalesce(decimal_mark(r), mark_of_maximum(r, part), ${answered}) AS mark,
    ${plainTimesSql("r", answer)} AS plain_times, bool_or(not_finite(r)) AS has_not_finite,
    min(cell) FILTER (r.point <> r.comma) AS open_cell,
    min(cell) FILTER (is_share(r)) AS share_cell, min(cell) FILTER (r.is_percent) AS percent_cell
  FROM (SELECT *, readings(cell) AS r FROM (SELECT DISTINCT * FROM (
    ${cells.join("\n    UNION ALL ")})))
  GROUP BY in_table, in_column`;
}
