import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, describe, mock, test } from "node:test";
import type { Manifest } from "../../src/release/manifest.ts";
import { makeCurrent, publishBundle } from "../../src/release/store/locked-store.ts";
import { ReleaseStore, ReleaseStoreError } from "../../src/release/store/release-store.ts";
import { KeptReleases } from "../../src/release/store/kept-releases.ts";
import { UnreadableRelease } from "../../src/release/snapshot.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { buildOfSeed } from "./built-release.ts";
import { expectNoWrongManifest } from "./wrong-bytes.ts";

function emptyStore(): ReleaseStore {
  return new ReleaseStore(newTemporaryFolder(), now);
}

const isWhole = (error: ReleaseStoreError): void => assert.fail(error);
const POLL_MILLISECONDS = 60_000;

/** A clock on which every look is a minute later. */
let minutes = 0;
const now = (): Date => new Date(Date.UTC(2026, 10, 20, 12, minutes++));

const neverWaits = (): void => assert.fail("there is nothing to wait for");

describe("the release store", () => {
  test("is empty before the first publication", async () => {
    const store = emptyStore();
    assert.equal(store.currentId(), null);
    assert.deepEqual(store.list(isWhole), []);
    assert.throws(() => new KeptReleases({ store, pollMilliseconds: 1000, onError: () => {} }), /nothing is published/);
  });

  test("holds every release, newest first, and points at the one published last", async () => {
    const store = emptyStore();
    const { manifest: first } = await publishBundle(store, buildOfSeed(1, "2026-11-20T12:00:00Z"), neverWaits);
    const { manifest: second } = await publishBundle(store, buildOfSeed(2, "2026-11-21T12:00:00Z"), neverWaits);
    assert.equal(store.currentId(), second.id);
    assert.deepEqual(
      store.list(isWhole).map(({ id }) => id),
      [second.id, first.id],
    );
    assert.deepEqual(readdirSync(store.dataFolder).toSorted(), [
      "current",
      "history.ndjson",
      "publication.lock",
      "releases",
    ]);
  });

  test("keeps a release that is published again, and makes it current", async () => {
    const store = emptyStore();
    const { manifest: first } = await publishBundle(store, buildOfSeed(1), neverWaits);
    await publishBundle(store, buildOfSeed(2), neverWaits);
    const { manifest: again } = await publishBundle(store, buildOfSeed(1), neverWaits);
    assert.deepEqual(again, first);
    assert.equal(store.currentId(), first.id);
    assert.equal(store.list(isWhole).length, 2);
  });

  test("changes nothing when a build fails", async () => {
    const store = emptyStore();
    const { manifest: first } = await publishBundle(store, buildOfSeed(1), neverWaits);
    const failing = async (folder: string): Promise<Manifest> => {
      writeFileSync(path.join(folder, "half.txt"), "half");
      throw new Error("the disk is full");
    };
    await assert.rejects(publishBundle(store, failing, neverWaits), /the disk is full/);
    assert.equal(store.currentId(), first.id);
    assert.ok(!existsSync(path.join(store.dataFolder, "staging")));
  });

  test("takes concurrent publications one after the other", async () => {
    const store = emptyStore();
    let building = 0;
    let most = 0;
    let waited = 0;
    const watched = (seed: number) => async (folder: string) => {
      building += 1;
      most = Math.max(most, building);
      const manifest = await buildOfSeed(seed)(folder);
      building -= 1;
      return manifest;
    };
    const switches = await Promise.all(
      [1, 2, 3].map((seed) => publishBundle(store, watched(seed), () => (waited += 1))),
    );
    assert.equal(most, 1);
    assert.equal(waited, 2);
    const ids = new Set(switches.map(({ manifest }) => manifest.id));
    const beforeThem = new Set(switches.map((each) => each.before));
    assert.deepEqual(
      [...ids].filter((id) => !beforeThem.has(id)),
      [store.currentId()],
      "each tells the one that was current when its turn came",
    );
    assert.equal(store.list(isWhole).length, 3);
  });

  test("goes back to an earlier release, and refuses one that is not there", async () => {
    const store = emptyStore();
    const { manifest: first } = await publishBundle(store, buildOfSeed(1), neverWaits);
    await publishBundle(store, buildOfSeed(2), neverWaits);
    await makeCurrent(store, first.id, neverWaits);
    assert.equal(store.currentId(), first.id);
    await assert.rejects(makeCurrent(store, "2020-01-01-000000000000", neverWaits), ReleaseStoreError);
    await assert.rejects(makeCurrent(store, "../../etc", neverWaits), ReleaseStoreError);
    assert.equal(store.currentId(), first.id);
  });

  test("records when each release became current, and going back as well", async () => {
    let day = 20;
    const store = new ReleaseStore(newTemporaryFolder(), () => new Date(Date.UTC(2026, 10, day, 12)));
    assert.deepEqual(store.history(), []);
    const { manifest: first } = await publishBundle(store, buildOfSeed(1), neverWaits);
    day = 21;
    await publishBundle(store, buildOfSeed(1), neverWaits);
    day = 22;
    const { manifest: second } = await publishBundle(store, buildOfSeed(2), neverWaits);
    day = 23;
    await makeCurrent(store, first.id, neverWaits);
    day = 19;
    await makeCurrent(store, second.id, neverWaits);
    assert.deepEqual(
      store.history(),
      [
        { release: first.id, since: "2026-11-20T12:00:00.000Z" },
        { release: second.id, since: "2026-11-22T12:00:00.000Z" },
        { release: first.id, since: "2026-11-23T12:00:00.000Z" },
        { release: second.id, since: "2026-11-23T12:00:00.000Z" },
      ],
      "publishing the current one again is no change, and a clock that was put back changes no order",
    );
  });

  test("forgets of its history what a kill left unfinished, and does without one", async () => {
    const store = emptyStore();
    const { manifest: first } = await publishBundle(store, buildOfSeed(1), neverWaits);
    const history = path.join(store.dataFolder, "history.ndjson");
    const [line] = readFileSync(history, "utf8").split("\n");
    writeFileSync(history, `${line}\n{"release":"2026-11-24-000000000000","since":"2026-11-24T12:00:00.000Z"}\n`);
    assert.deepEqual(
      store.history().map(({ release }) => release),
      [first.id],
    );
    const { manifest: second } = await publishBundle(store, buildOfSeed(2), neverWaits);
    assert.deepEqual(
      store.history().map(({ release }) => release),
      [first.id, second.id],
    );
    rmSync(history);
    assert.deepEqual(store.history(), [{ release: second.id, since: "2026-11-20T00:00:00.000Z" }]);
    writeFileSync(history, "no history\n");
    assert.throws(() => store.history(), /line 1 of .*history\.ndjson is no entry/);
  });

  test("refuses a release that lost bytes, naming the file", async () => {
    const store = emptyStore();
    const {
      manifest: { id },
    } = await publishBundle(store, buildOfSeed(1), neverWaits);
    truncateSync(path.join(store.folderOf(id), "release.sqlite"), 4096);
    assert.throws(
      () => store.manifest(id),
      (error: Error) => error instanceof ReleaseStoreError && /release\.sqlite has 4096 bytes/.test(error.message),
    );
  });

  test("lists the others beside a damaged release, and says what is wrong with that one", async () => {
    const store = emptyStore();
    const { manifest: first } = await publishBundle(store, buildOfSeed(1), neverWaits);
    const { manifest: second } = await publishBundle(store, buildOfSeed(2), neverWaits);
    rmSync(path.join(store.folderOf(first.id), "manifest.json"));
    const told: string[] = [];
    const listed = store.list(({ message }) => told.push(message));
    assert.deepEqual(
      listed.map(({ id }) => id),
      [second.id],
    );
    assert.equal(told.length, 1);
    assert.match(
      told[0]!,
      new RegExp(`release ${first.id} is damaged: \\S+manifest\\.json cannot be read \\(ENOENT\\)`),
    );
  });

  test("puts a release that is published again in the place of a damaged one", async () => {
    const store = emptyStore();
    const { manifest: first } = await publishBundle(store, buildOfSeed(1), neverWaits);
    const { manifest: second } = await publishBundle(store, buildOfSeed(2), neverWaits);
    const database = path.join(store.folderOf(first.id), "release.sqlite");
    const content = readFileSync(database);
    const altered = Buffer.from(content);
    altered[altered.length - 1]! ^= 1;
    for (const [damaged, current] of [
      [content.subarray(0, 4096), second.id],
      [altered, first.id],
    ] as const) {
      writeFileSync(database, damaged);
      assert.deepEqual(await publishBundle(store, buildOfSeed(1), neverWaits), { manifest: first, before: current });
      assert.deepEqual(store.manifest(first.id), first);
      assert.ok(readFileSync(database).equals(content));
      assert.ok(!existsSync(path.join(store.dataFolder, "staging")));
    }
  });

  test("never reads a manifest with a wrong byte", async () => {
    await expectNoWrongManifest(17);
  });

  test("refuses a pointer that names no release, and goes back to one all the same", async () => {
    const store = emptyStore();
    const { manifest } = await publishBundle(store, buildOfSeed(1), neverWaits);
    for (const content of ["", "../..", "release"]) {
      writeFileSync(path.join(store.dataFolder, "current"), content);
      assert.throws(
        () => new KeptReleases({ store, pollMilliseconds: POLL_MILLISECONDS, onError: () => {} }),
        (error) => error instanceof ReleaseStoreError && error.message.includes(manifest.id),
      );
      await makeCurrent(store, manifest.id, neverWaits);
      assert.equal(store.currentId(), manifest.id);
    }
  });

  test("refuses a release of another format", async () => {
    const store = emptyStore();
    const { manifest } = await publishBundle(store, buildOfSeed(1), neverWaits);
    writeFileSync(path.join(store.folderOf(manifest.id), "manifest.json"), JSON.stringify({ ...manifest, format: 99 }));
    assert.throws(
      () => store.manifest(manifest.id),
      /has bundle format 99, this program reads (\d+ to )?\d+: a newer version published it; run that one, or `rollback` to/,
    );
  });
});

describe("a reader of the release store", () => {
  before(() => mock.timers.enable({ apis: ["setTimeout"] }));
  after(() => mock.timers.reset());

  test("swaps to a new current release in one step, keeps the old one readable, and goes back", async () => {
    const store = emptyStore();
    const { manifest: first } = await publishBundle(store, buildOfSeed(1), neverWaits);
    const releases = new KeptReleases({
      store,
      pollMilliseconds: POLL_MILLISECONDS,
      onError: (error) => assert.fail(String(error)),
    });
    const held = releases.current();
    const swaps: string[] = [];
    const stop = releases.onSwap((snapshot) => swaps.push(snapshot.manifest.id));
    const { manifest: second } = await publishBundle(store, buildOfSeed(2), neverWaits);
    assert.equal(releases.current().manifest.id, first.id);
    mock.timers.tick(POLL_MILLISECONDS);
    assert.equal(releases.current().manifest.id, second.id);
    assert.equal(
      held.listCompanies({ sort: "name", limit: 5, offset: 0 }).rows.length,
      5,
      "a held snapshot still answers",
    );
    assert.equal(releases.byId(first.id)?.manifest.id, first.id);
    assert.equal(releases.byId("2020-01-01-000000000000"), undefined);
    await makeCurrent(store, first.id, neverWaits);
    mock.timers.tick(POLL_MILLISECONDS);
    assert.deepEqual(swaps, [second.id, first.id]);
    assert.deepEqual(
      releases
        .list()
        .map(({ id }) => id)
        .toSorted(),
      [first.id, second.id].toSorted(),
    );
    stop();
    releases.close();
  });

  test("goes on with the release it has when the new one is damaged, and says so once", async () => {
    const store = emptyStore();
    const { manifest: first } = await publishBundle(store, buildOfSeed(1), neverWaits);
    const errors: unknown[] = [];
    const releases = new KeptReleases({
      store,
      pollMilliseconds: POLL_MILLISECONDS,
      onError: (error) => errors.push(error),
    });
    const { manifest: second } = await publishBundle(store, buildOfSeed(2), neverWaits);
    truncateSync(path.join(store.folderOf(second.id), "release.sqlite"), 0);
    mock.timers.tick(POLL_MILLISECONDS);
    mock.timers.tick(POLL_MILLISECONDS);
    assert.equal(releases.current().manifest.id, first.id);
    assert.equal(errors.length, 1);
    assert.deepEqual(
      releases.list().map(({ id }) => id),
      [first.id],
      "those that can be read are listed all the same",
    );
    releases.close();
  });

  test("distinguishes a damaged release from an unknown one, reports it once, and opens it when it is repaired", async () => {
    const store = emptyStore();
    const { manifest: first } = await publishBundle(store, buildOfSeed(1), neverWaits);
    await publishBundle(store, buildOfSeed(2), neverWaits);
    const errors: unknown[] = [];
    const releases = new KeptReleases({
      store,
      pollMilliseconds: POLL_MILLISECONDS,
      onError: (error) => errors.push(error),
    });
    const database = path.join(store.folderOf(first.id), "release.sqlite");
    const whole = readFileSync(database);
    for (const damaged of [whole.subarray(0, 4096), Buffer.alloc(whole.length)]) {
      writeFileSync(database, damaged);
      for (let each = 0; each < 2; each += 1) assert.throws(() => releases.byId(first.id), UnreadableRelease);
    }
    assert.equal(errors.length, 1);
    assert.equal(releases.byId("2026-11-20-000000000000"), undefined);
    writeFileSync(database, whole);
    assert.equal(releases.byId(first.id)?.manifest.id, first.id);
    releases.close();
  });
});
