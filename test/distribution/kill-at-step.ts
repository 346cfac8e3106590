import promises from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";

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

// Loaded now, so that it gets the functions above.
const { FolderOrigin } = await import("../../src/distribution/folder-origin.ts");
const { follow, publishBuilt } = await import("./one-change.ts");

const place = { origin: new FolderOrigin(originFolder), dataFolder, time: new Date(time) };
await (action === "follow" ? follow(place) : publishBuilt(place, bundle));
process.stdout.write(`${steps}`);
