import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import * as fc from "fast-check";
import { ReleaseStore } from "../../src/release/store/release-store.ts";
import { openSnapshot } from "../../src/release/open-snapshot.ts";
import type { Releases, Snapshot } from "../../src/release/snapshot.ts";
import { TestCli } from "../cli/run-cli.ts";
import { readCsvObjects } from "../fixtures/csv.ts";
import { buildMemoryReleases } from "../fixtures/memory-release.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { openTestServer, send } from "../http/test-server.ts";
import { DATASET_FILE } from "../intake/open-folder.ts";
import { ask } from "../topics/asking.ts";

/** A dataset whose companies name several sectors, from its files to what is published. */

interface StatedCompany {
  readonly id: string;
  /** As in the file, the first one first. */
  readonly sectors: readonly string[];
  readonly band: "low" | "middle" | "high" | null;
}

const COMPANIES: readonly StatedCompany[] = [
  { id: "amber", sectors: ["Food", "Retail"], band: "low" },
  { id: "beryl", sectors: ["Food"], band: "high" },
  { id: "coral", sectors: ["Retail", "Food", "Tourism"], band: "middle" },
  { id: "doris", sectors: ["Mining", "Tourism", "Retail"], band: null },
];

function write(companies: readonly StatedCompany[]): string {
  const folder = newTemporaryFolder();
  const lines = companies.map(
    ({ id, sectors }) => `${id},${id.toUpperCase()},${id === "doris" ? "DE" : "FR"},${sectors.join("|")}`,
  );
  const judged = companies.flatMap(({ id, band }) => (band === null ? [] : [`${id},water,${band}`]));
  const files = {
    "dataset.json": JSON.stringify(DATASET_FILE),
    "companies.csv": ["id,name,country,sector", ...lines].join("\n"),
    "judgements.csv": ["company,pillar,band", ...judged].join("\n"),
    "products.csv": ["name,company", ...companies.map(({ id }) => `Ware of ${id},${id}`)].join("\n"),
    "replies.csv": ["company,status", ...companies.map(({ id }) => `${id},asked`)].join("\n"),
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(path.join(folder, name), content);
  return folder;
}

async function publish(cli: TestCli, companies: readonly StatedCompany[], ...options: string[]): Promise<Snapshot> {
  const { status, said } = await cli.publish(write(companies), ...options);
  assert.equal(status, 0, said);
  assert.equal((await cli.run("verify")).status, 0);
  const store = new ReleaseStore(cli.dataFolder, () => cli.now);
  const id = store.currentId() ?? "";
  return openSnapshot(store.manifest(id), store.folderOf(id));
}

type Json = Readonly<Record<string, unknown>>;

const itemsOf = (releases: Releases, id: string, given: Readonly<Record<string, string>> = {}): readonly Json[] =>
  ask(id, given, releases).items;

describe("companies that name several sectors", () => {
  const cli = new TestCli();
  after(() => cli.remove());
  let releases: Releases;
  const published = (name: string): string => {
    const store = new ReleaseStore(cli.dataFolder, () => cli.now);
    return path.join(store.folderOf(store.currentId() ?? ""), name);
  };

  test("are said to count in the first by check, and so is a sector that none has first", async () => {
    const { status, said } = await cli.run("check", write(COMPANIES));
    assert.equal(status, 0, said);
    assert.match(said, /3 companies name several sectors with "\|" between them, and will count in the first alone/u);
    assert.match(said, /no company will count in the sector "Tourism", because 2 companies name it after another/u);
  });

  test("count once, in the first sector", async () => {
    releases = buildMemoryReleases(await publish(cli, COMPANIES));
    const members = ["slug", "listed_companies", "judged_companies", "median_band", "also_named_by"];
    assert.deepEqual(
      itemsOf(releases, "list_sectors").map((sector) => members.map((member) => sector[member])),
      [
        ["food", 2, 2, "low", 1],
        ["mining", 1, 0, null, 0],
        ["retail", 1, 1, "middle", 2],
        ["tourism", 0, 0, null, 2],
      ],
    );
    assert.deepEqual(
      itemsOf(releases, "rank_countries").map((country) => [country["slug"], country["listed_companies"]]),
      [
        ["france", 3],
        ["germany", 1],
      ],
    );
  });

  test("have the others in every answer about them", () => {
    const tourism = { slug: "tourism", label: "Tourism" };
    const others = [{ slug: "retail", label: "Retail" }, tourism];
    const company = ask("get_company", { slug: "doris" }, releases) as unknown as Json;
    assert.deepEqual([company["sector"], company["other_sectors"]], [{ slug: "mining", label: "Mining" }, others]);
    const [listed] = itemsOf(releases, "list_companies", { sector: "mining" });
    assert.deepEqual(listed?.["other_sectors"], others);
    const [hit] = itemsOf(releases, "search", { q: "doris" });
    assert.deepEqual(hit?.["other_sectors"], others);
    const beryl = ask("get_company", { slug: "beryl" }, releases) as unknown as Json;
    assert.deepEqual(beryl["other_sectors"], []);
  });

  test("are found by each with any_sector, in every list", () => {
    const named = (id: string, given: Readonly<Record<string, string>>): unknown =>
      itemsOf(releases, id, given).map((item) => ((item["company"] ?? item) as Json)["id"]);
    assert.deepEqual(named("list_companies", { any_sector: "retail" }), ["amber", "coral", "doris"]);
    assert.deepEqual(named("list_companies", { any_sector: "Tourism,mining" }), ["coral", "doris"]);
    assert.deepEqual(named("list_companies", { any_sector: "retail", sector: "food" }), ["amber"]);
    assert.deepEqual(named("list_companies", { sector: "retail" }), ["coral"]);
    assert.deepEqual(named("list_companies", { sector: "tourism" }), []);
    assert.deepEqual(named("list_judgements", { any_sector: "tourism" }), ["coral"]);
    assert.deepEqual(named("list_products", { any_sector: "tourism" }), ["coral", "doris"]);
    assert.deepEqual(named("list_replies", { any_sector: "food" }), ["amber", "beryl", "coral"]);
    const found = (given: Readonly<Record<string, string>>): unknown =>
      itemsOf(releases, "search", given).map(({ name }) => name);
    assert.deepEqual(found({ q: "doris", any_sector: "retail" }), ["DORIS", "Ware of doris"]);
    assert.deepEqual(found({ q: "ware", any_sector: "tourism" }), ["Ware of coral", "Ware of doris"]);
    assert.deepEqual(found({ q: "ware", any_sector: "tourism", sector: "mining" }), ["Ware of doris"]);
    assert.deepEqual(found({ q: "beryl", any_sector: "retail,tourism" }), []);
  });

  test("have the others in the files", () => {
    const rowsOf = (table: string) => readCsvObjects(readFileSync(published(`tables/${table}.csv`), "utf8"));
    assert.deepEqual(
      rowsOf("companies").map((row) => [row["id"], row["sector"], row["other_sectors"]]),
      [
        ["amber", "food", "retail"],
        ["beryl", "food", ""],
        ["coral", "retail", "food|tourism"],
        ["doris", "mining", "retail|tourism"],
      ],
    );
    assert.deepEqual(
      rowsOf("sectors").map((row) => [row["sector"], row["listed_companies"], row["also_named_by"]]),
      [
        ["food", "2", "1"],
        ["mining", "1", "0"],
        ["retail", "1", "2"],
        ["tourism", "0", "2"],
      ],
    );
  });

  test("have them over HTTP, as filtered files and in what is said of a wrong name", async () => {
    const server = await openTestServer({ releases });
    const csv = await send(server, "/api/v2/companies?format=csv&any_sector=Tourism");
    assert.deepEqual(
      readCsvObjects(csv.body.toString()).map((row) => [row["id"], row["other_sectors"]]),
      [
        ["coral", "food|tourism"],
        ["doris", "retail|tourism"],
      ],
    );
    assert.equal((await send(server, "/api/v2/judgements?format=xlsx&any_sector=tourism")).status, 200);
    const wrong = await send(server, "/api/v2/companies?any_sector=tourist");
    assert.equal(wrong.status, 400);
    assert.match(wrong.body.toString(), /`any_sector` is .*tourist.*; expected one of `food`, `mining`/u);
    await server.close();
  });

  test("leave a sector that none has first without figures, with reasons", () => {
    const sector = ask("get_sector", { slug: "tourism" }, releases) as unknown as Json;
    assert.deepEqual([sector["listed_companies"], sector["median_band"], sector["also_named_by"]], [0, null, 2]);
    assert.deepEqual(sector["distribution"], { low: 0, middle: 0, high: 0 });
    assert.equal((sector["reasons"] as Json)["median_band"], "no_companies");
    assert.equal(sector["summary"], "No company is counted in the sector Tourism.");
    assert.deepEqual(sector["countries"], []);
    const derivation = ask("derive_sector", { slug: "tourism" }, releases) as unknown as Json;
    assert.deepEqual([derivation["judgement_count"], derivation["around_middle"]], [0, []]);
    ask("get_sector_history", { slug: "tourism" }, releases);
  });

  test("have pages, also of a sector that none has first", async () => {
    const server = await openTestServer({ releases });
    const targets = ["/sectors", "/sectors/food", "/sectors/tourism", "/matrix", "/companies/doris", "/search?q=doris"];
    for (const target of [
      ...targets,
      "/companies?sector=tourism",
      "/compare?countries=france,germany&sector=tourism",
    ]) {
      const { status, body } = await send(server, target, { headers: { accept: "text/html" } });
      assert.equal(status, 200, `${target}: ${body.toString().slice(0, 500)}`);
    }
    await server.close();
  });

  test("say on their pages, and on those of their sectors, where they count", async () => {
    const server = await openTestServer({ releases });
    const read = async (target: string): Promise<string> =>
      (await send(server, target, { headers: { accept: "text/html" } })).body.toString();
    assert.match(await read("/companies/doris"), /It is counted in this sector, and also names Retail, Tourism\./u);
    assert.doesNotMatch(await read("/companies/beryl"), /also names/u);
    assert.match(await read("/sectors/retail"), /any_sector=retail">2 more companies name this sector/u);
    assert.match(await read("/sectors/food"), /any_sector=food">One more company names this sector/u);
    assert.match(await read("/sectors/tourism"), /any_sector=tourism">2 more companies name this sector/u);
    assert.doesNotMatch(await read("/sectors/mining"), /more compan/u);
    await server.close();
  });

  test("that swap their first sector move both; another one behind it moves nothing and is said", async (t) => {
    const later = new TestCli();
    t.after(() => later.remove());
    const moved = (sectors: Readonly<Record<string, readonly string[]>>): readonly StatedCompany[] =>
      COMPANIES.map((company) => ({ ...company, sectors: sectors[company.id] ?? company.sectors }));
    await publish(later, COMPANIES);
    const others = await later.run("publish", write(moved({ amber: ["Food", "Mining"] })), "--dry-run");
    assert.match(others.out, /0 reclassified, 0 with a different median band/u);
    assert.match(others.out, /Also naming other sectors than before: 1 company\./u);
    assert.equal(others.status, 0, "one company names another one, and none lost all");
    const lost = await later.run("publish", write(moved({ amber: ["Food"] })), "--dry-run");
    assert.equal(lost.status, 3, lost.out);
    assert.match(lost.out, /No longer in any other sector: 1 of 3 companies that were; 0 would pass/u);
    const swapped = await later.run("publish", write(moved({ amber: ["Retail", "Food"] })), "--dry-run");
    assert.match(swapped.out, /1 reclassified/u);
    const changes = await releases.compare(
      releases.current(),
      await publish(later, moved({ amber: ["Retail", "Food"] })),
    );
    assert.equal(changes.counts.reclassified, 1);
    assert.deepEqual(
      changes.sectors.moved.map(({ code, movement }) => [code, movement.causes]),
      [
        ["food", ["reclassified"]],
        ["retail", ["reclassified"]],
      ],
    );
  });
});

describe("any dataset of companies with several sectors", () => {
  const cli = new TestCli();
  after(() => cli.remove());
  const SLUGS = ["energy", "food", "mining", "retail", "tourism"];
  const company = fc.record({
    sectors: fc.shuffledSubarray(SLUGS, { minLength: 1, maxLength: 4 }),
    band: fc.constantFrom("low" as const, "middle" as const, "high" as const, null),
  });
  const [sample = []] = fc.sample(fc.array(company, { minLength: 60, maxLength: 60 }), { numRuns: 1, seed: 55 });
  const companies: readonly StatedCompany[] = [
    { id: "c-first", sectors: SLUGS, band: "low" },
    ...sample.map((each, at) => ({ ...each, id: `c-${String(at).padStart(2, "0")}` })),
  ];
  let releases: Releases;
  before(async () => {
    releases = buildMemoryReleases(await publish(cli, companies));
  });

  test("counts every company once, and says how many more name a sector", () => {
    const sectors = itemsOf(releases, "list_sectors");
    for (const { slug, listed_companies: listed, also_named_by: also, distribution } of sectors) {
      const own = companies.filter(({ sectors: [first] }) => first === slug);
      assert.equal(listed, own.length);
      assert.equal(also, companies.filter(({ sectors: [, ...others] }) => others.includes(String(slug))).length);
      const bands = ["low", "middle", "high"].map((band) => [band, own.filter((each) => each.band === band).length]);
      assert.deepEqual(distribution, Object.fromEntries(bands));
    }
    assert.equal(
      sectors.reduce((sum, { listed_companies: listed }) => sum + Number(listed), 0),
      companies.length,
    );
  });

  test("is filtered as its rows are, one by one", () => {
    const filter = fc.option(fc.subarray(SLUGS, { minLength: 1 }), { nil: null });
    const lists = { list_companies: () => true, list_judgements: (band: unknown) => band !== null };
    fc.assert(
      fc.property(filter, filter, (sector, anySector) => {
        const given = {
          ...(sector === null ? {} : { sector: sector.join(",") }),
          ...(anySector === null ? {} : { any_sector: anySector.join(",") }),
        };
        const matching = companies.filter(
          ({ sectors }) =>
            (sector === null || sector.includes(sectors[0] ?? "")) &&
            (anySector === null || sectors.some((slug) => anySector.includes(slug))),
        );
        for (const [id, isListed] of Object.entries(lists)) {
          const expected = matching.filter(({ band }) => isListed(band)).map((each) => each.id);
          const items = itemsOf(releases, id, { ...given, limit: "100" });
          const found = items.map((item) => ((item["company"] ?? item) as Json)["id"]);
          assert.deepEqual(found.map(String).toSorted(), expected.toSorted(), id);
        }
      }),
      { numRuns: 60 },
    );
  });
});
