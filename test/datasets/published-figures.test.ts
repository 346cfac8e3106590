import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { after, describe, test } from "node:test";
import { ReleaseStore } from "../../src/release/store/release-store.ts";
import { openSnapshot } from "../../src/release/open-snapshot.ts";
import type { Snapshot } from "../../src/release/snapshot.ts";
import { TestCli } from "../cli/run-cli.ts";
import { RAW_DATASETS, type RawCompany, type RawDataset } from "./raw-datasets.ts";

/** What the sources say of themselves. */
const KNOWN: Readonly<Record<RawDataset["name"], Readonly<Record<string, number>>>> = {
  "wba-gender-2024": { companies: 2000, countries: 87, judgements: 42_000, "sectors, blank ones together": 37 },
  "rdr-2022": { companies: 14, products: 43 },
  fashionchecker: { companies: 265, countries: 30 },
};

const FACTS: Readonly<Record<string, (snapshot: Snapshot) => number>> = {
  companies: ({ manifest }) => manifest.counts.companies,
  countries: ({ manifest }) => manifest.counts.countries,
  judgements: ({ manifest }) => manifest.counts.judgements,
  products: ({ manifest }) => manifest.counts.products,
  "sectors, blank ones together": ({ manifest }) => manifest.counts.sectors,
};

for (const dataset of RAW_DATASETS) {
  const name = `the published figures of ${dataset.name}`;
  if (!existsSync(dataset.dataFolder)) {
    // A test and no suite: the summary counts the tests that were skipped.
    test(name, { skip: `the real dataset is not there: ${dataset.dataFolder}` }, () => {});
    continue;
  }
  describe(name, () => {
    const cli = new TestCli();
    after(() => cli.remove());
    let snapshot: Snapshot;
    let raw: RawCompany[];

    test("it is published by one command, without a problem row", async () => {
      const { status, said } = await cli.run("publish", dataset.folder, "--data", dataset.dataFolder);
      assert.equal(status, 0, said);
      const store = new ReleaseStore(cli.dataFolder, () => cli.now);
      const id = store.currentId()!;
      snapshot = openSnapshot(store.manifest(id), store.folderOf(id));
      raw = dataset.read();
      assert.equal(snapshot.manifest.counts.companies, raw.length);
    });

    test("are those of a recount of the raw files, company by company and pillar by pillar", () => {
      const { pillars, scale } = snapshot.manifest.dataset;
      for (const company of raw) {
        const published = snapshot.companyById(company.id);
        assert.ok(published, company.id);
        const all = pillars.map(({ id }) => company.judgements.get(id) ?? []);
        assert.deepEqual(published.distribution, countRanks(all.flat(), scale.bands.length), company.id);
        assert.equal(published.median, lowerMiddle(all.flat()), company.id);
        assert.deepEqual(
          published.pillars.map(({ median }) => median),
          all.map(lowerMiddle),
          company.id,
        );
      }
    });

    test("and country by country", () => {
      const bandCount = snapshot.manifest.dataset.scale.bands.length;
      // Which country a spelling means is taken from its first company; that no two spellings are
      // mixed up shows in the counts.
      for (const [spelling, companies] of Map.groupBy(raw, ({ country }) => country)) {
        const iso2 = snapshot.companyById(companies[0]!.id)!.country!;
        const medians = companies.map((company) => lowerMiddle([...company.judgements.values()].flat()));
        const judged = medians.filter((median) => median !== null);
        const country = snapshot.countryByIso2(iso2)!;
        assert.equal(country.listedCompanies, companies.length, spelling);
        assert.deepEqual(country.distribution, countRanks(judged, bandCount), spelling);
        assert.equal(country.median, lowerMiddle(judged), spelling);
      }
      assert.equal(snapshot.countries.length, new Set(raw.map(({ country }) => country)).size);
    });

    test("and verify finds them so", async () => {
      assert.equal((await cli.run("verify")).status, 0);
    });

    for (const [what, expected] of Object.entries(KNOWN[dataset.name] ?? {})) {
      test(`${what}: ${expected}`, () => assert.equal(FACTS[what]!(snapshot), expected));
    }
  });
}

/** The lower of the middle ones when they stand in line: the slow twin of the lower median. */
function lowerMiddle(ranks: readonly (number | null)[]): number | null {
  return ranks.toSorted((a, b) => a! - b!)[Math.ceil(ranks.length / 2) - 1] ?? null;
}

function countRanks(ranks: readonly (number | null)[], bandCount: number): number[] {
  return Array.from({ length: bandCount }, (_, place) => ranks.filter((rank) => rank === place + 1).length);
}
