import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { isMainThread } from "node:worker_threads";

/**
 * The longest turn of a process's event loop, in milliseconds of processor time: what a turn takes
 * on a machine that does nothing else, however busy this one is.
 */

const LOOK_MILLISECONDS = 3;

/** Starts a program that {@link longestTurn} can be asked of. */
export function forkWatched(program: string, args: readonly string[], env: NodeJS.ProcessEnv): ChildProcess {
  return fork(program, args, {
    env,
    execArgv: ["--disable-warning=ExperimentalWarning", "--import", import.meta.url],
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
}

/** The longest turn since this was asked last, and the resident memory, in MiB. */
export async function longestTurn(watched: ChildProcess): Promise<{ milliseconds: number; residentMib: number }> {
  const answer = once(watched, "message");
  watched.send("longest turn");
  const [[milliseconds, residentMib]] = (await answer) as [[number, number]];
  return { milliseconds, residentMib };
}

/** In the watched process, which loads this file before its program. */
if (isMainThread && process.argv[1] !== fileURLToPath(import.meta.url) && process.send !== undefined) {
  let before = process.threadCpuUsage();
  let longest = 0;
  const look = (): void => {
    const { user, system } = process.threadCpuUsage(before);
    before = process.threadCpuUsage();
    longest = Math.max(longest, (user + system) / 1000);
  };
  setInterval(look, LOOK_MILLISECONDS).unref();
  process.on("message", () => {
    look();
    process.send!([longest, process.memoryUsage.rss() / 2 ** 20]);
    longest = 0;
  });
  process.channel?.unref();
}
