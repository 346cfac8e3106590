import { type Answers, NO_SECTOR, type WholeGuess } from "../intake/guess/answers.ts";
import {
  cutAt,
  exampleCuts,
  findBandProblems,
  readBands,
  type ScaleAnswer,
  splitList,
} from "../intake/guess/bands-answer.ts";
import { DATE_FORMATS } from "../intake/date-formats.ts";
import { findDateForms, valuesOfDates } from "../intake/guess/date-form.ts";
import {
  groupPillars,
  type PillarAnswer,
  pillarAnswers,
  type PillarPart,
  PILLARS_MAX,
} from "../intake/guess/group-pillars.ts";
import { kindOfValues } from "../intake/guess/guess-judged-columns.ts";
import { readCell, resolveCell, resolveTable } from "../intake/guess/given-cell.ts";
import type { RawValue } from "../intake/guess/raw-table.ts";
import { matches } from "../intake/mapping/mapped-tables.ts";
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
  const measures = await readOptional("measures", "What the bands measure, in one sentence", sources);
  const notMeasured = await readOptional(
    "does-not-measure",
    "What they do not measure, as in: corruption; safety",
    sources,
  );
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
  const country = textOption(options, "country");
  const isNone = country === "none";
  return {
    title,
    publisher,
    year: readYear(options) ?? console.now().getUTCFullYear(),
    licence: textOption(options, "licence") ?? null,
    mark: textOption(options, "mark") ?? null,
    measures,
    doesNotMeasure: notMeasured === null ? [] : splitList(notMeasured),
    scale,
    notJudged: judged.marks,
    pillars,
    otherCuts: readOtherCuts(options),
    share: readShare(guess, options),
    list: readList(options),
    cells: guess.cells,
    corrections: readCorrections(guess, options),
    country: isNone ? null : (country ?? null),
    keepsWithoutCountry: isNone || options["keep-without-country"] === true,
    sector,
    dates,
    encoding: encoding?.name ?? null,
  };
}

/** `--cuts "D*=25, 50"`: of the pillars whose names are like that. */
function readOtherCuts(options: OptionValues): Answers["otherCuts"] {
  return cutOptions(options).flatMap((text) => {
    const [pattern, cuts] = cutAt(text, "=");
    return cuts === undefined ? [] : [{ pattern, cuts: readCuts(cuts, options) }];
  });
}

function cutOptions(options: OptionValues): string[] {
  const given = options["cuts"];
  return Array.isArray(given) ? given.map(String) : [];
}

function readCuts(text: string, options: OptionValues): number[] {
  const cuts = splitList(text).map(Number);
  const bands = readBands(textOption(options, "bands") ?? "").length;
  if (cuts.length === 0 || cuts.some(Number.isNaN))
    throw new UsageError(
      `expected --cuts with numbers, as in "${exampleCuts([], Math.max(2, bands))}"; found "${text}"`,
    );
  return cuts;
}

function readShare(guess: WholeGuess, options: OptionValues): Answers["share"] {
  const text = textOption(options, "share");
  if (text === undefined) return null;
  const number = Number(text);
  if (number > 0) return number;
  const cell = readCell(text);
  if (cell === null)
    throw new UsageError(
      `expected --share with a number or a column, as in "title | in maxima.csv, title, points"; found "${text}"`,
    );
  return resolveCell(cell, guess.unused);
}

function readList(options: OptionValues): Answers["list"] {
  const text = textOption(options, "several");
  if (text === undefined || text === "best" || text === "worst") return text ?? null;
  throw new UsageError(`expected --several best or --several worst; found "${text}"`);
}

/** `--correct "place: ko = xk"`, or `--correct "places.csv, id: ko = xk"` in one table alone. */
function readCorrections(guess: WholeGuess, options: OptionValues): Answers["corrections"] {
  const given = options["correct"];
  const tables = [guess.companies.table, ...guess.judgements.map(({ table }) => table), ...guess.unused];
  return (Array.isArray(given) ? given.map(String) : []).map((text) => {
    const [, table, column = "", was = "", now = ""] = /^(?:([^,:]+),)?([^:]+):(.*?)=(.*)$/u.exec(text) ?? [];
    if (column === "") throw new UsageError(`expected --correct "<column>: <was> = <is>"; found "${text}"`);
    const named = table === undefined ? null : resolveTable(table.trim(), tables);
    return { table: named, column: column.trim(), was: was.trim(), now: now.trim() };
  });
}

function readYear(options: OptionValues): number | null {
  const text = textOption(options, "year");
  if (text === undefined) return null;
  if (!/^\d{4}$/u.test(text)) throw new UsageError(`expected --year with four digits; found "${text}"`);
  return Number(text);
}

/**
 * The values of all judgements but those with cuts of their own. A value that a band names is one,
 * whatever it usually says.
 */
function judgedOf({ judgements }: WholeGuess, options: OptionValues): JudgedValues {
  const patterns = readOtherCuts(options).map(({ pattern }) => pattern);
  const rest = judgements.flatMap((guess) => {
    const { judged, facts } = guess;
    const isCut = (name: string): boolean => patterns.some((pattern) => matches(pattern, name));
    if (judged.shape === "long" || !judged.columns.some(isCut)) return [guess];
    const own = facts.filter(({ column }) => judged.columns.includes(column.name) && !isCut(column.name));
    if (own.length === 0) return [];
    return [
      { ...guess, judged: { ...judged, kind: kindOfValues(own) }, values: own.flatMap(({ column }) => column.values) },
    ];
  });
  const kinds = rest.map(({ judged }) => judged.kind);
  const kind = kinds.includes("words") ? "words" : kinds.includes("scores") ? "scores" : "points";
  const named = textOption(options, "not-judged");
  const { values, marks } = judgedValues(rest, named === undefined ? null : splitList(named.toLowerCase()));
  const bands = readBands(textOption(options, "bands") ?? "");
  const inBands = new Set(bands.flatMap((band) => band.values.map((value) => value.toLowerCase())));
  return { kind, values, marks: marks.filter((mark) => !inBands.has(mark)) };
}

async function readPillars({ judgements }: WholeGuess, call: InitCall): Promise<PillarAnswer[]> {
  const { options, terminal, console } = call;
  const found = [...new Set(judgements.flatMap(({ pillars }) => pillars.map(({ value }) => value)))];
  const given = pillarOptions(options).map((text): [string, string | undefined] => cutAt(text, "="));
  const unknown = given.filter(([name]) => !found.some((value) => isNamed(name, value)));
  if (unknown.length > 0)
    throw new UsageError(
      `--pillar names no column or value of a pillar: ${unknown.map(([name]) => name).join(", ")}; found ${found.slice(0, 30).join(", ")}`,
    );
  let parts =
    given.length === 0
      ? groupPillars(
          found,
          judgements.every(({ judged }) => judged.shape === "wide"),
        )
      : namedParts(found, given);
  const groups = Map.groupBy(parts, ({ pillar }) => pillar);
  if (groups.size > PILLARS_MAX) throw new UsageError(tooManyPillars(groups.size, judgements));
  if (given.length === 0 && groups.size < parts.length) console.say(groupsText(groups));
  if (given.length === 0 && terminal !== null && options["yes"] !== true && groups.size > 1) {
    const chosen = await askPillars(terminal, [...groups.keys()]);
    parts = chosen.flatMap((pillar) => groups.get(pillar) ?? []);
  }
  return pillarAnswers(parts);
}

/** The pillars that `--pillar` names; those with the same label are criteria of one. */
function namedParts(found: readonly string[], given: readonly [string, string | undefined][]): PillarPart[] {
  const parts = found.flatMap((value) => {
    const [name = "", named] = given.find(([each]) => isNamed(each, value)) ?? [];
    return name === "" ? [] : [{ value, pillar: named === undefined ? value : labelIn(name, named, value) }];
  });
  const groups = Map.groupBy(parts, ({ pillar }) => pillar);
  return parts.map((part) => ({ ...part, criterion: (groups.get(part.pillar)?.length ?? 0) > 1 ? part.value : null }));
}

/** Which columns make up which pillar, and how to say otherwise. */
function groupsText(groups: ReadonlyMap<string, readonly PillarPart[]>): string {
  const named = [...groups].slice(0, 10).map(([pillar, parts]) => {
    const criteria = parts.slice(0, 5).map(({ value, criterion }) => criterion ?? value);
    return `  ${pillar}: ${criteria.join(", ")}${parts.length > criteria.length ? ` and ${parts.length - criteria.length} more` : ""}`;
  });
  const more = groups.size > named.length ? [`  … and ${groups.size - named.length} more`] : [];
  const [[pillar = "", parts = []] = []] = groups;
  const example = parts[0]?.value ?? pillar;
  return [
    "Pillars, each with its criteria:",
    ...named,
    ...more,
    `Otherwise, say --pillar "<columns>=<label>" once for each; --pillar "${example}" alone makes that column a pillar.`,
  ].join("\n");
}

function isNamed(pattern: string, value: string): boolean {
  return matches(pattern.toLowerCase(), value.toLowerCase());
}

/** With * in the name, * in the label is what it stands for. */
function labelIn(pattern: string, label: string, value: string): string {
  const [before = "", after] = pattern.split("*");
  return after === undefined ? label : label.replace("*", value.slice(before.length, value.length - after.length));
}

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
        ? `--bands "worst < … < best" --cuts "${exampleCuts(values, 3)}"   There are ${rangeText(values)}: name bands, and where each next one begins; three bands have two cuts.`
        : `--bands "worst < … < best"   Values found, in no order you may rely on: ${valuesText(values)}. One band may hold several: "Low=0|1 < High=2".`,
    );
    return null;
  }
  const cuts = cutOptions(options).find((each) => !each.includes("="));
  const numbers = cuts === undefined ? null : readCuts(cuts, options);
  const scale = { bands: readBands(text), cuts: numbers };
  const single = readList(options) === null ? values : severalValues(values);
  const problems = findBandProblems(scale, single, marks, kind);
  if (problems.length > 0) throw new UsageError(`--bands: ${problems.join(". ")}`);
  return scale;
}

/** The values in cells that have several. */
function severalValues(values: JudgedValues["values"]): RawValue[] {
  const all = values.flatMap(({ value, count }) => value.split(";").map((each) => ({ value: each.trim(), count })));
  return [...Map.groupBy(all, ({ value }) => value.toLowerCase()).values()].map((same) => ({
    value: same[0]?.value ?? "",
    count: same.reduce((sum, { count }) => sum + count, 0),
  }));
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
  const values = valuesOfDates(guess.judgements);
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

/** What a publisher may leave out: asked for where somebody answers questions. */
async function readOptional(
  option: "measures" | "does-not-measure",
  question: string,
  { options, terminal }: InitCall,
): Promise<string | null> {
  const given = textOption(options, option)?.trim();
  if (given !== undefined) return given === "" ? null : given;
  if (terminal === null || options["yes"] === true) return null;
  const answer = await terminal.ask(`${question} (Enter leaves it out): `);
  return answer === "" ? null : answer;
}
