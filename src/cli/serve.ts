import { noteService } from "./running-service.ts";
import { keysOfReleases } from "../distribution/origin-state.ts";
import { expectFreePort } from "../http/expect-free-port.ts";
import { type Service, openService } from "../main.ts";
import { keepPrivate } from "../release/store/keep-private.ts";
import { ReleaseStore } from "../release/store/release-store.ts";
import type { Settings } from "../settings.ts";
import { type Command, type Console, expectAtMost } from "./command.ts";
import { publishWhereNeeded } from "./demonstration.ts";
import { checkFiles, type Place, waitForRelease } from "./first-release.ts";
import { keepPointer } from "./keep-pointer.ts";
import { openFollower } from "./open-follower.ts";
import { countedCompanies, countedCountries } from "./output.ts";

export const serve: Command = {
  name: "serve",
  summary: "Start the service; a trial without a release publishes the demonstration dataset",
  synopsis: "",
  help: "Configured by environment variables: PORT, HOST, DATA_DIR and others, see docs/settings.md.",
  options: {},
  async run(console, args) {
    expectAtMost(args, 0);
    const { settings } = console;
    // Before anything is opened that has to be closed, or reports that this node is there.
    if (
      (await orSentence(
        console,
        expectFreePort(settings.host, settings.port).then(() => true),
      )) === null
    )
      return 1;
    await keepPrivate(settings.dataFolder);
    const store = new ReleaseStore(settings.dataFolder, console.now, () => keysOfReleases(settings));
    const running: { service: Service | null } = { service: null };
    const follower = await openFollower(console, (state) => running.service?.tell(state));
    if (follower === null) {
      if (!(await publishWhereNeeded(store, console))) return 1;
      await checkFiles(store);
      const service = await orSentence(console, open(console));
      return service === null ? 1 : await answerUntil(console.stopRequested(), console, service);
    }
    let endRenewals: (() => Promise<void>) | null = null;
    try {
      const stopped = console.stopRequested();
      const place = await orSentence(console, waitForRelease(console, store, follower, stopped));
      if (place === null) return 1;
      if (place === "stopped") return 0;
      running.service = await orSentence(console, takeOver(console, place));
      if (running.service === null) return 1;
      running.service.tell(follower.state);
      await follower.serve(running.service.look);
      endRenewals = keepPointer(console);
      return await answerUntil(stopped, console, running.service);
    } finally {
      await endRenewals?.();
      // It follows until the last response is sent, so that publishers need not wait for the end.
      await follower.close();
    }
  },
};

/** Answers until it is told to stop, or fails. Returns the exit status. */
async function answerUntil(stopped: Promise<null>, console: Console, service: Service): Promise<number> {
  const { manifest } = service;
  const size = `${countedCompanies(manifest.counts.companies)}, ${countedCountries(manifest.counts.countries)}`;
  console.print(`Country Trust serves ${manifest.dataset.title} (release ${manifest.id}: ${size}) on ${service.url}`);
  const forget = noteService(console.settings.dataFolder, service.url);
  const failure = await Promise.race([stopped, service.failed]);
  forget();
  if (failure === null) {
    await service.close();
    return 0;
  }
  console.say(`A part of the service failed, so all of it stops: ${failure.message}`);
  // The remaining parts may never finish.
  setTimeout(() => process.exit(1), console.settings.stopGraceSeconds * 1000).unref();
  await service.close().catch(() => {});
  return 1;
}

/**
 * Opens the service where the waiting server is, which refuses no connection meanwhile: one thread
 * takes its place, and several listen beside it before it lets go.
 */
async function takeOver({ settings: given, now }: Console, { port, waiting }: Place): Promise<Service> {
  const settings = { ...given, port };
  if (waiting === null) return await open({ settings, now });
  try {
    if (settings.workers === 1) return await openService(settings, now, null, waiting.server);
    const service = await openInThreads(settings, true);
    await waiting.close();
    return service;
  } catch (error) {
    await waiting.close();
    throw error;
  }
}

/** Opens the service in one thread or in several. */
async function open({ settings, now }: Pick<Console, "settings" | "now">): Promise<Service> {
  if (settings.workers === 1) return await openService(settings, now);
  return await openInThreads(settings, false);
}

async function openInThreads(settings: Settings, hasPort: boolean): Promise<Service> {
  const { openThreads } = await import("../threads.ts");
  return await openThreads(settings, hasPort);
}

/** Says why a port cannot be listened on, and returns null then; rejects with all other errors. */
async function orSentence<Result>(console: Console, opening: Promise<Result>): Promise<Result | null> {
  try {
    return await opening;
  } catch (error) {
    const sentence = explainListenError(error, console);
    if (sentence === null) throw error;
    console.say(sentence);
    return null;
  }
}

/** A sentence for an error of the operating system when listening; null for all other errors. */
function explainListenError(error: unknown, { settings }: Console): string | null {
  const code = error instanceof Error && "code" in error ? error.code : null;
  const port = error instanceof Error && "port" in error ? String(error.port) : String(settings.port);
  const isOfMetrics = settings.metricsHost !== null && hostOf(error) === settings.metricsHost;
  const host = isOfMetrics ? `METRICS_HOST=${settings.metricsHost}` : `HOST=${settings.host}`;
  if (code === "EADDRINUSE")
    return `Port ${port} is taken by another program; choose another with PORT=8081, for example.`;
  if (code === "EACCES")
    return `This user may not open port ${port}; choose one above 1023 with PORT=8080, for example.`;
  if (code === "ENOTSUP" && settings.workers !== 1) return "Threads cannot share a port on this system; set WORKERS=1.";
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND" || code === "EAI_AGAIN")
    return `${host} is not an address of this machine; use 127.0.0.1 for this machine only, or 0.0.0.0 for all interfaces.`;
  return null;
}

/** The host that an error of listening is about, as an address or a name. */
function hostOf(error: unknown): unknown {
  if (!(error instanceof Error)) return null;
  return Reflect.get(error, "address") ?? Reflect.get(error, "hostname");
}
