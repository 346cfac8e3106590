import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { type Service, openService } from "../main.ts";
import { ReleaseStore } from "../release/release-store.ts";
import { PROJECT_FOLDER } from "../settings.ts";
import { type Command, type Console, UsageError } from "./command.ts";
import { formatCount } from "./progress.ts";

export const serve: Command = {
  name: "serve",
  summary: "Serves the current release; publishes the demonstration dataset first where nothing is published yet.",
  usage: "      settings: PORT, HOST, DATA_DIR, … (docs/settings.md)",
  options: {},
  async run(console, words) {
    if (words.length > 0) throw new UsageError(`expected no arguments, found ${words.join(" ")}`);
    if (new ReleaseStore(console.settings.dataFolder).currentId() === null && !(await publishDemonstration(console)))
      return 1;
    const service = await open(console).catch((error: unknown) => {
      const sentence = listenFault(error, console);
      if (sentence === null) throw error;
      console.say(sentence);
      return null;
    });
    if (!service) return 1;
    const { manifest } = service;
    const size = `${formatCount(manifest.counts.companies)} companies, ${manifest.counts.countries} countries`;
    console.print(`Country Trust serves ${manifest.dataset.title} (release ${manifest.id}: ${size}) on ${service.url}`);
    const fault = await Promise.race([stopRequested(), service.failed]);
    if (fault === null) {
      await service.close();
      return 0;
    }
    console.say(`A part of the service ended by a fault, so all of it ends: ${fault.message}`);
    // What is left may never finish.
    setTimeout(() => process.exit(1), console.settings.stopGraceSeconds * 1000).unref();
    await service.close().catch(() => {});
    return 1;
  },
};

/** In one thread, or in several: what they need is loaded where they are wanted. */
async function open({ settings, now }: Console): Promise<Service> {
  if (settings.workers === 1) return await openService(settings, now);
  const { openThreads } = await import("../threads.ts");
  return await openThreads(settings, now);
}

/** In a process of its own, so that the service never holds the memory that reading a dataset takes. */
async function publishDemonstration(console: Console): Promise<boolean> {
  console.say("Nothing is published yet: publishing the demonstration dataset (fictional companies) …");
  const program = path.join(PROJECT_FOLDER, "bin", "country-trust.mjs");
  const demonstration = path.join(PROJECT_FOLDER, "data", "demo");
  const child = spawn(process.execPath, [...process.execArgv, program, "publish", demonstration], {
    stdio: ["ignore", 2, 2],
  });
  const [status] = (await once(child, "exit")) as [number | null];
  return status === 0;
}

/** Resolves when the process is told to end, or when the launcher that started it is gone. */
async function stopRequested(): Promise<null> {
  await new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => resolve());
    process.once("disconnect", () => resolve());
  });
  if (process.connected) process.disconnect();
  return null;
}

function listenFault(error: unknown, { settings }: Console): string | null {
  const code = error instanceof Error && "code" in error ? error.code : null;
  const port = error instanceof Error && "port" in error ? String(error.port) : String(settings.port);
  if (code === "EADDRINUSE")
    return `Port ${port} is taken by another program; choose another with PORT=8081, for example.`;
  if (code === "EACCES")
    return `Port ${port} may not be opened by this user; choose one above 1023 with PORT=8080, for example.`;
  if (code === "ENOTSUP" && settings.workers !== 1)
    return "This system does not let threads share a port, which WORKERS asks for; leave WORKERS at 1.";
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND" || code === "EAI_AGAIN")
    return `HOST=${settings.host} is not an address of this machine; 127.0.0.1 keeps the service to it, 0.0.0.0 opens it to others.`;
  return null;
}
