import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, describe, test } from "node:test";
import { dayInWords, monthInWords } from "../../src/ask/grammar.ts";
import { ReleaseStore } from "../../src/release/store/release-store.ts";
import { openSnapshot } from "../../src/release/open-snapshot.ts";
import type { Releases } from "../../src/release/snapshot.ts";
import { TestCli } from "../cli/run-cli.ts";
import { readCsvObjects } from "../fixtures/csv.ts";
import { buildMemoryReleases } from "../fixtures/memory-release.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { ask } from "../topics/asking.ts";
import { DATASET_FILE } from "../intake/open-folder.ts";

/** A dataset whose dates are days, months and years, from its files to what is published. */

/** By company, in the order of the dates. */
const DATES = ["2023-06-15", "2023-11", "2023-12-31", "2023", "2024-01-01", "2026-02", "2026", "2027", null];

function writeDates(): string {
  const folder = newTemporaryFolder();
  mkdirSync(folder, { recursive: true });
  const companies = DATES.map((_, i) => `c${i},Company ${i},FR,Food\n`);
  const judgements = DATES.map((date, i) => `c${i},water,low,${date ?? ""}\n`);
  writeFileSync(path.join(folder, "dataset.json"), JSON.stringify(DATASET_FILE));
  writeFileSync(path.join(folder, "companies.csv"), `id,name,country,sector\n${companies.join("")}`);
  writeFileSync(
    path.join(folder, "judgements.csv"),
    `company,pillar,band,judged_on\n${judgements.toReversed().join("")}`,
  );
  return folder;
}

describe("dates that are no days", () => {
  const cli = new TestCli();
  after(() => cli.remove());
  let releases: Releases;
  let tables: string;

  test("are published and verified, with a notice for those to come", async () => {
    const { status, said } = await cli.run("publish", writeDates());
    assert.equal(status, 0, said);
    assert.match(said, /1 judgement is dated after today, 2026-11-20, up to 2027/u);
    assert.equal((await cli.run("verify")).status, 0);
    const store = new ReleaseStore(cli.dataFolder, () => cli.now);
    const id = store.currentId()!;
    releases = buildMemoryReleases(openSnapshot(store.manifest(id), store.folderOf(id)));
    tables = path.join(store.folderOf(id), "tables");
  });

  const listed = (given: Readonly<Record<string, string>>): unknown[] => {
    const { items } = ask("list_judgements", given, releases) as unknown as { items: { judged_on: string | null }[] };
    return items.map(({ judged_on: date }) => date);
  };

  test("are shown as given, and ordered by their last day", () => {
    assert.deepEqual(listed({}), DATES);
    // Those with the same last day keep the order of their companies.
    assert.deepEqual(listed({ sort: "judged_on" }), DATES);
    const newestFirst = ["2027", "2026", "2026-02", "2024-01-01", "2023-12-31", "2023", "2023-11", "2023-06-15", null];
    assert.deepEqual(listed({ sort: "-judged_on" }), newestFirst);
    assert.deepEqual(listed({ judged_from: "2023-12-01", judged_to: "2026-02-28" }), [
      "2023-12-31",
      "2023",
      "2024-01-01",
      "2026-02",
    ]);
    const company = ask("get_company", { slug: "company-3" }, releases);
    assert.equal(company["summary"], "Company 3 is rated Low band, from one judgement of 2023.");
  });

  test("are what figures rest on, and what the release is of", () => {
    const { judged_on: dates } = ask("derive_country", { slug: "france" }, releases);
    assert.deepEqual(dates, {
      dated: 8,
      undated: 1,
      oldest: "2023-06-15",
      middle: "2023",
      newest: "2027",
      reasons: {},
    });
    assert.equal(releases.current().manifest.asOf, "2026");
  });

  test("are no dates in the downloads, and stand there as given", () => {
    const records = readCsvObjects(readFileSync(path.join(tables, "judgements.csv"), "utf8"));
    assert.deepEqual(
      records.map(({ judged_on: day, judged_on_given: given }) => [day, given]),
      DATES.map((date) => [date?.length === 10 ? date : "", date ?? ""]),
    );
    const [country] = readCsvObjects(readFileSync(path.join(tables, "countries.csv"), "utf8"));
    assert.equal(country?.["newest_judgement"], "");
  });

  test("are said in words", () => {
    assert.deepEqual(["2023-05-07", "2023-05", "2023"].map(dayInWords), ["7 May 2023", "May 2023", "2023"]);
    assert.deepEqual(["2023-05-07", "2023-05", "2023"].map(monthInWords), ["May 2023", "May 2023", "2023"]);
  });
});
