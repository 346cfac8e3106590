import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { request } from "node:http";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { setTimeout as wait } from "node:timers/promises";
import { PROGRAM, startProgram, type StartedProgram } from "./start-program.ts";

type Environment = Readonly<Record<string, string>>;

/** What `/readyz` of a node says. */
interface ShownNode {
  readonly status: number;
  readonly release?: string;
  readonly refused_release?: { readonly id: string } | null;
  readonly degraded?: readonly string[];
  readonly origin?: { readonly holds: number; readonly serves: number; readonly trouble: string | null };
}

/**
 * A node in a process of its own that can be ended and started again over its data folder, also
 * with another program.
 */
export class ClusterNode {
  readonly name: string;
  readonly port: number;
  readonly dataFolder: string;
  readonly #environment: Environment;
  #process: StartedProgram | null = null;

  constructor(name: string, port: number, dataFolder: string, environment: Environment) {
    this.name = name;
    this.port = port;
    this.dataFolder = dataFolder;
    this.#environment = { ...environment, PORT: String(port), DATA_DIR: dataFolder };
    process.once("exit", () => this.#process?.child.kill("SIGKILL"));
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  start(program: readonly string[] = PROGRAM): void {
    this.#process = startProgram(["serve"], this.#environment, program);
  }

  async kill(signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
    this.#process?.child.kill(signal);
    await this.#process?.exit;
  }

  /** Has it stand still for so long, as on a machine that swaps. */
  async freeze(milliseconds: number): Promise<void> {
    this.#process?.child.kill("SIGSTOP");
    await wait(milliseconds);
    this.#process?.child.kill("SIGCONT");
  }

  /** Whether its process ended by itself, or was killed. */
  get hasEnded(): boolean {
    const child = this.#process?.child;
    return child === undefined || child.exitCode !== null || child.signalCode !== null;
  }

  /** What it printed since it was started last. */
  said(): string {
    return this.#process?.said() ?? "";
  }

  /** What `/readyz` says; null where nobody listens. */
  async shown(): Promise<ShownNode | null> {
    try {
      const { status, body } = await ask(`${this.url}/readyz`);
      return { ...(JSON.parse(body) as object), status };
    } catch {
      return null;
    }
  }
}

/** A folder that holds an origin, and what nodes are told of it and of their pace. */
export function newOrigin(): { readonly folder: string; readonly settings: Record<string, string> } {
  const folder = newTemporaryFolder();
  return { folder, settings: originSettings(folder) };
}

export function originSettings(folder: string): Record<string, string> {
  return { RELEASES_URL: pathToFileURL(folder).href, RELEASES_POLL_SECONDS: "1", RELEASES_DELAY: "3" };
}

/** A way to the folder of an origin that can be cut: all of it, or what the pointer names. */
export function newLine(folder: string) {
  const line = path.join(newTemporaryFolder(), "line");
  const names = ["current.json", "sha256"];
  const link = (name: string): void => symlinkSync(path.join(folder, name), path.join(line, name));
  const mend = (): void => {
    rmSync(line, { recursive: true, force: true });
    mkdirSync(line);
    names.forEach(link);
  };
  mend();
  return {
    folder: line,
    mend,
    cut: (): void => rmSync(line, { recursive: true }),
    cutBlobs: (): void => rmSync(path.join(line, "sha256")),
  };
}

/** A machine that commands which change releases run on. */
export class ClusterPublisher {
  readonly #environment: Environment;

  constructor(environment: Environment) {
    this.#environment = { INTAKE_THREADS: "1", ...environment };
  }

  start(...words: readonly string[]): StartedProgram {
    return startProgram(words, this.#environment);
  }

  /** Runs a command until it succeeds: what it needs may just be cut off. Returns what it said. */
  async insist(...words: readonly string[]): Promise<string> {
    for (let tries = 1; ; tries += 1) {
      const { exit, said } = this.start(...words);
      const [status] = await exit;
      if (status === 0) return said();
      if (tries === 10) throw new Error(`${words.join(" ")} fails again and again: ${said()}`);
    }
  }

  /** What the origin says is published. */
  async published(): Promise<{ readonly sequence: number; readonly release: string }> {
    return JSON.parse(await this.insist("origin", "--json")) as { sequence: number; release: string };
  }

  /** Makes an API key without limits that tests reach. */
  async createKey(): Promise<string> {
    const words = ["key", "create", "--email", "a@example.org", "--use-case", "A test.", "--tier", "enterprise"];
    const said = await this.insist(...words);
    const key = said.split("\n").find((line) => line.startsWith("ctds_live_"));
    if (key === undefined) throw new Error(`no key was made: ${said}`);
    return key;
  }
}

/** Whether all nodes answer with a release, of the pointer with this sequence. */
export async function areOn(nodes: readonly ClusterNode[], release: string, sequence: number): Promise<boolean> {
  const shown = await Promise.all(nodes.map((node) => node.shown()));
  return shown.every((each) => each?.release === release && each.origin?.serves === sequence);
}

/** Asks on a connection of its own: one that is kept may be to a process that was killed. */
function ask(url: string): Promise<{ readonly status: number; readonly body: string }> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent: false }, (response) => {
      let body = "";
      response.setEncoding("utf8").on("data", (text: string) => (body += text));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, body }));
      response.on("error", reject);
    });
    asked.on("error", reject);
    asked.end();
  });
}
