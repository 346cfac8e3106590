import { pino } from "pino";
import { noteService } from "../publishing/running-service.ts";
import { type Service, openService } from "../main.ts";
import { keepPrivate } from "../release/store/keep-private.ts";
import { type Command, type Console, expectAtMost, storeOf } from "./command.ts";
import { publishWhereNeeded } from "./demonstration.ts";
import { checkFiles, openFollower, type Place, waitForRelease } from "./first-release.ts";
import { countedCompanies, countedCountries } from "../publishing/words.ts";

export const serve: Command = {
  summary: "Start the service; a trial without a release publishes the demonstration dataset",
  synopsis: "",
  help: "Configured by environment variables: PORT, HOST, DATA_DIR and others, see docs/settings.md.",
  options: {},
  async run(console, args) {
    expectAtMost(args, 0);
    const { settings } = console;
    await keepPrivate(settings.dataFolder);
    const store = storeOf(console);
    const running: { service: Service | null } = { service: null };
    const follower = await openFollower(console, (state) => running.service?.tell(state));
    if (follower === null) {
      if (!(await publishWhereNeeded(store, console))) return 1;
      await checkFiles(store);
      return await answerUntil(console.stopRequested(), console, await openService(settings, console.now));
    }
    try {
      const stopped = console.stopRequested();
      const place = await waitForRelease(console, store, follower, stopped);
      if (place === "stopped") return 0;
      const service = await takeOver(console, place);
      running.service = service;
      service.tell(follower.state);
      await follower.serve(service.look);
      return await answerUntil(stopped, console, service);
    } finally {
      // The node follows until the last response is sent, so that publishers need not wait for it.
      await follower.close();
    }
  },
};

/** Answers until it is told to stop. Returns the exit status. */
async function answerUntil(stopped: Promise<null>, console: Console, service: Service): Promise<number> {
  const { manifest } = service;
  const size = `${countedCompanies(manifest.counts.companies)}, ${countedCountries(manifest.counts.countries)}`;
  console.print(`Country Trust serves ${manifest.dataset.title} (release ${manifest.id}: ${size}) on ${service.url}`);
  const forget = noteService(console.settings.dataFolder, service.url);
  process.on("unhandledRejection", reportRejection);
  await stopped;
  forget();
  await service.close();
  process.off("unhandledRejection", reportRejection);
  return 0;
}

/**
 * A rejected promise that nothing handles is a bug of ours. It costs what it was part of, such as
 * one response or one round of repeated work, and never the service.
 */
export function reportRejection(error: unknown): void {
  pino().error({ err: error }, "A promise was rejected that nothing handles: this is a bug. The service goes on.");
}

/** Opens the service in the place of the waiting server, which refuses no connection meanwhile. */
async function takeOver({ settings, now }: Console, { port, waiting }: Place): Promise<Service> {
  try {
    return await openService({ ...settings, port }, now, waiting?.server);
  } catch (error) {
    await waiting?.close();
    throw error;
  }
}
