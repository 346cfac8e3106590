import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { processorSeconds } from "./process-figures.ts";

export interface Measured {
  readonly seconds: number;
  /** Processor time of all its threads, as of the last look at it. */
  readonly processorSeconds: number;
  /** The highest resident set the process had, as the kernel counts it. */
  readonly peakMib: number;
  readonly output: string;
}

const LOOK_MILLISECONDS = 50;

/** Runs a program to its end and measures it as a whole process. Throws where it fails. */
export async function measureChild(
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Measured> {
  const [program, ...arguments_] = words;
  const startedAt = performance.now();
  const child = spawn(program!, arguments_, {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...environment },
  });
  let peakMib = 0;
  let used = 0;
  const timer = setInterval(() => {
    peakMib = Math.max(peakMib, peakOf(child.pid!));
    used = Math.max(used, usedBy(child.pid!));
  }, LOOK_MILLISECONDS);
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  const [status] = (await once(child, "close")) as [number | null];
  clearInterval(timer);
  const seconds = (performance.now() - startedAt) / 1000;
  if (status !== 0) throw new Error(`${words.join(" ")} ended with ${status}:\n${output}`);
  return { seconds, processorSeconds: used, peakMib, output };
}

function peakOf(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

function usedBy(pid: number): number {
  try {
    return processorSeconds(pid);
  } catch {
    return 0;
  }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}
