import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { PROJECT_FOLDER } from "../../src/settings.ts";

/** A command of the command line in a process of its own. */
export interface StartedProgram {
  readonly child: ChildProcess;
  /** What it printed so far, on both outputs. */
  readonly said: () => string;
  /** Its exit status and the signal that ended it. */
  readonly exit: Promise<unknown[]>;
}

/** What Node.js is started with: the program itself, which a signal reaches and not a parent. */
export const PROGRAM = ["--disable-warning=ExperimentalWarning", path.join(PROJECT_FOLDER, "bin", "country-trust.mjs")];

/**
 * Starts a command of the command line; `runner` is what starts Node.js, if it is not started
 * directly. Whoever starts it ends it.
 */
export function startProgram(
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
  program: readonly string[] = PROGRAM,
  runner: readonly string[] = [],
): StartedProgram {
  const [command = "", ...rest] = [...runner, process.execPath, ...program, ...words];
  const child = spawn(command, rest, {
    env: { ...process.env, HOST: "127.0.0.1", PORT: "0", RELEASE_POLL_MS: "50", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (said += text));
  return { child, said: () => said, exit: once(child, "exit") };
}
