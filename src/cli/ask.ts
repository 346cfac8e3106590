import { readFile } from "node:fs/promises";
import { OPERATIONS } from "../topics/operations.ts";
import { withMarks } from "../ask/mark.ts";
import { type FinalAnswer, askOperation, askWithBody } from "../ask/ask.ts";
import { type AnswerForm, type Operation, formOf } from "../ask/operation.ts";
import type { GivenBody } from "../ask/read-body.ts";
import { sortParameters } from "../ask/read-parameters.ts";
import { Problem, tellProblem } from "../problem.ts";
import { LISTED_BY_API } from "../ask/urls.ts";
import { type Command, type Console, UsageError } from "./command.ts";
import { openSources } from "./open-sources.ts";

export const ask: Command = {
  summary: "Run one API operation on the data folder, without a server, and print the answer",
  synopsis: "<operation> [<name>=<value> …] [<body>|-]",
  help: `Arguments:
  <name>=<value>     A path or query parameter
  <body>             The JSON body of a POST operation; - reads it from standard input,
                     where it may be a CSV file if the operation takes one

Operations:
${OPERATIONS.map(({ id, summary }) => `  ${id.padEnd(28)} ${summary}`).join("\n")}`,
  options: {},
  async run(console, [id, ...args]) {
    const operation = OPERATIONS.find((each) => each.id === id);
    if (!operation) throw new UsageError(id === undefined ? "expected an operation" : `there is no operation "${id}"`);
    try {
      await printAnswer(console, operation, args);
      return 0;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const told = tellProblem(error, LISTED_BY_API);
      console.say(`${error.code}: ${told.detail}`);
      for (const { detail, ...source } of told.errors) console.say(`  ${Object.values(source).join(" ")}: ${detail}`);
      return 1;
    }
  },
};

async function printAnswer(console: Console, operation: Operation, args: readonly string[]): Promise<void> {
  using opened = openSources(console);
  const sources = opened.sourcesNow();
  const bodies = operation.method === "POST" ? args.filter((arg) => /^(?:-$|\{)/u.test(arg)) : [];
  const parameters = readParameterArgs(
    operation,
    args.filter((arg) => !bodies.includes(arg)),
  );
  const answer =
    operation.method === "GET"
      ? await askOperation(operation, sources, parameters)
      : await askWithBody(operation, sources, parameters, await readBody(console, operation, bodies));
  if (answer.kind === "bytes") {
    throw new UsageError(`${operation.id} answers no text: download it from a service, or ask for CSV`);
  }
  console.print(
    await printable(formOf(operation, { ...Object.fromEntries(parameters.query), ...parameters.path }), answer),
  );
}

/** An answer as text; of a binary file, its path. */
async function printable(form: AnswerForm, answer: Exclude<FinalAnswer, { kind: "bytes" }>): Promise<string> {
  if (answer.kind === "json") return JSON.stringify(withMarks(answer.body), null, 2);
  if (answer.kind === "text") return answer.text.trimEnd();
  if (answer.kind === "rows") return [...answer.chunks()].join("").trimEnd();
  if (form.mediaType?.startsWith("text/") !== true) return answer.path;
  return (await readFile(answer.path, "utf8")).trimEnd();
}

/** A body that begins like no JSON is a CSV file, where the operation takes one. */
async function readBody(console: Console, { body }: Operation, [arg, ...more]: readonly string[]): Promise<GivenBody> {
  if (arg === undefined) throw new UsageError("expected a body: JSON, or - to read it from standard input");
  if (more.length > 0) throw new UsageError("expected one body");
  const text = arg === "-" ? await console.input() : arg;
  const isCsv = body?.csv !== undefined && !/^\s*[[{]/u.test(text);
  return { text: text.replace(/^\ufeff/u, ""), encoding: isCsv ? "csv" : (body?.encoding ?? "json") };
}

/** Sorts `name=value` arguments into the path and query parameters of an operation. */
function readParameterArgs(operation: Operation, args: readonly string[]): Parameters<typeof askOperation>[2] {
  const pairs = args.map((arg): [string, string] => {
    const at = arg.indexOf("=");
    if (at < 1) throw new UsageError(`expected name=value, found "${arg}"`);
    return [arg.slice(0, at), arg.slice(at + 1)];
  });
  return sortParameters(operation, pairs);
}
