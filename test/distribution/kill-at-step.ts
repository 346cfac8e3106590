import { cpSync, readFileSync } from "node:fs";
import promises from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import path from "node:path";
import { parseManifest } from "../../src/release/parse-manifest.ts";

/**
 * A process that follows an origin, or publishes to one, and kills itself (SIGKILL) before the n-th
 * time it changes the file system. It ends with 0 where it needs fewer steps than that.
 *
 *     node kill-at-step.ts follow|publish <n> <origin> <data folder> <time> [<bundle>]
 */
const [action, step = "", originFolder = "", dataFolder = "", time = "", bundle = ""] = process.argv.slice(2);

const CHANGES = ["open", "mkdir", "rename", "link", "copyFile", "rm", "unlink", "cp"] as const;

let steps = 0;
for (const name of CHANGES) {
  const original = promises[name] as (...args: readonly unknown[]) => Promise<unknown>;
  Object.assign(promises, {
    [name]: (...args: readonly unknown[]): Promise<unknown> => {
      steps += 1;
      if (steps === Number(step)) process.kill(process.pid, "SIGKILL");
      return original(...args);
    },
  });
}
syncBuiltinESMExports();

// Loaded now, so that they get the functions above.
const { FolderOrigin } = await import("../../src/distribution/folder-origin.ts");
const { followOnce } = await import("../../src/distribution/follow-origin.ts");
const { changeThroughOrigin } = await import("../../src/distribution/change-through-origin.ts");
const { publishBundle } = await import("../../src/release/publish-bundle.ts");
const { ReleaseStore } = await import("../../src/release/release-store.ts");

const common = {
  origin: new FolderOrigin(originFolder),
  dataFolder,
  trustedKeys: [],
  now: () => new Date(time),
  onWait: () => {},
  signal: new AbortController().signal,
};

if (action === "follow") await followOnce({ ...common, nearby: [] });
else
  await changeThroughOrigin(
    { ...common, key: null, furtherKeys: [], renews: false, lifetimeDays: null, waitForNodes: async () => {} },
    async (folder) => {
      const build = async (staging: string) => {
        cpSync(bundle, staging, { recursive: true });
        const manifest = parseManifest(readFileSync(path.join(bundle, "manifest.json"), "utf8"));
        if (manifest === null) throw new Error("the bundle of the test has no manifest");
        return manifest;
      };
      await publishBundle(new ReleaseStore(folder, common.now), build, () => {});
    },
  );
process.stdout.write(`${steps}`);
