import type { AgentSources } from "../ask/agents.ts";
import { Problem, type ProblemError, quote, tellProblem } from "../problem.ts";
import { dayInWords } from "../ask/grammar.ts";
import type { Ask } from "../ask/page.ts";
import { listReleases } from "../topics/release/list-releases.ts";
import type { Caution } from "./cautions.ts";
import { parseStructure } from "./read-message.ts";
import { type AnswerFrame, type ToolAnswer, writeAnswer } from "./answer.ts";
import { type Argument, type Asking, type Finding, LISTED_BY_TOOLS, type Tool } from "./tool.ts";

/**
 * Answers a call of a tool. It is counted under the operation it asks, as many requests as it asks,
 * before anything is asked. Rejects with a `Problem` for anything that the caller can correct.
 */
export async function callTool(
  tool: Tool,
  given: Readonly<Record<string, unknown>>,
  sources: AgentSources & { readonly hasPictures: boolean },
  signal: AbortSignal,
): Promise<ToolAnswer> {
  const { texts, sent, errors } = readArguments(tool, given);
  // A call with wrong arguments is a request, too.
  const charge: Partial<Tool> = errors.length > 0 ? {} : tool;
  const charged = charge.chargedTo?.({ given: texts, sent });
  const requests = charge.countsAs?.({ given: texts, sent });
  await sources.admit(charged ?? tool.operations[0], requests ?? 1);
  if (errors.length > 0) throw new Problem("invalid_request", errors.map(({ detail }) => detail).join(" "), errors);
  const { baseUrl, hasPictures } = sources;
  const { links, ...own } = texts;
  const hasLinks = links === "true";
  const hasUrls = hasLinks || /\bfetch\b/u.test(sources.wishes.tools ?? "");
  let release: string | null = null;
  try {
    const { id, ask } = sources.openRelease(texts["release"], signal);
    release = id;
    const current = texts["release"] === undefined ? null : sources.openRelease(undefined, signal);
    const askNow = current === null || current.id === id ? null : current.ask;
    const called = { ask, askNow, given: own, sent, baseUrl, hasLinks, hasUrls, hasPictures };
    return await fitPage(called, async (asking) => {
      const finding = await tool.answer(asking);
      return askNow === null ? finding : await inPast(finding, askNow);
    });
  } catch (error) {
    throw error instanceof Problem ? problemOf(error, tool, release) : error;
  }
}

/** Has a finding say that it is from a release that is not the current one, or was taken back. */
async function inPast(finding: Finding, askNow: Ask): Promise<Finding> {
  const release = `the release of ${dayInWords(finding.meta.published_at)}`;
  const { items } = await askNow(listReleases, { limit: "1000" });
  const isTakenBack = items.some(({ id, status }) => id === finding.meta.release && status === "withdrawn");
  const caution: Caution = {
    say: `These figures were those of ${release}, which ${isTakenBack ? "its publisher took back" : "is not the current one"}.`,
    not: "Write what an older release says in the past tense alone, with its day.",
  };
  return { ...finding, summary: `In ${release}: ${finding.summary}`, cautions: [caution, ...finding.cautions] };
}

/**
 * Builds an answer. A page that is too long is asked again with fewer items, so that the next one
 * begins where it ends.
 */
async function fitPage(asking: Asking & AnswerFrame, find: (asking: Asking) => Promise<Finding>) {
  const finding = await find(asking);
  const written = writeAnswer(finding, asking);
  const { list = "", before = 0 } = finding.page ?? {};
  const [whole, kept] = [finding.content[list], written[list]];
  if (!Array.isArray(whole) || !Array.isArray(kept) || kept.length === whole.length) return written;
  const limit = String(Math.max(1, kept.length - before - 1));
  return writeAnswer(await find({ ...asking, given: { ...asking.given, limit } }), asking);
}

/** Reads the arguments as the texts that operations take, and collects every error. */
function readArguments(tool: Tool, given: Readonly<Record<string, unknown>>) {
  const errors: ProblemError[] = [];
  const texts: Record<string, string> = {};
  const sent: Record<string, unknown> = {};
  const refuse = (parameter: string, detail: string) => void errors.push({ parameter, detail });
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(tool.arguments, name)) {
      const allowed = Object.keys(tool.arguments).map((each) => `\`${each}\``);
      refuse(name, `${quote(name)} is not an argument of \`${tool.name}\`; it takes ${allowed.join(", ")}.`);
    }
  }
  for (const [name, argument] of Object.entries(tool.arguments)) {
    // Models send null, or an empty text, for what they leave out.
    const value = given[name] ?? "";
    if (value === "" || (Array.isArray(value) && value.length === 0)) {
      if (argument.isRequired) refuse(name, `\`${name}\` is missing.`);
    } else if (argument.isStructured) {
      const structure = parseStructure(value);
      sent[name] = Array.isArray(structure)
        ? structure.flatMap((item: unknown) => (typeof item === "string" ? parseStructure(item) : [item]))
        : structure;
    } else {
      const text = textIn(argument, value);
      const wrong = text === null ? "a text or a list of texts" : expectedOf(argument, text);
      if (wrong !== null) refuse(name, `\`${name}\` is ${quote(JSON.stringify(value))}; expected ${wrong}.`);
      else if (text !== null && text !== "") texts[argument.parameter ?? name] = text;
    }
  }
  return { texts, sent, errors };
}

/** Writes an argument as an operation reads it; null for a value that no parameter has. */
function textIn({ schema, prefix }: Argument, value: unknown): string | null {
  if (schema.type === "boolean")
    return textOf(value)?.toLowerCase().replace(/^1$/u, "true").replace(/^0$/u, "false") ?? null;
  if (schema.type !== "array") return textOf(value, prefix);
  // Models send some lists as a text: in JSON, or with commas.
  const list = [parseStructure(value)].flat().flatMap(parseStructure);
  const texts = list.flatMap((item) => (typeof item === "string" ? item.split(",") : [item]));
  return textOf(texts, prefix);
}

/** Writes a value without a prefix; null for one that no parameter has. */
function textOf(value: unknown, prefix = ""): string | null {
  if (typeof value === "string") return value.trim().startsWith(prefix) ? value.trim().slice(prefix.length) : value;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (!Array.isArray(value)) return null;
  const texts = value.map((item: unknown) => (Array.isArray(item) ? null : textOf(item, prefix)));
  return texts.includes(null) ? null : texts.join(",");
}

/** Lists the values of an argument that is an `enum` or a boolean; null where the text is one. */
function expectedOf({ schema }: Argument, text: string): string | null {
  const { enum: own, items, type } = schema;
  const allowed =
    own ??
    (items !== undefined && "enum" in items ? items.enum : null) ??
    (type === "boolean" ? ["true", "false"] : null);
  if (allowed === null) return null;
  const chosen = items === undefined ? [text] : text.split(",");
  if (chosen.every((each) => allowed.includes(each))) return null;
  return allowed.map((each) => `\`${each}\``).join(", ");
}

/**
 * Has a problem name the release that was asked, and the tools and their arguments instead of the
 * parameters of the operation.
 */
function problemOf(problem: Problem, tool: Tool, release: string | null): Problem {
  const { detail, errors } = tellProblem(problem, LISTED_BY_TOOLS);
  const names = Object.entries(tool.arguments).flatMap(([name, { parameter = name }]) =>
    name === parameter ? [] : [[name, parameter] as const],
  );
  const rename = (text: string): string =>
    names.reduce((renamed, [name, parameter]) => renamed.replaceAll(`\`${parameter}\``, `\`${name}\``), text);
  const renamed = errors.map((error) => {
    const argument = names.find(([, parameter]) => parameter === error.parameter);
    return { ...error, detail: rename(error.detail), ...(argument === undefined ? {} : { parameter: argument[0] }) };
  });
  const { members } = problem.extension;
  return new Problem(problem.code, rename(detail), renamed, { members: { release, ...members } });
}
