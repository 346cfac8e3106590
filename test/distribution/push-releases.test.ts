import assert from "node:assert/strict";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, test } from "node:test";
import type { Origin } from "../../src/distribution/origin.ts";
import { readPointer } from "../../src/distribution/pointer.ts";
import { draftBundle } from "../../src/release/store/draft-release.ts";
import { makeCurrent, publishBundle } from "../../src/release/store/locked-store.ts";
import { listPrunable, pruneReleases } from "../../src/release/store/prune-releases.ts";
import { ReleaseStore } from "../../src/release/store/release-store.ts";
import { noteRelease } from "../../src/release/store/remark-release.ts";
import { DEFAULT_GATE_LIMITS } from "../../src/trust/gate-limits.ts";
import { builder, neverWaits, TestNode, TestPublisher, NOTHING_ELSE } from "./publisher.ts";

const GATE = { ...DEFAULT_GATE_LIMITS, companiesGonePercent: 5 };

function pointerOf(publisher: TestPublisher) {
  return readPointer(readFileSync(path.join(publisher.originFolder, "current.json"), "utf8"), []);
}

describe("a push", () => {
  test("brings a release to the nodes before any of them answers with it", async () => {
    const publisher = new TestPublisher({ delaySeconds: 5 });
    const node = new TestNode(publisher);
    const first = await publisher.publish(1);
    await node.follow();
    assert.equal(pointerOf(publisher).answersFrom, null, "the first one answers at once");
    const second = await publisher.publish(2);
    const { sequence, release, answersFrom } = pointerOf(publisher);
    assert.deepEqual([sequence, release, answersFrom], [2, second, "2026-11-20T12:00:05.000Z"]);
    await node.follow();
    assert.deepEqual([node.store.currentId(), node.store.ids().length], [first, 2]);
    assert.deepEqual(
      node.store.history().map((entry) => entry.release),
      [first],
    );
    for (const id of node.store.ids()) assert.ok(node.store.isPublic(id), "it answers by its id");
    publisher.time = new Date(answersFrom ?? "");
    assert.equal(node.store.currentId(), second, "no pointer is needed for that");
    assert.equal(node.store.history().at(-1)?.since, answersFrom, "that is when it became current");
    assert.equal(await publisher.change(async () => {}), null, "the folder of the publisher is equal to the origin");
    // A note waits for nobody, and keeps the time.
    await publisher.change((store) => noteRelease(store, first, "Noted.", neverWaits));
    assert.equal(pointerOf(publisher).answersFrom, answersFrom);
    await publisher.change((store) => makeCurrent(store, first, neverWaits));
    assert.equal(pointerOf(publisher).answersFrom, "2026-11-20T12:00:10.000Z", "a rollback has a time as well");
  });

  test("gives nodes more time for a large release", async () => {
    const publisher = new TestPublisher({ delaySeconds: 0.001 });
    await publisher.publish(1);
    const second = await publisher.publish(2);
    const { files } = new ReleaseStore(path.join(publisher.dataFolder, "publishing"), publisher.now).manifest(second);
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    const { answersFrom, publishedAt } = pointerOf(publisher);
    const given = Date.parse(answersFrom ?? "") - Date.parse(publishedAt);
    // Files that both releases have are there already.
    assert.ok(given > 10 && given <= bytes / 10_000 + 10, `${given} ms for ${bytes} bytes`);
  });

  test("waits for the time of the last release before it compares another one with it", async () => {
    const publisher = new TestPublisher({ delaySeconds: 1 });
    await publisher.publish(1);
    const second = await publisher.publish(2);
    const early: string[] = [];
    const onEarly = (time: string): void => {
      early.push(time);
      publisher.time = new Date(time);
    };
    let found: string | null = null;
    await publisher.change(async (store) => void (found = store.currentId()), { onEarly });
    assert.deepEqual([early, found], [["2026-11-20T12:00:01.000Z"], second]);
  });

  test("switches nothing where a draft becomes current before nodes would have the release", async () => {
    const publisher = new TestPublisher({ delaySeconds: 60 });
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
    const pushed = publisher.change((store) => publishBundle(store, builder(3), neverWaits));
    await assert.rejects(pushed, { message: /^nothing was switched: a draft becomes current by its embargo/u });
    publisher.time = until;
    await node.follow();
    const draft = node.store.currentId();
    assert.notEqual(draft, first);
    await publisher.change((store) => noteRelease(store, first, "Noted.", neverWaits));
    await node.follow();
    assert.deepEqual([node.store.currentId(), node.store.recordedId()], [draft, draft]);
  });

  test("removes the blobs that its pointer no longer names; a node that still asks for them starts anew", async () => {
    const publisher = new TestPublisher();
    const blobs = path.join(publisher.originFolder, "sha256");
    const first = await publisher.publish(1);
    await publisher.publish(2);
    const third = await publisher.publish(3);
    const held = readdirSync(blobs).length;
    const prune = () =>
      publisher.change((store) =>
        pruneReleases(store, () => listPrunable(store, { keep: 1, before: null }), neverWaits),
      );
    // It has read the pointer when what that names goes.
    let isFirst = true;
    const { origin } = publisher;
    const racing: Origin = {
      name: origin.name,
      async read(key, signal) {
        const content = await origin.read(key, signal);
        if (isFirst) await prune();
        isFirst = false;
        return content;
      },
      readClock: (signal) => origin.readClock(signal),
    };
    const slow = new TestNode(publisher, { origin: racing });
    assert.equal((await slow.follow())?.sequence, 4);
    assert.deepEqual([slow.store.has(first), slow.store.currentId(), slow.store.ids().length], [false, third, 2]);
    assert.ok(readdirSync(blobs).length < held * 0.75, "the blobs of the pruned release are gone");
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
    assert.equal(pointerOf(empty).sequence, 3);
    const followed = await old.follow({ origin: empty.origin });
    assert.deepEqual(followed, { sequence: 3, release: second, isChanged: true, ...NOTHING_ELSE });
  });

  test("says how to publish where the origin went back, or another version wrote it", async () => {
    const publisher = new TestPublisher();
    const node = new TestNode(publisher);
    const pointer = path.join(publisher.originFolder, "current.json");
    await publisher.publish(1);
    const first = readFileSync(pointer, "utf8");
    const release = await publisher.publish(2);
    // As commands do.
    const own = new TestNode(publisher, { dataFolder: publisher.dataFolder });
    await own.follow();
    await node.follow();
    const otherFormat = first.replace(String.raw`\"format\":2`, String.raw`\"format\":1`);
    for (const [text, expected] of [
      [first, /went back from sequence 2 to 1.* move its current\.json away and run `country-trust renew`/u],
      [otherFormat, /another version .* move current\.json of the origin away and run `country-trust renew`/u],
    ] as const) {
      writeFileSync(pointer, text);
      await assert.rejects(publisher.publish(3), expected);
    }
    rmSync(pointer);
    await publisher.change(async () => {}, { renews: true });
    assert.deepEqual(await node.follow(), { sequence: 3, release, isChanged: true, ...NOTHING_ELSE });
  });

  test("says that the folder of the origin is not there", async () => {
    const publisher = new TestPublisher();
    rmSync(publisher.originFolder, { recursive: true });
    await assert.rejects(publisher.publish(1), { name: "OriginError", reason: "unreachable" });
  });

  for (const [seconds, message] of [
    [4, null],
    [-4, null],
    [6, /is 6\.0 s behind that of the folder .* Set it right, or make RELEASES_DELAY \(10 s\) more than twice/u],
    [-6, /is 6\.0 s ahead of that of the folder/u],
  ] as const)
    test(`${message === null ? "is made" : "is refused"} where the clock of the origin is ${seconds} s later`, async () => {
      const publisher = new TestPublisher({ delaySeconds: 10 });
      const clock = new Date(publisher.time.getTime() + seconds * 1000);
      publisher.origin.readClock = async () => ({ from: clock, until: clock });
      if (message === null) await publisher.publish(1);
      else {
        await assert.rejects(publisher.publish(1), { name: "OriginError", message });
        await publisher.change(async () => {}, { delaySeconds: 0, renews: true });
      }
      assert.equal(pointerOf(publisher).sequence, 1);
    });

  test("does not wait for hours for what was published last", async () => {
    const publisher = new TestPublisher({ delaySeconds: 3600 });
    await publisher.publish(1);
    await publisher.publish(2);
    const { answersFrom } = pointerOf(publisher);
    const early = publisher.publish(3);
    await assert.rejects(early, { message: new RegExp(`^nothing was changed: .* from ${answersFrom} on`, "u") });
    publisher.time = new Date(answersFrom ?? "");
    await publisher.publish(3);
  });
});
