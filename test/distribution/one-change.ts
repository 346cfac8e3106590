import { cpSync, readFileSync } from "node:fs";
import path from "node:path";
import { changeThroughOrigin } from "../../src/distribution/change-through-origin.ts";
import { followOnce } from "../../src/distribution/follow-origin.ts";
import type { WritableOrigin } from "../../src/distribution/origin.ts";
import { parseManifest } from "../../src/release/manifest.ts";
import { publishBundle } from "../../src/release/store/locked-store.ts";
import { ReleaseStore } from "../../src/release/store/release-store.ts";

/** Where something is changed; tests kill the process that does it, and do it again. */
export interface ChangedPlace {
  readonly origin: WritableOrigin;
  readonly dataFolder: string;
  readonly time: Date;
}

/** Brings a data folder up to date. */
export async function follow({ origin, dataFolder, time }: ChangedPlace): Promise<void> {
  await followOnce({ ...optionsOf(time), origin, dataFolder });
}

/** Publishes a bundle that was built before. */
export async function publishBuilt({ origin, dataFolder, time }: ChangedPlace, bundle: string): Promise<void> {
  const common = optionsOf(time);
  const options = { key: null, renews: false, lifetimeDays: null, delaySeconds: 0 };
  await changeThroughOrigin({ ...common, ...options, origin, dataFolder }, async (folder) => {
    const build = async (staging: string) => {
      cpSync(bundle, staging, { recursive: true });
      const manifest = parseManifest(readFileSync(path.join(bundle, "manifest.json"), "utf8"));
      if (manifest === null) throw new Error("the bundle of the test has no manifest");
      return manifest;
    };
    await publishBundle(new ReleaseStore(folder, common.now), build, () => {});
  });
}

const optionsOf = (time: Date) => ({
  trustedKeys: [],
  now: () => time,
  onWait: () => {},
  onEarly: () => {},
  onCompared: () => {},
  signal: new AbortController().signal,
});
