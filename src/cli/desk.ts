import { stat } from "node:fs/promises";
import { availableParallelism } from "node:os";
import path from "node:path";
import { pino } from "pino";
import { openAtlas } from "../atlas/atlas.ts";
import { Desk } from "../desk/desk.ts";
import { openDeskServer } from "../desk/server.ts";
import { type Command, expectAtMost, readPort, UsageError } from "./command.ts";

export const desk: Command = {
  summary: "Make a release of files as they are on a page of this machine alone",
  synopsis: "[folder] [options]",
  help: `Arguments:
  [folder]           The folder with the files (default: the present one)

Options:
  --port <port>      Where to open it (default: any free port)

Prints an address that works once, in one browser. What is done there is written to dataset.json
and mapping.json in the folder, each change when it is made; .desk/history.jsonl keeps all of
them. Only this machine can open it. Ctrl+C ends it, and nothing is lost.`,
  options: { port: "string" },
  async run(console, args, options) {
    expectAtMost(args, 1);
    const folder = path.resolve(args[0] ?? ".");
    const found = await stat(folder).catch(() => null);
    if (found?.isDirectory() !== true) throw new UsageError(`expected a folder; found ${folder}`);
    const port = readPort(options);
    const stopped = console.stopRequested();
    const { settings, now } = console;
    const threads = settings.intakeThreads || availableParallelism();
    const logger = pino({ level: "error" }, process.stderr);
    const opened = await Desk.open({ folder, settings, atlas: openAtlas(), now, threads, logger });
    try {
      const server = await openDeskServer({ desk: opened, port, onError: (error) => console.say(String(error)) });
      console.print(`The desk of ${folder} is open for this machine alone. Open this address; it works once:`);
      console.print(`  ${server.launchUrl}`);
      console.print("Ctrl+C ends it. Every change is saved when it is made.");
      await stopped;
      await server.close();
      return 0;
    } finally {
      await opened.close();
    }
  },
};
