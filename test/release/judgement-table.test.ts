import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { buildRelease } from "../../src/release/build-release.ts";
import { readRows } from "../../src/release/duck-rows.ts";
import { writeJudgementParquet } from "../../src/release/judgement-table.ts";
import { writeCsv } from "../../src/release/table-files.ts";
import { makeCleanDataset } from "./clean-fixture.ts";

const folder = mkdtempSync(path.join(tmpdir(), "country-trust-judgements-"));
const bundle = path.join(folder, "bundle");
mkdirSync(bundle);
const dataset = await makeCleanDataset({ companies: 300, judgementsPerCompany: 12 });
after(() => {
  dataset.close();
  rmSync(folder, { recursive: true, force: true });
});

describe("the table of judgements", () => {
  before(async () => {
    // Every kind of text that CSV knows, without changing the order of the terms.
    await dataset.connection.run(`
      UPDATE clean.term SET text = text || CASE term % 7 WHEN 0 THEN ', "said" so' WHEN 1 THEN ' #1' WHEN 2 THEN chr(13) || chr(10) || 'ß 株' ELSE '' END;
      UPDATE clean.term SET text = '=1+1' WHERE term = 1;
      UPDATE clean.company SET id = '-' || id WHERE company % 5 = 0;
      UPDATE clean.company SET id = id || ',' WHERE company % 3 = 0;`);
    await buildRelease({ dataset, folder: bundle, publishedAt: new Date("2026-11-20T09:00:00Z") });
  });

  test("is the same as CSV, written here, as the database writes of the Parquet file", async () => {
    const twin = path.join(folder, "twin.csv");
    await writeCsv(dataset.connection, path.join(bundle, "tables/judgements.parquet"), twin);
    const written = readFileSync(path.join(bundle, "tables/judgements.csv"), "utf8");
    assert.equal(written, readFileSync(twin, "utf8"));
    for (const cell of ["'=1+1", '""said""', '#1"', "'-C", '"C6,",']) assert.ok(`,${written}`.includes(cell), cell);
  });

  test("is the same however the texts are found", async () => {
    const expected = await cells(bundle);
    assert.equal(expected.length, dataset.counts.judgements);
    for (const [i, limits] of [
      { inline: 0, listed: 1_000_000 },
      { inline: 0, listed: 0 },
      { inline: 0, listed: 100 },
    ].entries()) {
      const other = path.join(folder, `other-${i}`);
      mkdirSync(path.join(other, "tables"), { recursive: true });
      await writeJudgementParquet(dataset, other, limits);
      assert.deepEqual(await cells(other), expected, JSON.stringify(limits));
    }
  });
});

async function cells(of: string): Promise<object[]> {
  return await readRows<object>(
    dataset.connection,
    `SELECT COLUMNS(*)::VARCHAR FROM read_parquet('${of}/tables/judgements.parquet')`,
  );
}
