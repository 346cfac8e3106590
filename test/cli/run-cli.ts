import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { runCommand } from "../../src/cli/main.ts";
import { readSettings } from "../../src/settings.ts";

export const PROJECT = fileURLToPath(new URL("../..", import.meta.url));
export const DEMO = path.join(PROJECT, "data", "demo");

export interface CliResult {
  readonly status: number;
  /** What a script would read. */
  readonly out: string;
  /** What a person reads beside it. */
  readonly said: string;
}

/**
 * A data folder of its own and the command line on it, in this process. Datasets are read in one
 * thread unless a test says otherwise: they are small, and test files run beside each other.
 */
export class TestCli {
  readonly dataFolder: string;
  /** What stands on standard input of the next runs. */
  input = "";
  now = new Date("2026-11-20T10:00:00Z");
  readonly #environment: Readonly<Record<string, string>>;

  constructor(
    environment: Readonly<Record<string, string>> = {},
    dataFolder = mkdtempSync(path.join(tmpdir(), "country-trust-cli-")),
  ) {
    this.#environment = { INTAKE_THREADS: "1", ...environment };
    this.dataFolder = dataFolder;
  }

  async run(...words: string[]): Promise<CliResult> {
    const out: string[] = [];
    const said: string[] = [];
    const status = await runCommand(
      words,
      () => readSettings({ ...this.#environment, DATA_DIR: this.dataFolder }),
      (settings) => ({
        settings,
        now: () => this.now,
        print: (line) => out.push(line),
        say: (line) => said.push(line),
        input: async () => this.input,
        openTerminal: () => null,
        interactive: false,
        draw: () => {},
      }),
    );
    return { status, out: out.join("\n"), said: said.join("\n") };
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
