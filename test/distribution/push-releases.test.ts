import assert from "node:assert/strict";
import { readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, test } from "node:test";
import { readPointer } from "../../src/distribution/pointer.ts";
import { NotSwitched } from "../../src/distribution/push-releases.ts";
import { draftBundle } from "../../src/release/store/draft-release.ts";
import { makeCurrent, publishBundle } from "../../src/release/store/locked-store.ts";
import { listPrunable, pruneReleases } from "../../src/release/store/prune-releases.ts";
import { ReleaseStore } from "../../src/release/store/release-store.ts";
import { noteRelease } from "../../src/release/store/remark-release.ts";
import { DEFAULT_GATE_LIMITS } from "../../src/trust/gate-limits.ts";
import { builder, neverWaits, TestNode, TestPublisher, NOTHING_ELSE } from "./publisher.ts";

const GATE = { ...DEFAULT_GATE_LIMITS, companiesGonePercent: 5 };
const DAY = 86_400_000;

function pointerOf(publisher: TestPublisher) {
  return readPointer(readFileSync(path.join(publisher.originFolder, "current.json"), "utf8"), []);
}

describe("a push", () => {
  test("brings a release to the nodes before any of them is told to switch", async () => {
    const publisher = new TestPublisher();
    const node = new TestNode(publisher);
    const first = await publisher.publish(1);
    await node.follow();
    assert.deepEqual(
      [publisher.waitedFor, pointerOf(publisher).sequence],
      [[], 1],
      "the first one is awaited by nobody",
    );
    let second = "";
    const waitForNodes = async (sequence: number): Promise<void> => {
      assert.equal(sequence, 2);
      const followed = await node.follow();
      assert.deepEqual(followed, { sequence: 2, release: first, isChanged: true, ...NOTHING_ELSE });
      assert.deepEqual([node.store.currentId(), node.store.ids().length], [first, 2]);
      assert.deepEqual(
        node.store.history().map(({ release }) => release),
        [first],
      );
      for (const id of node.store.ids()) assert.ok(node.store.isPublic(id), "it answers by its id");
    };
    const publish = (seed: number) =>
      publisher.change(
        async (store) => {
          second = (await publishBundle(store, builder(seed), neverWaits)).manifest.id;
        },
        { waitForNodes },
      );
    await publish(2);
    assert.deepEqual(await node.follow(), { sequence: 3, release: second, isChanged: true, ...NOTHING_ELSE });
    // What is current changes, and every node that is up to date has it already: one pointer.
    await publisher.change((store) => makeCurrent(store, first, neverWaits));
    assert.deepEqual([publisher.waitedFor, pointerOf(publisher).sequence], [[3], 4]);
    await publisher.change((store) => noteRelease(store, first, "Noted.", neverWaits));
    assert.deepEqual([publisher.waitedFor, pointerOf(publisher).sequence], [[3], 5]);
  });

  test("dates a release by the moment of the switch, not by the beginning of the command", async () => {
    const publisher = new TestPublisher();
    const node = new TestNode(publisher);
    await publisher.publish(1);
    const began = publisher.time;
    const switched = new Date(began.getTime() + 90_000);
    const waitForNodes = async (): Promise<void> => void (publisher.time = switched);
    await publisher.change((store) => publishBundle(store, builder(2), neverWaits), { waitForNodes });
    await node.follow();
    const sinces = node.store.history().map(({ since }) => since);
    assert.deepEqual(sinces, [began.toISOString(), switched.toISOString()]);
    assert.equal(await publisher.change(async () => {}), null, "the folder of the publisher is equal to the origin");
  });

  test("switches nothing where the nodes do not get it, and goes on from there the next time", async () => {
    const publisher = new TestPublisher();
    const node = new TestNode(publisher);
    const first = await publisher.publish(1);
    const publish = (waitForNodes: () => Promise<void>) =>
      publisher.change((store) => publishBundle(store, builder(2), neverWaits), { waitForNodes });
    const tooLate = publish(() => Promise.reject(new NotSwitched("node-2 is still fetching it")));
    await assert.rejects(tooLate, { name: "NotSwitched" });
    await node.follow();
    assert.equal(node.store.currentId(), first);
    await publish(async () => {});
    await node.follow();
    assert.notEqual(node.store.currentId(), first);
    assert.equal(pointerOf(publisher).sequence, 3);
  });

  test("switches nothing where a draft became current meanwhile", async () => {
    const publisher = new TestPublisher();
    const node = new TestNode(publisher);
    const first = await publisher.publish(1);
    const until = new Date(publisher.time.getTime() + 60_000);
    await publisher.change((store) =>
      draftBundle(
        store,
        async (folder) => ({ manifest: await builder(2)(folder), gate: GATE }),
        { secret: "ab".repeat(32), until },
        neverWaits,
      ),
    );
    const waitForNodes = async (): Promise<void> => void (publisher.time = until);
    const pushed = publisher.change((store) => publishBundle(store, builder(3), neverWaits), { waitForNodes });
    await assert.rejects(pushed, { name: "NotSwitched", message: /became current by its embargo meanwhile/u });
    await node.follow();
    const draft = node.store.currentId();
    assert.notEqual(draft, first);
    assert.equal(node.store.history().at(-1)?.since, until.toISOString());
    await publisher.change((store) => noteRelease(store, first, "Noted.", neverWaits));
    await node.follow();
    assert.deepEqual([node.store.currentId(), node.store.recordedId()], [draft, draft]);
  });

  test("removes blobs a day after nothing named them any more", async () => {
    const publisher = new TestPublisher();
    const blobs = path.join(publisher.originFolder, "sha256");
    /** As if all had been written long ago. */
    const age = (): void => {
      for (const name of readdirSync(blobs)) utimesSync(path.join(blobs, name), new Date(0), new Date(0));
    };
    const note = (store: Parameters<Parameters<TestPublisher["change"]>[0]>[0]) =>
      noteRelease(store, store.currentId() ?? "", "Noted.", neverWaits);
    const first = await publisher.publish(1);
    await publisher.publish(2);
    await publisher.publish(3);
    const slow = new TestNode(publisher);
    const held = new Set(readdirSync(blobs));
    age();
    await publisher.change((store) =>
      pruneReleases(store, () => listPrunable(store, { keep: 1, before: null }), neverWaits),
    );
    const removedAtOnce = [...held].filter((name) => !readdirSync(blobs).includes(name));
    // Two catalogues by which a release was brought to the nodes before the switch, as if long ago.
    assert.ok(removedAtOnce.length <= 2, `${removedAtOnce.length} blobs were removed at once`);
    age();
    publisher.time = new Date(publisher.time.getTime() + DAY / 2);
    await publisher.change(note);
    assert.ok(readdirSync(blobs).length >= held.size);
    age();
    publisher.time = new Date(publisher.time.getTime() + DAY / 2 + 1);
    await publisher.change(note);
    assert.ok(readdirSync(blobs).length < held.size * 0.75, "the blobs of the pruned release are gone");
    await slow.follow();
    assert.equal(slow.store.has(first), false);
    // All that is named is there.
    assert.equal(slow.store.ids().length, 2);
  });

  test("brings a release that another version made, as it is", async () => {
    const publisher = new TestPublisher();
    const own = new ReleaseStore(publisher.dataFolder, publisher.now);
    const { manifest: old } = await publishBundle(own, builder(1), neverWaits);
    const file = path.join(own.folderOf(old.id), "manifest.json");
    writeFileSync(file, readFileSync(file, "utf8").replace(/"format": \d+/u, '"format": 1'));
    const second = await publisher.publish(2);
    const third = await publisher.publish(3);
    const node = new TestNode(publisher);
    await node.follow();
    assert.deepEqual(node.store.ids(), [old.id, second, third].toSorted());
    const inNode = path.join(node.store.folderOf(old.id), "manifest.json");
    assert.equal(readFileSync(inNode, "utf8"), readFileSync(file, "utf8"));
    assert.throws(() => node.store.manifest(old.id), /has bundle format 1/u);
  });

  test("goes on with the sequence where the origin was emptied, so that nodes follow", async () => {
    const publisher = new TestPublisher();
    const [old, node] = [new TestNode(publisher), new TestNode(publisher)];
    await publisher.publish(1);
    const second = await publisher.publish(2);
    await node.follow();
    await old.follow();
    const empty = new TestPublisher();
    // The folder of a node becomes that of the publisher.
    await empty.change(async () => {}, { dataFolder: node.dataFolder });
    assert.equal(pointerOf(empty).sequence, 4);
    const followed = await old.follow({ origin: empty.origin });
    assert.deepEqual(followed, { sequence: 4, release: second, isChanged: true, ...NOTHING_ELSE });
  });
});
