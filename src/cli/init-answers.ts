import { type Answers, NO_SECTOR, type PillarAnswer, type WholeGuess } from "../intake/guess/answers.ts";
import { cutAt, findBandProblems, idOf, readBands, type ScaleAnswer, splitList } from "../intake/guess/bands-answer.ts";
import { DATE_FORMATS } from "../intake/date-formats.ts";
import { findDateForms } from "../intake/guess/date-form.ts";
import type { OpenedGuess } from "../intake/guess/open-guess.ts";
import { type OptionValues, textOption, UsageError } from "./command.ts";
import { type InitCall, type JudgedValues, pillarOptions } from "./init-call.ts";
import { askDates, askPillars, askScale, askText } from "./init-questions.ts";
import { COOKBOOK, judgedValues, labelOf, rangeText, titleOf, valuesText } from "./init-words.ts";

/** Everything init needs beside the files. Null, with what to pass, where something is missing. */
export async function readAnswers(
  guess: WholeGuess,
  encoding: OpenedGuess["encoding"],
  sources: InitCall,
): Promise<Answers | null> {
  const { options, terminal, console } = sources;
  const missing: string[] = [];
  const judged = judgedOf(guess, options);
  const pillars = await readPillars(guess, sources);
  const scale = await readScale(judged, sources, missing);
  const dates = await readDates(guess, sources, missing);
  const title = await readText("title", "Title of the dataset", titleOf(guess), sources, missing);
  const publisher = await readText("publisher", "Publisher (who answers for it)", null, sources, missing);
  const hasSector = guess.companies.roles.sector !== undefined;
  const sector =
    textOption(options, "sector") ??
    (terminal === null || hasSector || options["yes"] === true
      ? null
      : await askText(terminal, "No column has sectors. One for all companies", NO_SECTOR));
  if (missing.length > 0) {
    console.say("\nNothing is written yet. Pass what the files cannot say:");
    for (const line of missing) console.say(`  ${line}`);
  }
  if (scale === null || title === null || publisher === null || missing.length > 0) return null;
  return {
    title,
    publisher,
    year: readYear(options) ?? console.now().getUTCFullYear(),
    licence: textOption(options, "licence") ?? null,
    scale,
    notJudged: judged.marks,
    pillars,
    country: textOption(options, "country") ?? null,
    sector,
    dates,
    encoding: encoding?.name ?? null,
  };
}

function readYear(options: OptionValues): number | null {
  const text = textOption(options, "year");
  if (text === undefined) return null;
  if (!/^\d{4}$/u.test(text)) throw new UsageError(`expected --year with four digits; found "${text}"`);
  return Number(text);
}

/** The values of all judgements. A value that a band names is one, whatever it usually says. */
function judgedOf({ judgements }: WholeGuess, options: OptionValues): JudgedValues {
  const kinds = judgements.map(({ judged }) => judged.kind);
  const kind = kinds.includes("words") ? "words" : kinds.includes("scores") ? "scores" : "points";
  const named = textOption(options, "not-judged");
  const { values, marks } = judgedValues(judgements, named === undefined ? null : splitList(named.toLowerCase()));
  const bands = readBands(textOption(options, "bands") ?? "");
  const inBands = new Set(bands.flatMap((band) => band.values.map((value) => value.toLowerCase())));
  return { kind, values, marks: marks.filter((mark) => !inBands.has(mark)) };
}

async function readPillars({ judgements }: WholeGuess, { options, terminal }: InitCall): Promise<PillarAnswer[]> {
  const found = [...new Set(judgements.flatMap(({ pillars }) => pillars.map(({ value }) => value)))];
  const given = pillarOptions(options).map((text): [string, string | undefined] => cutAt(text, "="));
  const isOpen = given.length === 0 && terminal !== null && options["yes"] !== true && found.length > 1;
  const chosen = isOpen
    ? await askPillars(terminal, found)
    : given.length === 0
      ? found
      : found.filter((value) => given.some(([name]) => name.toLowerCase() === value.toLowerCase()));
  const unknown = given.filter(([name]) => !found.some((value) => value.toLowerCase() === name.toLowerCase()));
  if (unknown.length > 0)
    throw new UsageError(
      `--pillar names no column or value of a pillar: ${unknown.map(([name]) => name).join(", ")}; found ${found.slice(0, 30).join(", ")}`,
    );
  if (chosen.length > PILLARS_MAX) throw new UsageError(tooManyPillars(chosen.length, judgements));
  const taken = new Set<string>();
  return chosen.map((value) => {
    const [, label] = given.find(([name]) => name.toLowerCase() === value.toLowerCase()) ?? [];
    const shown = label ?? (value.length > 120 ? `${value.slice(0, 119)}…` : value);
    return { id: idOf(shown, "pillar", taken), label: shown, value };
  });
}

/** How many a dataset may have. */
const PILLARS_MAX = 100;

/** Says where the pillars come from, the most first, and what to do. */
function tooManyPillars(count: number, judgements: WholeGuess["judgements"]): string {
  const tables = judgements.toSorted((a, b) => b.pillars.length - a.pillars.length);
  const found = tables.map(({ table, pillars }) => `\n  ${labelOf(table)}: ${pillars.length}`).join("");
  const which =
    tables.length === 1
      ? ""
      : "Run init again with the files whose judgements you want to publish and the one with the companies, and leave the others out. ";
  return (
    `found ${count} pillars, and a dataset may have ${PILLARS_MAX}:${found}\n` +
    `${which}If a column groups them into fewer, name it: --column pillar=<that column> --column criterion=<the present one>. More: ${COOKBOOK}`
  );
}

async function readScale(
  judged: JudgedValues,
  { options, terminal }: InitCall,
  missing: string[],
): Promise<ScaleAnswer | null> {
  const text = textOption(options, "bands");
  const { kind, values, marks } = judged;
  if (text === undefined) {
    if (terminal !== null) return await askScale(terminal, judged);
    missing.push(
      kind === "scores"
        ? `--bands "worst < … < best" --cuts "40, 70"   There are ${rangeText(values)}: name bands, and where each next one begins.`
        : `--bands "worst < … < best"   Values found, in no order you may rely on: ${valuesText(values)}. One band may hold several: "Low=0|1 < High=2".`,
    );
    return null;
  }
  const cuts = textOption(options, "cuts");
  const numbers = cuts === undefined ? null : splitList(cuts).map(Number);
  if (numbers?.some(Number.isNaN) === true)
    throw new UsageError(`expected --cuts with numbers, as in "40, 70"; found "${cuts}"`);
  const scale = { bands: readBands(text), cuts: numbers };
  const problems = findBandProblems(scale, values, marks, kind);
  if (problems.length > 0) throw new UsageError(`--bands: ${problems.join(". ")}`);
  return scale;
}

async function readDates(
  guess: WholeGuess,
  { options, terminal }: InitCall,
  missing: string[],
): Promise<string | null> {
  const given = textOption(options, "dates");
  if (given !== undefined) {
    const known = DATE_FORMATS.find((format) => format === given);
    if (known === undefined)
      throw new UsageError(`expected --dates with one of ${DATE_FORMATS.join(", ")}; found "${given}"`);
    return known;
  }
  const values = guess.judgements.flatMap(({ facts, roles }) =>
    facts.filter(({ column }) => column.name === roles.judged_on).flatMap(({ column }) => column.values),
  );
  const forms = findDateForms(values);
  const [only = null, other] = forms ?? [];
  if (other === undefined || only === null) return only;
  if (terminal !== null) return await askDates(terminal, [only, other], values);
  missing.push(
    `--dates ${only} or --dates ${other}   Nothing tells day and month apart in ${valuesText(values.slice(0, 5))}.`,
  );
  return null;
}

async function readText(
  option: "title" | "publisher",
  question: string,
  proposal: string | null,
  { options, terminal }: InitCall,
  missing: string[],
): Promise<string | null> {
  const given = textOption(options, option)?.trim();
  if (given !== undefined && given !== "") return given;
  if (proposal !== null && options["yes"] === true) return proposal;
  if (terminal !== null) return await askText(terminal, question, proposal);
  missing.push(`--${option} "…"   ${question}.`);
  return null;
}
