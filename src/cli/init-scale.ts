import { CONVERSION, scaleOf } from "../desk/scales.ts";
import {
  areFalling,
  exampleCuts,
  findBandProblems,
  numbersIn,
  readBands,
  type ScaleAnswer,
  valueKey,
} from "../intake/guess/bands-answer.ts";
import type { Draft } from "../intake/guess/drafts.ts";
import type { DatasetGuess } from "../intake/guess/guess-dataset.ts";
import { saysNotJudged } from "../intake/guess/header-words.ts";
import { orderedValues } from "../intake/guess/known-bands.ts";
import type { RawValue } from "../intake/guess/raw-table.ts";
import type { MappedConversion } from "../intake/mapping/mapping-schema.ts";
import { isNotFinite, isNumber } from "../intake/numbers.ts";
import { type OptionValues, textOption, UsageError } from "./command.ts";
import { type JudgedValues, rangeText, valuesText } from "./init-words.ts";
import { counted, formatCount } from "../intake/counted.ts";
import type { Terminal } from "./terminal.ts";

/** The values of all judgements. A value that a band names judges, whatever it usually means. */
export function judgedValuesOf({ judgements }: DatasetGuess, bands: string | undefined): JudgedValues {
  const kinds = judgements.map(({ judged }) => judged.kind);
  const kind = kinds.includes("words") ? "words" : kinds.includes("scores") ? "scores" : "points";
  const inBands = new Set(readBands(bands ?? "").flatMap((band) => band.values.map(valueKey)));
  const counts = new Map<string, RawValue>();
  for (const { value, count, number } of judgements.flatMap(({ values }) => values)) {
    const key = valueKey(value);
    const found = counts.get(key);
    counts.set(key, { value: found?.value ?? value, count: count + (found?.count ?? 0), number });
  }
  const isMark = (key: string): boolean => saysNotJudged(key) && !inBands.has(key);
  const marks = [...counts.keys()].filter(isMark);
  const judging = new Map([...counts].filter(([key]) => !isMark(key)).map(([, each]) => [each.value, each]));
  const values = orderedValues([...judging.keys()])
    .flatMap((value) => judging.get(value) ?? [])
    .filter(({ value }) => kind === "words" || !isNotFinite(value));
  return { kind, values, marks };
}

/** Throws a UsageError for `--cuts` that are no cuts of the bands of `--bands`. */
export function expectBandsOfCuts(options: OptionValues): void {
  const [bands, cuts] = [textOption(options, "bands"), textOption(options, "cuts")];
  if (cuts === undefined) return;
  const count = bands === undefined ? 3 : Math.max(2, readBands(bands).length);
  if (numbersIn(cuts) === null)
    throw new UsageError(`expected --cuts with numbers in order, as in "${exampleCuts([], count)}"; found "${cuts}"`);
  if (bands === undefined)
    throw new UsageError(`--cuts goes with --bands, which names what is cut: --bands "Low < Middle < High"`);
}

/** The bands of the options, or of a person; null where there are neither. Throws a UsageError. */
export async function readScale(
  judged: JudgedValues,
  options: OptionValues,
  terminal: Terminal | null,
): Promise<ScaleAnswer | null> {
  const [text, cuts] = [textOption(options, "bands"), textOption(options, "cuts")];
  if (text === undefined) return terminal === null || judged.values.length === 0 ? null : askScale(terminal, judged);
  const bands = readBands(text);
  const numbers = cuts === undefined ? null : numbersIn(cuts);
  const scale = { bands, cuts: numbers };
  const problems = findBandProblems(scale, judged.values, judged.marks, judged.kind);
  if (problems.length > 0) throw new UsageError(`--bands: ${problems.join(". ")}`);
  return scale;
}

/** Adds bands to a draft, with the conversion of values or scores to them. */
export function withScale({ mapping, dataset, marks }: Draft, { bands, cuts }: ScaleAnswer): Draft {
  const conversion: MappedConversion | null =
    cuts !== null
      ? { cuts: [...cuts], ...(areFalling(cuts) ? { lower_is_better: true } : {}) }
      : bands.every(areLabels)
        ? null
        : { values: Object.fromEntries(bands.map(({ id, values }) => [id, [...values]])) };
  const inBands = new Set(bands.flatMap(({ values }) => values.map(valueKey)));
  const { not_judged: words = [], judgements = [], ...rest } = mapping;
  const notJudged = words.filter((word) => cuts !== null || !inBands.has(valueKey(word)));
  const scale = bands.map(({ id, label }) => ({ id, label }));
  return {
    mapping: {
      ...rest,
      judgements: conversion === null ? judgements : judgements.map((each) => ({ ...each, conversion: CONVERSION })),
      ...(conversion === null ? {} : { conversions: { [CONVERSION]: conversion } }),
      ...(notJudged.length === 0 ? {} : { not_judged: notJudged }),
    },
    dataset: { ...dataset, scale: scaleOf(scale, dataset) },
    marks,
  };
}

/** Returns true if the files name the band by its label, so that nothing has to be converted. */
function areLabels({ label, values }: ScaleAnswer["bands"][number]): boolean {
  return values.every((value) => value.toLowerCase() === label.toLowerCase() && !isNumber(value));
}

/**
 * Asks for the bands, worst first. There is no answer to accept with Enter: an order that nobody
 * looked at would turn the whole publication upside down.
 */
async function askScale(terminal: Terminal, judged: JudgedValues): Promise<ScaleAnswer> {
  const { kind, values, marks } = judged;
  const list = values.map(({ value, count }, i) => `  ${i + 1}  ${value} (${formatCount(count)})`).join("\n");
  const shown = kind === "words" ? `\n${list}` : ` ${kind === "points" ? valuesText(values) : rangeText(values)}`;
  const left = marks.length === 0 ? "" : `\nNot judged, and left out: ${marks.map((mark) => `"${mark}"`).join(", ")}`;
  let question = `\nBands, WORST FIRST. Values found:${shown}${left}\n${HOW[kind]}\n> `;
  for (;;) {
    const answer = await terminal.ask(question);
    if (answer === "") continue;
    const bands = kind === "words" ? readBands(orderedBy(answer, values)) : readBands(pointsIn(answer, values, kind));
    const cuts = kind === "scores" ? await askCuts(terminal, bands.length, values) : null;
    const problems = findBandProblems({ bands, cuts }, values, marks, kind);
    if (problems.length === 0) return { bands, cuts };
    question = `${problems.map((problem) => `Not yet: ${problem}.`).join("\n")}\n> `;
  }
}

const HOW: Readonly<Record<JudgedValues["kind"], string>> = {
  words: `Enter their numbers, worst first, or names, as in: Poor < Fair < Good.
Several values in one band: Poor < Good=Good|Fine`,
  points: `Enter "up" if more points are better and "down" if fewer are, or name bands
with their values, worst first: None=0 < Some=1|2 < Full=3`,
  scores: `They have to be cut into bands. Enter the bands worst first, as in:
Low < Middle < High`,
};

/** Replaces numbers of the list, such as `2 1 3`, by its values. */
function orderedBy(answer: string, values: readonly RawValue[]): string {
  const numbers = answer.split(/[\s,<;]+/u).filter((part) => part !== "");
  const chosen = numbers.map((number) => (/^\d+$/u.test(number) ? values[Number(number) - 1]?.value : undefined));
  const known = chosen.filter((value) => value !== undefined);
  return known.length === numbers.length ? known.join(" < ") : answer;
}

function pointsIn(answer: string, values: readonly RawValue[], kind: JudgedValues["kind"]): string {
  const rising = values.map(({ value }) => value);
  if (kind === "points" && /^up$/iu.test(answer)) return rising.join(" < ");
  if (kind === "points" && /^down$/iu.test(answer)) return rising.toReversed().join(" < ");
  return answer;
}

async function askCuts(terminal: Terminal, bands: number, values: readonly RawValue[]): Promise<number[]> {
  const example = exampleCuts(values, bands);
  for (;;) {
    const answer = await terminal.ask(
      `Where does each next band begin? ${counted(bands - 1, "number")}, as in: ${example}\n> `,
    );
    const cuts = numbersIn(answer);
    if (cuts !== null) return cuts;
  }
}
