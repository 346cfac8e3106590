import assert from "node:assert/strict";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { checkOriginCopy } from "../../src/distribution/check-origin-copy.ts";
import { readPointer } from "../../src/distribution/pointer.ts";
import { S3Origin } from "../../src/distribution/s3-origin.ts";
import { findAltered } from "../../src/release/seal-folder.ts";
import { makeCurrent } from "../../src/release/store/locked-store.ts";
import { ReleaseStore } from "../../src/release/store/release-store.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { neverWaits, NOTHING_ELSE, TestNode, TestPublisher } from "./publisher.ts";
import { openStrictS3 } from "./strict-s3.ts";

const { signal } = new AbortController();
const closing: (() => Promise<void>)[] = [];
after(async () => {
  for (const close of closing) await close();
});

/** A publisher, and what gets at the bytes of its origin behind its back. */
interface Place {
  readonly publisher: TestPublisher;
  readonly read: (key: string) => Buffer;
  readonly write: (key: string, content: Buffer) => void;
  readonly remove: (key: string) => void;
}

async function inFolder(): Promise<Place> {
  const publisher = new TestPublisher();
  const fileOf = (key: string): string => path.join(publisher.originFolder, key);
  return {
    publisher,
    read: (key) => readFileSync(fileOf(key)),
    write: (key, content) => writeFileSync(fileOf(key), content),
    remove: (key) => rmSync(fileOf(key)),
  };
}

async function inBucket(tellsChecksums: boolean): Promise<Place> {
  const credentials = { accessKeyId: "AKIDEXAMPLE", secretAccessKey: "s3cret", sessionToken: null };
  const place = { bucket: "releases", region: "eu-central-2" };
  const server = await openStrictS3({ ...place, ...credentials, tellsChecksums });
  const origin = new S3Origin({
    ...place,
    prefix: "p",
    endpoint: new URL(`http://127.0.0.1:${server.port}`),
    credentials,
    userAgent: "country-trust/test",
    now: () => new Date(),
    backOffMilliseconds: 1,
  });
  closing.push(() => server.close());
  const stored = (key: string) => server.objects.get(`p/${key}`) ?? assert.fail(`there is no ${key}`);
  return {
    publisher: new TestPublisher({ origin }),
    read: (key) => stored(key).content,
    write: (key, content) => void server.objects.set(`p/${key}`, { ...stored(key), content }),
    remove: (key) => void server.objects.delete(`p/${key}`),
  };
}

const HARMS: Readonly<Record<string, (place: Place, key: string) => void>> = {
  missing: ({ remove }, key) => remove(key),
  truncated: ({ read, write }, key) => write(key, read(key).subarray(0, -1)),
  "one flipped bit": ({ read, write }, key) => write(key, flipped(read(key))),
};

function flipped(content: Buffer): Buffer {
  const copy = Buffer.from(content);
  copy[copy.length >> 1]! ^= 4;
  return copy;
}

const publishing = ({ publisher }: Place): ReleaseStore =>
  new ReleaseStore(path.join(publisher.dataFolder, "publishing"), publisher.now);

function keyOfFile(place: Place, release: string, file: string): string {
  const found = publishing(place)
    .manifest(release)
    .files.find((each) => each.path === file);
  return `sha256/${found?.sha256 ?? ""}`;
}

function keyOfCatalogue({ read }: Place): string {
  return `sha256/${readPointer(read("current.json").toString(), []).catalogue.sha256}`;
}

const PLACES: Readonly<Record<string, () => Promise<Place>>> = {
  "a folder": inFolder,
  "a bucket": () => inBucket(true),
  "a bucket that tells no checksums": () => inBucket(false),
};

/** A new node that has followed has every file of these releases as it was published. */
async function expectWhole({ publisher }: Place, releases: readonly string[]): Promise<void> {
  const node = new TestNode(publisher);
  await node.follow();
  assert.deepEqual(node.store.ids(), releases.toSorted());
  for (const id of releases)
    assert.equal(await findAltered(node.store.folderOf(id), node.store.manifest(id).files), null);
}

for (const [name, newPlace] of Object.entries(PLACES)) {
  describe(`a blob that ${name} has lost`, () => {
    let place: Place;
    let old = "";
    let current = "";
    before(async () => {
      place = await newPlace();
      old = await place.publisher.publish(1);
      current = await place.publisher.publish(2);
    });

    for (const [harm, doHarm] of Object.entries(HARMS)) {
      test(`${harm}, is written again by a push, whichever it is`, async () => {
        const { publisher } = place;
        const harmed = [
          keyOfFile(place, old, "release.sqlite"),
          keyOfFile(place, current, "tables/companies.csv"),
          keyOfFile(place, old, "search.idx"),
        ];
        for (const key of harmed) doHarm(place, key);
        const { state, fault } = await checkOriginCopy(publisher.origin, current, [], signal);
        assert.equal(state, "damaged");
        assert.match(fault ?? "", /sha256\/[0-9a-f]{64}/u);
        // Nothing else changed, so that there is no other pointer.
        assert.equal(await publisher.change(async () => {}), null);
        assert.deepEqual([publisher.repair?.repaired, publisher.repair?.lost.size], [harmed.length, 0]);
        for (const id of [old, current])
          assert.deepEqual(await checkOriginCopy(publisher.origin, id, [], signal), { state: "whole", fault: null });
        await expectWhole(place, [old, current]);
        await publisher.change(async () => {});
        assert.equal(publisher.repair?.repaired, 0, "what is whole is not written");
      });

      // What follows reads blobs in the same way, wherever they are.
      if (newPlace !== inFolder) continue;

      test(`${harm}, is the catalogue: the next command writes it again`, async () => {
        const { publisher } = place;
        doHarm(place, keyOfCatalogue(place));
        await assert.rejects(new TestNode(publisher).follow(), /has no sha256|has less than its|has another hash/u);
        assert.equal(await publisher.change(async () => {}), null);
        assert.equal(publisher.repair?.repaired, 1);
        await expectWhole(place, [old, current]);
      });

      test(`${harm}, is of an old release: a new node serves the current one until it is mended`, async () => {
        const { publisher } = place;
        const lackingAt = async (node: TestNode) => (await node.follow())?.lacking.map(({ id }) => id);
        for (const key of [keyOfFile(place, old, "search.idx"), keyOfFile(place, old, "tables/companies.csv")]) {
          doHarm(place, key);
          const node = new TestNode(publisher);
          assert.deepEqual(await lackingAt(node), [old]);
          assert.deepEqual([node.store.currentId(), node.store.ids()], [current, [current]]);
          assert.deepEqual(await lackingAt(node), [old], "it goes on asking");
          await publisher.change(async () => {});
          const { sequence } = readPointer(place.read("current.json").toString(), []);
          assert.deepEqual(await node.follow(), { sequence, release: current, isChanged: true, ...NOTHING_ELSE });
          assert.deepEqual(node.store.ids(), [old, current].toSorted());
          assert.equal((await node.follow())?.isChanged, false);
        }
      });
    }
  });
}

describe("a blob that an origin and its publisher have lost", () => {
  const bothLost = async () => {
    const place = await inFolder();
    const { publisher } = place;
    const old = await publisher.publish(1);
    const current = await publisher.publish(2);
    // As the command does.
    const own = new TestNode(publisher, { dataFolder: publisher.dataFolder });
    await own.follow();
    const lose = (id: string): void => {
      place.remove(keyOfFile(place, id, "search.idx"));
      // The folder of the publisher has links to it.
      const file = path.join(publisher.dataFolder, "releases", id, "search.idx");
      writeFileSync(file, flipped(readFileSync(file)));
    };
    return { place, publisher, old, current, lose };
  };

  test("is reported, and keeps nobody from publishing, where it is of an old release", async () => {
    const { publisher, old, lose } = await bothLost();
    lose(old);
    const third = await publisher.publish(3);
    assert.equal(publisher.repair?.lost.size, 1);
    const node = new TestNode(publisher);
    await node.follow();
    assert.equal(node.store.currentId(), third);
  });

  test("keeps a release from becoming current, and the current one from being pushed", async () => {
    const { place, publisher, old, current, lose } = await bothLost();
    lose(old);
    const pointer = place.read("current.json");
    const rollback = publisher.change((store) => makeCurrent(store, old, neverWaits));
    await assert.rejects(rollback, { name: "DamagedRelease", message: /is not what was published/u });
    assert.deepEqual(place.read("current.json"), pointer);
    lose(current);
    await assert.rejects(
      publisher.change(async () => {}, { renews: true }),
      { name: "OriginError", message: /no new node could get it/u },
    );
    const third = await publisher.publish(3);
    const node = new TestNode(publisher);
    await node.follow();
    assert.deepEqual([node.store.currentId(), node.store.ids()], [third, [third]]);
  });

  test("is taken from the data folder where the folder of the publisher was begun anew", async () => {
    const { place, publisher, old, current } = await bothLost();
    for (const key of [keyOfFile(place, old, "search.idx"), keyOfFile(place, old, "release.sqlite")]) place.remove(key);
    rmSync(path.join(publisher.dataFolder, "publishing"), { recursive: true });
    const elsewhere = publisher.change(async () => {}, { dataFolder: newTemporaryFolder() });
    await assert.rejects(elsewhere, /has lost a part of .*: publish from a machine whose DATA_DIR has it/u);
    assert.equal(await publisher.change(async () => {}), null);
    assert.equal(publisher.repair?.repaired, 2);
    const node = new TestNode(publisher);
    await node.follow();
    assert.deepEqual(node.store.ids(), [old, current].toSorted());
  });
});
