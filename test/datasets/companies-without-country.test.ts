import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, describe, test } from "node:test";
import { ReleaseStore } from "../../src/release/store/release-store.ts";
import { openSnapshot } from "../../src/release/open-snapshot.ts";
import type { Releases } from "../../src/release/snapshot.ts";
import { TestCli } from "../cli/run-cli.ts";
import { readCsvObjects } from "../fixtures/csv.ts";
import { buildMemoryReleases } from "../fixtures/memory-release.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { openTestServer, send } from "../http/test-server.ts";
import { DATASET_FILE } from "../intake/open-folder.ts";
import { ask } from "../topics/asking.ts";

/** A dataset with companies that are filed in no country, from its files to what is published. */

const KEEP = { ...DATASET_FILE, companies_without_country: "keep" };

function writeDataset(companies: string, datasetFile: object): string {
  const folder = newTemporaryFolder();
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, "dataset.json"), JSON.stringify(datasetFile));
  writeFileSync(path.join(folder, "companies.csv"), `id,name,country,sector\n${companies}`);
  const judgements = "c1,water,low\nc2,water,high\nc3,water,high\nc3,pay,high\n";
  writeFileSync(path.join(folder, "judgements.csv"), `company,pillar,band\n${judgements}`);
  writeFileSync(path.join(folder, "products.csv"), "name,company\nSalt,c3\n");
  return folder;
}

const MIXED = "c1,Amber,FR,Food\nc2,Beryl,,Food\nc3,Coral,n/a,Mining\n";

async function publish(cli: TestCli, folder: string): Promise<Releases> {
  const { status, said, out } = await cli.run("publish", folder);
  assert.equal(status, 0, said);
  assert.match(out, /3 companies \(3 judged\) in (?:1 country or none|no country) and 2 sectors/u);
  assert.equal((await cli.run("verify")).status, 0);
  const store = new ReleaseStore(cli.dataFolder, () => cli.now);
  const id = store.currentId() ?? "";
  return buildMemoryReleases(openSnapshot(store.manifest(id), store.folderOf(id)));
}

describe("companies without a country", () => {
  const cli = new TestCli();
  after(() => cli.remove());
  let releases: Releases;

  test("are an error that names the setting, unless dataset.json keeps them", async () => {
    const { status, said } = await cli.run("check", writeDataset(MIXED, DATASET_FILE));
    assert.equal(status, 1);
    assert.match(said, /companies\.country: missing_value \(2\)/u);
    assert.match(said, /"companies_without_country": "keep"/u);
  });

  test("are published and verified where it does, and said", async () => {
    releases = await publish(cli, writeDataset(MIXED, KEEP));
    assert.equal(releases.current().manifest.counts.companiesWithoutCountry, 2);
    const { meta } = ask("get_scale", {}, releases);
    assert.equal(
      (meta as { completeness?: unknown }).completeness,
      "2 companies without a country count in their sector, and in no country.",
    );
  });

  test("count in their sector, and in no country", () => {
    const figures = (id: string, member: string): unknown =>
      (ask(id, {}, releases).items as unknown as Record<string, unknown>[]).map((area) => [
        area[member],
        area["listed_companies"],
        area["judged_companies"],
      ]);
    assert.deepEqual(figures("rank_countries", "slug"), [["france", 1, 1]]);
    assert.deepEqual(figures("list_sectors", "slug"), [
      ["food", 2, 2],
      ["mining", 1, 1],
    ]);
    const { items } = ask("list_companies", { country: "france" }, releases);
    assert.equal(items.length, 1);
    assert.deepEqual(
      releases.current().countries.map(({ listedCompanies }) => listedCompanies),
      [1],
    );
  });

  test("have a null with a reason in every answer about them", () => {
    const company = ask("get_company", { slug: "coral" }, releases) as unknown as Record<string, unknown>;
    assert.equal(company["country"], null);
    assert.deepEqual((company["reasons"] as Record<string, string>)["country"], "filed_in_no_country");
    const { country, reasons } = company["links"] as Record<string, unknown>;
    assert.deepEqual([country, reasons], [null, { country: "filed_in_no_country" }]);
    for (const id of ["list_companies", "list_judgements", "list_products"]) {
      const given = id === "list_companies" ? { sector: "mining" } : { company: "coral" };
      const [item] = ask(id, given, releases).items as unknown as Record<string, unknown>[];
      assert.equal(item?.["country"], null, id);
    }
  });

  test("are listed by the filter `none`, alone or beside countries, in lists, files, search and changes", async () => {
    const names = (id: string, given: Readonly<Record<string, string>>, member = "name"): unknown[] =>
      (ask(id, given, releases).items as unknown as Record<string, unknown>[]).map((item) => item[member]);
    assert.deepEqual(names("list_companies", { country: "none" }), ["Beryl", "Coral"]);
    assert.deepEqual(names("list_companies", { country: "None,fr" }), ["Amber", "Beryl", "Coral"]);
    assert.deepEqual(names("list_companies", { country: "none", sector: "mining" }), ["Coral"]);
    assert.deepEqual(names("list_judgements", { country: "none" }, "band"), ["high", "high", "high"]);
    assert.deepEqual(names("list_products", { country: "none" }), ["Salt"]);
    assert.deepEqual(names("search", { q: "coral", country: "none" }), ["Coral"]);
    assert.deepEqual(names("search", { q: "amber", country: "none" }), []);
    assert.throws(() => ask("compare_countries", { countries: "none,france" }, releases), /none/u);
    const server = await openTestServer({ releases });
    try {
      const { status, body } = await send(server, "/api/v2/companies?format=csv&country=none");
      assert.equal(status, 200, body.toString());
      const rows = readCsvObjects(body.toString());
      assert.deepEqual(
        rows.map(({ name }) => name),
        ["Beryl", "Coral"],
      );
      const page = await send(server, "/companies?country=none", { headers: { accept: "text/html" } });
      assert.match(page.body.toString(), /<option value="none" selected>No country given<\/option>/u);
      assert.match(page.body.toString(), /<h1>Both judged companies in no country are rated /u);
    } finally {
      await server.close();
    }
  });

  test("are found by search, and by no country", () => {
    const hits = (given: Readonly<Record<string, string>>): unknown =>
      (ask("search", given, releases).items as unknown as { name: string }[]).map(({ name }) => name);
    assert.deepEqual(hits({ q: "coral" }), ["Coral"]);
    assert.deepEqual(hits({ q: "coral", country: "france" }), []);
    const { facets } = ask("search", { q: "coral" }, releases) as unknown as { facets: { country: unknown[] } };
    assert.deepEqual(facets.country, []);
  });

  test("have empty codes in the downloads", () => {
    const store = new ReleaseStore(cli.dataFolder, () => cli.now);
    const file = path.join(store.folderOf(store.currentId() ?? ""), "tables", "companies.csv");
    const rows = readCsvObjects(readFileSync(file, "utf8"));
    assert.deepEqual(
      rows.map(({ name, iso3, iso2 }) => [name, iso3, iso2]),
      [
        ["Amber", "FRA", "FR"],
        ["Beryl", "", ""],
        ["Coral", "", ""],
      ],
    );
  });

  test("have pages that say so", async () => {
    const server = await openTestServer({ releases });
    const read = async (target: string): Promise<string> => {
      const { status, body } = await send(server, target, { headers: { accept: "text/html" } });
      assert.equal(status, 200, target);
      return body.toString();
    };
    assert.match(await read("/companies/coral"), /<div class="crumb">\n<p>.*No country given/u);
    assert.match(await read("/companies"), /Beryl<\/a><\/th><td><span class="soft">No country given/u);
    assert.match(await read("/releases/current"), /<h1>Release of .*: three judged companies in one country or none</u);
    assert.match(await read("/data"), /4 judgements of 3 companies, in one country or none/u);
    assert.match(await read("/search?q=coral"), /Mining, no country given/u);
    for (const target of ["/", "/sectors/food", "/matrix", "/data", "/embed/companies/coral"]) await read(target);
    const v1 = JSON.parse((await send(server, "/api/v1/countries/preview")).body.toString()) as { items: unknown[] };
    assert.equal(v1.items.length, 1);
    await server.close();
  });

  test("may be filed in a country by the next release", async (t) => {
    const later = new TestCli();
    t.after(() => later.remove());
    const next = await publish(later, writeDataset("c1,Amber,,Food\nc2,Beryl,FR,Food\nc3,Coral,,Mining\n", KEEP));
    const changes = next.compare(releases.current(), next.current());
    const { counts } = await changes;
    assert.equal(counts.reclassified, 2);
  });
});

describe("a dataset whose companies are all without a country", () => {
  const cli = new TestCli();
  after(() => cli.remove());

  test("is published, and its pages can be read", async () => {
    const releases = await publish(cli, writeDataset("c1,Amber,,Food\nc2,Beryl,,Food\nc3,Coral,,Mining\n", KEEP));
    const server = await openTestServer({ releases });
    for (const target of ["/", "/rankings", "/matrix", "/sectors/food", "/companies", "/companies/coral"]) {
      const { status } = await send(server, target, { headers: { accept: "text/html" } });
      assert.equal(status, 200, target);
    }
    assert.equal((await send(server, "/compare", { headers: { accept: "text/html" } })).status, 404);
    assert.equal((await send(server, "/api/openapi.json")).status, 200);
    await server.close();
  });
});
