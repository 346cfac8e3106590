import assert from "node:assert/strict";
import type { ChildProcess } from "node:child_process";
import { request } from "node:http";
import path from "node:path";
import { after } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { PROJECT } from "../cli/run-cli.ts";
import { PROGRAM, startProgram } from "./start-program.ts";

/** A service in a process of its own. */
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

/** The same behind the launcher, as `npm start` runs it. */
export const LAUNCHER = [path.join(PROJECT, "bin", "country-trust.cjs")];

/**
 * Runs a command of the command line to its end, or until it is killed, at the latest when the
 * tests of the file are over; `runner` is what starts Node.js, if it is not started directly.
 */
export function run(
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
  program: readonly string[] = PROGRAM,
  runner: readonly string[] = [],
) {
  const started = startProgram(words, environment, program, runner);
  running.add(started.child);
  void started.exit.finally(() => running.delete(started.child));
  return started;
}

/** Starts the service; it answers once this settles. */
export async function startRunningService(
  environment: Readonly<Record<string, string>>,
  program: readonly string[] = PROGRAM,
  runner: readonly string[] = [],
): Promise<RunningService> {
  const service = run(["serve"], environment, program, runner);
  for (let tries = 0; tries < 1200; tries += 1) {
    const url = / on (http:\S+)/.exec(service.said())?.[1];
    if (url !== undefined) return { ...service, url };
    if (service.child.exitCode !== null) break;
    await wait(50);
  }
  return assert.fail(`the service did not say where it is:\n${service.said()}`);
}

/**
 * Asks once on a connection of its own, so that the system may hand it to any thread; returns
 * status, head and body.
 */
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
