import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Console } from "../../src/cli/command.ts";
import { runCommand } from "../../src/cli/main.ts";
import type { Terminal } from "../../src/cli/terminal.ts";
import { readSettings } from "../../src/settings.ts";
import { eventually } from "../access/cluster/eventually.ts";

export const PROJECT = fileURLToPath(new URL("../..", import.meta.url));
export const DEMO = path.join(PROJECT, "data", "demo");

export interface CliResult {
  readonly status: number;
  /** What a script would read. */
  readonly out: string;
  /** What a person reads beside it. */
  readonly said: string;
}

/** A command that goes on by itself until it is stopped. */
export interface StartedCommand {
  /** What it printed so far, to a script or a person. */
  printed(): string;
  /** Waits until it has printed something like this; returns the match. */
  untilPrinted(pattern: RegExp): Promise<RegExpExecArray>;
  readonly status: Promise<number>;
  /** Tells it to stop; returns its exit status. */
  stop(): Promise<number>;
}

/** Datasets are small, and test files run beside each other. A service finds a port by itself. */
const SETTINGS = { INTAKE_THREADS: "1", LOG_LEVEL: "silent", HOST: "127.0.0.1", PORT: "0", RELEASE_POLL_MS: "50" };

/** A data folder of its own and the command line on it, in this process. */
export class TestCli {
  readonly dataFolder: string;
  /** What stands on standard input of the next runs. */
  input = "";
  /** The person whom the next runs may ask. */
  terminal: Terminal | null = null;
  now = new Date("2026-11-20T10:00:00Z");
  /** What time it is: `now`, which stands still, unless a test wants a clock that runs. */
  clock = (): Date => this.now;
  readonly #environment: Readonly<Record<string, string>>;

  constructor(
    environment: Readonly<Record<string, string>> = {},
    dataFolder = mkdtempSync(path.join(tmpdir(), "country-trust-cli-")),
  ) {
    this.#environment = { ...SETTINGS, ...environment };
    this.dataFolder = dataFolder;
  }

  async run(...words: string[]): Promise<CliResult> {
    const out: string[] = [];
    const said: string[] = [];
    const status = await this.#run(words, {
      print: (line) => out.push(line),
      say: (line) => said.push(line),
      // Nobody stops it.
      stopRequested: () => new Promise(() => {}),
    });
    return { status, out: out.join("\n"), said: said.join("\n") };
  }

  /** Starts a command such as `serve`. */
  start(...words: string[]): StartedCommand {
    let text = "";
    let isOver = false;
    const note = (line: string): void => void (text += `${line}\n`);
    const stopped = Promise.withResolvers<null>();
    const status = this.#run(words, { print: note, say: note, stopRequested: () => stopped.promise });
    const over = (): void => void (isOver = true);
    status.then(over, over);
    return {
      status,
      printed: () => text,
      async untilPrinted(pattern) {
        await eventually(`it prints ${pattern}`, () => isOver || pattern.test(text));
        const found = pattern.exec(text);
        if (found === null) throw new Error(`it ended and printed:\n${text}`);
        return found;
      },
      stop() {
        stopped.resolve(null);
        return status;
      },
    };
  }

  #run(words: readonly string[], world: Pick<Console, "print" | "say" | "stopRequested">): Promise<number> {
    return runCommand(
      words,
      () => readSettings({ ...this.#environment, DATA_DIR: this.dataFolder }),
      (settings) => ({
        settings,
        now: () => this.clock(),
        input: async () => this.input,
        openTerminal: () => this.terminal,
        interactive: false,
        draw: () => {},
        ...world,
      }),
    );
  }

  /** Publishes, and accepts a change that is refused. */
  async publish(...words: string[]): Promise<CliResult> {
    const first = await this.run("publish", ...words);
    const [, code] = /--accept ([0-9a-f]{12})$/m.exec(first.said) ?? [];
    return code === undefined ? first : await this.run("publish", ...words, "--accept", code);
  }

  remove(): Promise<void> {
    return rm(this.dataFolder, { recursive: true, force: true });
  }
}
