import { pino } from "pino";
import { noteService } from "../publishing/running-service.ts";
import { type Service, openService } from "../main.ts";
import { keepPrivate } from "../release/store/keep-private.ts";
import { type Command, type Console, expectAtMost, failed, storeOf } from "./command.ts";
import { publishWhereNeeded } from "./demonstration.ts";
import { checkFiles, type Place, waitForRelease } from "./first-release.ts";
import { openFollower } from "./open-follower.ts";
import { countedCompanies, countedCountries } from "../publishing/words.ts";

export const serve: Command = {
  summary: "Start the service; a trial without a release publishes the demonstration dataset",
  synopsis: "",
  help: "Configured by environment variables: PORT, HOST, DATA_DIR and others, see docs/settings.md.",
  options: {},
  async run(console, args) {
    expectAtMost(args, 0);
    try {
      return await serveUntilStopped(console);
    } catch (error) {
      const sentence = explainListenError(error, console);
      if (sentence === null) throw error;
      return failed(sentence);
    }
  },
};

async function serveUntilStopped(console: Console): Promise<number> {
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
}

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

/** An error of the operating system. */
interface ListenError extends Error {
  readonly code?: string;
  readonly port?: number;
  readonly address?: string;
  readonly hostname?: string;
}

function isOfListening(error: unknown): error is ListenError {
  return error instanceof Error && /^(?:listen|bind|getaddrinfo)$/u.test(String(Reflect.get(error, "syscall")));
}

/** A sentence for an error of the operating system when listening; null for all other errors. */
function explainListenError(error: unknown, { settings }: Console): string | null {
  if (!isOfListening(error)) return null;
  const { code, port = settings.port, address, hostname } = error;
  const isOfMetrics = settings.metricsHost !== null && (address ?? hostname) === settings.metricsHost;
  const host = isOfMetrics ? `METRICS_HOST=${settings.metricsHost}` : `HOST=${settings.host}`;
  if (code === "EADDRINUSE")
    return `Port ${port} is taken by another program; choose another with PORT=8081, for example.`;
  if (code === "EACCES")
    return `This user may not open port ${port}; choose one above 1023 with PORT=8080, for example.`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND" || code === "EAI_AGAIN")
    return `${host} is not an address of this machine; use 127.0.0.1 for this machine only, or 0.0.0.0 for all interfaces.`;
  return null;
}
