import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { findOutdated, type ReleaseStore, ReleaseStoreError } from "../release/store/release-store.ts";
import { PROJECT_FOLDER, type Settings } from "../settings.ts";
import type { Console } from "./command.ts";
import { claimsDemonstration, DEMONSTRATION_FOLDER } from "../publishing/known-demonstration.ts";
import { counted } from "../intake/counted.ts";
import { isPublicHost } from "../http/public-host.ts";

/**
 * Publishes the demonstration data where a trial has no release, and again where the current
 * release is the demonstration as an older version published it. Returns false if that failed.
 * Throws a ReleaseStoreError where it would take the place of a publisher's data.
 */
export async function publishWhereNeeded(store: ReleaseStore, console: Console): Promise<boolean> {
  const current = store.currentId();
  if (current === null) {
    expectTrial(store, console.settings);
    console.say("Nothing is published yet: publishing the demonstration dataset (fictional companies) …");
    return await publishDemonstration();
  }
  const outdated = findOutdated(store, current);
  if (outdated === null || !claimsDemonstration(outdated.dataset)) return true;
  console.say(
    `Release ${current} is the demonstration dataset as an older version published it (bundle format ${outdated.format}): publishing it again …`,
  );
  return await publishDemonstration();
}

/**
 * Throws a ReleaseStoreError where the demonstration data would take the place of a publisher's.
 */
function expectTrial(store: ReleaseStore, settings: Settings): void {
  const ids = store.ids();
  if (ids.length > 0)
    throw new ReleaseStoreError(
      `no release of ${store.dataFolder} is current: choose one with \`country-trust rollback <release>\` (${counted(ids.length, "release")}: ${ids.join(", ")})`,
    );
  const found = findPublicSetting(settings);
  if (found !== null)
    throw new ReleaseStoreError(
      `nothing is published in ${store.dataFolder}, and a service for other people (${found}) does not begin with the demonstration data: ` +
        "publish a dataset with `country-trust publish <folder>`, or the demonstration data with `country-trust publish data/demo`",
    );
}

/** Publishes in a child process, so that the service never holds the memory this takes. */
async function publishDemonstration(): Promise<boolean> {
  const program = path.join(PROJECT_FOLDER, "bin", "country-trust.mjs");
  const call = [...process.execArgv, program, "publish", DEMONSTRATION_FOLDER];
  const [status] = await once(spawn(process.execPath, call, { stdio: ["ignore", 2, 2] }), "exit");
  return status === 0;
}

/** The setting that makes a service one for other people; null where it may be a trial. */
export function findPublicSetting({ baseUrl, databaseUrl, environment }: Settings): string | null {
  if (baseUrl !== null && isPublicHost(new URL(baseUrl).hostname)) return `BASE_URL=${baseUrl}`;
  if (databaseUrl !== null) return "DATABASE_URL";
  return environment === "production" ? "NODE_ENV=production" : null;
}
