import { openAtlas } from "../atlas/atlas.ts";
import { type Service, openService } from "../main.ts";
import { checkContent } from "../release/check-content.ts";
import { ReleaseStore } from "../release/release-store.ts";
import { type Command, type Console, expectAtMost } from "./command.ts";
import { publishWhereNeeded } from "./demonstration.ts";
import { countedCompanies, countedCountries } from "./output.ts";
import { stopRequested } from "./stop-requested.ts";

export const serve: Command = {
  name: "serve",
  summary: "Start the service; a trial without a release publishes the demonstration dataset",
  synopsis: "",
  help: "Configured by environment variables: PORT, HOST, DATA_DIR and others, see docs/settings.md.",
  options: {},
  async run(console, args) {
    expectAtMost(args, 0);
    const store = new ReleaseStore(console.settings.dataFolder, console.now, console.settings.trustedKeys);
    if (!(await publishWhereNeeded(store, console))) return 1;
    await checkFiles(store);
    const service = await open(console).catch((error: unknown) => {
      const sentence = explainListenError(error, console);
      if (sentence === null) throw error;
      console.say(sentence);
      return null;
    });
    if (!service) return 1;
    // A program that reads the line below may send a signal at once.
    const stopped = stopRequested();
    const { manifest } = service;
    const size = `${countedCompanies(manifest.counts.companies)}, ${countedCountries(manifest.counts.countries)}`;
    console.print(`Country Trust serves ${manifest.dataset.title} (release ${manifest.id}: ${size}) on ${service.url}`);
    const failure = await Promise.race([stopped, service.failed]);
    if (failure === null) {
      await service.close();
      return 0;
    }
    console.say(`A part of the service failed, so all of it stops: ${failure.message}`);
    // The remaining parts may never finish.
    setTimeout(() => process.exit(1), console.settings.stopGraceSeconds * 1000).unref();
    await service.close().catch(() => {});
    return 1;
  },
};

/** Finds damage that otherwise the first requests would meet. Throws errors that say what to do. */
async function checkFiles(store: ReleaseStore): Promise<void> {
  const id = store.currentId();
  if (id !== null) await checkContent(store, id);
  store.history();
  openAtlas().borders();
}

/** Opens the service in one thread or in several. */
async function open({ settings, now }: Console): Promise<Service> {
  if (settings.workers === 1) return await openService(settings, now);
  const { openThreads } = await import("../threads.ts");
  return await openThreads(settings);
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
