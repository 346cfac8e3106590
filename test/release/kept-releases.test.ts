import assert from "node:assert/strict";
import { mkdirSync, readFileSync, renameSync, rmSync, rmdirSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, describe, mock, test } from "node:test";
import { draftBundle } from "../../src/release/store/draft-release.ts";
import { makeCurrent, publishBundle } from "../../src/release/store/locked-store.ts";
import { ReleaseStore } from "../../src/release/store/release-store.ts";
import { KeptReleases } from "../../src/release/store/kept-releases.ts";
import { UnreadableRelease } from "../../src/release/snapshot.ts";
import { DEFAULT_GATE_LIMITS } from "../../src/trust/gate-limits.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { buildOfSeed } from "./built-release.ts";

const POLL_MILLISECONDS = 60_000;

const now = (): Date => new Date("2026-11-20T12:00:00Z");

const neverWaits = (): void => assert.fail("there is nothing to wait for");

/** A reader that has one release open while a second one is published. */
async function openWithSecond() {
  const store = new ReleaseStore(newTemporaryFolder(), now);
  const { manifest: first } = await publishBundle(store, buildOfSeed(1), neverWaits);
  const errors: string[] = [];
  const releases = new KeptReleases({
    store,
    pollMilliseconds: POLL_MILLISECONDS,
    onError: (error) => errors.push(String(error)),
  });
  const { manifest: second } = await publishBundle(store, buildOfSeed(2), neverWaits);
  const database = path.join(store.folderOf(second.id), "release.sqlite");
  const idAfterPolls = (polls = 1): string => {
    mock.timers.tick(polls * POLL_MILLISECONDS);
    return releases.current().manifest.id;
  };
  return { store, first, second, database, errors, releases, idAfterPolls };
}

describe("a release whose files are damaged while it answers", () => {
  before(() => mock.timers.enable({ apis: ["setTimeout"] }));
  after(() => mock.timers.reset());

  test("is doubted once a minute, and goes on", async () => {
    const { store, first, second, database, releases, idAfterPolls } = await openWithSecond();
    assert.equal(idAfterPolls(), second.id);
    assert.deepEqual(releases.look().doubted, []);
    const whole = readFileSync(database);
    truncateSync(database, 4096);
    for (const doubted of [[second.id], []]) {
      const found = releases.look();
      assert.match(found.refused ?? "", /release\.sqlite has 4096 bytes, expected/u);
      assert.deepEqual(found.doubted, doubted, "once within the minute");
    }
    assert.deepEqual(releases.refused(), { id: second.id, reason: "damaged" });
    assert.equal(releases.doubt(new Error("of another kind")), false);
    let error: unknown = null;
    try {
      releases.current().findCompany("c0");
    } catch (thrown) {
      error = thrown;
    }
    assert.equal(releases.doubt(error), true, String(error));
    writeFileSync(database, whole);
    assert.equal(releases.look().refused, null);
    releases.close();
    truncateSync(path.join(store.folderOf(first.id), "release.sqlite"), 0);
    const others = new KeptReleases({ store, pollMilliseconds: POLL_MILLISECONDS, onError: () => {} });
    assert.throws(() => others.byId(first.id), UnreadableRelease);
    assert.deepEqual(others.look().doubted, [first.id], "one that is not current, too");
    others.close();
  });
});

describe("a current release that cannot be opened", () => {
  before(() => mock.timers.enable({ apis: ["setTimeout"] }));
  after(() => mock.timers.reset());

  test("is tried at each poll, and opened when its files are whole again", async () => {
    const { first, second, database, errors, releases, idAfterPolls } = await openWithSecond();
    const whole = readFileSync(database);
    for (const damaged of [whole.subarray(0, 4096), Buffer.alloc(whole.length)]) {
      writeFileSync(database, damaged);
      assert.equal(idAfterPolls(3), first.id);
      assert.deepEqual(releases.refused(), { id: second.id, reason: "damaged" });
    }
    assert.equal(errors.length, 2, "each error is reported once");
    writeFileSync(database, whole);
    assert.equal(idAfterPolls(), second.id);
    assert.equal(releases.refused(), null);
    releases.close();
  });

  test("is opened when its dataset is published again, as the guide says", async () => {
    const { store, first, second, database, releases, idAfterPolls } = await openWithSecond();
    truncateSync(database, 0);
    assert.equal(idAfterPolls(), first.id);
    const { manifest: again } = await publishBundle(store, buildOfSeed(2), neverWaits);
    assert.equal(again.id, second.id);
    assert.equal(idAfterPolls(), second.id);
    releases.close();
  });

  test("is opened again, current or not, where another copy of its files takes their place", async () => {
    const { store, first, second, releases, idAfterPolls } = await openWithSecond();
    assert.equal(idAfterPolls(), second.id);
    const elsewhere = new ReleaseStore(newTemporaryFolder(), now);
    for (const [seed, { id }] of [first, second].entries()) {
      const edition = releases.byId(id)?.edition;
      await publishBundle(elsewhere, buildOfSeed(seed + 1, "2026-11-20T18:00:00Z"), neverWaits);
      renameSync(store.folderOf(id), path.join(store.dataFolder, id));
      assert.equal(idAfterPolls(), second.id, "it goes on while nothing is there");
      renameSync(elsewhere.folderOf(id), store.folderOf(id));
      assert.equal(idAfterPolls(), second.id);
      assert.equal(releases.byId(id)?.manifest.publishedAt, "2026-11-20T18:00:00.000Z");
      assert.notEqual(releases.byId(id)?.edition, edition, "no response of the other copy is kept");
    }
    assert.equal(releases.refused(), null);
    releases.close();
  });

  test("is refused no longer after a rollback to the one that answers", async () => {
    const { store, first, second, releases, idAfterPolls } = await openWithSecond();
    rmSync(store.folderOf(second.id), { recursive: true });
    assert.equal(idAfterPolls(), first.id);
    assert.deepEqual(releases.refused(), { id: second.id, reason: "missing" });
    await makeCurrent(store, first.id, neverWaits);
    assert.equal(idAfterPolls(), first.id);
    assert.equal(releases.refused(), null);
    releases.close();
  });

  test("does not end the reader when the pointer cannot be read or is gone", async () => {
    const { store, first, second, errors, releases, idAfterPolls } = await openWithSecond();
    const [pointer, aside] = ["current", "aside"].map((name) => path.join(store.dataFolder, name)) as [string, string];
    renameSync(pointer, aside);
    assert.equal(idAfterPolls(2), first.id);
    assert.deepEqual(releases.refused(), { id: null, reason: "missing" });
    // Reading a folder fails with an error of the operating system that is not ENOENT.
    mkdirSync(pointer);
    assert.equal(idAfterPolls(2), first.id);
    assert.deepEqual(releases.refused(), { id: null, reason: "unreadable" });
    assert.equal(errors.length, 2);
    rmdirSync(pointer);
    renameSync(aside, pointer);
    assert.equal(idAfterPolls(), second.id);
    releases.close();
  });

  test("is listed again when it is whole, without being published", async () => {
    const { first, second, database, errors, releases, idAfterPolls } = await openWithSecond();
    const whole = readFileSync(database);
    assert.equal(idAfterPolls(), second.id);
    truncateSync(database, 0);
    const idsOf = (): string[] => releases.list().map(({ id }) => id);
    for (let poll = 0; poll < 3; poll += 1) {
      assert.deepEqual(idsOf(), [first.id]);
      idAfterPolls();
    }
    // Of the list that leaves it out, and of the release that goes on answering.
    assert.deepEqual([errors.length, new Set(errors).size], [2, 1]);
    writeFileSync(database, whole);
    idAfterPolls();
    assert.deepEqual(idsOf().toSorted(), [first.id, second.id].toSorted());
    releases.close();
  });
});

describe("a draft under an embargo", () => {
  before(() => mock.timers.enable({ apis: ["setTimeout"] }));
  after(() => mock.timers.reset());

  test("becomes current at its time, between two polls", async () => {
    let at = now().getTime();
    const store = new ReleaseStore(newTemporaryFolder(), () => new Date(at));
    const { manifest: first } = await publishBundle(store, buildOfSeed(1), neverWaits);
    const until = new Date(at + 1.5 * POLL_MILLISECONDS);
    const build = async (folder: string) => ({ manifest: await buildOfSeed(2)(folder), gate: DEFAULT_GATE_LIMITS });
    const second = await draftBundle(store, build, { secret: "0".repeat(64), until }, neverWaits);
    const onError = (error: unknown): void => assert.fail(String(error));
    const releases = new KeptReleases({ store, pollMilliseconds: POLL_MILLISECONDS, onError });
    const idAfter = (milliseconds: number): string => {
      at += milliseconds;
      mock.timers.tick(milliseconds);
      return releases.current().manifest.id;
    };
    assert.equal(idAfter(POLL_MILLISECONDS), first.id);
    assert.equal(idAfter(0.5 * POLL_MILLISECONDS - 1), first.id);
    assert.equal(idAfter(1), second.id);
    releases.close();
  });
});

describe("the figures of a release", () => {
  test("are those of its snapshot, whether it is current or another", async () => {
    const { first, second, releases } = await openWithSecond();
    for (const { id } of [first, second]) {
      const snapshot = releases.byId(id);
      const figures = releases.figuresOf(id);
      assert.ok(snapshot && figures);
      assert.equal(releases.figuresOf(id), figures, "they are read once");
      assert.deepEqual(figures.manifest, snapshot.manifest);
      for (const [own, whole] of [
        [figures.countries, snapshot.countries],
        [figures.sectors, snapshot.sectors],
      ] as const) {
        assert.ok(own.length > 0);
        assert.equal(own.length, whole.length);
        for (const [index, area] of own.entries()) assert.partialDeepStrictEqual(whole[index], area);
      }
      for (let position = 0; position < snapshot.manifest.counts.companies; position += 1) {
        const company = snapshot.companyAt(position);
        assert.partialDeepStrictEqual(figures.companyById(company.id), company);
        assert.partialDeepStrictEqual(figures.companyBySlug(company.slug), company);
      }
      assert.equal(figures.companyById("nobody"), undefined);
    }
    assert.equal(releases.figuresOf("2020-01-01-000000000000"), undefined);
    releases.close();
  });

  test("of a damaged release cannot be read, which is reported once, and can when it is whole again", async () => {
    const { second, database, errors, releases } = await openWithSecond();
    const whole = readFileSync(database);
    writeFileSync(database, Buffer.alloc(whole.length));
    for (const _ of [1, 2]) assert.throws(() => releases.figuresOf(second.id), UnreadableRelease);
    assert.equal(errors.length, 1);
    writeFileSync(database, whole);
    assert.equal(releases.figuresOf(second.id)?.manifest.id, second.id);
    releases.close();
  });
});
