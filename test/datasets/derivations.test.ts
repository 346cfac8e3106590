import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { after, describe, test } from "node:test";
import { ReleaseStore } from "../../src/release/store/release-store.ts";
import { openSnapshot } from "../../src/release/open-snapshot.ts";
import type { Releases } from "../../src/release/snapshot.ts";
import { DEMO, TestCli } from "../cli/run-cli.ts";
import { readCsvObjects } from "../fixtures/csv.ts";
import { buildMemoryReleases } from "../fixtures/memory-release.ts";
import { ask, type Members } from "../topics/asking.ts";
import { RAW_DATASETS } from "./raw-datasets.ts";
import { type Company, type Judgement, recountArea, recountCompany, type Recounted } from "./recount-derivation.ts";

/** Each dataset with the words that publish it, and where its files have to be. */
const DATASETS = [
  { name: "the demonstration data", words: [DEMO], needed: DEMO },
  ...RAW_DATASETS.map(({ name, folder, dataFolder }) => ({
    name,
    words: [folder, "--data", dataFolder],
    needed: dataFolder,
  })),
];

for (const { name, words, needed } of DATASETS) {
  const title = `every derivation of ${name}`;
  if (!existsSync(needed)) {
    test(title, { skip: `the real dataset is not there: ${needed}` }, () => {});
    continue;
  }
  describe(title, () => {
    const cli = new TestCli();
    after(() => cli.remove());
    let releases: Releases;
    let companies: readonly Company[];

    test("it is published, and its downloads are read", async () => {
      const { status, said } = await cli.run("publish", ...words);
      assert.equal(status, 0, said);
      const store = new ReleaseStore(cli.dataFolder, () => cli.now);
      const id = store.currentId()!;
      const snapshot = openSnapshot(store.manifest(id), store.folderOf(id));
      releases = buildMemoryReleases(snapshot);
      companies = readCompanies(path.join(store.folderOf(id), "tables"));
      assert.equal(companies.length, snapshot.manifest.counts.companies);
    });

    test("of countries and sectors is a recount of the downloads", () => {
      const { countries, sectors, manifest } = releases.current();
      const { scale, pillars } = manifest.dataset;
      const shape = { bands: scale.bands.map(({ id }) => id), pillars: pillars.map(({ id }) => id) };
      for (const { slug, iso2 } of countries) {
        const own = companies.filter((company) => company.iso2 === iso2);
        checkArea(ask("derive_country", { slug }, releases), recountArea(own, shape), slug);
      }
      for (const { slug } of sectors) {
        const own = companies.filter((company) => company.sector === slug);
        checkArea(ask("derive_sector", { slug }, releases), recountArea(own, shape), slug);
      }
    });

    test("of companies is a recount of the downloads", () => {
      const { scale, pillars } = releases.current().manifest.dataset;
      const shape = { bands: scale.bands.map(({ id }) => id), pillars: pillars.map(({ id }) => id) };
      for (const company of companies) {
        const body = ask("derive_company", { slug: company.slug }, releases);
        check(body, recountCompany(company, shape), company.slug);
      }
    });
  });
}

/** The companies of the downloads in their order, each with its judgements in theirs. */
function readCompanies(folder: string): Company[] {
  const read = (table: string) => readCsvObjects(readFileSync(path.join(folder, `${table}.csv`), "utf8"));
  const judgements = Map.groupBy(read("judgements"), (row) => row["company_id"] ?? "");
  return read("companies").map(({ id = "", slug = "", iso2 = "", sector = "" }) => ({
    slug,
    iso2,
    sector,
    judgements: (judgements.get(id) ?? []).map((row): Judgement => ({
      pillar: row["pillar"] ?? "",
      level: Number(row["band_level"]),
      date: row["judged_on"] ?? "",
      judge: row["judge"] ?? "",
      source: row["source_url"] ?? "",
    })),
  }));
}

/** Compares what the derivations of areas and of companies have. */
function check(body: Members, recounted: Recounted, what: string): void {
  const { bands, without, dates, judges, sources } = recounted;
  assert.equal(body.median_level, recounted.median, what);
  assert.equal(body["middle"], recounted.middle, what);
  const steps = body["bands"] as readonly Members[];
  assert.deepEqual(
    steps.map(({ band, count, cumulative, holds_middle: isMiddle }) => ({ band, count, cumulative, isMiddle })),
    bands,
    what,
  );
  const left = body["without_pillar"] as readonly Members[];
  assert.deepEqual(
    left.map(({ id, count, median_level: median, distribution }) => [id, count, median, Object.values(distribution)]),
    without.map(({ pillar, count, median, distribution }) => [pillar, count, median, distribution]),
    what,
  );
  const { reasons: _, ...judgedOn } = body["judged_on"] as Members;
  assert.deepEqual(judgedOn, dates, what);
  for (const [name, expected] of Object.entries({ judges, sources })) {
    const { reasons: __, largest, ...counts } = body[name] as Members;
    const { name: most, numerator, denominator } = (largest ?? {}) as Record<string, unknown>;
    assert.deepEqual({ ...counts, largest: most, numerator, denominator }, expected, `${what}: ${name}`);
  }
}

/** And what only those of areas have: the companies in the line, and the nearest ones. */
function checkArea(body: Members, recounted: ReturnType<typeof recountArea>, what: string): void {
  check(body, recounted, what);
  for (const name of ["below", "around_middle", "above"] as const) {
    const shown = (body[name] as readonly Members[]).map(({ position, slug }) => [position, slug]);
    assert.deepEqual(shown, recounted[name], `${what}: ${name}`);
  }
  for (const name of ["nearest_to_lower", "nearest_to_higher"] as const) {
    const nearest = body[name] as Members | null;
    const shown = nearest && [nearest["flips"], nearest["count"]];
    assert.deepEqual(shown, recounted[name], `${what}: ${name}`);
  }
}
