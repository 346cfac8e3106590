import { spawn, spawnSync } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, existsSync, globSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { createClient } from "@redis/client";
import { Client } from "pg";
import { findFreePort } from "../../fixtures/free-port.ts";
import { newTemporaryFolder } from "../../fixtures/temporary-folder.ts";

/** A server of the test's own, which may be hurt. */
export interface OwnServer {
  readonly url: string;
  readonly port: number;
  /** Stops its processes where they are (SIGSTOP); connections stay open and nothing answers. */
  pause(): void;
  resume(): void;
  /** Ends it as a crash does. */
  kill(): Promise<void>;
  /** Starts it again on the same port, over what it had kept. */
  start(): Promise<void>;
  close(): Promise<void>;
}

const POSTGRES_BIN = globSync("/usr/lib/postgresql/*/bin").toSorted().at(-1);
const IS_ROOT = process.getuid?.() === 0;

/** Why a PostgreSQL of the test's own cannot be started; false where it can. */
export const withoutOwnPostgres: string | false =
  POSTGRES_BIN !== undefined && existsSync(`${POSTGRES_BIN}/initdb`) && (!IS_ROOT || canRun("runuser"))
    ? false
    : "no programs of PostgreSQL to start one with (/usr/lib/postgresql)";

/** Why a Redis of the test's own cannot be started; false where it can. */
export const withoutOwnRedis: string | false = canRun("redis-server") ? false : "no redis-server to start one with";

/** A Redis that can be emptied while it runs. */
export interface OwnRedis extends OwnServer {
  forget(): Promise<void>;
}

/** Starts a Redis that keeps nothing on disk: killed, it has forgotten everything. */
export async function startRedis(): Promise<OwnRedis> {
  const port = await findFreePort();
  const url = `redis://127.0.0.1:${port}`;
  const folder = newTemporaryFolder();
  const send = async (command: string): Promise<void> => {
    const client = createClient({ url, socket: { reconnectStrategy: false } });
    client.on("error", () => {});
    await client.connect();
    await client.sendCommand([command]);
    client.destroy();
  };
  const server = await manage({
    url,
    port,
    folder,
    command: ["redis-server", "--port", String(port), "--bind", "127.0.0.1", "--save", "", "--dir", folder],
    ask: () => send("PING"),
    pidsOf: (child) => [child.pid!],
  });
  return { ...server, forget: () => send("FLUSHALL") };
}

/** Starts a PostgreSQL with one empty database. */
export async function startPostgres(): Promise<OwnServer> {
  const port = await findFreePort();
  const folder = newTemporaryFolder();
  const asOwner = IS_ROOT ? ["runuser", "-u", "postgres", "--"] : [];
  if (IS_ROOT) {
    // Another user has to reach the folder.
    chmodSync(path.dirname(folder), 0o755);
    const [uid, gid] = ["-u", "-g"].map((flag) => Number(spawnSync("id", [flag, "postgres"]).stdout.toString()));
    chownSync(folder, uid!, gid!);
  }
  const initdb = [...asOwner, `${POSTGRES_BIN}/initdb`, "-D", folder, "-U", "postgres", "-A", "trust", "-N"];
  const made = spawnSync(initdb[0]!, initdb.slice(1), { cwd: "/" });
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr.toString()}`);
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const settings = [`port=${port}`, "listen_addresses=127.0.0.1", "unix_socket_directories=", "fsync=off"];
  return manage({
    url,
    port,
    folder,
    command: [...asOwner, `${POSTGRES_BIN}/postgres`, "-D", folder, ...settings.flatMap((setting) => ["-c", setting])],
    async ask() {
      const client = new Client({ connectionString: url });
      await client.connect();
      await client.end();
    },
    pidsOf() {
      const main = Number(readFileSync(`${folder}/postmaster.pid`, "utf8").split("\n")[0]);
      return [main, ...childrenOf(main)];
    },
  });
}

interface Kind {
  readonly url: string;
  readonly port: number;
  readonly folder: string;
  readonly command: readonly string[];
  readonly ask: () => Promise<void>;
  readonly pidsOf: (child: ChildProcess) => readonly number[];
}

async function manage({ url, port, folder, command, ask, pidsOf }: Kind): Promise<OwnServer> {
  let child: ChildProcess | null = null;
  let paused: readonly number[] = [];
  const signal = (pids: readonly number[], name: NodeJS.Signals): void => {
    for (const pid of pids) {
      try {
        process.kill(pid, name);
      } catch {
        // Already gone.
      }
    }
  };
  const server: OwnServer = {
    url,
    port,
    pause() {
      paused = pidsOf(child!);
      signal(paused, "SIGSTOP");
    },
    resume() {
      signal(paused, "SIGCONT");
      paused = [];
    },
    async kill() {
      const running = child;
      if (running === null) return;
      child = null;
      const ended = running.exitCode === null && running.signalCode === null ? once(running, "exit") : null;
      const pids = [...pidsOf(running), ...paused, running.pid!];
      signal(pids, "SIGKILL");
      await ended;
      while (pids.some(isAlive)) await wait(10);
      // The dead may stay in the table of processes, and would count as alive.
      rmSync(`${folder}/postmaster.pid`, { force: true });
    },
    async start() {
      const [program, ...rest] = command;
      child = spawn(program!, rest, { cwd: "/", stdio: "ignore" });
      for (let attempt = 0; ; attempt++) {
        try {
          await ask();
          return;
        } catch (error) {
          if (attempt > 200 || child.exitCode !== null) throw error;
          await wait(50);
        }
      }
    },
    close: () => server.kill(),
  };
  process.once("exit", () => {
    if (child !== null) signal([...pidsOf(child), child.pid!], "SIGKILL");
  });
  await server.start();
  return server;
}

function isAlive(pid: number): boolean {
  return existsSync(`/proc/${pid}`) && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
}

function childrenOf(pid: number): readonly number[] {
  return globSync("/proc/[0-9]*/stat").flatMap((file) => {
    try {
      const [child, , , parent] = readFileSync(file, "utf8")
        .replace(/\(.*\)/s, "x")
        .split(" ");
      return Number(parent) === pid ? [Number(child)] : [];
    } catch {
      return [];
    }
  });
}

function canRun(program: string): boolean {
  return spawnSync(program, ["--version"], { stdio: "ignore" }).status === 0;
}
