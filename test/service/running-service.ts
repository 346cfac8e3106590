import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { request } from "node:http";
import path from "node:path";
import { after } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { PROJECT } from "../cli/run-cli.ts";

/** The program as its user starts it, without the launcher, so that a signal reaches it and not a parent. */
export interface RunningService {
  readonly child: ChildProcess;
  readonly url: string;
  readonly said: () => string;
  readonly exit: Promise<unknown[]>;
}

const running = new Set<ChildProcess>();
after(() => {
  for (const child of running) child.kill("SIGKILL");
});

/** Runs a command of the command line to its end, or until it is killed. */
export function run(words: readonly string[], environment: Readonly<Record<string, string>>) {
  const program = path.join(PROJECT, "bin", "country-trust.mjs");
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", program, ...words], {
    env: { ...process.env, HOST: "127.0.0.1", PORT: "0", RELEASE_POLL_MS: "50", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (said += text));
  running.add(child);
  const exit = once(child, "exit");
  void exit.finally(() => running.delete(child));
  return { child, said: () => said, exit };
}

/** Starts the service; it answers once this settles. */
export async function startRunningService(environment: Readonly<Record<string, string>>): Promise<RunningService> {
  const service = run(["serve"], environment);
  for (let tries = 0; tries < 1200; tries += 1) {
    const url = / on (http:\S+)/.exec(service.said())?.[1];
    if (url !== undefined) return { ...service, url };
    if (service.child.exitCode !== null) break;
    await wait(50);
  }
  return assert.fail(`the service did not say where it is:\n${service.said()}`);
}

/** Asks once on a connection of its own, so that the system may hand it to any thread; returns status, head and body. */
export function askAnew(url: string, headers: Readonly<Record<string, string>> = {}) {
  return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: string }>((resolve, reject) => {
    const asked = request(url, { agent: false, headers }, (response) => {
      let body = "";
      response.setEncoding("utf8").on("data", (text: string) => (body += text));
      response.on("end", () => resolve({ status: response.statusCode!, headers: response.headers, body }));
      response.on("error", reject);
    });
    asked.on("error", reject);
    asked.end();
  });
}
