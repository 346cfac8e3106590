import { open } from "node:fs/promises";
import { canonicalUrl, fillPath } from "../ask/urls.ts";
import { exampleParameters, exampleQuestion } from "../ask/example-parameters.ts";
import { withMarks } from "../ask/mark.ts";
import { checkParameters } from "../ask/read-parameters.ts";
import { type Answer, type Operation, formOf } from "../ask/operation.ts";
import type { Sources } from "../ask/sources.ts";
import { mediaTypeOf } from "./endpoint.ts";

/** An operation shown on the data of one release. */
export interface Example {
  /** A value for every parameter that has a known one, in the form it has after reading. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** The parameters `answer` was asked with. */
  readonly question: Readonly<Record<string, unknown>>;
  /** Path and query of the question. */
  readonly url: string;
  /**
   * The answer, its lists cut short: a JSON value, the first lines of a text, or undefined for
   * anything else.
   */
  readonly answer: unknown;
  /** The answers in other forms, by media type. */
  readonly others: ReadonlyMap<string, unknown>;
}

/**
 * Answers an operation with values that the release of `sources` has. Rejects when the operation
 * refuses them or fails.
 */
export async function showExample(operation: Operation, sources: Sources): Promise<Example> {
  const parameters = exampleParameters(operation, sources);
  const question = exampleQuestion(operation, sources);
  const url = urlOf(operation, question);
  const shown = { parameters, question, url };
  if (operation.shownAnswer !== undefined) return { ...shown, answer: operation.shownAnswer, others: new Map() };
  const answer = await answerOf(operation, sources, question);
  return { ...shown, answer, others: await showOthers(operation, sources, question) };
}

/** The answers in the other forms of an operation. Those of tables are at the tables. */
async function showOthers(
  operation: Operation,
  sources: Sources,
  { limit: _limit, ...question }: Readonly<Record<string, unknown>>,
): Promise<ReadonlyMap<string, unknown>> {
  const { choice } = operation;
  const others = new Map<string, unknown>();
  if (choice === undefined) return others;
  const shown = mediaTypeOf({ form: formOf(operation, question) });
  for (const [value, form] of Object.entries(choice.forms)) {
    const mediaType = mediaTypeOf({ form });
    if (form.kind === "file" || mediaType === shown || others.has(mediaType)) continue;
    others.set(mediaType, await answerOf(operation, sources, { ...question, [choice.parameter]: value }));
  }
  return others;
}

async function answerOf(
  operation: Operation,
  sources: Sources,
  question: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  const isPath = (name: string): boolean => Object.hasOwn(operation.parameters.path.properties, name);
  const given = Object.entries(question).map(([name, value]) => [name, writeValue(value)] as const);
  const read = checkParameters(operation, sources, {
    path: Object.fromEntries(given.filter(([name]) => isPath(name))),
    query: given.filter(([name]) => !isPath(name)),
  });
  const answer = await operation.answer(sources, read, operation.body?.example);
  return await showAnswer(
    answer.kind === "json" ? { ...answer, body: withMarks(answer.body) } : answer,
    mediaTypeOf({ form: formOf(operation, read) }),
  );
}

/** A parameter's value as it is sent. */
export function writeValue(value: unknown): string {
  return Array.isArray(value) ? value.join(",") : String(value);
}

function urlOf(operation: Operation, question: Readonly<Record<string, unknown>>): string {
  return Object.keys(question).length === 0 ? fillPath(operation.path, {}) : canonicalUrl(operation, question);
}

/** JSON files up to this size are shown. */
const JSON_BYTES_SHOWN = 1024 * 1024;

/** Bytes of a text that are read to find its first lines. */
const TEXT_BYTES_READ = 16 * 1024;

const LINES_SHOWN = 2;

/** Maximum number of characters shown of any other text. */
const TEXT_CHARACTERS_SHOWN = 200;

function startOf(text: string): string {
  return text.length <= TEXT_CHARACTERS_SHOWN ? text : `${text.slice(0, TEXT_CHARACTERS_SHOWN).toWellFormed()}…`;
}

async function showAnswer(answer: Answer, mediaType: string): Promise<unknown> {
  if (answer.kind === "redirect" || answer.kind === "bytes") return undefined;
  if (answer.kind === "json") return shorten(JSON.parse(JSON.stringify(answer.body)));
  if (answer.kind === "text") return isJson(mediaType) ? shorten(JSON.parse(answer.text)) : startOf(answer.text);
  if (answer.kind === "rows")
    return [...answer.chunks()]
      .join("")
      .split(/(?<=\n)/u)
      .slice(0, LINES_SHOWN)
      .join("");
  if (isJson(mediaType)) {
    if (answer.bytes > JSON_BYTES_SHOWN) return undefined;
    return shorten(JSON.parse(await readStart(answer.path, JSON_BYTES_SHOWN)));
  }
  if (!mediaType.startsWith("text/")) return undefined;
  const lines = (await readStart(answer.path, TEXT_BYTES_READ)).split(/(?<=\n)/u);
  return lines.slice(0, LINES_SHOWN).join("");
}

function isJson(mediaType: string): boolean {
  return /^[^;]*json(?:ld)?(?:;|$)/u.test(mediaType);
}

async function readStart(path: string, bytes: number): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0);
    return buffer.toString("utf8", 0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Number of elements of a list that are shown. */
const ELEMENTS_SHOWN = 1;

/** Members that are shown whole: distributions are read by the bands of the scale. */
const SHOWN_WHOLE: ReadonlySet<string> = new Set(["scale", "band_ids"]);

/** Cuts lists short. */
function shorten(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, ELEMENTS_SHOWN).map(shorten);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [
    name,
    SHOWN_WHOLE.has(name) ? member : shorten(member),
  ]);
  return Object.fromEntries(members) as unknown;
}
