import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { runCommand } from "../src/cli/main.ts";
import { type Service, openService } from "../src/main.ts";
import { PROJECT_FOLDER, readSettings } from "../src/settings.ts";

/** The demonstration dataset. */
export const DEMO = path.join(PROJECT_FOLDER, "data", "demo");

/** A data folder that is gone afterwards. */
export interface TemporaryData {
  /** A temporary folder for anything else; the data folder lies in it. */
  readonly folder: string;
  /** Runs a command of the command line; returns what it printed, and throws where it fails. */
  readonly run: (...words: string[]) => Promise<string>;
  /** Opens the service on a free port of this machine. It is closed at the end. */
  readonly serve: () => Promise<Service>;
}

/** Returns what `use` makes of an empty data folder, under some settings and a clock. */
export async function overDataFolder<T>(
  settings: Readonly<Record<string, string>>,
  now: () => Date,
  use: (data: TemporaryData) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), "country-trust-data-"));
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
    return await use({ folder, run, serve });
  } finally {
    for (const service of services) await service.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The same over the demonstration data, which is published first. */
export function overDemoData<T>(
  settings: Readonly<Record<string, string>>,
  now: () => Date,
  use: (data: TemporaryData) => Promise<T>,
): Promise<T> {
  return overDataFolder(settings, now, async (data) => {
    await data.run("publish", DEMO);
    return use(data);
  });
}
