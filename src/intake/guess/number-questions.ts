import { BY_ITSELF, isNumber, isPercent, type NumberAnswer, PRINTED, readNumber } from "../numbers.ts";
import type { RawColumn } from "./raw-table.ts";

/** A question about numbers that no cell of their column answers, and a person has to. */
export interface NumberQuestion {
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
        said: `"${cell}" in "${name}" may be two numbers, and no other cell of the column tells which mark stands before decimals`,
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
        said: `"${share}" stands beside "${percent}" in "${name}"`,
        choices: [
          ["share", `"${share}" is a share: ${Number(((readNumber(share, PRINTED) ?? 0) * 100).toPrecision(15))}%`],
          ["percent", `"${share}" is ${share}%`],
        ],
      });
  }
  return questions;
}
