/*
 * The date of a judgement as it was given: a day, or only a month or a year. It is kept as one
 * number: a day as days since 1970-01-01, a month or a year as its last day plus an offset that
 * says so. Dates are ordered by their last day.
 */

/** The number of an undated judgement: older than every date. */
export const UNDATED = -2147483648;

const DAY_MILLISECONDS = 86_400_000;
/** Offsets far beyond every day of the years 1000 to 2999. */
const OFFSETS = { month: 10_000_000, year: 20_000_000 } as const;
const BEYOND_DAYS = 5_000_000;
const BEYOND_MONTHS = 15_000_000;

/** The JSON Schema pattern of a date as it was given. */
export const JUDGED_ON_PATTERN = "^\\d{4}(?:-\\d{2}(?:-\\d{2})?)?$";

/** Returns the last day that a date may mean, in days since 1970-01-01, or `UNDATED`. */
export function lastDayOf(judgedOn: number): number {
  if (judgedOn > BEYOND_MONTHS) return judgedOn - OFFSETS.year;
  return judgedOn > BEYOND_DAYS ? judgedOn - OFFSETS.month : judgedOn;
}

/** Returns the first day that a date may mean. */
export function firstDayOf(judgedOn: number): number {
  if (judgedOn <= BEYOND_DAYS) return judgedOn;
  const last = new Date(lastDayOf(judgedOn) * DAY_MILLISECONDS);
  const month = judgedOn > BEYOND_MONTHS ? 0 : last.getUTCMonth();
  return Date.UTC(last.getUTCFullYear(), month, 1) / DAY_MILLISECONDS;
}

/** Converts milliseconds since 1970-01-01 (UTC) to days since 1970-01-01. */
export function dayOf(time: number): number {
  return Math.floor(time / DAY_MILLISECONDS);
}

/**
 * Returns true if a date is more than two years before a day, counted by the calendar: the last day
 * that it may mean is before the same day two years earlier. Of 29 February that is 1 March.
 * An undated judgement has no age.
 */
export function isOlderThanTwoYears(judgedOn: number, day: number): boolean {
  return isOlderThanYears(judgedOn, day, 2);
}

/** Returns true if a date is more than a number of years before a day. */
export function isOlderThanYears(judgedOn: number, day: number, years: number): boolean {
  const earlier = new Date(day * DAY_MILLISECONDS);
  earlier.setUTCFullYear(earlier.getUTCFullYear() - years);
  return judgedOn !== UNDATED && lastDayOf(judgedOn) < dayOf(earlier.getTime());
}

/** Formats a date as `YYYY-MM-DD`, `YYYY-MM` or `YYYY`; null when undated. */
export function judgedOnText(judgedOn: number): string | null {
  if (judgedOn === UNDATED) return null;
  const length = judgedOn > BEYOND_MONTHS ? 4 : judgedOn > BEYOND_DAYS ? 7 : 10;
  return new Date(lastDayOf(judgedOn) * DAY_MILLISECONDS).toISOString().slice(0, length);
}

/** Reverses `judgedOnText`, for texts that it made. */
export function parseJudgedOn(text: string): number {
  const year = Number(text.slice(0, 4));
  const month = Number(text.slice(5, 7));
  if (text.length === 10) return Date.UTC(year, month - 1, Number(text.slice(8))) / DAY_MILLISECONDS;
  // The day before the first of the following month; of a year, of the following January.
  if (text.length === 7) return Date.UTC(year, month, 0) / DAY_MILLISECONDS + OFFSETS.month;
  return Date.UTC(year, 12, 0) / DAY_MILLISECONDS + OFFSETS.year;
}

/** Returns the date if it is a day, and null if it is a month, a year or none. */
export function fullDate(text: string | null): string | null {
  return text?.length === 10 ? text : null;
}

/** Orders dates oldest first; those with the same last day as day, month, year. */
export function compareJudgedOn(a: number, b: number): number {
  return lastDayOf(a) - lastDayOf(b) || a - b;
}

/** Returns SQL for `lastDayOf` of a number. */
export function lastDaySql(judgedOn: string): string {
  return `(CASE WHEN ${judgedOn} > ${BEYOND_MONTHS} THEN ${judgedOn} - ${OFFSETS.year}
    WHEN ${judgedOn} > ${BEYOND_DAYS} THEN ${judgedOn} - ${OFFSETS.month} ELSE ${judgedOn} END)::INTEGER`;
}

/** Returns SQL for `judgedOnText` of a number. */
export function judgedOnSql(judgedOn: string): string {
  const length = `CASE WHEN ${judgedOn} > ${BEYOND_MONTHS} THEN 4 WHEN ${judgedOn} > ${BEYOND_DAYS} THEN 7 ELSE 10 END`;
  return `CASE WHEN ${judgedOn} <> ${UNDATED} THEN left((DATE '1970-01-01' + ${lastDaySql(judgedOn)})::VARCHAR, ${length}) END`;
}

/**
 * Returns SQL for the number of a text `YYYY-MM-DD`, `YYYY-MM` or `YYYY`; NULL where it names no
 * day, month or year of the calendar.
 */
export function parseJudgedOnSql(text: string): string {
  const days = (date: string): string => `date_diff('day', DATE '1970-01-01', ${date})`;
  return `(CASE length(${text}) WHEN 10 THEN ${days(`try_cast(${text} AS DATE)`)}
    WHEN 7 THEN ${days(`last_day(try_cast(${text} || '-01' AS DATE))`)} + ${OFFSETS.month}
    ELSE ${days(`try_cast(${text} || '-12-31' AS DATE)`)} + ${OFFSETS.year} END)::INTEGER`;
}
