import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { describe, test } from "node:test";
import { writeCatalogue } from "../../src/distribution/catalogue.ts";
import { contentOf, ensureBlob } from "../../src/distribution/blobs.ts";
import { type Origin, OriginError } from "../../src/distribution/origin.ts";
import { readPointer, writePointer } from "../../src/distribution/pointer.ts";
import { draftBundle, releaseDraft } from "../../src/release/store/draft-release.ts";
import { makeCurrent, publishBundle } from "../../src/release/store/locked-store.ts";
import { listPrunable, pruneReleases } from "../../src/release/store/prune-releases.ts";
import { noteRelease, withdrawRelease } from "../../src/release/store/remark-release.ts";
import type { Manifest } from "../../src/release/manifest.ts";
import { ReleaseStore } from "../../src/release/store/release-store.ts";
import { buildKeyFiles } from "../../src/release/minisign.ts";
import { CHECKSUMS_FILE, findAltered, MANIFEST_FILE, sealFolder } from "../../src/release/seal-folder.ts";
import { verifyRelease } from "../../src/release/verify-release.ts";
import { DEFAULT_GATE_LIMITS } from "../../src/trust/gate-limits.ts";
import { putPointer } from "./blobs.ts";
import { builder, keyOf, neverWaits, TestNode, TestPublisher, NOTHING_ELSE } from "./publisher.ts";

const GATE = { ...DEFAULT_GATE_LIMITS, companiesGonePercent: 5 };
const SECRET = "ab".repeat(32);

async function draft(store: ReleaseStore, seed: number, until: Date | null = null): Promise<void> {
  const build = async (folder: string) => ({ manifest: await builder(seed)(folder), gate: GATE });
  await draftBundle(store, build, { secret: SECRET, until }, neverWaits);
}

/** What readers of two data folders see is the same. */
function expectSame(a: ReleaseStore, b: ReleaseStore): void {
  assert.deepEqual(a.ids(), b.ids());
  assert.deepEqual(a.states(), b.states());
  assert.equal(a.currentId(), b.currentId());
  for (const id of a.ids()) assert.deepEqual(a.manifest(id), b.manifest(id));
}

function publishedStore(publisher: TestPublisher): ReleaseStore {
  return new ReleaseStore(path.join(publisher.dataFolder, "publishing"), publisher.now);
}

const REWRITTEN = ["search.idx", "tables/companies.csv"];

/** The same release as another version of the program could write it, six hours later. */
async function buildOtherwise(folder: string): Promise<Manifest> {
  const manifest = await builder(1)(folder);
  for (const file of [MANIFEST_FILE, CHECKSUMS_FILE]) rmSync(path.join(folder, file));
  for (const file of REWRITTEN) appendFileSync(path.join(folder, file), "\n");
  return await sealFolder(folder, { ...manifest, publishedAt: "2026-11-20T18:00:00.000Z" });
}

/** An origin whose streams are changed on their way. */
function through(origin: Origin, change: (stream: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>): Origin {
  return {
    name: origin.name,
    async read(key, signal) {
      const content = await origin.read(key, signal);
      return content === null || key === "current.json" ? content : change(content);
    },
    readClock: (signal) => origin.readClock(signal),
  };
}

describe("a data folder that follows an origin", () => {
  test("waits where nothing was published yet", async () => {
    const node = new TestNode(new TestPublisher());
    assert.equal(await node.follow(), null);
    assert.deepEqual(readdirSync(node.dataFolder), []);
  });

  test("says that the folder of the origin is not there", async () => {
    const publisher = new TestPublisher();
    rmSync(publisher.originFolder, { recursive: true });
    await assert.rejects(new TestNode(publisher).follow(), { reason: "unreachable" });
  });

  test("has the bytes that were published, and asks for nothing twice", async () => {
    const publisher = new TestPublisher();
    const first = await publisher.publish(1);
    const node = new TestNode(publisher);
    assert.deepEqual(await node.follow(), { sequence: 1, release: first, isChanged: true, ...NOTHING_ELSE });
    assert.equal(node.store.currentId(), first);
    await verifyRelease(node.store.manifest(first), node.store.folderOf(first));
    expectSame(node.store, publishedStore(publisher));
    assert.deepEqual(await node.follow(), { sequence: 1, release: first, isChanged: false, ...NOTHING_ELSE });
    assert.deepEqual(readdirSync(node.dataFolder).toSorted(), ["publication.lock", "records", "records.d", "releases"]);
  });

  test("follows a rollback, a note, a withdrawal, a draft and its release", async () => {
    const publisher = new TestPublisher();
    const node = new TestNode(publisher);
    const first = await publisher.publish(1);
    const second = await publisher.publish(2);
    await node.follow();
    const followed = async (): Promise<void> => {
      publisher.time = new Date(publisher.time.getTime() + 60_000);
      await node.follow();
      expectSame(node.store, publishedStore(publisher));
    };
    assert.deepEqual(
      node.store.history().map(({ release }) => release),
      [first, second],
    );
    await publisher.change((store) => makeCurrent(store, first, neverWaits));
    await followed();
    assert.equal(node.store.currentId(), first);
    await publisher.change((store) => noteRelease(store, first, "A figure is wrong.", neverWaits));
    await followed();
    await publisher.change((store) => withdrawRelease(store, second, "It was wrong.", neverWaits));
    await followed();
    assert.equal(node.store.isPublic(second), false);
    await publisher.change((store) => draft(store, 3));
    await followed();
    const [third = ""] = node.store.ids().filter((id) => id !== first && id !== second);
    assert.ok(node.store.isDraft(third) && existsSync(node.store.markOf(third)));
    await publisher.change((store) => releaseDraft(store, third, () => {}, neverWaits));
    await followed();
    assert.equal(node.store.currentId(), third);
    assert.equal(existsSync(node.store.markOf(third)), false);
  });

  test("shows a draft when its embargo ends, before the publisher writes it down, and after", async () => {
    const publisher = new TestPublisher();
    const node = new TestNode(publisher);
    await publisher.publish(1);
    const until = new Date(publisher.time.getTime() + 60_000);
    await publisher.change((store) => draft(store, 2, until));
    await node.follow();
    const [id = ""] = node.store.ids().filter((each) => node.store.isDraft(each));
    publisher.time = until;
    assert.equal(node.store.currentId(), id);
    const before = node.store.history();
    // The next change of the publisher writes the embargo down.
    publisher.time = new Date(until.getTime() + 60_000);
    await publisher.change((store) => noteRelease(store, id, "Noted.", neverWaits));
    await node.follow();
    assert.deepEqual(node.store.history(), before);
    assert.equal(node.store.recordedId(), id);
  });

  test("removes what was pruned, and sets aside what it does not know", async () => {
    const publisher = new TestPublisher();
    const node = new TestNode(publisher);
    const foreign = await publishBundle(node.store, builder(9), neverWaits);
    const first = await publisher.publish(1);
    await publisher.publish(2);
    await publisher.publish(3);
    await node.follow();
    assert.equal(node.store.has(foreign.manifest.id), false);
    const aside = readdirSync(path.join(node.dataFolder, "set-aside"));
    assert.deepEqual(aside, [`${foreign.manifest.id}-3`]);
    await publisher.change((store) =>
      pruneReleases(store, () => listPrunable(store, { keep: 1, before: null }), neverWaits),
    );
    await node.follow();
    assert.equal(node.store.has(first), false);
    assert.ok(node.store.stateOf(first)?.prunedAt);
    assert.deepEqual(readdirSync(path.join(node.dataFolder, "set-aside")), aside);
  });

  test("has either copy of what was published twice, never files of both", async () => {
    const publisher = new TestPublisher();
    const id = await publisher.publish(1);
    const published = publishedStore(publisher).manifest(id);
    const node = new TestNode(publisher);
    const { manifest: own } = await publishBundle(node.store, buildOtherwise, neverWaits);
    assert.equal(own.id, id);
    const isOwn = (folder: string) => findAltered(folder, own.files);
    const other = published.files.filter(({ sha256 }) => !own.files.some((file) => file.sha256 === sha256));
    assert.deepEqual(
      other.map((file) => file.path),
      REWRITTEN,
    );
    // The last of them cannot be had.
    const failing = through(publisher.origin, (stream) => stream);
    const withheld = {
      ...failing,
      read: (key: string, signal: AbortSignal) => {
        if (key === `sha256/${other.at(-1)?.sha256}`) throw new OriginError("unreachable", "the line is cut");
        return failing.read(key, signal);
      },
    };
    await assert.rejects(node.follow({ origin: withheld }), /the line is cut/u);
    assert.deepEqual(node.store.manifest(id), own);
    assert.equal(await isOwn(node.store.folderOf(id)), null);
    await node.follow();
    assert.deepEqual(node.store.manifest(id), published);
    await verifyRelease(published, node.store.folderOf(id));
    assert.equal((await node.follow())?.isChanged, false);
  });

  test("repairs a release whose folder is gone or cut, when it forgot what it holds", async () => {
    const publisher = new TestPublisher();
    const node = new TestNode(publisher);
    const id = await publisher.publish(1);
    await node.follow();
    rmSync(node.store.folderOf(id), { recursive: true });
    assert.equal((await node.follow())?.isChanged, true);
    truncateSync(path.join(node.store.folderOf(id), "release.sqlite"), 10);
    rmSync(path.join(node.store.recordsFolder(), "catalogue.json"));
    await node.follow();
    await verifyRelease(node.store.manifest(id), node.store.folderOf(id));
  });

  test("replaces a doubted release only where a byte is another one", async () => {
    const { key, line } = keyOf(buildKeyFiles());
    const publisher = new TestPublisher({ key, lifetimeDays: 30 });
    const id = await publisher.publish(1);
    const node = new TestNode(publisher, { trustedKeys: [line] });
    await node.follow();
    const doubted = new Set([id]);
    assert.deepEqual((await node.follow({ doubted }))?.replaced, []);
    const folder = node.store.folderOf(id);
    const untouched = statSync(path.join(folder, "tables/companies.csv")).ino;
    // The pointer has expired meanwhile: the node believed it once.
    publisher.time = new Date("2027-06-01T00:00:00Z");
    for (const damage of ["cut", "changed"]) {
      const file = path.join(folder, "release.sqlite");
      const content = readFileSync(file);
      content[content.length >> 1]! ^= 0xff;
      writeFileSync(file, damage === "cut" ? content.subarray(0, 4096) : content);
      assert.deepEqual((await node.follow({ doubted }))?.replaced, [id]);
      assert.equal(await findAltered(folder, node.store.manifest(id).files), null);
    }
    assert.equal(statSync(path.join(folder, "tables/companies.csv")).ino, untouched, "what is whole is not fetched");
    await assert.rejects(node.follow(), /expired/u);
  });

  test("goes on with a damaged release while its origin is away", async () => {
    const publisher = new TestPublisher();
    const id = await publisher.publish(1);
    const node = new TestNode(publisher);
    await node.follow();
    truncateSync(path.join(node.store.folderOf(id), "release.sqlite"), 4096);
    const away = `${publisher.originFolder}-away`;
    renameSync(publisher.originFolder, away);
    await assert.rejects(node.follow({ doubted: new Set([id]) }), OriginError);
    assert.deepEqual(node.store.ids(), [id]);
    renameSync(away, publisher.originFolder);
    assert.deepEqual((await node.follow({ doubted: new Set([id]) }))?.replaced, [id]);
  });

  test("is published to from a machine whose own copies are damaged", async () => {
    const publisher = new TestPublisher();
    const id = await publisher.publish(1);
    truncateSync(path.join(publishedStore(publisher).folderOf(id), "release.sqlite"), 4096);
    await publisher.publish(2);
    const node = new TestNode(publisher);
    await node.follow();
    assert.equal(await findAltered(node.store.folderOf(id), node.store.manifest(id).files), null);
  });

  test("links what the folder of publishing commands has, and trusts nothing there", async () => {
    const publisher = new TestPublisher();
    const id = await publisher.publish(1);
    const node = new TestNode(publisher);
    symlinkSync(path.join(publisher.dataFolder, "publishing"), path.join(node.dataFolder, "publishing"));
    // Of the same length, and other bytes.
    const damaged = path.join(publishedStore(publisher).folderOf(id), "search.idx");
    writeFileSync(damaged, Buffer.alloc(statSync(damaged).size));
    await node.follow();
    await verifyRelease(node.store.manifest(id), node.store.folderOf(id));
    const inode = (store: ReleaseStore, file: string): number => statSync(path.join(store.folderOf(id), file)).ino;
    assert.equal(inode(node.store, "release.sqlite"), inode(publishedStore(publisher), "release.sqlite"));
    assert.notEqual(inode(node.store, "search.idx"), inode(publishedStore(publisher), "search.idx"));
  });
});

describe("an origin that fails or lies", () => {
  test("is gone on with at the file that was cut", async () => {
    const publisher = new TestPublisher();
    const id = await publisher.publish(1);
    const node = new TestNode(publisher);
    const whole = new Map<string, number>();
    let asked = 0;
    const failing = through(publisher.origin, async function* (parts) {
      asked += 1;
      const isCut = asked % 5 === 0;
      const hash = createHash("sha256");
      for await (const part of parts) {
        hash.update(part);
        yield isCut ? part.subarray(0, part.length >> 1) : part;
        if (isCut) throw new OriginError("unreachable", "the line is cut");
      }
      const sha256 = hash.digest("hex");
      whole.set(sha256, (whole.get(sha256) ?? 0) + 1);
    });
    for (let tries = 0; node.store.currentId() === null; tries += 1) {
      assert.ok(tries < 200);
      await node.follow({ origin: failing }).catch((error: unknown) => assert.match(String(error), /the line is cut/u));
    }
    await verifyRelease(node.store.manifest(id), node.store.folderOf(id));
    const { sha256 } = node.store.manifest(id).files.find((file) => file.path === "release.sqlite")!;
    assert.equal(whole.get(sha256), 1, "what came whole was not fetched again");
  });

  test("is not believed when a byte is another one, and is asked again", async () => {
    const publisher = new TestPublisher();
    const first = await publisher.publish(1);
    const node = new TestNode(publisher);
    await node.follow();
    const second = await publisher.publish(2);
    const flipped = through(publisher.origin, async function* (stream) {
      for await (const part of stream) {
        const copy = Uint8Array.from(part);
        copy[copy.length - 1] = (copy.at(-1) ?? 0) ^ 1;
        yield copy;
      }
    });
    await assert.rejects(node.follow({ origin: flipped }), { reason: "damaged" });
    assert.equal(node.store.currentId(), first);
    await node.follow();
    assert.equal(node.store.currentId(), second);
  });

  test("is not believed when a blob is missing or too long", async () => {
    const publisher = new TestPublisher();
    const id = await publisher.publish(1);
    const node = new TestNode(publisher);
    const { sha256 } = publishedStore(publisher).manifest(id).files[0]!;
    const blob = path.join(publisher.originFolder, "sha256", sha256);
    const content = readFileSync(blob);
    rmSync(blob);
    await assert.rejects(node.follow(), { reason: "missing" });
    writeFileSync(blob, Buffer.concat([content, Buffer.from("x")]));
    await assert.rejects(node.follow(), { reason: "damaged" });
    writeFileSync(blob, content);
    await node.follow();
    assert.equal(node.store.currentId(), id);
  });

  test("cannot make a folder write outside of itself", async () => {
    const publisher = new TestPublisher();
    const id = await publisher.publish(1);
    const text = readFileSync(path.join(publisher.originFolder, "current.json"), "utf8");
    const pointer = readPointer(text, []);
    const manifestFile = path.join(publishedStore(publisher).folderOf(id), "manifest.json");
    const manifest = { path: "manifest.json", ...contentOf(readFileSync(manifestFile, "utf8")) };
    const put = async (content: string) => {
      const blob = contentOf(content);
      await ensureBlob(publisher.origin, blob, new AbortController().signal);
      return { sha256: blob.sha256, bytes: blob.bytes };
    };
    const empty = await put("");
    const strange = [
      "../out",
      "/out",
      "a/../../out",
      "a//b",
      "a\\b",
      ".hidden",
      "a/.b",
      "x/y/z/too-deep",
      "",
      "a\u0000b",
    ];
    for (const place of strange) {
      const files = [manifest, { path: place, ...empty }].toSorted((a, b) => (a.path < b.path ? -1 : 1));
      const catalogue = await put(writeCatalogue({ releases: [{ id, files }], history: "", register: "" }));
      const sequence = pointer.sequence + 1;
      const next = writePointer({ ...pointer, sequence, catalogue }, null);
      await putPointer(publisher.origin, next, new AbortController().signal);
      const node = new TestNode(publisher);
      await assert.rejects(node.follow(), { name: "CatalogueError" }, JSON.stringify(place));
      assert.deepEqual(node.store.ids(), []);
    }
  });

  test("is not believed by a new node once a signed pointer has expired", async () => {
    const { key, line } = keyOf(buildKeyFiles());
    const publisher = new TestPublisher({ key, lifetimeDays: 30 });
    const release = await publisher.publish(1);
    const running = new TestNode(publisher, { trustedKeys: [line] });
    await running.follow();
    publisher.time = new Date("2026-12-20T12:00:00.000Z");
    const fresh = new TestNode(publisher, { trustedKeys: [line] });
    const expired = { name: "PointerError", message: /expired at 2026-12-20T12:00:00.000Z/u };
    await assert.rejects(fresh.follow(), expired);
    assert.deepEqual(fresh.store.ids(), []);
    await assert.rejects(running.follow(), expired);
    assert.equal(running.store.currentId(), release, "it keeps what it has");
  });

  test("is renewed by any change when a third of its time is over", async () => {
    const { key, line } = keyOf(buildKeyFiles());
    const publisher = new TestPublisher({ key, lifetimeDays: 30, trustedKeys: [line] });
    const release = await publisher.publish(1);
    const node = new TestNode(publisher, { trustedKeys: [line] });
    const wait = (days: number): void => void (publisher.time = new Date(publisher.time.getTime() + days * 86_400_000));
    wait(9.9);
    assert.equal(await publisher.change(async () => {}), null);
    wait(0.2);
    assert.equal((await publisher.change(async () => {}))?.pointer.sequence, 2);
    assert.equal(await publisher.change(async () => {}), null, "twice");
    assert.equal((await publisher.change(async () => {}, { renews: true }))?.pointer.sequence, 3);
    assert.equal((await node.follow())?.release, release);
  });

  test("cannot go back to an older pointer, or have two of one sequence", async () => {
    const publisher = new TestPublisher();
    await publisher.publish(1);
    const file = path.join(publisher.originFolder, "current.json");
    const old = readFileSync(file, "utf8");
    const second = await publisher.publish(2);
    const node = new TestNode(publisher);
    await node.follow();
    const newest = readFileSync(file, "utf8");
    writeFileSync(file, old);
    await assert.rejects(node.follow(), { name: "PointerError", message: /has the sequence 1; this folder holds 2/u });
    const { release: _release, ...other } = readPointer(newest, []);
    writeFileSync(file, writePointer({ ...other, release: null }, null));
    await assert.rejects(node.follow(), { name: "PointerError", message: /second pointer/u });
    rmSync(file);
    await assert.rejects(node.follow(), { name: "OriginError", reason: "missing" });
    assert.equal(node.store.currentId(), second);
  });

  for (const text of ["", "null", "[]", "{}", '{"pointer":"{}"}', '{"pointer":"{\\"format\\":1}"}'])
    test(`is refused when its pointer is ${JSON.stringify(text.slice(0, 40))}`, async () => {
      const publisher = new TestPublisher();
      writeFileSync(path.join(publisher.originFolder, "current.json"), text);
      await assert.rejects(new TestNode(publisher).follow(), { name: "PointerError" });
    });

  test("is damaged when its pointer is far too long", async () => {
    const publisher = new TestPublisher();
    writeFileSync(path.join(publisher.originFolder, "current.json"), "x".repeat(100_000));
    await assert.rejects(new TestNode(publisher).follow(), { name: "OriginError", reason: "damaged" });
  });
});
