import { readFile } from "node:fs/promises";
import { openAtlas } from "../atlas/atlas.ts";
import { OPERATIONS } from "../operations/all.ts";
import { type FinalAnswer, askOperation, askWithBody } from "../contract/ask.ts";
import type { Operation } from "../contract/operation.ts";
import { sortParameters } from "../contract/read-parameters.ts";
import { readJson } from "../contract/written-json.ts";
import { Problem } from "../problem.ts";
import { ReleaseStore } from "../release/release-store.ts";
import { keepReleases } from "../snapshot/keep-releases.ts";
import { type Command, type Console, UsageError } from "./command.ts";

export const ask: Command = {
  name: "ask",
  summary: "Answers one operation of the API from the data folder, without a server, and prints it.",
  usage: `<operation> [name=value …] ['{"json": "body"}' | -]

  A body is given as JSON, or with - read from standard input.

${OPERATIONS.map(({ id, summary }) => `  ${id.padEnd(28)} ${summary}`).join("\n")}`,
  options: {},
  async run(console, [id, ...words]) {
    const operation = OPERATIONS.find((each) => each.id === id);
    if (!operation) throw new UsageError(id === undefined ? "expected an operation" : `there is no operation "${id}"`);
    try {
      await print(console, operation, words);
      return 0;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      console.say(`${error.code}: ${error.message}`);
      for (const { detail, ...place } of error.errors) console.say(`  ${Object.values(place).join(" ")}: ${detail}`);
      return 1;
    }
  },
};

async function print(console: Console, operation: Operation, words: readonly string[]): Promise<void> {
  const { settings, now } = console;
  const releases = keepReleases({
    store: new ReleaseStore(settings.dataFolder),
    pollMilliseconds: settings.releasePollMilliseconds,
    onError: (error) => console.say(String(error)),
  });
  try {
    const baseUrl = settings.baseUrl ?? `http://localhost:${settings.port}`;
    const sources = {
      releases,
      atlas: openAtlas(),
      caller: null,
      access: null,
      at: now(),
      site: { baseUrl, versionOneEndsAt: settings.v1SunsetAt },
    };
    const bodies = operation.method === "POST" ? words.filter((word) => /^(?:-$|\{)/u.test(word)) : [];
    const given = readWords(
      operation,
      words.filter((word) => !bodies.includes(word)),
    );
    const answer =
      operation.method === "GET"
        ? await askOperation(operation, sources, given)
        : await askWithBody(operation, sources, given, await readBody(console, bodies));
    console.print(await show(operation, answer));
  } finally {
    releases.close();
  }
}

/** An answer as a terminal takes it: of a file that is no text, where it lies. */
async function show({ form }: Operation, answer: FinalAnswer): Promise<string> {
  if (answer.kind === "json") return JSON.stringify(answer.body, null, 2);
  if (answer.kind === "written") return JSON.stringify(readJson(answer.sheet.written()), null, 2);
  if (answer.kind === "text") return answer.text.trimEnd();
  if (form.mediaType?.startsWith("text/") !== true) return answer.path;
  const content = (await readFile(answer.path, "utf8")).trimEnd();
  return answer.byteOrderMark === true ? `\ufeff${content}` : content;
}

async function readBody(console: Console, [word, ...more]: readonly string[]): Promise<string> {
  if (word === undefined) throw new UsageError("expected a body: JSON, or - to read it from standard input");
  if (more.length > 0) throw new UsageError("expected one body");
  return word === "-" ? console.input() : word;
}

/** `name=value` words as the parameters of the operation: those of its path by name, all others as its query. */
function readWords(operation: Operation, words: readonly string[]): Parameters<typeof askOperation>[2] {
  const pairs = words.map((word): [string, string] => {
    const at = word.indexOf("=");
    if (at < 1) throw new UsageError(`expected name=value, found "${word}"`);
    return [word.slice(0, at), word.slice(at + 1)];
  });
  return sortParameters(operation, pairs);
}
