import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { counted } from "./counted.ts";
import type { ProblemList, ProgressListener } from "./problem-report.ts";
import { fileOf, type ScriptPlace, type ScriptRequest, type ScriptResult } from "./run-script.ts";
import { PROGRAM_MIB, type ScriptMessage } from "./script-process.ts";

interface ProcessOptions {
  /** Time limit of the statements and the queries of the views together. */
  readonly sqlSeconds: number;
  readonly problems: ProblemList;
  readonly onProgress: ProgressListener;
  /** Ends the process before that. */
  readonly signal?: AbortSignal;
}

/**
 * Runs a script in a process that is ended where it takes too much time or memory, which is a
 * problem then. Throws where the machine fails, or where it is aborted.
 */
export async function runInProcess(
  request: ScriptRequest,
  { sqlSeconds, problems, onProgress, signal: abort }: ProcessOptions,
): Promise<ScriptResult["views"]> {
  const child = fork(fileURLToPath(new URL("script-process.ts", import.meta.url)), {
    execArgv: [],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    ...(abort === undefined ? {} : { signal: abort, killSignal: "SIGKILL" }),
  });
  let at: ScriptPlace = { line: null, place: "" };
  const answers: Exclude<ScriptMessage, { kind: "running" }>[] = [];
  let isOvertime = false;
  let timer: NodeJS.Timeout | null = null;
  child.on("message", (message: ScriptMessage) => {
    if (message.kind !== "running") {
      answers.push(message);
      return;
    }
    // The start of the process is not counted.
    timer ??= setTimeout(() => (isOvertime = child.kill("SIGKILL")), sqlSeconds * 1000);
    at = message.at;
    onProgress(message.step, message.done, message.total);
  });
  // If sending fails, the process has ended, and its exit is handled below.
  child.send(request, () => {});
  const [[, signal]] = await Promise.all([once(child, "exit"), once(child, "disconnect")]);
  clearTimeout(timer ?? undefined);
  const [answer] = answers;
  if (answer?.kind === "failed") throw new Error(answer.error);
  if (answer?.kind === "done") {
    const { result } = answer;
    for (const problem of result.problems) problems.add(problem);
    for (const notice of result.notices) problems.notice(notice);
    return result.views;
  }
  const file = fileOf(request);
  const cause = isOvertime
    ? overtime(file, sqlSeconds)
    : signal === "SIGKILL"
      ? outOfMemory(file, request.memoryMiB)
      : { found: `DuckDB ended here (${signal ?? "without a result"})`, advice: "Write the statement in another way." };
  const about = { table: file, file, kind: "sql_failed", expected: "SQL that DuckDB can run" };
  problems.add({ ...about, ...at, ...cause });
  return null;
}

function overtime(file: string, seconds: number) {
  return {
    found: `${file} ran for ${counted(seconds, "second")} and was stopped here`,
    advice:
      "Does a recursion end, and does every join have its condition? A long run that is right may take more time: INTAKE_SECONDS=3600.",
  };
}

function outOfMemory(file: string, memoryMiB: number) {
  return {
    found: `${file} took more than ${memoryMiB + PROGRAM_MIB} MiB of memory and was stopped here`,
    advice: `Does it make long texts or lists, which DuckDB keeps in memory? More is allowed by the setting INTAKE_MEMORY_MIB, to which ${PROGRAM_MIB} MiB for the program are added.`,
  };
}
