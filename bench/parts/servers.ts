import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { findFreePort } from "../../test/fixtures/free-port.ts";
import { askAnswer } from "./ask-answer.ts";
import type { BareAnswer } from "./bare-server.ts";
import { NODE_FLAGS, ROOT } from "./data-folders.ts";
import { launchedBy, processorSeconds } from "./process-figures.ts";

/** A server in a process of its own. */
export interface ServerProcess {
  readonly pid: number;
  readonly port: number;
  stop(): Promise<void>;
}

const READY_SECONDS_MAX = 60;

/** A service, and how long it took from the start of its process to the first answer with data. */
export interface ServiceProcess extends ServerProcess {
  readonly readySeconds: number;
}

/**
 * The files a service is started by: as `npm start` does it, on the pinned Node with the launcher's
 * flags, or without the launcher.
 */
export type Entry = "country-trust.cjs" | "country-trust.mjs";

/** Starts the real program on a data folder; it answers once this settles. */
export async function startService(
  dataFolder: string,
  entry: Entry = "country-trust.cjs",
  environment: Readonly<Record<string, string>> = {},
): Promise<ServiceProcess> {
  const port = await findFreePort();
  const env = { ...process.env, ...environment, PORT: String(port), HOST: "127.0.0.1", DATA_DIR: dataFolder };
  const words = [...NODE_FLAGS, path.join(ROOT, "bin", entry), "serve"];
  const startedAt = performance.now();
  const child = spawn(process.execPath, words, { env, stdio: ["ignore", "ignore", "inherit"] });
  const stop = () => end(child);
  while (!(await answers(port))) {
    if (child.exitCode !== null || performance.now() - startedAt > READY_SECONDS_MAX * 1000) {
      await stop();
      throw new Error(`the service did not answer within ${READY_SECONDS_MAX} s`);
    }
  }
  const readySeconds = (performance.now() - startedAt) / 1000;
  return { pid: launchedBy(child.pid!), port, readySeconds, stop };
}

/** A bare server, and what makes it give another answer. */
export interface BareServer extends ServerProcess {
  show(answer: BareAnswer): Promise<void>;
}

export async function startBareServer(): Promise<BareServer> {
  const program = fileURLToPath(new URL("bare-server.ts", import.meta.url));
  const child = fork(program, { execArgv: [...NODE_FLAGS], serialization: "advanced" });
  const [port] = (await once(child, "message")) as [number];
  return {
    pid: child.pid!,
    port,
    stop: () => end(child),
    async show(answer) {
      child.send(answer);
      await once(child, "message");
    },
  };
}

/** Waits until a server has nothing left to do in the background. */
export async function waitUntilIdle({ pid }: ServerProcess): Promise<void> {
  const WINDOW_MILLISECONDS = 400;
  const IDLE_SECONDS = 0.02;
  for (let quiet = 0; quiet < 2;) {
    const before = processorSeconds(pid);
    await wait(WINDOW_MILLISECONDS);
    quiet = processorSeconds(pid) - before <= IDLE_SECONDS ? quiet + 1 : 0;
  }
}

/** Ends a child and waits for it; returns at once where it has ended. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
}

async function answers(port: number): Promise<boolean> {
  try {
    return (await askAnswer(port, "/api/v2/countries/preview")).status === 200;
  } catch {
    await wait(5);
    return false;
  }
}
