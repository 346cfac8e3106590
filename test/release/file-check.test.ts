import assert from "node:assert/strict";
import { readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import { before, describe, test } from "node:test";
import { UnreadableRelease } from "../../src/release/snapshot.ts";
import { checkFiles } from "../../src/release/store/file-check.ts";
import { KeptReleases } from "../../src/release/store/kept-releases.ts";
import { publishBundle } from "../../src/release/store/locked-store.ts";
import { ReleaseStore } from "../../src/release/store/release-store.ts";
import { tableFileOf } from "../../src/topics/download/downloads.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { buildOfSeed } from "./built-release.ts";

const neverWaits = (): void => assert.fail("there is nothing to wait for");

/** What happens to a file while nobody looks, by name. */
const ROTS: Readonly<Record<string, (file: string) => void>> = {
  "a flipped bit": (file) => {
    const content = readFileSync(file);
    content[content.length >> 1]! ^= 1;
    writeFileSync(file, content);
  },
  "a lost end": (file) => truncateSync(file, 100),
  "a loss": (file) => rmSync(file),
};

describe("the check of files", () => {
  const store = new ReleaseStore(newTemporaryFolder(), () => new Date("2026-11-20T12:00:00Z"));
  let old = "";
  let current = "";
  before(async () => {
    for (const seed of [1, 2]) {
      const { manifest } = await publishBundle(store, buildOfSeed(seed), neverWaits);
      [old, current] = [current, manifest.id];
    }
  });

  const findDamaged = async (): Promise<string[]> => {
    const found: string[] = [];
    await checkFiles(
      {
        store,
        onDamaged: ({ release, name }) => found.push(`${release}/${name}`),
        onError: (error) => assert.fail(String(error)),
        pause: async () => {},
      },
      new AbortController().signal,
    );
    return found;
  };

  /** Has files rot, and brings them back after the work. */
  const withRot = async (files: readonly string[], rot: (file: string) => void, work: () => Promise<void>) => {
    const places = files.map((name) => path.join(store.dataFolder, "releases", name));
    const contents = places.map((place) => readFileSync(place));
    for (const place of places) rot(place);
    await work();
    for (const [index, place] of places.entries()) writeFileSync(place, contents[index]!);
  };

  test("finds nothing where all is as it was published", async () => assert.deepEqual(await findDamaged(), []));

  for (const [name, rot] of Object.entries(ROTS))
    test(`finds ${name} in any file of any release`, async () => {
      const files = [old, current].flatMap((id) =>
        ["release.sqlite", "search.idx", "tables/companies.csv", "tables/judgements.parquet"].map(
          (file) => `${id}/${file}`,
        ),
      );
      await withRot(files, rot, async () => assert.deepEqual((await findDamaged()).toSorted(), files.toSorted()));
    });

  test("names a manifest that cannot be read", () =>
    withRot([`${old}/manifest.json`], ROTS["a lost end"]!, async () =>
      assert.deepEqual(await findDamaged(), [`${old}/manifest.json`]),
    ));

  test("ends with its signal, in the middle of a file", async () => {
    const stop = new AbortController();
    const pause = async (): Promise<void> => stop.abort(new Error("enough"));
    const options = { store, onDamaged: () => assert.fail(), onError: () => assert.fail(), pause };
    await assert.rejects(checkFiles(options, stop.signal), { message: "enough" });
  });

  test("takes an old release out until its file is replaced, and of the current one that download", async () => {
    const errors: string[] = [];
    const releases = new KeptReleases({
      store,
      pollMilliseconds: 60_000,
      onError: (error) => errors.push(String(error)),
    });
    const edition = releases.byId(old)?.edition;
    let swaps = 0;
    releases.onSwap(() => (swaps += 1));
    assert.deepEqual([releases.troubles(), releases.damagedFiles()], [[], []]);
    const ofCurrent = { release: current, name: "tables/companies.csv" };
    const ofOld = { release: old, name: "release.sqlite" };
    const files = [ofCurrent, ofOld].map(({ release, name }) => `${release}/${name}`);
    await withRot(files, ROTS["a flipped bit"]!, async () => {
      for (const file of [ofCurrent, ofOld, ofOld]) releases.noteDamaged(file);
      assert.deepEqual([releases.troubles(), releases.damagedFiles()], [["files"], [ofCurrent, ofOld]]);
      assert.deepEqual(releases.look().doubted.toSorted(), [old, current].toSorted(), "an origin is asked");
      assert.equal(swaps, 2, "what was kept of them is dropped, once for each");
      assert.equal(errors.length, 2);
      assert.throws(() => releases.byId(old), UnreadableRelease);
      assert.throws(() => releases.figuresOf(old), UnreadableRelease);
      const snapshot = releases.current();
      assert.throws(() => tableFileOf(snapshot, "companies", "csv"), { name: "Problem", code: "unavailable" });
      assert.ok(tableFileOf(snapshot, "companies", "parquet").bytes > 0);
      assert.ok(snapshot.companyAt(0).name.length > 0, "answers go on");
    });
    assert.deepEqual([releases.troubles(), releases.damagedFiles()], [[], []]);
    assert.equal(releases.byId(old)?.edition, edition);
    assert.ok(tableFileOf(releases.current(), "companies", "csv").bytes > 0);
    releases.close();
  });
});
