import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import path from "node:path";
import { describe, test } from "node:test";
import { FolderOrigin } from "../../src/distribution/folder-origin.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { copyOf, followAnew, makeFolderBehind, newOriginFolder, prebuild, readState } from "./interrupted-work.ts";
import { follow, publishBuilt } from "./one-change.ts";
import { TestPublisher } from "./publisher.ts";

/**
 * Real processes that follow an origin or publish to one, killed (SIGKILL) before steps in which
 * they change a file system. The telling steps, without a process each: `interrupted.test.ts`.
 */

const KILLS = 16;

/** Runs the process; returns how many steps it needed, or null where it was killed. */
function run(step: number, ...words: readonly string[]): number | null {
  const [action = "", ...others] = words;
  const file = path.join(import.meta.dirname, "kill-at-step.ts");
  const call = ["--disable-warning=ExperimentalWarning", file, action, String(step), ...others];
  const { status, signal, stdout, stderr } = spawnSync(process.execPath, call, { encoding: "utf8" });
  if (signal === "SIGKILL") return null;
  assert.equal(status, 0, stderr);
  return Number(stdout);
}

function spread(steps: number): number[] {
  const count = Math.min(steps, KILLS);
  return Array.from({ length: count }, (_, index) => 1 + Math.round((index * (steps - 1)) / Math.max(1, count - 1)));
}

describe("kill -9 of a process that follows or publishes", () => {
  test("a folder that follows has the state before, or the one after", async () => {
    const { publisher, folder: behind, before, after } = await makeFolderBehind();
    const words = (folder: string): string[] => [
      "follow",
      publisher.originFolder,
      folder,
      publisher.time.toISOString(),
    ];
    const steps = run(0, ...words(copyOf(behind)));
    assert.ok(steps !== null && steps > 30, `${steps} steps`);
    for (const step of spread(steps)) {
      const folder = copyOf(behind);
      assert.equal(run(step, ...words(folder)), null, `killed before step ${step}`);
      const found = await readState(folder, publisher.now);
      if (JSON.stringify(found) !== JSON.stringify(after)) assert.deepEqual(found, before, `step ${step}`);
      await follow({ origin: publisher.origin, dataFolder: folder, time: publisher.time });
      assert.deepEqual(await readState(folder, publisher.now), after, `after step ${step}`);
    }
  });

  for (const [name, seed] of [
    ["an origin has what was published before, or what is published now", 1],
    ["the first publication to an empty origin, too", null],
  ] as const)
    test(name, async () => {
      const publisher = new TestPublisher();
      const first = seed === null ? null : await publisher.publish(seed);
      const { id, bundle } = await prebuild(2);
      const start = (): readonly [origin: string, folder: string] =>
        first === null
          ? [newOriginFolder(), newTemporaryFolder()]
          : [copyOf(publisher.originFolder), copyOf(publisher.dataFolder)];
      const words = (place: readonly [string, string]): string[] => {
        return ["publish", ...place, publisher.time.toISOString(), bundle];
      };
      const steps = run(0, ...words(start()));
      assert.ok(steps !== null && steps > 30, `${steps} steps`);
      for (const step of spread(steps)) {
        const place = start();
        assert.equal(run(step, ...words(place)), null, `killed before step ${step}`);
        const [origin, dataFolder] = place;
        const current = await followAnew(origin, publisher);
        assert.ok(current === first || current === id, `step ${step}: ${current}`);
        await publishBuilt({ origin: new FolderOrigin(origin), dataFolder, time: publisher.time }, bundle);
        assert.equal(await followAnew(origin, publisher), id, `after step ${step}`);
      }
    });
});
