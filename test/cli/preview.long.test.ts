import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync } from "node:fs";
import path from "node:path";
import { after, describe, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { type Edition, writeEdition } from "./gated-edition.ts";
import { PROJECT } from "./run-cli.ts";

/** `preview` as its user has it: a process that is started and ended by a signal. */

const WAIT_MILLISECONDS = 60_000;
const FIRST: Edition = { companies: [0, 0, 1, 1, 2, 2, 0, 0, 1, 1, 2, 2] };

const started: ChildProcess[] = [];
after(() => {
  for (const child of started) if (child.exitCode === null) child.kill("SIGKILL");
});

/** A started preview and what it printed so far. */
interface Started {
  readonly child: ChildProcess;
  readonly printed: () => string;
}

function start(dataFolder: string, words: readonly string[], entry = "country-trust.mjs"): Started {
  const call = ["--disable-warning=ExperimentalWarning", path.join(PROJECT, "bin", entry), "preview", ...words];
  const env = { ...process.env, DATA_DIR: dataFolder, INTAKE_THREADS: "1", HOST: "0.0.0.0", LOG_LEVEL: "info" };
  const child = spawn(process.execPath, call, { env, stdio: ["ignore", "pipe", "pipe"] });
  started.push(child);
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (more: string) => (text += more));
  return { child, printed: () => text };
}

/** Waits until it has printed something like this; returns the match. */
async function untilPrinted({ child, printed }: Started, pattern: RegExp): Promise<RegExpExecArray> {
  const until = performance.now() + WAIT_MILLISECONDS;
  for (;;) {
    const found = pattern.exec(printed());
    if (found !== null) return found;
    assert.ok(child.exitCode === null && performance.now() < until, `it printed:\n${printed()}`);
    await wait(20);
  }
}

const OPENED = /^Preview on http:\/\/localhost:(\d+), for this machine alone\./mu;

async function end({ child }: Started, signal: NodeJS.Signals): Promise<number | null> {
  const ended = once(child, "exit") as Promise<[number | null]>;
  child.kill(signal);
  return (await ended)[0];
}

/** Everything under a folder, by path. */
const under = (folder: string): string[] => readdirSync(folder, { recursive: true }).map(String).toSorted();

describe("preview as a process that is ended", () => {
  for (const entry of ["country-trust.mjs", "country-trust.cjs"])
    test(`a signal while it builds leaves nothing behind (${entry})`, async () => {
      const dataFolder = path.join(newTemporaryFolder(), "data");
      const preview = start(dataFolder, [path.join(PROJECT, "data", "demo")], entry);
      await untilPrinted(preview, /Reading companies/u);
      assert.equal(await end(preview, "SIGTERM"), 130);
      assert.deepEqual(under(dataFolder), ["work"]);
    });

  test("what a killed one left behind is removed by the next", async () => {
    const dataFolder = newTemporaryFolder();
    mkdirSync(path.join(dataFolder, "work"));
    const killed = start(dataFolder, [writeEdition(FIRST)]);
    await untilPrinted(killed, OPENED);
    await end(killed, "SIGKILL");
    assert.equal(readdirSync(path.join(dataFolder, "work")).length, 1);
    const next = start(dataFolder, [writeEdition(FIRST)]);
    await untilPrinted(next, OPENED);
    assert.equal(readdirSync(path.join(dataFolder, "work")).length, 1);
    assert.equal(await end(next, "SIGINT"), 0);
    assert.deepEqual(under(dataFolder), ["work"]);
  });
});
