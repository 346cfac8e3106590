import assert from "node:assert/strict";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, readdirSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { PROJECT, type TestCli } from "../cli/run-cli.ts";
import { openDemonstration } from "../fixtures/published-demonstration.ts";

/** Why there is nothing to test with. */
function findObstacle(): string | false {
  if (process.platform !== "linux") return "processes are found in /proc, which Linux alone has";
  return spawnSync("npm", ["--version"]).status === 0 ? false : "npm is not on the PATH";
}

interface Started {
  readonly npm: ChildProcess;
  readonly url: string;
  readonly said: () => string;
  readonly exit: Promise<unknown[]>;
  /** From npm to the server: each is the parent of the next. */
  readonly pids: readonly number[];
}

const groups = new Set<number>();
after(() => {
  for (const pid of groups) {
    try {
      process.kill(-pid, "SIGKILL");
    } catch {
      // All of them have ended.
    }
  }
});

/** The processes that began with this one, each the child of the one before. */
function processesFrom(pid: number): number[] {
  const tasks = readdirSync(`/proc/${pid}/task`);
  const children = tasks.flatMap((task) => {
    const text = readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").trim();
    return text === "" ? [] : text.split(" ").map(Number);
  });
  return [pid, ...(children[0] === undefined ? [] : processesFrom(children[0]))];
}

/** Runs `npm start` as a person or a service manager does. */
async function npmStart(dataFolder: string): Promise<Started> {
  const environment = Object.entries(process.env).filter(([name]) => !name.startsWith("npm_"));
  const npm = spawn("npm", ["start"], {
    cwd: PROJECT,
    env: { ...Object.fromEntries(environment), HOST: "127.0.0.1", PORT: "0", DATA_DIR: dataFolder },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  groups.add(npm.pid!);
  let said = "";
  for (const stream of [npm.stdout, npm.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (said += text));
  const exit = once(npm, "exit");
  for (let tries = 0; tries < 600; tries += 1) {
    const url = / on (http:\S+)/.exec(said)?.[1];
    if (url !== undefined) return { npm, url, said: () => said, exit, pids: processesFrom(npm.pid!) };
    if (npm.exitCode !== null) break;
    await wait(50);
  }
  return assert.fail(`npm start did not say where the service is:\n${said}`);
}

const answers = async (url: string): Promise<boolean> => {
  const response = await fetch(`${url}/healthz`, { headers: { Connection: "close" } }).catch(() => null);
  await response?.arrayBuffer();
  return response !== null;
};

function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/mu.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

describe("npm start", { skip: findObstacle() }, () => {
  let cli: TestCli;
  before(async () => {
    cli = await openDemonstration();
  });
  after(() => cli.remove());

  type Pick = (pids: readonly number[]) => number | undefined;
  const cases: readonly (readonly [who: string, pick: Pick, signals: readonly NodeJS.Signals[]])[] = [
    // A shell that npm starts may keep SIGINT for itself until its command has ended.
    ["npm", (pids) => pids[0], ["SIGTERM"]],
    ["what npm started", (pids) => pids[1], ["SIGTERM"]],
    ["the launcher", (pids) => pids.at(-2), ["SIGTERM", "SIGINT"]],
    ["the server", (pids) => pids.at(-1), ["SIGTERM", "SIGINT"]],
    // As a terminal does at Ctrl+C, and a service manager.
    ["all of them at once", (pids) => -pids[0]!, ["SIGTERM", "SIGINT"]],
  ];
  for (const [who, pick, signals] of cases)
    for (const signal of signals)
      test(`${signal} to ${who} ends the server, closes its port and leaves no process`, async () => {
        const { url, said, exit, pids } = await npmStart(cli.dataFolder);
        assert.ok(pids.length >= 3, pids.join());
        assert.ok(await answers(url));
        process.kill(pick(pids)!, signal);
        await exit;
        for (let tries = 0; tries < 200 && pids.some(isRunning); tries += 1) await wait(50);
        assert.deepEqual(pids.filter(isRunning), []);
        assert.equal(await answers(url), false);
        assert.doesNotMatch(said(), /\n {4}at |failed, so all of it stops/u);
      });
});
