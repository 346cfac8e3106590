import type { JudgementsGuess } from "./guess-dataset.ts";
import type { RawValue } from "./raw-table.ts";

const SEPARATED = /^(\d{1,4})([-/.])(\d{1,2})\2(\d{1,4})$/u;

/**
 * Finds the format of dates, as `dates` in dataset.json names it: null for `YYYY-MM-DD`, months and
 * years. Returns two where nothing tells day and month apart.
 */
export function findDateForms(values: readonly RawValue[]): readonly string[] | null {
  const read = values.flatMap(({ value }) => {
    const [, first = "", separator = "", second = "", third = ""] = SEPARATED.exec(value) ?? [];
    return third === "" || (separator === "-" && first.length === 4) ? [] : [{ first, separator, second, third }];
  });
  const [any] = read;
  if (any === undefined) return null;
  const { separator } = any;
  if (read.some(({ first }) => first.length === 4)) return [["YYYY", "MM", "DD"].join(separator)];
  const dayFirst = ["DD", "MM", "YYYY"].join(separator);
  // A point is not written between months and days.
  if (separator === ".") return [dayFirst];
  const monthFirst = ["MM", "DD", "YYYY"].join(separator);
  if (read.some(({ first }) => Number(first) > 12)) return [dayFirst];
  if (read.some(({ second }) => Number(second) > 12)) return [monthFirst];
  return [dayFirst, monthFirst];
}

/** Returns the values of the columns that were taken for the dates of judgements. */
export function valuesOfDates(judgements: readonly Pick<JudgementsGuess, "facts" | "roles">[]): RawValue[] {
  return judgements.flatMap(({ facts, roles }) =>
    facts.filter(({ column }) => column.name === roles.judged_on).flatMap(({ column }) => column.values),
  );
}
