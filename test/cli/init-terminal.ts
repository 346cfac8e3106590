import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { PROJECT } from "./run-cli.ts";

/** The answer to the first question that the text names. */
export type Turn = readonly [question: RegExp, keys: string];

export interface Dialogue {
  readonly status: number | null;
  /** All that the terminal showed. */
  readonly shown: string;
}

/** Runs `country-trust init` at a pseudo-terminal, made by script(1), and types the answers. */
export async function runAtTerminal(
  words: readonly string[],
  dataFolder: string,
  turns: readonly Turn[],
): Promise<Dialogue> {
  const quoted = [process.execPath, path.join(PROJECT, "bin", "country-trust.mjs"), "init", ...words].map(
    (word) => `'${word.replaceAll("'", String.raw`'\''`)}'`,
  );
  const child = spawn("script", ["--quiet", "--return", "--command", quoted.join(" "), "/dev/null"], {
    env: { ...process.env, DATA_DIR: dataFolder, TERM: "dumb" },
    stdio: ["pipe", "pipe", "inherit"],
  });
  let shown = "";
  let answered = 0;
  const open = [...turns];
  child.stdout.on("data", (chunk: Buffer) => {
    shown += chunk.toString("utf8");
    const [question, keys] = open[0] ?? [/$^/u, ""];
    if (!question.test(shown.slice(answered))) return;
    answered = shown.length;
    open.shift();
    child.stdin.write(keys);
  });
  const [status] = (await once(child, "close")) as [number | null];
  return { status, shown };
}
