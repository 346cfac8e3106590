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
    // With the young generation that the launcher gives a service.
    execArgv: [
      "--disable-warning=ExperimentalWarning",
      "--max-semi-space-size=8",
      "--expose-gc",
      "--import",
      import.meta.url,
    ],
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
}

/** Objects of the heap and buffers beside it, in MiB, of a process of {@link forkMeasured}. */
export async function liveMib(measured: ChildProcess): Promise<number> {
  const { heapUsed, external } = await memoryByPart(measured);
  return heapUsed + external;
}

/** The live memory of the main thread of such a process, part by part, in MiB. */
export async function memoryByPart(measured: ChildProcess): Promise<NodeJS.MemoryUsage> {
  const answer = once(measured, "message");
  measured.send("live memory");
  const [{ rss, heapTotal, heapUsed, external, arrayBuffers }] = (await answer) as [NodeJS.MemoryUsage];
  const mib = (bytes: number): number => bytes / 2 ** 20;
  return {
    rss: mib(rss),
    heapTotal: mib(heapTotal),
    heapUsed: mib(heapUsed),
    external: mib(external),
    arrayBuffers: mib(arrayBuffers),
  };
}

/** In the measured process, which loads this file before its program. */
if (process.argv[1] !== fileURLToPath(import.meta.url) && process.send !== undefined && globalThis.gc !== undefined) {
  process.on("message", () => {
    // Twice: what finalizers of the first pass let go is gone after the second.
    globalThis.gc!();
    setImmediate(() => {
      globalThis.gc!();
      process.send!(process.memoryUsage());
    });
  });
}
