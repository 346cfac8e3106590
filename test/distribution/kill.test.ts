import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync } from "node:fs";
import path from "node:path";
import { describe, test } from "node:test";
import { FolderOrigin } from "../../src/distribution/folder-origin.ts";
import { followOnce } from "../../src/distribution/follow-origin.ts";
import { discardDraft, draftBundle, releaseDraft } from "../../src/release/draft-release.ts";
import { publishBundle } from "../../src/release/locked-store.ts";
import { noteRelease } from "../../src/release/remark-release.ts";
import { ReleaseStore } from "../../src/release/release-store.ts";
import { findAltered } from "../../src/release/seal-folder.ts";
import { effort } from "../fixtures/effort.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { follow, publishBuilt } from "./one-change.ts";
import { builder, neverWaits, TestNode, TestPublisher } from "./publisher.ts";

/**
 * Real processes that follow an origin or publish to one, killed (SIGKILL) before each step in
 * which they change a file system: what is read afterwards is the state before or the one after,
 * and the next attempt finishes.
 */

const GATE = { companiesGonePercent: 5, countriesGone: 0, mediansMovedPercent: 20, bandsMoved: 1 };

/** How many of the steps are tried, spread over all of them. */
const KILLS = effort(8, 1000);

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

function copyOf(folder: string): string {
  const copy = path.join(newTemporaryFolder(), "copy");
  cpSync(folder, copy, { recursive: true });
  return copy;
}

/** All that a reader sees of a data folder; each release is whole. */
async function read(folder: string, now: () => Date): Promise<unknown> {
  const store = new ReleaseStore(folder, now);
  const states = store.states();
  for (const id of store.ids()) assert.equal(await findAltered(store.folderOf(id), store.manifest(id).files), null);
  const listed = store.list((error) => assert.fail(error)).map(({ id }) => id);
  return { current: store.currentId(), listed: listed.toSorted(), history: states.history, events: store.events() };
}

function spread(steps: number): number[] {
  const count = Math.min(steps, KILLS);
  return Array.from({ length: count }, (_, index) => 1 + Math.round((index * (steps - 1)) / Math.max(1, count - 1)));
}

describe("kill -9 of a process that follows or publishes", () => {
  test("a folder that follows has the state before, or the one after", async () => {
    const publisher = new TestPublisher();
    const draft = async (seed: number): Promise<string> => {
      let id = "";
      await publisher.change(async (store) => {
        const build = async (folder: string) => ({ manifest: await builder(seed)(folder), gate: GATE });
        id = (await draftBundle(store, build, { secret: "ab".repeat(32), until: null }, neverWaits)).id;
      });
      return id;
    };
    const first = await publisher.publish(1);
    const released = await draft(2);
    const discarded = await draft(3);
    const node = new TestNode(publisher);
    await node.follow();
    // Many pointers later: a draft was released, one discarded, one is new, and there is a note.
    await publisher.change((store) => releaseDraft(store, released, () => {}, neverWaits));
    await publisher.change((store) => discardDraft(store, discarded, neverWaits));
    const hidden = await draft(4);
    await publisher.change((store) => noteRelease(store, first, "Noted.", neverWaits));
    const words = (folder: string): string[] => [
      "follow",
      publisher.originFolder,
      folder,
      publisher.time.toISOString(),
    ];
    const reader = new TestNode(publisher);
    await reader.follow();
    const before = await read(node.dataFolder, publisher.now);
    const after = await read(reader.dataFolder, publisher.now);
    const steps = run(0, ...words(copyOf(node.dataFolder)));
    assert.ok(steps !== null && steps > 30, `${steps} steps`);
    const seen = { before: 0, after: 0 };
    for (const step of spread(steps)) {
      const folder = copyOf(node.dataFolder);
      assert.equal(run(step, ...words(folder)), null, `killed before step ${step}`);
      const found = await read(folder, publisher.now);
      const isAfter = JSON.stringify(found) === JSON.stringify(after);
      if (!isAfter) assert.deepEqual(found, before, `step ${step}`);
      seen[isAfter ? "after" : "before"] += 1;
      const store = new ReleaseStore(folder, publisher.now);
      assert.ok(!store.isPublic(hidden) || !store.has(hidden), `the draft is hidden at step ${step}`);
      await follow({ origin: publisher.origin, dataFolder: folder, time: publisher.time });
      assert.deepEqual(await read(folder, publisher.now), after, `after step ${step}`);
    }
    assert.ok(seen.before > 0 && seen.after > 0, JSON.stringify(seen));
  });

  test("an origin has what was published before, or what is published now", async () => {
    const publisher = new TestPublisher();
    const first = await publisher.publish(1);
    const other = new TestPublisher();
    const bundles = newTemporaryFolder();
    const prebuilt = new ReleaseStore(bundles, other.now);
    const { manifest } = await publishBundle(prebuilt, builder(2), neverWaits);
    const bundle = prebuilt.folderOf(manifest.id);
    const words = (origin: string, folder: string): string[] => {
      return ["publish", origin, folder, publisher.time.toISOString(), bundle];
    };
    const followAnew = async (originFolder: string): Promise<string | null> => {
      const dataFolder = newTemporaryFolder();
      const followed = await followOnce({
        origin: new FolderOrigin(originFolder),
        dataFolder,
        trustedKeys: [],
        nearby: [],
        now: publisher.now,
        onWait: neverWaits,
        signal: new AbortController().signal,
      });
      await read(dataFolder, publisher.now);
      return followed?.release ?? null;
    };
    const steps = run(0, ...words(copyOf(publisher.originFolder), copyOf(publisher.dataFolder)));
    assert.ok(steps !== null && steps > 60, `${steps} steps`);
    const seen = new Map<string | null, number>();
    for (const step of spread(steps)) {
      const [origin, folder] = [copyOf(publisher.originFolder), copyOf(publisher.dataFolder)];
      assert.equal(run(step, ...words(origin, folder)), null, `killed before step ${step}`);
      const current = await followAnew(origin);
      assert.ok(current === first || current === manifest.id, `step ${step}: ${current}`);
      seen.set(current, (seen.get(current) ?? 0) + 1);
      await publishBuilt({ origin: new FolderOrigin(origin), dataFolder: folder, time: publisher.time }, bundle);
      assert.equal(await followAnew(origin), manifest.id, `after step ${step}`);
    }
    assert.ok((seen.get(first) ?? 0) > 0, "some kills came before the switch");
  });

  test("the first publication to an empty origin, too", async () => {
    const bundles = newTemporaryFolder();
    const publisher = new TestPublisher();
    const prebuilt = new ReleaseStore(bundles, publisher.now);
    const { manifest } = await publishBundle(prebuilt, builder(5), neverWaits);
    const bundle = prebuilt.folderOf(manifest.id);
    const start = (): [string, string] => {
      const [origin, folder] = [path.join(newTemporaryFolder(), "origin"), newTemporaryFolder()];
      mkdirSync(origin);
      return [origin, folder];
    };
    const words = ([origin, folder]: [string, string]): string[] => {
      return ["publish", origin, folder, publisher.time.toISOString(), bundle];
    };
    const steps = run(0, ...words(start()));
    assert.ok(steps !== null);
    for (const step of spread(steps).filter((_, index) => index % 2 === 1)) {
      const place = start();
      assert.equal(run(step, ...words(place)), null);
      const [originFolder, dataFolder] = place;
      const origin = new FolderOrigin(originFolder);
      await publishBuilt({ origin, dataFolder, time: publisher.time }, bundle);
      const node = new TestNode(publisher);
      const followed = await node.follow({ origin });
      assert.equal(followed?.release, manifest.id);
    }
  });
});
