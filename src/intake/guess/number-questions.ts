import { BY_ITSELF, isNumber, isPercent, type NumberAnswer, OPEN_QUESTION, PRINTED, readNumber } from "../numbers.ts";
import type { RawColumn, RawValue } from "./raw-table.ts";
import type { JudgementsGuess } from "./guess-dataset.ts";

/** A question about numbers that no cell of their column answers, and a person has to. */
interface NumberQuestion {
  /** The member of `numbers` in mapping.json that answers it. */
  readonly member: keyof NumberAnswer;
  readonly said: string;
  /** The answers, each with what it makes of the cell. */
  readonly choices: readonly (readonly [answer: string, meaning: string])[];
}

/** Finds the questions that columns of numbers leave open: at most one about each member. */
export function findNumberQuestions(columns: readonly RawColumn[], answer: NumberAnswer): NumberQuestion[] {
  const questions: NumberQuestion[] = [];
  for (const { name, values, numbers } of columns) {
    const isAsked = (member: keyof NumberAnswer): boolean =>
      answer[member] === undefined && !questions.some((each) => each.member === member);
    const cell = values.find(({ value }) => isNumber(value) && readNumber(value, BY_ITSELF) === null)?.value;
    if (cell !== undefined && numbers.decimal === null && isAsked("decimal"))
      questions.push({
        member: "decimal",
        said: OPEN_QUESTION.decimal(name, cell),
        choices: ([".", ","] as const).map((decimal) => {
          const number = readNumber(cell, { decimal, plainTimes: 1 });
          return [decimal, `"${cell}" is ${number}`];
        }),
      });
    const share = values.find(({ value }) => {
      const number = isPercent(value) ? null : readNumber(value, PRINTED);
      return number !== null && number !== 0 && Math.abs(number) <= 1;
    })?.value;
    const percent = values.find(({ value }) => isPercent(value))?.value;
    if (numbers.hasShares && share !== undefined && percent !== undefined && isAsked("beside_percent"))
      questions.push({
        member: "beside_percent",
        said: OPEN_QUESTION.beside_percent(name, share, percent),
        choices: [
          ["share", `"${share}" is a share: ${Number(((readNumber(share, PRINTED) ?? 0) * 100).toPrecision(15))}%`],
          ["percent", `"${share}" is ${share}%`],
        ],
      });
  }
  return questions;
}

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
