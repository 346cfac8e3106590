import { type ScriptRequest, type ScriptResult, type ScriptPlace, runScript } from "./run-script.ts";

/**
 * Runs a publisher's script in a process of its own, which can be ended: DuckDB neither counts the
 * texts and lists that a function makes nor looks at the clock before it has made them.
 */

export type ScriptMessage =
  | {
      readonly kind: "running";
      readonly step: string;
      readonly done: number;
      readonly total: number | null;
      readonly at: ScriptPlace;
    }
  | { readonly kind: "done"; readonly result: ScriptResult }
  | { readonly kind: "failed"; readonly error: string };

/** Memory of Node.js and DuckDB beside the rows, for which DuckDB has its limit. */
export const PROGRAM_MIB = 384;
const WATCH_MILLISECONDS = 20;

function say(message: ScriptMessage): void {
  process.send?.(message);
}

function end(): void {
  process.kill(process.pid, "SIGKILL");
}

async function run(request: ScriptRequest): Promise<void> {
  // Nobody waits for the result once the other process has ended.
  process.once("disconnect", end);
  const watch = setInterval(() => {
    if (process.memoryUsage.rss() > (request.memoryMiB + PROGRAM_MIB) * 2 ** 20) end();
  }, WATCH_MILLISECONDS);
  try {
    say({
      kind: "done",
      result: await runScript(request, (step, done, total, at) => say({ kind: "running", step, done, total, at })),
    });
  } catch (error) {
    say({ kind: "failed", error: String(error) });
  }
  clearInterval(watch);
  process.off("disconnect", end);
  process.disconnect();
}

process.once("message", (request: ScriptRequest) => void run(request));
