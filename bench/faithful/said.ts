import type { TestAnswer } from "../../test/mcp/open-agent.ts";
import type { TextCase } from "./texts.ts";

/** Examines what an answer says in words, against what the files of the dataset bear out. */

/** Members whose texts are sentences of the service. */
const SENTENCES: ReadonlySet<string> = new Set(["summary", "must_say", "because", "say_instead", "sentences"]);

/** What no sentence for readers says, whatever the figures are. */
const NEVER: readonly RegExp[] = [
  /\bon average\b|\baverage(?:s|d)?\b|\bmean\b/iu,
  /\bscor(?:e|es|ed|ing)\b|\bpoints? out of\b|\bout of (?:5|five|10|ten|100)\b/iu,
  /\d\.\d of \d|\d+\/\d+\b/u,
  /\bbecause (?:its|their|the) companies\b|\bcaused by\b|\bdue to\b|\bthanks to\b/iu,
  /\b(?:most|least) (?:corrupt|honest|dangerous|trustworthy)\b|\bis corrupt\b/iu,
  /\bwill (?:rise|fall|improve|get)\b|\bis likely\b|\bprobably\b|\bsignificant(?:ly)?\b/iu,
  /\ball companies (?:in|of)\b|\bevery company (?:in|of)\b/iu,
  /\b1 of (?:its|their) 1\b|\bundefined\b|\bNaN\b|\bnull\b|\[object/u,
  /\b(?:ignore|disregard) (?:all|any|the|your) (?:previous|prior|other)\b|\bsystem prompt\b/iu,
];

/**
 * What is wrong with an answer, as sentences: a fact that is not said, one that must not be, a
 * caution that is missing, a number that nothing bears out, a figure that is another.
 */
export function faultsInText(answer: TestAnswer, expected: TextCase): string[] {
  const said = sentencesOf(answer);
  const readable = said.map(withoutQuotations);
  const cautions = [...answer.must_say, ...answer.must_not].map(withoutQuotations);
  const summary = withoutQuotations(answer.summary);
  const { facts, cautions: needed, never, mark } = expected;
  return [
    ...facts.filter((fact) => !fact.test(summary)).map((fact) => `the summary does not say ${fact.source}`),
    ...expected.says
      .filter((fact) => !said.some((text) => fact.test(text)))
      .map((fact) => `nothing says ${fact.source}`),
    ...needed.filter((one) => !cautions.some((text) => one.test(text))).map((one) => `no caution says ${one.source}`),
    ...[...NEVER, ...never].flatMap((one) =>
      readable.filter((text) => one.test(text)).map((text) => `must not say: ${text}`),
    ),
    ...(mark === null || answer.summary.startsWith(`${mark}: `) ? [] : ["the summary has lost its mark"]),
    ...(expected.numbers === null
      ? []
      : untraced(
          said.filter((text) => !expected.untold.test(text)),
          expected.numbers,
        )),
    ...Object.entries(expected.members).flatMap(([path, value]) => {
      const found = JSON.stringify(memberOf(answer, path));
      return found === JSON.stringify(value) ? [] : [`${path} is ${found}, expected ${JSON.stringify(value)}`];
    }),
  ];
}

/**
 * The sentences of a text by a model that no figure bears out, whatever the question was: averages,
 * scores, causes, forecasts. What it denies, and what it quotes, is not what it says.
 */
export function faultsInProse(text: string): string[] {
  return text
    .split(/(?<=[.!?])\s+|\n+/u)
    .filter((sentence) => !/\b(?:no|not|never|none|cannot|neither|nor|without)\b|n[’']t\b/iu.test(sentence))
    .filter((sentence) => NEVER.some((pattern) => pattern.test(withoutQuotations(sentence))));
}

/** Every sentence for readers, wherever it stands in the answer. */
function sentencesOf({ first: _, ...answer }: TestAnswer): string[] {
  const collect = (value: unknown, isSaid: boolean): string[] => {
    if (typeof value === "string") return isSaid ? [value] : [];
    if (Array.isArray(value)) return value.flatMap((each) => collect(each, isSaid));
    if (!(value instanceof Object)) return [];
    return Object.entries(value).flatMap(([name, member]) => collect(member, SENTENCES.has(name)));
  };
  return collect(answer, false);
}

/** Texts of others are quoted, and code is for the agent: neither is what the service says. */
function withoutQuotations(text: string): string {
  return text.replaceAll(/“[^”]*”|`[^`]*`/gu, "…");
}

function untraced(said: readonly string[], allowed: ReadonlySet<number>): string[] {
  return said.flatMap((text) =>
    numbersIn(withoutQuotations(text))
      .filter((number) => !allowed.has(number))
      .map((number) => `nothing bears out ${number}: ${text}`),
  );
}

const SMALL = "zero one two three four five six seven eight nine ten".split(" ");

/** Numbers as digits and in words; releases and days are none. */
export function numbersIn(text: string): number[] {
  const plain = text
    .replaceAll(/\d{4}-\d{2}-\d{2}(?:-[0-9a-f]{12})?/gu, "")
    .replaceAll(
      /\b\d{1,2} (?:January|February|March|April|May|June|July|August|September|October|November|December) \d{4}/gu,
      "",
    );
  const inDigits = [...plain.matchAll(/\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?/gu)].map(([found]) =>
    Number(found.replaceAll(",", "")),
  );
  const words = plain
    .toLowerCase()
    .split(/[^a-z]+/u)
    .flatMap((word) => {
      const index = SMALL.indexOf(word);
      // “One” counts as often as it does not.
      return index < 2 ? [] : [index];
    });
  return [...inDigits, ...words];
}

/** A member by its path, such as `items.0.rank`. */
function memberOf(answer: unknown, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>((found, name) => (found as Readonly<Record<string, unknown>> | null | undefined)?.[name], answer);
}
