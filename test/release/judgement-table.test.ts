import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { buildRelease } from "../../src/release/build-release.ts";
import { readRows } from "../../src/release/duck-rows.ts";
import { fileHash } from "../../src/release/seal-folder.ts";
import type { CompanyFacts } from "../../src/release/company-batches.ts";
import { JudgementCursor } from "../../src/release/judgement-cursor.ts";
import { JudgementFiles, type JudgementFilesWritten } from "../../src/release/judgement-files.ts";
import { writeCsv } from "../../src/release/table-files.ts";
import { makeCleanDataset } from "./clean-fixture.ts";
import { UNDATED } from "../../src/trust/judgement-columns.ts";

const folder = mkdtempSync(path.join(tmpdir(), "country-trust-judgements-"));
const bundle = path.join(folder, "bundle");
mkdirSync(bundle);
// More rows than a row group of the Parquet file holds.
const dataset = await makeCleanDataset({ companies: 1400, judgementsPerCompany: 100 });
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

  test("holds as Parquet, with their types, what the clean tables hold", async () => {
    const { facts } = dataset;
    const place = (ids: readonly { id: string }[]): string => `[${ids.map(({ id }) => `'${id}'`).join(", ")}]`;
    const columns = `c.id AS company_id, ${place(facts.pillars)}[j.pillar + 1] AS pillar, k.text AS criterion, g.text AS judge,
      ${place(facts.scale.bands)}[j.band] AS band, j.band AS band_rank,
      CASE WHEN j.judged_on > ${UNDATED} THEN DATE '1970-01-01' + j.judged_on END AS judged_on, s.text AS source_url`;
    await dataset.connection.run(`
      CREATE TABLE expected AS SELECT ${columns}, row_number() OVER (ORDER BY j.company, j.pillar, j.criterion, j.judge) - 1 AS file_row_number
        FROM clean.judgement j JOIN clean.company c USING (company) LEFT JOIN clean.term k ON k.term = j.criterion
          LEFT JOIN clean.term g ON g.term = j.judge LEFT JOIN clean.term s ON s.term = j."source";
      CREATE VIEW found AS FROM read_parquet('${bundle}/tables/judgements.parquet', file_row_number = true);`);
    const described = (table: string): Promise<object[]> =>
      readRows(dataset.connection, `SELECT column_name, column_type FROM (DESCRIBE ${table})`);
    assert.deepEqual(await described("found"), await described("expected"));
    const [difference] = await readRows<object>(
      dataset.connection,
      `SELECT (SELECT count(*) FROM found)::INTEGER AS "rows", (SELECT count(*) FROM (FROM found EXCEPT FROM expected))::INTEGER AS wrong`,
    );
    assert.deepEqual(difference, { rows: dataset.counts.judgements, wrong: 0 });
  });

  test("is the same whatever the batches it comes in", async () => {
    const batches = [1, 333, dataset.counts.companies];
    const written = new Set<string>();
    for (const [i, size] of batches.entries()) {
      const other = path.join(folder, `other-${i}`);
      mkdirSync(path.join(other, "tables"), { recursive: true });
      written.add(JSON.stringify(await writeInBatches(other, size)));
    }
    assert.equal(written.size, 1);
    const [{ csv, parquet }] = [...written].map((each) => JSON.parse(each) as JudgementFilesWritten) as [
      JudgementFilesWritten,
    ];
    for (const [format, sha256] of Object.entries({ csv, parquet }))
      assert.equal(sha256, await fileHash(path.join(bundle, "tables", `judgements.${format}`)), format);
  });
});

async function writeInBatches(target: string, size: number): Promise<JudgementFilesWritten> {
  const { facts, connection, counts } = dataset;
  const companies = await readRows<CompanyFacts>(connection, "FROM clean.company ORDER BY company");
  const terms = await readRows<{ term: number; text: string }>(connection, "FROM clean.term");
  const cursor = await JudgementCursor.open(dataset);
  const files = new JudgementFiles({
    folder: target,
    facts,
    layout: dataset.judgements.layout,
    terms: new Map(terms.map(({ term, text }) => [term, text])),
  });
  for (let first = 0; first < counts.companies; first += size) {
    const batch = companies.slice(first, first + size);
    await cursor.load(batch.at(-1)!.company);
    files.add({ companies: batch, ...cursor.copyLoaded() });
    for (const company of batch) cursor.take(company);
  }
  await cursor.close();
  return files.finish();
}
