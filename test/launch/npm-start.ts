import assert from "node:assert/strict";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, readdirSync } from "node:fs";
import { after } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { eventually } from "../access/cluster/eventually.ts";
import { PROJECT } from "../cli/run-cli.ts";

/** Why there is nothing to test with. */
export function findObstacle(): string | false {
  if (process.platform !== "linux") return "processes are found in /proc, which Linux alone has";
  return spawnSync("npm", ["--version"]).status === 0 ? false : "npm is not on the PATH";
}

export interface Started {
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
export async function npmStart(dataFolder: string): Promise<Started> {
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
    if (url !== undefined) {
      const pids = processesFrom(npm.pid!);
      assert.ok(pids.length >= 3, pids.join());
      assert.ok(await answers(url));
      return { npm, url, said: () => said, exit, pids };
    }
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

/** Waits until all that was started has ended, and nobody listens on its port any more. */
export async function expectAllGone({ url, said, exit, pids }: Started): Promise<void> {
  await exit;
  await eventually("all processes have ended", () => !pids.some(isRunning));
  assert.equal(await answers(url), false);
  assert.doesNotMatch(said(), /\n {4}at |failed, so all of it stops/u);
}
