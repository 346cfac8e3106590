import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { runCommand } from "../src/cli/main.ts";
import { type Service, openService } from "../src/main.ts";
import { PROJECT_FOLDER, readSettings } from "../src/settings.ts";

/** The demonstration data, published in a folder that is gone afterwards. */
export interface Demo {
  /** A temporary folder for anything else; the data folder lies in it. */
  readonly folder: string;
  /** Runs a command of the command line; returns what it printed, and throws where it fails. */
  readonly run: (...words: string[]) => Promise<string>;
  /** Opens the service on a free port of this machine. It is closed at the end. */
  readonly serve: () => Promise<Service>;
}

/**
 * Publishes the demonstration data under some settings and a clock, and returns what `use` makes of
 * it.
 */
export async function overDemoData<T>(
  settings: Readonly<Record<string, string>>,
  now: () => Date,
  use: (demo: Demo) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), "country-trust-demo-"));
  const environment = { HOST: "127.0.0.1", PORT: "0", ...settings, DATA_DIR: path.join(folder, "var") };
  const services: Service[] = [];
  const run = async (...words: string[]): Promise<string> => {
    const printed: string[] = [];
    const said: string[] = [];
    const status = await runCommand(
      words,
      () => readSettings(environment),
      (read) => ({
        settings: read,
        now,
        print: (line) => printed.push(line),
        say: (line) => said.push(line),
        input: async () => "",
        openTerminal: () => null,
        interactive: false,
        stopRequested: () => new Promise(() => {}),
        draw: () => {},
      }),
    );
    if (status !== 0) throw new Error(`${words.join(" ")} ended with status ${status}:\n${said.join("\n")}`);
    return printed.join("\n");
  };
  const serve = async (): Promise<Service> => {
    const service = await openService(readSettings(environment), now);
    services.push(service);
    return service;
  };
  try {
    await run("publish", path.join(PROJECT_FOLDER, "data", "demo"));
    return await use({ folder, run, serve });
  } finally {
    for (const service of services) await service.close();
    await rm(folder, { recursive: true, force: true });
  }
}
