import { exampleCuts, findBandProblems, readBands, type ScaleAnswer, splitList } from "../intake/guess/bands-answer.ts";
import type { RawValue } from "../intake/guess/raw-table.ts";
import type { JudgedValues } from "./init-call.ts";
import { rangeText, valuesText } from "./init-words.ts";
import { counted, formatCount } from "./output.ts";
import type { Terminal } from "./terminal.ts";

/** Asks until something is entered, or Enter takes the proposal. */
export async function askText(terminal: Terminal, question: string, proposal: string | null): Promise<string> {
  for (;;) {
    const answer = await terminal.ask(`${question}${proposal === null ? "" : ` [${proposal}]`}: `);
    if (answer !== "") return answer;
    if (proposal !== null) return proposal;
  }
}

/** Which of the pillars are meant, by their numbers; Enter takes all. */
export async function askPillars(terminal: Terminal, found: readonly string[]): Promise<string[]> {
  const list = found.map((value, i) => `  ${i + 1}  ${value}`).join("\n");
  for (;;) {
    const answer = await terminal.ask(
      `\nPillars, what is judged:\n${list}\nEnter takes all, numbers only some of them: `,
    );
    if (answer === "") return [...found];
    const chosen = answer.split(/[\s,;]+/u).map((number) => found[Number(number) - 1]);
    const known = chosen.filter((value) => value !== undefined);
    if (known.length === chosen.length) return [...new Set(known)];
  }
}

/**
 * The bands, worst first. There is no answer to accept with Enter: an order that nobody looked at
 * would turn the whole publication upside down.
 */
export async function askScale(terminal: Terminal, judged: JudgedValues): Promise<ScaleAnswer> {
  const { kind, values, marks } = judged;
  const list = values.map(({ value, count }, i) => `  ${i + 1}  ${value} (${formatCount(count)})`).join("\n");
  const shown = kind === "words" ? `\n${list}` : ` ${kind === "points" ? valuesText(values) : rangeText(values)}`;
  let question = `\nBands, WORST FIRST. Values found:${shown}${marksText(marks)}\n${HOW[kind]}\n> `;
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

function marksText(marks: readonly string[]): string {
  return marks.length === 0 ? "" : `\nNot judged, and left out: ${marks.map((mark) => `"${mark}"`).join(", ")}`;
}

/** Numbers of the list stand for its values: `2 1 3`. */
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
    const cuts = splitList(answer).map((text) => Number(text.replace(/^(\d+),(\d+)$/u, "$1.$2")));
    if (cuts.length > 0 && !cuts.some(Number.isNaN)) return cuts;
  }
}

/** Which of two forms the dates have. */
export async function askDates(
  terminal: Terminal,
  forms: readonly [string, string],
  values: readonly RawValue[],
): Promise<string> {
  for (;;) {
    const answer = await terminal.ask(
      `\nDates such as ${valuesText(values.slice(0, 3))}: 1 ${forms[0]}, 2 ${forms[1]}? `,
    );
    const chosen = forms[Number(answer) - 1];
    if (chosen !== undefined) return chosen;
  }
}
