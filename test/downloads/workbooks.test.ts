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

interface Cell {
  readonly sector: string;
  readonly listed_companies: number;
  readonly median_band: string | null;
}

describe("rankings and the matrix as files", () => {
  const rankings = "/api/v2/intelligence/country-rankings";
  const matrix = "/api/v2/intelligence/country-sector-matrix";

  /** Rows as objects, by the header line. */
  const recordsOf = async (path: string): Promise<Record<string, string>[]> => {
    const [header = [], ...rows] = await csvOf(demo, path);
    return rows.map((row) => Object.fromEntries(header.map((name, index) => [name, row[index] ?? ""])));
  };
  const itemsOf = async <Item>(path: string): Promise<Item[]> =>
    (JSON.parse((await send(demo.server, path)).body.toString()) as { items: Item[] }).items;

  for (const query of ["min_companies=40", "pillar=governance&sort=-rank", "country=france,DE,kenya"]) {
    test(`a ranking has the countries, figures and order of its JSON: ${query}`, async () => {
      const path = `${rankings}?${query}`;
      const items = await itemsOf<Record<string, string | number | null>>(path);
      const [first] = await itemsOf<{ distribution: Record<string, number> }>(path);
      const records = await recordsOf(`${rankings}?format=csv&${query}`);
      const figures = ["slug", "iso3", "rank", "tied_with", "median_band", "judged_companies", "flips_to_lower"];
      assert.deepEqual(
        records.map((record) => figures.map((name) => record[name])),
        items.map((item) => figures.map((name) => String(item[name] ?? ""))),
      );
      for (const [band, count] of Object.entries(first!.distribution))
        assert.equal(records[0]?.[`companies_${band}`], String(count));
      const { rows, about } = await readSheets((await send(demo.server, `${rankings}?format=xlsx&${query}`)).body);
      assert.deepEqual(rows, await csvOf(demo, `${rankings}?format=csv&${query}`));
      assert.deepEqual(about.find(([term]) => term === "Pillar")?.slice(0, 2), [
        "Pillar",
        query.startsWith("pillar") ? "Governance" : "All",
      ]);
    });
  }

  test("the matrix is the table of cells, and in one pillar has the cells of its JSON", async () => {
    assert.deepEqual(await csvOf(demo, `${matrix}?format=csv`), await csvOf(demo, "/api/v2/data/matrix.csv"));
    const items = await itemsOf<{ iso3: string; cells: Cell[] }>(`${matrix}?pillar=privacy`);
    const cells = items.flatMap(({ iso3, cells: row }) =>
      row
        .filter((cell) => cell.listed_companies > 0)
        .map((cell) => [iso3, cell.sector, String(cell.listed_companies), cell.median_band ?? ""]),
    );
    const records = await recordsOf(`${matrix}?format=csv&pillar=privacy`);
    assert.deepEqual(
      records
        .map((record) => ["iso3", "sector", "listed_companies", "median_band"].map((name) => record[name]))
        .toSorted((a, b) => (a.join() < b.join() ? -1 : 1)),
      cells.toSorted((a, b) => (a.join() < b.join() ? -1 : 1)),
    );
    const { headers } = await send(demo.server, `${matrix}?format=csv&pillar=privacy`);
    assert.match(String(headers["link"]), /matrix\.csv-metadata\.json[^>]*>; rel="describedby"/u);
    assert.match(String(headers["content-disposition"]), /country-trust-matrix-2026/u);
  });

  test("what is of another format is refused", async () => {
    for (const path of [`${rankings}?format=csv&limit=5`, `${matrix}?format=csv&bom=true`])
      assert.equal((await send(demo.server, path)).status, 400, path);
  });
});

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
    "/api/v2/data/countries.xlsx?country=fr",
  ])
    assert.equal((await send(demo.server, path)).status, 400, path);
  for (const path of ["/api/v2/data/countries.xlsx?release=2020-01-01-aaaaaaaaaaaa", "/api/v2/data/brands.xlsx"])
    assert.equal((await send(demo.server, path)).status, 404, path);
});
