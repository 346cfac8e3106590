import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { RAW_DATASETS } from "../datasets/raw-datasets.ts";
import { send } from "../http/test-server.ts";
import { Package } from "./load-data-package.ts";
import { type PublishedDemo, publishAndServe, sharedDemo } from "./published-demo.ts";
import { csvOf, readSheets, WORKBOOK_TABLES } from "./read-workbook.ts";

/** All rows of the downloads, of the demonstration and of real datasets. */

const DATASETS = [
  { name: "the demonstration", skip: false as const, open: sharedDemo },
  ...RAW_DATASETS.map(({ name, folder, dataFolder }) => ({
    name,
    skip: existsSync(dataFolder) ? (false as const) : `the files of ${name} are not on this machine`,
    open: () => publishAndServe(folder, "--data", dataFolder),
  })),
];

for (const { name, skip, open } of DATASETS) {
  describe(`the downloads of ${name}`, { skip }, () => {
    let published: PublishedDemo;
    before(async () => {
      published = await open();
    });
    after(() => published.close());

    test("have the same rows as XLSX and as CSV", async () => {
      for (const table of WORKBOOK_TABLES) {
        const { rows } = await readSheets((await send(published.server, `/api/v2/data/${table}.xlsx`)).body);
        assert.deepEqual(rows, await csvOf(published, `/api/v2/data/${table}.csv`), table);
      }
    });

    test("are a valid Data Package, whose tables read by their schemas, keys included", async () => {
      const loaded = await Package.load(`${published.url}/api/v2/dataset.datapackage.json`);
      assert.deepEqual(loaded.errors, []);
      const { counts } = published.snapshot.manifest;
      const tabular = loaded.resources.filter((resource) => resource.tabular);
      assert.equal(tabular.length, 7);
      for (const resource of tabular) {
        const rows = await resource.read({ keyed: true, relations: resource.name !== "judgements" });
        if (resource.name === "judgements") assert.equal(rows.length, counts.judgements);
      }
    });
  });
}
