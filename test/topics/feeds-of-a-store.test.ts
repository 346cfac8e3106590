import assert from "node:assert/strict";
import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { describe, test } from "node:test";
import { askOperation } from "../../src/ask/ask.ts";
import { buildRelease } from "../../src/release/build-release.ts";
import type { Manifest } from "../../src/release/manifest.ts";
import { makeCurrent, publishBundle } from "../../src/release/store/locked-store.ts";
import { ReleaseStore } from "../../src/release/store/release-store.ts";
import { KeptReleases } from "../../src/release/store/kept-releases.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { makeCleanDataset } from "../release/clean-fixture.ts";
import { operationOf, sourcesOf } from "./asking.ts";

const neverWaits = (): void => assert.fail("there is nothing to wait for");
const at = (day: number): Date => new Date(Date.UTC(2026, 10, day, 12));
let today = 1;

async function publish(store: ReleaseStore, seed: number, day: number): Promise<string> {
  const build = async (folder: string): Promise<Manifest> => {
    const dataset = await makeCleanDataset({ companies: 40 + seed, judgementsPerCompany: 6, seed });
    try {
      return await buildRelease({ dataset, folder, publishedAt: at(day) });
    } finally {
      dataset.close();
    }
  };
  today = day;
  return (await publishBundle(store, build, neverWaits)).manifest.id;
}

/** The entries of the feeds in the present state of a store, as a service that starts now has. */
async function entriesOf(store: ReleaseStore): Promise<Record<"releases" | "kenya", string[]>> {
  const releases = new KeptReleases({ store, pollMilliseconds: 60_000, onError: () => {} });
  const read = async (operation: string, slug?: string): Promise<string[]> => {
    const given = { path: { format: "atom", ...(slug === undefined ? {} : { slug }) }, query: [] };
    const answer = await askOperation(operationOf(operation), sourcesOf(releases), given);
    assert.ok(answer.kind === "text");
    return answer.text.match(/<entry>[\s\S]*?<\/entry>/gu) ?? [];
  };
  const found = {
    releases: await read("follow_releases"),
    kenya: await read("follow_country", "kenya"),
  };
  releases.close();
  return found;
}

describe("feeds of a data folder", () => {
  test("keep every entry through publications, returns and a removed release", async () => {
    const store = new ReleaseStore(newTemporaryFolder(), () => at(today));
    const back = (id: string, day: number) => {
      today = day;
      return makeCurrent(store, id, neverWaits);
    };
    const first = await publish(store, 1, 1);
    const states = [await entriesOf(store)];
    const second = await publish(store, 2, 2);
    states.push(await entriesOf(store));
    const third = await publish(store, 3, 3);
    states.push(await entriesOf(store));
    await back(second, 4);
    states.push(await entriesOf(store));
    await back(third, 5);
    await back(first, 6);
    const last = await entriesOf(store);
    for (const { releases, kenya } of states) {
      assert.deepEqual(last.releases.slice(-releases.length), releases);
      assert.deepEqual(last.kenya.slice(-kenya.length), kenya);
    }
    assert.deepEqual(
      last.releases.map((entry) => /<category term="(\w+)"\/>/u.exec(entry)?.[1]),
      ["withdrawn", "restored", "withdrawn", "published", "published", "first"],
    );
    assert.deepEqual(
      last.releases.map((entry) => /<updated>(.*)<\/updated>/u.exec(entry)?.[1]).toReversed(),
      readFileSync(path.join(store.dataFolder, "history.ndjson"), "utf8")
        .trim()
        .split("\n")
        .map((line) => (JSON.parse(line) as { since: string }).since),
    );

    rmSync(store.folderOf(third), { recursive: true });
    const pruned = await entriesOf(store);
    // The one that replaced it, and the two about it becoming current, cannot be made any more.
    assert.deepEqual(
      pruned.releases,
      last.releases.filter((_, index) => index !== 1 && index !== 3),
    );
    assert.ok(pruned.kenya.every((entry) => last.kenya.includes(entry)) && pruned.kenya.length > 0);
  });
});
