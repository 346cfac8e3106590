import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { send } from "../http/test-server.ts";
import { type PublishedDemo, sharedDemo } from "./published-demo.ts";
import { csvOf, readSheets } from "./read-workbook.ts";

const XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** `whole-tables.long.test.ts` has the others. */
const SMALL_TABLES = ["countries", "sectors", "matrix", "products"] as const;

let demo: PublishedDemo;
before(async () => {
  demo = await sharedDemo();
});

for (const table of SMALL_TABLES) {
  describe(`${table} as XLSX`, () => {
    test("has the rows and columns of the CSV file", async () => {
      const { status, headers, body } = await send(demo.server, `/api/v2/data/${table}.xlsx`);
      assert.equal(status, 200);
      assert.equal(headers["content-type"], XLSX_TYPE);
      const { rows } = await readSheets(body);
      assert.deepEqual(rows, await csvOf(demo, `/api/v2/data/${table}.csv`));
    });

    test("comes again for the same tag only if the release is another one", async () => {
      const path = `/api/v2/data/${table}.xlsx`;
      const { headers } = await send(demo.server, path, { method: "HEAD" });
      assert.match(String(headers.etag), /^W\//u);
      assert.match(String(headers["content-disposition"]), /^attachment; filename="country-trust-[\w-]+\.xlsx"$/u);
      const held = await send(demo.server, path, { headers: { "If-None-Match": String(headers.etag) } });
      assert.equal(held.status, 304);
    });
  });
}

test("a workbook says who publishes it, under which licence, and how to cite it", async () => {
  const { body } = await send(demo.server, "/api/v2/data/sectors.xlsx");
  const { about } = await readSheets(body);
  const told = new Map(about.map(([term = "", text = ""]) => [term, text]));
  const { id, dataset } = demo.snapshot.manifest;
  assert.equal(told.get("Publisher"), dataset.publisher);
  assert.equal(told.get("Notice"), dataset.notice);
  assert.equal(told.get("Licence"), "CC-BY 4.0, https://creativecommons.org/licenses/by/4.0/");
  assert.equal(told.get("Release"), id);
  assert.match(told.get("How to cite") ?? "", new RegExp(`${demo.url}/releases/${id}`, "u"));
  assert.ok(told.has("median_band"), "columns are described");
  const again = (told.get("This file") ?? "").slice(demo.url.length);
  assert.equal((await send(demo.server, again)).status, 200);
});

for (const list of ["companies", "products", "judgements"]) {
  test(`a filtered list of ${list} is the same as XLSX and as CSV`, async () => {
    const query = "country=france&sector=retail";
    const { status, body } = await send(demo.server, `/api/v2/${list}?format=xlsx&${query}`);
    assert.equal(status, 200);
    const { rows, about } = await readSheets(body);
    assert.deepEqual(rows, await csvOf(demo, `/api/v2/${list}?format=csv&${query}`));
    const [, url = ""] = about.find(([term]) => term === "This file") ?? [];
    assert.equal((await send(demo.server, url.slice(demo.url.length))).status, 200, url);
  });
}

test("the companies that changed are the same as XLSX and as CSV", async () => {
  const { status, body } = await send(demo.server, "/api/v2/changes?format=xlsx");
  assert.equal(status, 200);
  const { rows } = await readSheets(body);
  assert.deepEqual(rows, await csvOf(demo, "/api/v2/changes?format=csv"));
});

test("a workbook refuses what its list refuses", async () => {
  for (const path of [
    "/api/v2/judgements?format=xlsx&country=atlantis",
    "/api/v2/companies?format=xlsx&limit=5",
    "/api/v2/companies?format=xlsx&bom=true",
    "/api/v2/data/countries.xlsx?country=fr",
  ])
    assert.equal((await send(demo.server, path)).status, 400, path);
  for (const path of ["/api/v2/data/countries.xlsx?release=2020-01-01-aaaaaaaaaaaa", "/api/v2/data/brands.xlsx"])
    assert.equal((await send(demo.server, path)).status, 404, path);
});
