import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/**
 * What a process cannot give back: its memory after the collector has run. Resident memory says
 * little about a leak, because allocator and collector keep pages as the machine leaves them time.
 */

/** Starts a program that {@link liveMib} can be asked of. */
export function forkMeasured(program: string, args: readonly string[], env: NodeJS.ProcessEnv): ChildProcess {
  return fork(program, args, {
    env,
    execArgv: ["--disable-warning=ExperimentalWarning", "--expose-gc", "--import", import.meta.url],
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
}

/** Objects of the heap and buffers beside it, in MiB, of a process of {@link forkMeasured}. */
export async function liveMib(measured: ChildProcess): Promise<number> {
  const answer = once(measured, "message");
  measured.send("live memory");
  const [bytes] = (await answer) as [number];
  return bytes / 2 ** 20;
}

/** In the measured process, which loads this file before its program. */
if (process.argv[1] !== fileURLToPath(import.meta.url) && process.send !== undefined && globalThis.gc !== undefined) {
  process.on("message", () => {
    // Twice: what finalizers of the first pass let go is gone after the second.
    globalThis.gc!();
    setImmediate(() => {
      globalThis.gc!();
      const { heapUsed, external } = process.memoryUsage();
      process.send!(heapUsed + external);
    });
  });
}
